// Who holds how much now, without reading the whole ledger: what a job summed up, and what was written since.
import { add, formatMoney, parseMoney } from "../../../shared/kernel/money.ts";
import type { Fragment, Tx } from "../../kernel/db/db.ts";
import type { Tenant } from "../../kernel/operation/principal.ts";
import { type KeptSums, readUntil } from "../figures/kept-sums.ts";
import { holderNames } from "./named-holders.ts";

/** What the dashboard says of cash. */
export interface HeldNow {
  total: string;
  holders: { holder: string; name: string | null; amount: string }[];
}

/** `(tenant_id, holder, amount)` of what these entries moved. */
const moved = (tx: Tx, { id }: Tenant, entries: Fragment): Fragment => tx`
  select e.tenant_id, e.holder, e.debit - e.credit as amount from ledger_entries e
    join billing_accounts a on a.tenant_id = e.tenant_id and a.id = e.account
  where e.tenant_id = ${id} and ${entries} and e.holder is not null and a.code like 'CASH:%'`;

/** The ledger is written once, so what is summed up stays true. */
export const cashSums: KeptSums = {
  ...{ name: "cash", tables: ["cash_held"], by_clock: false },
  ...{ of: "ledger_entries", large: 2_000, unsummed: 2_000, looks: "*/5 * * * *" },
  // In one transaction: what is added twice is wrong.
  sumUp: ({ tenant, from, to, inside, settle }) =>
    inside(async (tx) => {
      const added = tx`e.changed_xid >= ${from ?? "0"}::xid8 and e.changed_xid < ${to}::xid8`;
      await tx`
        insert into cash_held (tenant_id, holder, amount)
          select tenant_id, holder, sum(amount) from (${moved(tx, tenant, added)}) moved
          group by tenant_id, holder having sum(amount) <> 0
        on conflict (tenant_id, holder) do update set amount = cash_held.amount + excluded.amount`;
      await tx`delete from cash_held where tenant_id = ${tenant.id} and amount = 0`;
      await settle(tx);
    }),
};

/** All of one moment: the same as /reports/cash/ adds up to. The most first. */
export async function readHeldNow(tx: Tx, tenant: Tenant): Promise<HeldNow> {
  const { id, digits } = tenant;
  const until = await readUntil(tx, tenant, cashSums);
  // Of this statement's moment as well: since the first one the sums may have come further, and no entry counts twice.
  const since =
    until === null
      ? tx`true`
      : tx`e.changed_xid >= ${until}::xid8
          and e.changed_xid >= (select until from sums_kept where tenant_id = ${id} and sums = ${cashSums.name})`;
  const kept =
    until === null
      ? tx``
      : tx`select tenant_id, holder, amount from cash_held where tenant_id = ${id} union all`;
  const [rows, nameOf] = await Promise.all([
    tx<{ holder: string; amount: string }[]>`
      select holder, sum(amount)::text as amount from (${kept} ${moved(tx, tenant, since)}) part
      group by 1 having sum(amount) <> 0 order by sum(amount) desc, holder`,
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
