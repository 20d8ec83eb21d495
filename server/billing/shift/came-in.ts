// What came into a drawer and left it while it was open. To which drawer it belongs follows from who did it, whose cash it is
// and when, so that what was done offline belongs to the drawer that it was done at, whenever it comes in.
import type { shift } from "../../../shared/billing/index.ts";
import { type Minor, parseMoney } from "../../../shared/kernel/money.ts";
import type { RecordOf } from "../../../shared/kernel/resource.ts";
import type { Fragment, Tx } from "../../kernel/db/db.ts";
import type { Tenant } from "../../kernel/operation/principal.ts";

export type Totals = Record<string, Minor>;

/** From the opening until before the close; `closed_at` null: until now. */
type Drawer = Pick<RecordOf<typeof shift>, "id" | "cashier" | "holder" | "opened_at" | "closed_at">;

/** Documents that pay cash out of the drawer of its holder, or bring it back. */
const PAID_OUT = ["refund", "payroll", "advance_salary"];

type Place = Pick<Tenant, "id" | "digits">;

/** Which drawer is open at a moment; `drawer` is one of them, also where it is being closed at that moment. */
const openAt = (tx: Tx, tenantId: string, drawer: Drawer, at: Fragment, where: Fragment, who: Fragment) => tx`
  (select s.id from shifts s where s.tenant_id = ${tenantId} and ${where} and s.opened_at <= ${at}
    and (s.id = ${drawer.id} or s.closed_at is null or s.closed_at > ${at})
  order by (s.cashier = ${who}) desc, s.opened_at desc limit 1)`;

/**
 * By method: payments that the cashier took, less what was given back and paid out (refunds, salaries and advances on them),
 * and what resellers paid in, less what they got back.
 * Cash that is taken back is less in the drawer that is open where it is held, else in the drawer of who gave it back.
 */
export async function readTotals(tx: Tx, { id, digits }: Place, drawer: Drawer): Promise<Totals> {
  const { cashier, holder, opened_at: from } = drawer;
  const until = drawer.closed_at ?? "infinity";
  const opened = (where: Fragment) => openAt(tx, id, drawer, tx`t.reversed_at`, where, tx`t.reversed_by`);
  const rows = await tx<{ method: string; amount: string }[]>`
    select method, sum(amount) as amount from (
      select method, amount from payment_transactions
        where tenant_id = ${id} and received_by = ${cashier} and received_at >= ${from} and received_at < ${until}
          and method <> 'ADJUSTMENT' and reseller_charge is null
      union all
      select t.method, -t.amount from payment_transactions t
        where t.tenant_id = ${id} and t.reversed_at >= ${from} and t.reversed_at < ${until}
          and t.method <> 'ADJUSTMENT' and t.reseller_charge is null and t.suspense_resolution is null
          and case when t.method <> 'CASH' then t.reversed_by = ${cashier}
            else coalesce(${opened(tx`s.holder = t.holder`)}, ${opened(tx`s.cashier = t.reversed_by`)}) = ${drawer.id} end
      union all
      select 'CASH', e.debit - e.credit from ledger_entries e
          join billing_accounts a on a.tenant_id = e.tenant_id and a.id = e.account and a.code = 'CASH:CASH'
        where e.tenant_id = ${id} and e.holder = ${holder} and e.entry_date >= (${from}::timestamptz - interval '1 day')::date
          and e.occurred_at >= ${from} and e.occurred_at < ${until} and (e.source_type = any(${PAID_OUT}::text[]) or e.entry_type = 'REFUND')
          and ${openAt(tx, id, drawer, tx`e.occurred_at`, tx`s.holder = ${holder}`, tx`e.posted_by`)} = ${drawer.id}
      union all
      select method, amount from reseller_ledger
        where tenant_id = ${id} and posted_by = ${cashier} and occurred_at >= ${from} and occurred_at < ${until}
          and method is not null
    ) taken group by method`;
  return Object.fromEntries(rows.map(({ method, amount }) => [method, parseMoney(amount, digits)]));
}

/**
 * Cash that left a drawer's holder less what came to it. Where two cashiers have a drawer open at one till, it is that of
 * who did it, else of who came last.
 */
export async function readHandedOver(tx: Tx, { id, digits }: Place, drawer: Drawer): Promise<Minor> {
  const { holder, opened_at: from } = drawer;
  const until = drawer.closed_at ?? "infinity";
  const during = (column: string) => tx`${tx(column)} >= ${from} and ${tx(column)} < ${until}`;
  const [row] = await tx<{ amount: string }[]>`
    with moved as (
      select amount, sent_at as at, sent_by as who from cash_transfers
        where tenant_id = ${id} and "from" = ${holder} and method = 'CASH' and ${during("sent_at")}
      union all
      select -amount, cancelled_at, sent_by from cash_transfers
        where tenant_id = ${id} and "from" = ${holder} and method = 'CASH' and ${during("cancelled_at")}
      union all
      select -amount, confirmed_at, confirmed_by from cash_transfers
        where tenant_id = ${id} and "to" = ${holder} and method = 'CASH' and ${during("confirmed_at")}
    )
    select coalesce(sum(amount), 0) as amount from moved m
    where ${openAt(tx, id, drawer, tx`m.at`, tx`s.holder = ${holder}`, tx`m.who`)} = ${drawer.id}`;
  return parseMoney(row?.amount ?? "0", digits);
}
