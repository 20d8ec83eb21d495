// What the money of a day reads must grow with what came in since it was summed up, not with all that ever came in.
import { afterAll, beforeAll, expect, test } from "vitest";
import { sumUpKept } from "../../server/billing/figures/kept-sums.ts";
import { openPool } from "../../server/kernel/db/db.ts";
import { collectedSums } from "../../server/reports/receipts-rollup.ts";
import { skewTenants } from "../billing/helpers/skewed-tenants.ts";
import { makeTenant, ok, type TestTenant } from "../billing/helpers/tenant.ts";
import { ofPlans, PlanLog } from "../helpers/database/plans.ts";
import { feedSettled } from "../helpers/feed.ts";
import { startTestServer, type TestServer } from "../helpers/server.ts";

const CUSTOMERS = 5_000;
const FRESH = 5;
/** Each of them is seen as a change and in its hour. */
const ROWS_MOST = 2 * FRESH;

let server: TestServer;
let isp: TestTenant;

beforeAll(async () => {
  server = await startTestServer({ database: { sizes: { app: 1, platform: 1, platform_transactions: 1 } } });
  isp = await makeTenant(server);
  await server.stopClock();
  const sql = openPool(server.database_url, null, 1);
  await skewTenants(sql, isp.id, isp.package, CUSTOMERS, 50);
  // They came in over two years, the last of them three days ago.
  await sql`update payment_transactions set received_at = now() - interval '3 days' - random() * interval '700 days'`;
  // What a bound that is held back leaves unsummed counts as changed.
  await feedSettled(sql);
  await sumUpKept(server.services, collectedSums, isp.id);
  await sql`vacuum analyze`;
  await sql.end();
});
afterAll(() => server.stop());

/** Rows read of payments and of their recharges; what was kept of the hours is of another size. */
async function readOf(plans: PlanLog): Promise<{ rows: number; scans: string }> {
  const scans = (await plans.read())
    .flatMap((one) => one.scans)
    .filter((scan) => /payment_transactions|recharges/.test(scan));
  const rows = scans.reduce((sum, scan) => sum + Number(/: (\d+)$/.exec(scan)?.[1]), 0);
  return { rows, scans: scans.join("\n") };
}

ofPlans(test)(
  "An hour's payments are found by their hour, for who asks what came in and for the job that sums it up, whatever came in before",
  async () => {
    for (let n = 0; n < FRESH; n++)
      await ok(isp.admin.post("/transactions/", { customer: await isp.customer(), amount: "500.00" }));
    const plans = await PlanLog.start(server.database_url);
    await ok(isp.admin.get("/reports/collections/"));
    const asked = await readOf(plans);
    expect(asked.rows, asked.scans).toBeGreaterThanOrEqual(FRESH);
    expect(asked.rows, asked.scans).toBeLessThanOrEqual(ROWS_MOST);
    await sumUpKept(server.services, collectedSums, isp.id);
    const summed = await readOf(plans);
    await plans.end();
    expect(summed.rows, summed.scans).toBeGreaterThanOrEqual(FRESH);
    expect(summed.rows, summed.scans).toBeLessThanOrEqual(ROWS_MOST);
  },
);
