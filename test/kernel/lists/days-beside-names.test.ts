// Customers whose last day lies between two days stand in the order of names, among all others. What is read to find a page of them is counted.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ofPlans } from "../../helpers/database/plans.ts";
import { type ManyCustomers, openManyCustomers } from "./helpers/many-customers.ts";

const ROWS = 8_000;
/** Of a tenth of them: putManyRows gives each customer a day of its own from 2030 on. */
const BETWEEN = "expiry_date__gte=2035-01-01&expiry_date__lte=2037-03-11";

let many: ManyCustomers;

beforeAll(async () => {
  many = await openManyCustomers(
    ROWS,
    (sql, tenant) => sql`update customers set name = 'Name ' || md5(id::text) where tenant_id = ${tenant}`,
  );
});
afterAll(() => many.end());

const wherePages = (statement: string) =>
  !statement.endsWith(") counted") && statement.includes("position_0");

ofPlans(describe)("customers between two days among 8,000", () => {
  it.each(["", "&status=ACTIVE"])(
    "A page of them reads the rows that it shows, and of those passed an index alone%s",
    async (also) => {
      await many.get(`${BETWEEN}${also}`);
      await many.plans.read();
      const page = await many.get(`${BETWEEN}${also}`);
      expect(page.results).toHaveLength(50);
      const scans = (await many.plans.read(wherePages))
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
  const found = await many.walk(BETWEEN);
  const all = await many.walk("page_size=500");
  const wanted = all.filter(({ expiry_date: day }) => day >= "2035-01-01" && day <= "2037-03-11");
  expect(wanted.length).toBeGreaterThan(100);
  expect(found.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id));
  const backwards = await many.walk(`${BETWEEN}&ordering=-name`);
  expect(backwards.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id).reverse());
  const second = await many.get(`${BETWEEN}&page=2&page_size=20`);
  expect(second.results.map(({ id }) => id)).toEqual(wanted.slice(20, 40).map(({ id }) => id));
});
