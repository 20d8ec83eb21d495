// What came to holders of cash and what went, without reading the whole ledger: what a job summed up, and what moved since.
import type { Fragment, Tx } from "../../kernel/db/db.ts";
import type { Tenant } from "../../kernel/operation/principal.ts";
import { type KeptSums, readUntil } from "../figures/kept-sums.ts";

/**
 * `(tenant_id, holder, method, debit, credit)` of what these entries moved. They are found before their accounts (offset 0): a
 * plan knows that an account has few entries on average, and an account of cash has nearly all.
 */
const moved = (tx: Tx, { id }: Tenant, entries: Fragment): Fragment => tx`
  select e.tenant_id, e.holder, substr(a.code, 6) as method, e.debit, e.credit
  from (select * from ledger_entries e where e.tenant_id = ${id} and ${entries} and e.holder is not null offset 0) e
    join billing_accounts a on a.tenant_id = e.tenant_id and a.id = e.account
  where a.tenant_id = ${id} and a.code like 'CASH:%'`;

/** The ledger is written once, so what is summed up stays true. */
export const cashSums: KeptSums = {
  ...{ name: "cash", tables: ["cash_held"], by_clock: false },
  ...{ of: "ledger_entries", large: 2_000, unsummed: 2_000, looks: "*/5 * * * *" },
  // In one transaction: what is added twice is wrong.
  sumUp: ({ tenant, from, to, inside, settle }) =>
    inside(async (tx) => {
      const added = tx`e.changed_xid >= ${from ?? "0"}::xid8 and e.changed_xid < ${to}::xid8`;
      await tx`
        insert into cash_held (tenant_id, holder, method, debit, credit)
          select tenant_id, holder, method, sum(debit), sum(credit) from (${moved(tx, tenant, added)}) moved
          group by tenant_id, holder, method
        on conflict (tenant_id, holder, method) do update
          set debit = cash_held.debit + excluded.debit, credit = cash_held.credit + excluded.credit`;
      await settle(tx);
    }),
};

/**
 * What came to holders of cash and what went, by method: `(holder, method, debit, credit)`, a holder's in several rows. Read are
 * the sums that are kept, the entries since, and the later ones. Answered in an object: a fragment that is awaited is sent.
 * @param later A condition on an entry `e`: those of days that are not asked for. Null: none.
 * @param holders Null: of all.
 */
export async function cashMoved(
  tx: Tx,
  tenant: Tenant,
  { later, holders }: { later: Fragment | null; holders: readonly string[] | null },
): Promise<{ cash: Fragment }> {
  const { id } = tenant;
  const until = await readUntil(tx, tenant, cashSums);
  const isAsked = (holder: Fragment) =>
    holders === null ? tx`true` : tx`${holder} = any(${holders as string[]}::text[])`;
  const mine = isAsked(tx`e.holder`);
  if (until === null)
    return { cash: moved(tx, tenant, later === null ? mine : tx`${mine} and not (${later})`) };
  // Of this statement's moment as well: since the first one the sums may have come further, and no entry counts twice.
  const since = tx`${mine} and e.changed_xid >= ${until}::xid8
    and e.changed_xid >= (select until from sums_kept where tenant_id = ${id} and sums = ${cashSums.name})`;
  const all = tx`
    select tenant_id, holder, method, debit, credit from cash_held where tenant_id = ${id} and ${isAsked(tx`holder`)}
    union all ${moved(tx, tenant, since)}`;
  if (later === null) return { cash: all };
  const off = moved(tx, tenant, tx`${mine} and ${later}`);
  return { cash: tx`${all} union all select tenant_id, holder, method, -debit, -credit from (${off}) later` };
}
