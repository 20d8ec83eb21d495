// Who holds how much now, without reading the whole ledger: what a job summed up, and what was written since.
import { add, formatMoney, parseMoney } from "../../../shared/kernel/money.ts";
import type { Tx } from "../../kernel/db/db.ts";
import type { JobDefinition } from "../../kernel/jobs/jobs.ts";
import type { Tenant } from "../../kernel/operation/principal.ts";
import type { Services } from "../../kernel/services.ts";
import { holderNames } from "./named-holders.ts";

/** What the dashboard says of cash. */
export interface HeldNow {
  total: string;
  holders: { holder: string; name: string | null; amount: string }[];
}

/** All of one moment: the same as /reports/cash/ adds up to. The most first. */
export async function readHeldNow(tx: Tx, { id, digits }: Tenant): Promise<HeldNow> {
  // As a value: of a subquery the planner knows nothing, and takes a third of the ledger for new.
  const [state] = await tx<{ until: string }[]>`
    select until::text as until from cash_kept where tenant_id = ${id}`;
  const [rows, nameOf] = await Promise.all([
    tx<{ holder: string; amount: string }[]>`
      with kept as (select held from cash_kept where tenant_id = ${id}), part as (
        select h.holder, h.amount from kept, jsonb_to_recordset(kept.held) as h (holder text, amount numeric)
        union all
        select e.holder, e.debit - e.credit from ledger_entries e
          join billing_accounts a on a.tenant_id = e.tenant_id and a.id = e.account
        where e.tenant_id = ${id} and e.changed_xid >= ${state?.until ?? "0"}::xid8
          and e.holder is not null and a.code like 'CASH:%'
      )
      select holder, sum(amount)::text as amount from part group by 1 having sum(amount) <> 0
      order by sum(amount) desc, holder`,
    holderNames(tx, id),
  ]);
  const amounts = rows.map(({ amount }) => parseMoney(amount, digits));
  return {
    total: formatMoney(add(...amounts), digits),
    holders: rows.map(({ holder, amount }) => ({
      ...{ holder, name: nameOf(holder).name },
      amount: formatMoney(parseMoney(amount, digits), digits),
    })),
  };
}

/** So many entries are added up each time somebody asks; more are summed up beforehand. */
const UNSUMMED = 2_000;

/**
 * Sums up, for companies with this many new entries, those of all transactions that have ended: no later one can come to be
 * before the oldest that is under way. The ledger is written once, so a sum stays true.
 */
export async function sumUpCash({ db }: Pick<Services, "db">, unsummed = UNSUMMED): Promise<void> {
  const tenants = await db.platform<{ id: string }[]>`
    select /* every tenant */ t.id from tenants t left join cash_kept k on k.tenant_id = t.id
    where (select count(*) from (select from ledger_entries e where e.tenant_id = t.id
      and e.changed_xid >= coalesce(k.until, '0'::xid8) limit ${unsummed}) waiting) >= ${unsummed}`;
  for (const { id } of tenants) {
    await db.platform`
      with bound as materialized (select pg_snapshot_xmin(pg_current_snapshot()) as until),
      kept as (select until, held from cash_kept where tenant_id = ${id}),
      part as (
        select h.holder, h.amount from kept, jsonb_to_recordset(kept.held) as h (holder text, amount numeric)
        union all
        select e.holder, e.debit - e.credit from bound, ledger_entries e
          join billing_accounts a on a.tenant_id = e.tenant_id and a.id = e.account
        where e.tenant_id = ${id} and e.changed_xid >= coalesce((select until from kept), '0'::xid8)
          and e.changed_xid < bound.until and e.holder is not null and a.code like 'CASH:%'
      ), held as (select holder, sum(amount) as amount from part group by 1)
      insert into cash_kept (tenant_id, until, held)
        select ${id}, bound.until, coalesce((select jsonb_agg(held) from held), '[]') from bound
      on conflict (tenant_id) do update set until = excluded.until, held = excluded.held
        where cash_kept.until = (select until from kept)`;
  }
}

export const keepCash: JobDefinition = {
  name: "keep-cash",
  cron: "7 * * * *",
  at_start: true,
  run: (services) => sumUpCash(services),
};
