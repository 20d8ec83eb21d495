// GET /reports/cash/: who holds what, from the ledger alone, so that it is what the trial balance by holder says.
import { cashReport, cashReportQuery, ledgerEntry } from "../../../shared/billing/index.ts";
import { type Day, dayOf } from "../../../shared/kernel/day.ts";
import { add, formatMoney, parseMoney } from "../../../shared/kernel/money.ts";
import type { Fragment, Tx } from "../../kernel/db/db.ts";
import { reportRoute } from "../../kernel/http/report-route.ts";
import type { Tenant } from "../../kernel/operation/principal.ts";
import { fixDigits } from "../../kernel/resource/record.ts";
import { cashMoved } from "./cash-sums.ts";
import { holderNames, visibleHolders } from "./named-holders.ts";

interface HeldRow {
  holder: string;
  method: string;
  held: string;
  held_since: Day | null;
  in_transit_from: string;
  in_transit_to: string;
  last_transfer_at: string | null;
}

/** Whether there is anything of a holder's, also on its way. */
const lies = ({ held, in_transit_from, in_transit_to }: HeldRow): boolean =>
  [held, in_transit_from, in_transit_to].some((amount) => /[1-9]/.test(amount));

/**
 * The day of the first entry, from one end of a holder's cash, with which what came in reaches so much. In order inside, so
 * that the planner looks for the first one alone: no more is read.
 */
const dayAt = (
  tx: Tx,
  id: string,
  as_of: Day,
  { order, is_reached }: { order: Fragment; is_reached: Fragment },
) => tx`
  (select entry_date from (
    select e.entry_date, sum(e.debit) filter (where e.account = c.account)
      over (order by e.entry_date ${order} rows unbounded preceding) as came
    from ledger_entries e
    where e.tenant_id = ${id} and e.holder = c.holder and e.entry_date <= ${as_of}
    order by e.entry_date ${order}
  ) entry where ${is_reached} limit 1)`;

/**
 * By holder and method. The oldest money goes first: what lies there is what came in last, so it lies there since the first
 * entry with which all that came in passes all that went out. That is looked for from the end that is nearer.
 */
async function readHeld(tx: Tx, tenant: Tenant, as_of: Day, only: readonly string[] | null) {
  const { id, settings } = tenant;
  const { cash } = await cashMoved(tx, tenant, { later: tx`e.entry_date > ${as_of}`, holders: only });
  const fromOldest = { order: tx`asc`, is_reached: tx`came > c.went` };
  const fromNewest = { order: tx`desc`, is_reached: tx`came >= c.held` };
  return tx<HeldRow[]>`
    with cash as (
      select o.holder, o.method, a.id as account, sum(o.debit) - sum(o.credit) as held, sum(o.credit) as went
      from (${cash}) o join billing_accounts a on a.tenant_id = ${id} and a.code = 'CASH:' || o.method
      group by 1, 2, 3 having sum(o.debit) > 0 or sum(o.credit) > 0
    ), held as (
      select c.holder, c.method, c.held, case
        when c.held <= 0 then null
        when c.went < c.held then ${dayAt(tx, id, as_of, fromOldest)}
        else ${dayAt(tx, id, as_of, fromNewest)} end as held_since
      from cash c
    ), transit as (
      select t."from", t."to", t.method, sum(e.debit) - sum(e.credit) as amount
      from ledger_entries e
        join billing_accounts a on a.tenant_id = e.tenant_id and a.id = e.account and a.code = 'IN_TRANSIT'
        join cash_transfers t on t.tenant_id = e.tenant_id and t.id = e.source_id
      where e.tenant_id = ${id} and e.entry_date <= ${as_of}
      group by 1, 2, 3 having sum(e.debit) <> sum(e.credit)
    ), moved as (
      select "from" as holder, case "from" when 'BANK' then 'BANK' else method end as method,
        amount as gone, 0 as coming, null::timestamptz as at from transit
      union all
      select "to", case "to" when 'BANK' then 'BANK' else method end, 0, amount, null from transit
      union all
      select "from", case "from" when 'BANK' then 'BANK' else method end, 0, 0, sent_at from cash_transfers
        where tenant_id = ${id} and (sent_at at time zone ${settings.timezone})::date <= ${as_of}
          and (status <> 'CANCELLED' or (cancelled_at at time zone ${settings.timezone})::date > ${as_of})
    )
    select coalesce(h.holder, m.holder) as holder, coalesce(h.method, m.method) as method,
      coalesce(h.held, 0) as held, h.held_since, coalesce(m.gone, 0) as in_transit_from,
      coalesce(m.coming, 0) as in_transit_to, m.at as last_transfer_at
    from held h full join (
      select holder, method, sum(gone) as gone, sum(coming) as coming, max(at) as at from moved group by 1, 2
    ) m on m.holder = h.holder and m.method = h.method
    where ${only === null ? tx`true` : tx`coalesce(h.holder, m.holder) = any(${only as string[]}::text[])`}
    order by 1, 2`;
}

export const cashReportRoute = reportRoute({
  path: "/reports/cash/",
  operation_id: "getCashByHolder",
  summary: "Who holds what: cash by till, collector, office and bank, and what is on its way",
  area: "billing",
  permission: "finance.cash_transfer.view",
  is_of_all: false,
  is_of_now: true,
  counts: [ledgerEntry],
  query: cashReportQuery,
  output: cashReport,
  async read(tx, tenant, { as_of = dayOf(new Date(), tenant.settings.timezone) }, principal) {
    const visible = await visibleHolders(tx, tenant, principal);
    const [held, nameOf] = await Promise.all([
      readHeld(tx, tenant, as_of, visible),
      holderNames(tx, tenant.id),
    ]);
    // A till at which one worked once, and where nothing lies, is no longer one's own.
    const rows = held.filter((row) => visible === null || row.holder === principal.username || lies(row));
    const { digits } = tenant;
    const fix = (amount: string) => fixDigits(amount, digits);
    const sum = (amounts: string[]) =>
      formatMoney(add(...amounts.map((amount) => parseMoney(amount, digits))), digits);
    return {
      as_of,
      holders: rows.map((row) => ({
        ...nameOf(row.holder),
        method: row.method,
        held: fix(row.held),
        ...{ in_transit_from: fix(row.in_transit_from), in_transit_to: fix(row.in_transit_to) },
        ...{ last_transfer_at: row.last_transfer_at, held_since: row.held_since },
      })),
      total_held: sum(rows.map(({ held }) => held)),
      total_in_transit: sum(rows.map(({ in_transit_from }) => in_transit_from)),
    };
  },
  rows: ({ holders, total_held, total_in_transit }) => [
    [
      ...["holder", "kind", "name", "method", "held", "in_transit_from", "in_transit_to"],
      ...["last_transfer_at", "held_since"],
    ],
    ...holders.map((row) => [
      ...[row.holder, row.kind, row.name, row.method, row.held, row.in_transit_from, row.in_transit_to],
      ...[row.last_transfer_at, row.held_since],
    ]),
    ["TOTAL", "", "", "", total_held, total_in_transit, total_in_transit, "", ""],
  ],
});
