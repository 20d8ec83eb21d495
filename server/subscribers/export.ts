// GET /customers/export/: the list with its filters as CSV (RFC 4180), streamed page by page.
import { Readable } from "node:stream";
import { CSV_BOM, csvLine, csvNumber, csvWriting } from "../../shared/kernel/csv.ts";
import { fieldsOf } from "../../shared/kernel/resource.ts";
import { customer, customerExportQuery } from "../../shared/subscribers/index.ts";
import { route } from "../kernel/area.ts";
import { inTenant, type Row } from "../kernel/db/db.ts";
import { csvHeaders } from "../kernel/http/report-route.ts";
import type { Tenant } from "../kernel/operation/principal.ts";
import { Reply, tenantOf } from "../kernel/operation/run-operation.ts";
import { walkRecords } from "../kernel/resource/list/list.ts";
import type { Query } from "../kernel/resource/list/request.ts";
import { columnsOf } from "../kernel/resource/record.ts";
import type { Services } from "../kernel/services.ts";
import { customerList } from "./customer.ts";

const COLUMNS = [...Object.keys(columnsOf(customer)), ...Object.keys(customer.display)];

/** A code or a name that looks like a number stays as it is: an import of the file means the same customer. */
const NUMBERS: ReadonlySet<string> = new Set(
  fieldsOf(customer).flatMap(([name, { kind }]) => (kind === "money" || kind === "decimal" ? [name] : [])),
);

const ROWS = 1_000;

/** The next customers by code; each page is a separate transaction, so that a slow reader holds none open. */
function page(services: Services, tenant: Tenant, query: Query, after: string | null): Promise<Row[]> {
  const list = { resource: customer, query, tenant, options: customerList };
  return inTenant(services.db, tenant, (tx) =>
    walkRecords(tx, list, { by: "customer_code", after, limit: ROWS }),
  );
}

async function* csv(
  services: Services,
  tenant: Tenant,
  query: Query,
  first: readonly Row[],
): AsyncGenerator<string> {
  const writing = csvWriting(tenant.settings.decimal_separator);
  const cellOf = (name: string, value: unknown) => (NUMBERS.has(name) ? csvNumber(value, writing) : value);
  const lineOf = (row: Row) =>
    csvLine(
      COLUMNS.map((name) => cellOf(name, row[name])),
      writing,
    );
  yield CSV_BOM + csvLine(COLUMNS, writing);
  for (let rows = first; ; ) {
    yield rows.map(lineOf).join("");
    const last = rows.at(-1)?.customer_code;
    if (rows.length < ROWS) return;
    rows = await page(services, tenant, query, String(last));
  }
}

export const exportRoute = route({
  method: "GET",
  path: "/customers/export/",
  operation_id: "exportCustomers",
  summary: "Customers as a CSV file, with the list's filters",
  area: "subscribers",
  permission: "subscribers.customer.export",
  query: customerExportQuery,
  produces: "text/csv",
  long: true,
  async handler({ services, principal, query }) {
    const tenant = tenantOf(principal as NonNullable<typeof principal>);
    // A wrong filter is told before the first byte is sent.
    const first = await page(services, tenant, query, null);
    const file = Readable.from(csv(services, tenant, query, first));
    return new Reply(200, file, { headers: csvHeaders("customers") });
  },
});
