// What changed the monthly revenue in a month, in sum and by customer: each customer's value when the month began against now.
import { dayOf, lastDayOf, type Month, monthOf } from "../../shared/kernel/day.ts";
import { add, formatMoney, type Minor, negate, parseMoney } from "../../shared/kernel/money.ts";
import {
  type Dashboard,
  MRR_MOVEMENTS,
  MRR_PAGE,
  type MrrMovement,
  type MrrReport,
  mrrAnswer,
  mrrQuery,
} from "../../shared/reports/index.ts";
import { customer } from "../../shared/subscribers/index.ts";
import type { Fragment, Tx } from "../kernel/db/db.ts";
import { reportRoute } from "../kernel/http/report-route.ts";
import type { Tenant } from "../kernel/operation/principal.ts";

/** Which movement a row of mrr_months as `m` is, of a customer who joined then; null: in the end nothing changed. */
const movementOf = (tx: Tx, { settings }: Tenant, month: Month, joined_at: Fragment): Fragment => tx`
  case when m.before = m.after then null
    when m.before = 0 and ${joined_at} >= ${`${month}-01`}::date::timestamp at time zone ${settings.timezone} then 'NEW'
    when m.before = 0 then 'REACTIVATED'
    when m.after = 0 then 'CHURNED'
    when m.after > m.before then 'EXPANSION' else 'CONTRACTION' end`;

interface MovementRow {
  movement: MrrMovement;
  customers: number;
  amount: string;
}

const monthNow = ({ settings }: Tenant): Month => monthOf(dayOf(new Date(), settings.timezone));

/** The sums of a month. Most who expire pay again, and are as before in the end: nothing is read of them. */
export async function readMovements(
  tx: Tx,
  tenant: Tenant,
  month = monthNow(tenant),
): Promise<MovementRow[]> {
  const joined_at = tx`(select joined_at from customers c where c.tenant_id = m.tenant_id and c.id = m.customer)`;
  return tx<MovementRow[]>`
    select movement, count(*)::int as customers, round(sum(change), ${tenant.digits})::text as amount from (
      select ${movementOf(tx, tenant, month, joined_at)} as movement, m.after - m.before as change
      from mrr_months m where m.tenant_id = ${tenant.id} and m.month = ${month} and m.before <> m.after) moved
    group by movement`;
}

/** What the revenue was as a month ended: what it is, less what changed it since. */
async function readEnd(tx: Tx, tenant: Tenant, month: Month): Promise<string> {
  const [row] = await tx<{ amount: string }[]>`
    select round(coalesce((select sum(monthly) from customers where tenant_id = ${tenant.id} and status = 'ACTIVE'), 0)
      - coalesce((select sum(after - before) from mrr_months where tenant_id = ${tenant.id} and month > ${month}), 0),
      ${tenant.digits})::text as amount`;
  return row?.amount ?? "0";
}

/** With what the revenue was when the month began: all of it adds up to what it was as it ended. */
export function movementsOf(
  rows: readonly MovementRow[],
  mrr: string,
  tenant: Tenant,
  month = monthNow(tenant),
): Dashboard["mrr_movements"] {
  const { digits } = tenant;
  const found = new Map(rows.map((row) => [row.movement, row]));
  const movements = MRR_MOVEMENTS.map((movement) => {
    const amount: Minor = parseMoney(found.get(movement)?.amount ?? "0", digits);
    return { movement, customers: found.get(movement)?.customers ?? 0, amount };
  });
  const start = add(parseMoney(mrr, digits), ...movements.map(({ amount }) => negate(amount)));
  return {
    month,
    start: formatMoney(start, digits),
    movements: movements.map((row) => ({ ...row, amount: formatMoney(row.amount, digits) })),
  };
}

export const mrrRoute = reportRoute({
  path: "/reports/mrr/",
  operation_id: "getMrrMovements",
  summary: "Whose part of the monthly revenue changed in a month, and how",
  area: "reports",
  permission: "reporting.report.view",
  counts: [customer],
  query: mrrQuery,
  output: mrrAnswer,
  async read(tx, tenant, { month = monthNow(tenant), movement = null, page = "1", format }) {
    const { digits } = tenant;
    const at = Number(page);
    const bound = format === "csv" ? tx`` : tx`limit ${MRR_PAGE + 1} offset ${(at - 1) * MRR_PAGE}`;
    const today = dayOf(new Date(), tenant.settings.timezone);
    const first = `${month}-01`;
    const last = lastDayOf(month);
    // A change moves the revenue the day it is made; its price counts from the day after, which may be the next month's.
    const moved_on = tx`coalesce(ch.effective_date, v.from_date)`;
    const sold = (
      column: "package" | "package_name" | "reason",
      of: Fragment,
    ) => tx`(select v.${tx(column)} from services v
      left join service_changes ch on ch.tenant_id = v.tenant_id and ch.id = v.service_change
      where v.tenant_id = c.tenant_id and v.customer = c.id and v.state <> 'CANCELLED' and ${of}
      order by v.from_date desc limit 1)`;
    const before = tx`${moved_on} < ${first} and (v.to_date is null or v.to_date >= ${first}::date - 1)`;
    const after = tx`${moved_on} <= ${last} and (v.to_date is null or v.to_date >= ${last < today ? last : today})`;
    const began = tx`${moved_on} between ${first} and ${last}`;
    const [sums, end] = await Promise.all([readMovements(tx, tenant, month), readEnd(tx, tenant, month)]);
    const rows = await tx<MrrReport["results"]>`
      select * from (
        select c.id as customer, c.name as customer_name, c.status, p.name as package_name,
          ${sold("reason", began)} as reason, ${sold("package", before)} as from_package,
          ${sold("package_name", before)} as from_package_name, ${sold("package", after)} as to_package,
          ${sold("package_name", after)} as to_package_name,
          ${movementOf(tx, tenant, month, tx`c.joined_at`)} as movement, round(m.before, ${digits})::text as before,
          round(m.after, ${digits})::text as after, round(m.after - m.before, ${digits})::text as change
        from mrr_months m join customers c on c.tenant_id = m.tenant_id and c.id = m.customer
          left join packages p on p.tenant_id = c.tenant_id and p.id = c.package
        where m.tenant_id = ${tenant.id} and m.month = ${month}) moved
      where ${movement === null ? tx`movement is not null` : tx`movement = ${movement}`}
      order by customer_name, customer ${bound}`;
    const has_more = format !== "csv" && rows.length > MRR_PAGE;
    const { start, movements } = movementsOf(sums, end, tenant, month);
    const told = {
      month,
      start,
      end: formatMoney(parseMoney(end, digits), digits),
      movements,
      movement,
      page: at,
    };
    return { ...told, has_more, results: has_more ? rows.slice(0, MRR_PAGE) : [...rows] };
  },
  rows: ({ results }) => [
    [
      "customer",
      "movement",
      "status",
      "package",
      "reason",
      "from_package",
      "to_package",
      "before",
      "after",
      "change",
    ],
    ...results.map((row) => [
      ...[row.customer_name, row.movement, row.status, row.package_name],
      ...[row.reason, row.from_package_name, row.to_package_name],
      ...[row.before, row.after, row.change],
    ]),
  ],
});
