// What summing up reads must grow with who has changed, also once PostgreSQL keeps one plan for lists of any length.
import { afterAll, beforeAll, expect, it } from "vitest";
import { sumUpKept } from "../../server/billing/figures/kept-sums.ts";
import { figures } from "../../server/billing/figures/sum-up.ts";
import { openPool } from "../../server/kernel/db/db.ts";
import { skewTenants } from "../billing/helpers/skewed-tenants.ts";
import { makeTenant, type TestTenant } from "../billing/helpers/tenant.ts";
import { ofPlans, PlanLog } from "../helpers/database/plans.ts";
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
