// GET /reports/ageing/: what is owed, by the age of the charge (contract §4.15).

import {
  type Ageing,
  ageingAnswer,
  ageingQuery,
  invoice,
  ledgerEntry,
} from "../../../shared/billing/index.ts";
import { AGE_BUCKETS, type AgeBucket, bucketOf } from "../../../shared/billing/ledger/ageing.rules.ts";
import type { Day } from "../../../shared/kernel/day.ts";
import { add, formatMoney, type Minor, parseMoney, ZERO } from "../../../shared/kernel/money.ts";
import { customer } from "../../../shared/subscribers/index.ts";
import type { Fragment, Tx } from "../../kernel/db/db.ts";
import { reportRoute } from "../../kernel/http/report-route.ts";
import type { Tenant } from "../../kernel/operation/principal.ts";
import { type KeptFigures, readKept } from "../figures/snapshot.ts";
import { chargesOf } from "./charges.ts";
import { planContext } from "./snapshot.ts";

interface BucketRow {
  bucket: AgeBucket;
  amount: string;
  customers: number;
}

interface OverdueRow {
  count: number;
  amount: string;
}

/** From the sums that are kept; of `key` see FIGURES. */
function bucketsKept({ dues }: KeptFigures<"dues">, { digits }: Tenant, as_of: Day): BucketRow[] {
  const buckets = new Map<AgeBucket, { amount: Minor; customers: number }>();
  for (const { key, count, amount } of dues) {
    const [day = as_of, earlier] = key.split(" ");
    const bucket = bucketOf(day, as_of);
    const { amount: sum, customers } = buckets.get(bucket) ?? { amount: ZERO, customers: 0 };
    // Who owes something of this bucket's that was due before is counted there.
    const isFirst = !earlier || bucketOf(earlier, as_of) !== bucket;
    buckets.set(bucket, {
      amount: add(sum, parseMoney(amount, digits)),
      customers: customers + (isFirst ? count : 0),
    });
  }
  return [...buckets].map(([bucket, { amount, customers }]) => ({
    ...{ bucket, customers, amount: formatMoney(amount, digits) },
  }));
}

const bucketsRead = (tx: Tx, tenant: Tenant, as_of: Day, of: Fragment | null): PromiseLike<BucketRow[]> =>
  tx<BucketRow[]>`${chargesOf(tx, tenant, as_of, of)}
    select case when late <= 0 then 'CURRENT' when late <= 30 then '1-30' when late <= 60 then '31-60'
        when late <= 90 then '61-90' else '90+' end as bucket,
      sum(amount) as amount, count(distinct customer)::int as customers
    from charge group by 1`;

/**
 * What is owed by the age of the charge: every bucket, also where nothing is in it. Of a day that is past: what was said on
 * that day, and what has been dated back to it since.
 * @param asked the day, today by default; and the customer whose dues are asked for, all by default.
 * @param known the sums that are kept, where the caller has them.
 */
export async function readAgeing(
  tx: Tx,
  tenant: Tenant,
  asked: { as_of?: Day; customer?: string } = {},
  known?: KeptFigures<"dues"> | null,
): Promise<Ageing> {
  const { digits } = tenant;
  const { today } = planContext(tenant);
  const { as_of = today, customer: of = null } = asked;
  const ask = () => (known === undefined ? readKept(tx, tenant, ["dues"]) : known);
  const kept = of === null && as_of >= today ? await ask() : null;
  const rows = kept
    ? bucketsKept(kept, tenant, as_of)
    : await bucketsRead(tx, tenant, as_of, of === null ? null : tx`= ${of}`);
  const found = new Map(rows.map((row) => [row.bucket, row]));
  const amounts = AGE_BUCKETS.map((bucket) => parseMoney(found.get(bucket)?.amount ?? "0", digits));
  const buckets = AGE_BUCKETS.map((bucket, at) => ({
    bucket,
    amount: formatMoney(amounts[at] ?? ZERO, digits),
    customers: found.get(bucket)?.customers ?? 0,
  }));
  return { as_of, buckets, total: formatMoney(add(...amounts), digits) };
}

/** Who owed what was late at the end of a day, and what that came to; of a day to come: today's. */
export async function readOverdue(tx: Tx, tenant: Tenant, as_of: Day): Promise<OverdueRow> {
  const { today } = planContext(tenant);
  const day = as_of < today ? as_of : today;
  const [row] = await tx<OverdueRow[]>`${chargesOf(tx, tenant, day, null)}
    select count(distinct customer)::int as count, coalesce(sum(amount), 0)::text as amount from charge where late > 0`;
  if (!row) throw new Error("An aggregate has one row");
  return { count: row.count, amount: formatMoney(parseMoney(row.amount, tenant.digits), tenant.digits) };
}

export const ageingRoute = reportRoute({
  path: "/reports/ageing/",
  operation_id: "getAgeing",
  summary: "What is owed by the age of the charge, as of a day",
  area: "billing",
  permission: "reporting.report.view",
  counts: [customer, invoice, ledgerEntry],
  query: ageingQuery,
  output: ageingAnswer,
  read: (tx, tenant, { as_of }) => readAgeing(tx, tenant, { as_of }),
  rows: ({ buckets, total }) => [
    ["bucket", "amount", "customers"],
    ...buckets.map(({ bucket, amount, customers }) => [bucket, amount, customers]),
    ["TOTAL", total, ""],
  ],
});
