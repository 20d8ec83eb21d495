// What summing up reads must grow with who has changed, and what the dashboard reads behind it with who moved within the month,
// also once PostgreSQL keeps one plan for lists of any length.
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { cashSums } from "../../server/billing/cash/cash-sums.ts";
import { sumUpKept } from "../../server/billing/figures/kept-sums.ts";
import { figures } from "../../server/billing/figures/sum-up.ts";
import { openPool } from "../../server/kernel/db/db.ts";
import { collectedSums } from "../../server/reports/receipts-rollup.ts";
import type { Dashboard } from "../../shared/reports/index.ts";
import { skewTenants } from "../billing/helpers/skewed-tenants.ts";
import { makeTenant, ok, type TestTenant } from "../billing/helpers/tenant.ts";
import { ofPlans, PlanLog } from "../helpers/database/plans.ts";
import { HANGS_MS } from "../helpers/process/wait.ts";
import { startTestServer, type TestServer } from "../helpers/server.ts";

/** Four chunks of the job. */
const CUSTOMERS = 2_000;
/** Each customer and each of their bills in each of the figures, and what was kept of them before: 13 are seen. */
const ROWS_EACH = 20;

let server: TestServer;
let isp: TestTenant;

beforeAll(async () => {
  server = await startTestServer({ database: { sizes: { app: 1, platform: 1, platform_transactions: 1 } } });
  isp = await makeTenant(server);
  await server.stopClock();
  const sql = openPool(server.database_url, null, 1);
  await skewTenants(sql, isp.id, isp.package, CUSTOMERS, 50);
  // Every second bill is open.
  await sql`update invoices set due_amount = 1, paid_amount = 0, status = 'UNPAID' 
    where tenant_id = ${isp.id} and id::text < '8'`;
  await sql`analyze`;
  await sql.end();
});
afterAll(() => server.stop());

ofPlans(it)(
  "Summing up customers reads each of them and their bills a few times, however many are summed up at once",
  async () => {
    const plans = await PlanLog.start(server.database_url, { kept_plans: true });
    await sumUpKept(server.services, figures, isp.id);
    const read = await plans.read();
    await plans.end();
    const by = [...read].sort((a, b) => b.rows - a.rows).slice(0, 3);
    const rows = read.reduce((sum, one) => sum + one.rows, 0) / CUSTOMERS;
    expect(rows, JSON.stringify(by, null, 1)).toBeGreaterThan(5);
    expect(rows, JSON.stringify(by, null, 1)).toBeLessThanOrEqual(ROWS_EACH);
  },
);

ofPlans(it)(
  "The dashboard reads of a company of thousands that is summed up who moved within the month, and nobody else",
  async () => {
    // Most expired and came back: that is known of each of them, and comes to nothing.
    const sql = openPool(server.database_url, null, 1);
    await sql`insert into mrr_months (tenant_id, month, customer, before, after)
      select s.tenant_id, to_char(now() at time zone s.timezone, 'YYYY-MM'), c.id, case when c.id::text < '1' then 0 else 1200 end, 1200
      from company_settings s join customers c on c.tenant_id = s.tenant_id`;
    const [moved] = await sql<{ count: number }[]>`
      select count(*)::int as count from mrr_months where tenant_id = ${isp.id} and before <> after`;
    await sql`analyze`;
    await sql.end();
    for (const sums of [figures, collectedSums, cashSums]) await sumUpKept(server.services, sums, isp.id);
    const plans = await PlanLog.start(server.database_url, { kept_plans: true });
    await vi.waitFor(async () => expect((await isp.admin.get("/settings/")).status).toBe(200), HANGS_MS);
    await plans.read();
    const { mrr_movements } = await ok<Dashboard>(isp.admin.get("/reports/dashboard/"));
    const scans = (await plans.read()).flatMap((one) => one.scans);
    await plans.end();
    expect(mrr_movements.movements.map(({ customers }) => customers)).toEqual([moved?.count, 0, 0, 0, 0]);
    const rowsOf = (some: readonly string[]) =>
      some.reduce((sum, scan) => sum + Number(/: ([\d.]+)$/.exec(scan)?.[1]), 0);
    const isOfMovements = (scan: string) => / mrr_months/.test(scan);
    expect(rowsOf(scans.filter((scan) => !isOfMovements(scan))), scans.join("\n")).toBeLessThanOrEqual(
      (moved?.count ?? 0) + 40,
    );
    expect(rowsOf(scans.filter(isOfMovements)), scans.join("\n")).toBeLessThanOrEqual(1.5 * CUSTOMERS);
  },
);
