// POST /customer/query/: anybody may ask for the state of a line by phone or username, and learns nothing else.
import { Failure } from "../../shared/kernel/failure.ts";
import { normalText } from "../../shared/kernel/normal/normal-text.ts";
import { type Customer, customerQueryInput, customerQueryOutput } from "../../shared/subscribers/index.ts";
import { loadTenant, namedTenant } from "../identity/index.ts";
import { route } from "../kernel/area.ts";
import { inTenant } from "../kernel/db/db.ts";
import { fixDigits } from "../kernel/resource/record.ts";
import { customersOfPhone } from "./customers-called.ts";

/** A phone may be a family's or a company's; a list longer than this is none of a subscriber's business. */
const RESULTS_MAX = 10;

/** "Anika Rahman" → "A*** R***": as many stars whatever the length. */
function maskName(name: string): string {
  return name
    .split(/\s+/)
    .filter((word) => word !== "")
    .map((word) => `${String.fromCodePoint(word.codePointAt(0) ?? 0x2a)}***`)
    .join(" ");
}

type Found = Pick<Customer, "username" | "name" | "status" | "due_amount" | "expiry_date"> & {
  package_name: string | null;
};

export const queryRoute = route({
  method: "POST",
  path: "/customer/query/",
  operation_id: "queryCustomer",
  summary: "A subscriber's own line: status, due amount and expiry, by phone or username",
  area: "subscribers",
  permission: "public",
  rate_limit: { max: (services) => services.limits.lookups_per_minute },
  body: customerQueryInput,
  output: customerQueryOutput,
  failures: ["TENANT_REQUIRED"],
  async handler({ services, body, headers }) {
    const sql = services.db.platform;
    const host = typeof headers.host === "string" ? headers.host : undefined;
    const id = await namedTenant(sql, body.tenant, host);
    if (id === undefined)
      throw new Failure("TENANT_REQUIRED", "Name the provider: its subdomain as `tenant`");
    const tenant = id === null ? null : await loadTenant(sql, id);
    if (!tenant?.is_active) return { results: [] };
    const { phone, username = "" } = body;
    const rows = await inTenant(services.db, tenant, async (tx) => {
      const which =
        phone === undefined
          ? tx`c.username_normal = ${normalText(username)}`
          : tx`c.id = any(${await customersOfPhone(tx, tenant, phone)}::text[]::uuid[])`;
      return tx<Found[]>`
      select c.username, c.name, p.name as package_name, c.status, c.due_amount, c.expiry_date
      from customers c left join packages p on p.tenant_id = c.tenant_id and p.id = c.package
      where c.tenant_id = ${tenant.id} and ${which}
      order by c.username limit ${RESULTS_MAX}`;
    });
    const results = rows.map((row) => ({
      ...row,
      name: maskName(row.name),
      due_amount: fixDigits(row.due_amount, tenant.digits),
    }));
    return { results };
  },
});
