// GET /reports/reseller-settlements/: each reseller's balance from its entries, and what they sold.
import {
  resellerLedger,
  type Settlements,
  settlementsAnswer,
  settlementsQuery,
} from "../../../shared/billing/index.ts";
import type { Day } from "../../../shared/kernel/day.ts";
import { invalid } from "../../../shared/kernel/failure.ts";
import { add, formatMoney, type Minor, negate, parseMoney, subtract } from "../../../shared/kernel/money.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { reportRoute } from "../../kernel/http/report-route.ts";
import type { Tenant } from "../../kernel/operation/principal.ts";

interface MovedRow {
  reseller: string;
  company_name: string;
  opening: string;
  topped_up: string;
  charged: string;
  adjusted: string;
  sales: number;
  retail: string;
}

/** @throws Failure VALIDATION for a time that ends before it begins. */
export async function readSettlements(tx: Tx, tenant: Tenant, from: Day, to: Day): Promise<Settlements> {
  if (to < from) throw invalid("to", "Not before the first day");
  const { timezone } = tenant.settings;
  const day = tx`coalesce(e.booked_on, (e.occurred_at at time zone ${timezone})::date)`;
  const rows = await tx<MovedRow[]>`
    select r.id as reseller, r.company_name,
      coalesce(sum(m.signed) filter (where not m.within), 0) as opening,
      coalesce(sum(m.amount) filter (where m.within and m.entry_type = 'TOPUP'), 0) as topped_up,
      coalesce(-sum(m.signed) filter (where m.within and m.entry_type in ('CHARGE', 'REFUND')), 0) as charged,
      coalesce(sum(m.amount) filter (where m.within and m.entry_type = 'ADJUSTMENT'), 0) as adjusted,
      (count(*) filter (where m.within and m.entry_type = 'CHARGE')
        - count(*) filter (where m.within and m.entry_type = 'REFUND'))::int as sales,
      coalesce(sum(m.sold) filter (where m.within), 0) as retail
    from resellers r left join lateral (
      select e.entry_type, e.amount, ${day} >= ${from}::date as within,
        case e.entry_type when 'CHARGE' then -e.amount else e.amount end as signed,
        case e.entry_type when 'CHARGE' then t.amount when 'REFUND' then -t.amount end as sold
      from reseller_ledger e
        left join payment_transactions t on t.tenant_id = e.tenant_id and t.id = e.payment_transaction
      where e.tenant_id = r.tenant_id and e.reseller = r.id and ${day} <= ${to}::date) m on true
    where r.tenant_id = ${tenant.id} group by r.id, r.company_name order by r.company_name, r.id`;
  const minor = (text: string) => parseMoney(text, tenant.digits);
  const text = (amount: Minor) => formatMoney(amount, tenant.digits);
  const moved = rows.map((row) => {
    const [opening, topped_up, charged] = [minor(row.opening), minor(row.topped_up), minor(row.charged)];
    const [adjusted, retail] = [minor(row.adjusted), minor(row.retail)];
    const closing = subtract(add(opening, topped_up, adjusted), charged);
    return { ...row, opening, topped_up, charged, adjusted, closing, retail };
  });
  const owed = moved.map(({ closing }) => (closing < 0n ? negate(closing) : minor("0")));
  return {
    ...{ from, to },
    resellers: moved.map((row) => ({
      ...{ reseller: row.reseller, company_name: row.company_name, sales: row.sales },
      ...{ opening: text(row.opening), topped_up: text(row.topped_up), charged: text(row.charged) },
      ...{ adjusted: text(row.adjusted), closing: text(row.closing), retail: text(row.retail) },
      commission: text(subtract(row.retail, row.charged)),
    })),
    total_charged: text(add(...moved.map(({ charged }) => charged))),
    total_commission: text(add(...moved.map(({ retail, charged }) => subtract(retail, charged)))),
    total_owed: text(add(...owed)),
  };
}

const COLUMNS = [
  "company_name",
  "opening",
  "topped_up",
  "charged",
  "adjusted",
  "closing",
  "sales",
  "retail",
  "commission",
] as const;

export const settlementsRoute = reportRoute({
  path: "/reports/reseller-settlements/",
  operation_id: "getResellerSettlements",
  summary: "What moved each reseller's balance, and what they sold and kept of it",
  area: "billing",
  permission: "reporting.report.view",
  counts: [resellerLedger],
  query: settlementsQuery,
  output: settlementsAnswer,
  read: (tx, tenant, { from, to }) => readSettlements(tx, tenant, from, to),
  rows: ({ resellers }) => [[...COLUMNS], ...resellers.map((row) => COLUMNS.map((name) => row[name]))],
});
