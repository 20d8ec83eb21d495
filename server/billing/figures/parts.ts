// What the owner's figures count of a customer, each part with the key that it is summed up under.
import { rowsByIds } from "../../kernel/db/bulk.ts";
import type { Fragment, Tx } from "../../kernel/db/db.ts";
import type { Tenant } from "../../kernel/operation/principal.ts";
import { chargesOf } from "../ledger/charges.ts";
import { planContext } from "../ledger/snapshot.ts";

/**
 * `customers`: "status package month-of-joining" → how many, and what those who are served bring a month. `expired`: the day on which those who are EXPIRED were paid up
 * to → how many. `invoices`: a status → how many.
 * `dues`: "due-date due-date-before" → how much customers owe of that date, and how many owe of it and, next before it, of
 * the other. From pairs, those who owe something of a span of days are counted once, whatever the span.
 */
export const FIGURES = ["customers", "expired", "invoices", "dues"] as const;
export type FigureName = (typeof FIGURES)[number];

type Parts = (tx: Tx, tenant: Tenant, customers: readonly string[]) => Fragment;

const among = (tx: Tx, ids: readonly string[]) => tx`= any(${[...ids]}::text[]::uuid[])`;

const dues: Parts = (tx, tenant, ids) => {
  const { today } = planContext(tenant);
  return tx`(${chargesOf(tx, tenant, today, among(tx, ids))}, owed as (
      select customer, ${today}::date - late as day, sum(amount) as amount from charge group by 1, 2)
    select customer, 'dues' as figure,
      concat_ws(' ', day, lag(day) over (partition by customer order by day)) as key, 1 as count, amount from owed)`;
};

const invoices: Parts = (tx, { id }, ids) => tx`
  (select customer, 'invoices' as figure, status as key, count(*)::int as count, 0::numeric as amount
  from invoices where tenant_id = ${id} and customer ${among(tx, ids)} group by customer, status)`;

const customers: Parts = (tx, { id, settings }, ids) => tx`
  (select t.id as customer, 'customers' as figure,
    concat(status, ' ', package, ' ', to_char(joined_at at time zone ${settings.timezone}, 'YYYY-MM')) as key,
    1 as count, case when status = 'ACTIVE' then monthly else 0 end as amount
  from ${rowsByIds(tx, "customers", id, ids)} t)`;

const expired: Parts = (tx, { id }, ids) => tx`
  (select t.id as customer, 'expired' as figure, expiry_date::text as key, 1 as count, 0::numeric as amount
  from ${rowsByIds(tx, "customers", id, ids)} t where status = 'EXPIRED' and expiry_date is not null)`;

const PARTS: Readonly<Record<FigureName, Parts>> = { customers, expired, invoices, dues };

/** `(customer, figure, key, count, amount)` of the customers, as they are now. */
export function partsOf(
  tx: Tx,
  tenant: Tenant,
  ids: readonly string[],
  figures: readonly FigureName[] = FIGURES,
): Fragment {
  return figures.map((name) => PARTS[name](tx, tenant, ids)).reduce((a, b) => tx`${a} union all ${b}`);
}
