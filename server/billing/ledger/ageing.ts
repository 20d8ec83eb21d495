// GET /reports/ageing/: what is owed, by the age of the charge (contract §4.15); the rule of ageing.rules.ts as one statement.

import {
  type Ageing,
  ageingAnswer,
  ageingQuery,
  invoice,
  ledgerEntry,
} from "../../../shared/billing/index.ts";
import { AGE_BUCKETS } from "../../../shared/billing/ledger/ageing.rules.ts";
import type { Day } from "../../../shared/kernel/day.ts";
import { add, formatMoney, parseMoney, ZERO } from "../../../shared/kernel/money.ts";
import { customer } from "../../../shared/subscribers/index.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { reportRoute } from "../../kernel/http/report-route.ts";
import type { Tenant } from "../../kernel/operation/principal.ts";
import { type BucketRow, bucketsOfCharges, readPastBuckets } from "./past-ageing.ts";
import { planContext } from "./snapshot.ts";

/**
 * Every debtor's invoices are stacks, as the rule says. A slice is what is due of one, or what of that lies in an invoice
 * that it took over; what of a slice lies above the part that was taken over was charged there.
 */
function readBuckets(tx: Tx, tenantId: string, today: Day, of: string | null): Promise<BucketRow[]> {
  return tx<BucketRow[]>`
    with recursive invoice as materialized (
      select i.id, i.customer, i.due_date, i.issue_date, i.created_at, i.due_amount, i.carried_from, c.carried,
        greatest(i.total_payable - i.credited_amount, c.carried) as height
      from invoices i
        join customers debtor on debtor.tenant_id = i.tenant_id and debtor.id = i.customer and debtor.due_amount > 0
        cross join lateral (select coalesce(sum((part->>'amount')::numeric), 0) as carried
          from jsonb_array_elements(i.carried_from) part) c
      where i.tenant_id = ${tenantId} ${of ? tx`and i.customer = ${of}` : tx``}
    ), edge as materialized (
      select (part->>'invoice')::uuid as earlier, i.id as later, (part->>'amount')::numeric as amount,
        sum((part->>'amount')::numeric) over (partition by i.id order by at)
          - (part->>'amount')::numeric as bottom,
        sum((part->>'amount')::numeric) over (partition by part->>'invoice'
          order by i.issue_date desc, i.created_at desc, i.id desc) as from_top
      from invoice i, jsonb_array_elements(i.carried_from) with ordinality as parts(part, at)
    ), slice as (
      select id, height - due_amount as low, height as high from invoice where due_amount > 0
      union all
      select u.id, u.height - u.due_amount - e.from_top + greatest(s.low, e.bottom) - e.bottom,
        u.height - u.due_amount - e.from_top + least(s.high, e.bottom + e.amount) - e.bottom
      from slice s join edge e on e.later = s.id and e.bottom < s.high and e.bottom + e.amount > s.low
        join invoice u on u.id = e.earlier
    ), charge as (
      select i.customer, ${today}::date - i.due_date as late, s.high - greatest(s.low, i.carried) as amount
      from slice s join invoice i on i.id = s.id where s.high > greatest(s.low, i.carried)
    )
    ${bucketsOfCharges(tx)}`;
}

/**
 * What is owed by the age of the charge: every bucket, also where nothing is in it. Of today from the invoices; of a day
 * that is past from the ledger.
 * @param asked the day, today by default; and the customer whose dues are asked for, all by default.
 */
export async function readAgeing(
  tx: Tx,
  tenant: Tenant,
  asked: { as_of?: Day; customer?: string } = {},
): Promise<Ageing> {
  const { digits } = tenant;
  const { today } = planContext(tenant);
  const { as_of = today, customer: of = null } = asked;
  const read = as_of < today ? readPastBuckets : readBuckets;
  const found = new Map((await read(tx, tenant.id, as_of, of)).map((row) => [row.bucket, row]));
  const amounts = AGE_BUCKETS.map((bucket) => parseMoney(found.get(bucket)?.amount ?? "0", digits));
  const buckets = AGE_BUCKETS.map((bucket, at) => ({
    bucket,
    amount: formatMoney(amounts[at] ?? ZERO, digits),
    customers: found.get(bucket)?.customers ?? 0,
  }));
  return { as_of, buckets, total: formatMoney(add(...amounts), digits) };
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
