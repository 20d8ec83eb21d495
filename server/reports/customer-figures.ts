// Customers by state, and what their packages bring each month.
import { dayOf, monthOf } from "../../shared/kernel/day.ts";
import { add, formatMoney, type Minor, parseMoney } from "../../shared/kernel/money.ts";
import type { Dashboard } from "../../shared/reports/index.ts";
import type { KeptFigures } from "../billing/index.ts";
import type { Tx } from "../kernel/db/db.ts";
import type { Tenant } from "../kernel/operation/principal.ts";

interface Counted {
  status: string;
  package: string | null;
  package_name: string | null;
  customers: number;
  joined: number;
  /** What those who are served bring a month, to the currency's digits. */
  revenue: string;
}

/** Half up, as everywhere. */
const share = (whole: Minor, parts: number): Minor =>
  (parts === 0 ? 0n : (whole * 2n + BigInt(parts)) / (BigInt(parts) * 2n)) as Minor;

const monthNow = ({ settings }: Tenant) => monthOf(dayOf(new Date(), settings.timezone));

const countsRead = (tx: Tx, tenant: Tenant): PromiseLike<Counted[]> => tx<Counted[]>`
  select c.status, c.package, p.name as package_name, count(*)::int as customers,
    count(*) filter (where c.joined_at >=
      ${`${monthNow(tenant)}-01`}::date::timestamp at time zone ${tenant.settings.timezone})::int as joined,
    round(coalesce(sum(c.monthly) filter (where c.status = 'ACTIVE'), 0), ${tenant.digits}) as revenue
  from customers c left join packages p on p.tenant_id = c.tenant_id and p.id = c.package
  where c.tenant_id = ${tenant.id} group by c.status, c.package, p.name`;

type Kept = KeptFigures<"customers">;

/** The same from the sums that are kept. */
function countsKept(tx: Tx, tenant: Tenant, kept: Kept["customers"]): PromiseLike<Counted[]> {
  const month = monthNow(tenant);
  const parts = kept.map(({ key, count, amount }) => {
    const [status, plan, joined = ""] = key.split(" ");
    return { status, package: plan || null, customers: count, amount, joined: joined >= month ? count : 0 };
  });
  return tx<Counted[]>`
    select c.status, c.package, p.name as package_name, sum(c.customers)::int as customers, sum(c.joined)::int as joined,
      round(coalesce(sum(c.amount), 0), ${tenant.digits}) as revenue
    from jsonb_to_recordset(${tx.json(parts)}) as c (status text, package uuid, customers int, joined int, amount numeric)
      left join packages p on p.tenant_id = ${tenant.id} and p.id = c.package
    group by c.status, c.package, p.name`;
}

export async function readCustomers(
  tx: Tx,
  tenant: Tenant,
  kept: Kept | null,
): Promise<Pick<Dashboard, "customers" | "terminated" | "packages" | "mrr" | "arpu">> {
  const { digits } = tenant;
  const rows = await (kept ? countsKept(tx, tenant, kept.customers) : countsRead(tx, tenant));
  const sum = (of: readonly Counted[]) => of.reduce((total, { customers }) => total + customers, 0);
  const inState = (status: string) => sum(rows.filter((row) => row.status === status));
  const active = inState("ACTIVE");
  const packages = rows
    .filter(({ status }) => status === "ACTIVE")
    .flatMap(({ package: plan, package_name, customers, revenue }) =>
      plan === null
        ? []
        : {
            package: plan,
            package_name: package_name ?? "",
            customers,
            revenue: parseMoney(revenue, digits),
          },
    )
    .sort((a, b) => Number(b.revenue - a.revenue) || a.package_name.localeCompare(b.package_name));
  const mrr = add(...packages.map(({ revenue }) => revenue));
  return {
    customers: {
      total: sum(rows),
      active,
      suspended: inState("SUSPENDED"),
      expired: inState("EXPIRED"),
      new_this_month: rows.reduce((total, { joined }) => total + joined, 0),
    },
    terminated: inState("TERMINATED"),
    packages: packages.map((row) => ({ ...row, revenue: formatMoney(row.revenue, digits) })),
    mrr: formatMoney(mrr, digits),
    arpu: formatMoney(share(mrr, active), digits),
  };
}
