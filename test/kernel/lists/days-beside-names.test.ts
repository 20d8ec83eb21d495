// Customers whose last day lies between two days stand in the order of names, among all others. What is read to find a page of them is counted.
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openPool } from "../../../server/kernel/db/db.ts";
import { customer } from "../../../shared/subscribers/customer.ts";
import { makeTenant, ok, type TestTenant } from "../../billing/helpers/tenant.ts";
import { putManyRows } from "../../helpers/database/many-rows.ts";
import { ofPlans, PlanLog } from "../../helpers/database/plans.ts";
import { startTestServer, type TestServer } from "../../helpers/server.ts";
import { putOneRowEach } from "../../identity/helpers/one-row-each.ts";

const ROWS = 8_000;
/** Of a tenth of them: putManyRows gives each customer a day of its own from 2030 on. */
const BETWEEN = "expiry_date__gte=2035-01-01&expiry_date__lte=2037-03-11";

interface Page {
  count: number;
  next: string | null;
  results: { id: string; name: string; expiry_date: string }[];
}

let server: TestServer;
let isp: TestTenant;
let plans: PlanLog;

beforeAll(async () => {
  server = await startTestServer();
  isp = await makeTenant(server);
  await server.stopClock();
  const sql = openPool(server.database_url, null, 1);
  await putOneRowEach(sql, isp.id);
  await putManyRows(sql, isp.id, customer, ROWS);
  await sql`update customers set name = 'Name ' || md5(id::text) where tenant_id = ${isp.id}`;
  await sql`vacuum analyze customers`;
  await sql.end();
  plans = await PlanLog.start(server.database_url);
  await vi.waitFor(async () => expect((await isp.admin.get("/settings/")).status).toBe(200), 20_000);
});
afterAll(async () => {
  await plans.end();
  await server.stop();
});

const get = (query: string) => ok<Page>(isp.admin.get(`/customers/?${query}`));
const wherePages = (statement: string) =>
  !statement.endsWith(") counted") && statement.includes("position_0");

/** Every page of a list, by its `next`. */
async function walk(query: string): Promise<Page["results"]> {
  const all: Page["results"] = [];
  let page = await get(query);
  for (;;) {
    all.push(...page.results);
    if (!page.next) return all;
    page = await get(new URL(page.next).search.slice(1));
  }
}

ofPlans(describe)("customers between two days among 8,000", () => {
  it.each(["", "&status=ACTIVE"])(
    "A page of them reads the rows that it shows, and of those passed an index alone%s",
    async (also) => {
      await get(`${BETWEEN}${also}`);
      await plans.read();
      const page = await get(`${BETWEEN}${also}`);
      expect(page.results).toHaveLength(50);
      const scans = (await plans.read(wherePages))
        .flatMap((one) => one.scans)
        .filter((scan) => / customers/.test(scan));
      expect(scans).toEqual([
        expect.stringMatching(/^Index Only Scan customers_by_name: /),
        ...scans.filter((scan) => /customers(_pkey)?: 51$/.test(scan)),
      ]);
      expect(scans.length).toBeGreaterThan(1);
    },
  );
});

it("Customers between two days come page by page in the order of names, each once, none but those and none left out", async () => {
  const found = await walk(BETWEEN);
  const all = await walk("page_size=500");
  const wanted = all.filter(({ expiry_date: day }) => day >= "2035-01-01" && day <= "2037-03-11");
  expect(wanted.length).toBeGreaterThan(100);
  expect(found.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id));
  const backwards = await walk(`${BETWEEN}&ordering=-name`);
  expect(backwards.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id).reverse());
  const second = await get(`${BETWEEN}&page=2&page_size=20`);
  expect(second.results.map(({ id }) => id)).toEqual(wanted.slice(20, 40).map(({ id }) => id));
});
