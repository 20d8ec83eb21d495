// What services bring a month, from outside: what counts of them, and that what it was and what moved it add up to what it is.
import { afterAll, beforeAll, expect, it } from "vitest";
import { addMonths, monthOf } from "../../shared/kernel/day.ts";
import { formatMoney, type Minor, parseMoney } from "../../shared/kernel/money.ts";
import { makeTenant, ok, type TestTenant } from "../billing/helpers/tenant.ts";
import { startTestServer, type TestServer } from "../helpers/server.ts";

let server: TestServer;
let isp: TestTenant;
let home: string;
let large: string;

beforeAll(async () => {
  server = await startTestServer();
  isp = await makeTenant(server);
  home = await sell("Home", "600.00");
  large = await sell("Large", "900.00");
});
afterAll(() => server.stop());

const sell = async (name: string, price: string, more = {}) =>
  (await ok<{ id: string }>(isp.admin.post("/packages/", { name, price, bandwidth_mbps: 10, ...more }))).id;
interface Report {
  start: string;
  end: string;
  movements: { movement: string; customers: number; amount: string }[];
  results: Record<string, unknown>[];
}
const report = (query = "") => ok<Report>(isp.admin.get(`/reports/mrr/${query}`));
const mrr = async () => (await ok<{ mrr: string }>(isp.admin.get("/reports/dashboard/"))).mrr;
const money = (text: string) => parseMoney(text, 2);
const joined_at = "2026-01-15T06:00:00Z";
async function addsUp(query = ""): Promise<Report> {
  const told = await report(query);
  const moved = told.movements.reduce((sum, { amount }) => sum + money(amount), 0n);
  expect(formatMoney((money(told.start) + moved) as Minor, 2)).toBe(told.end);
  return told;
}

it("A service brings its price less the discount with its add-ons, by the months of its bill, and nothing while it is paused or over", async () => {
  expect(await mrr()).toBe("0.00");
  const id = await isp.customer({ package: home, joined_at, discount: "100.00" });
  expect(await mrr()).toBe("500.00");
  const addon = { name: "Address", kind: "RECURRING", price: "50.00" };
  const { id: sold } = await ok<{ id: string }>(isp.admin.post("/addons/", addon));
  const has = await ok<{ id: string }>(isp.admin.post("/customer-addons/", { customer: id, addon: sold }));
  expect(await mrr()).toBe("550.00");
  const quarter = await sell("Quarter", "2700.00", { billing_months: 3 });
  await isp.customer({ package: quarter, joined_at });
  expect(await mrr()).toBe("1450.00");
  const week = await sell("Week", "70.00", { validity_days: 7 });
  await isp.customer({ package: week, joined_at, billing_mode: "PREPAID" });
  expect(await mrr()).toBe("1750.00");
  await ok(isp.admin.post(`/customer-addons/${has.id}/end/`, {}));
  const today = new Date().toISOString().slice(0, 10);
  await ok(isp.admin.post(`/customers/${id}/pause/`, { from: today, to: "2099-01-01" }));
  expect(await mrr()).toBe("1200.00");
  await ok(isp.admin.post(`/customers/${id}/resume/`, {}));
  expect(await mrr()).toBe("1700.00");
  const told = await addsUp();
  expect(told).toMatchObject({ start: "0.00", end: "1700.00" });
  const before = addMonths(monthOf(today), -1);
  expect(await addsUp(`?month=${before}`)).toMatchObject({ start: "0.00", end: "0.00", results: [] });
});

it("A change of package says from which to which and why, and one that is undone moves nothing", async () => {
  const id = await isp.customer({ package: home, joined_at });
  const was = await addsUp();
  const changed = await ok<{ id: string }>(
    isp.admin.post(`/customers/${id}/change-package/`, { package: large, when: "NOW" }),
  );
  const told = await addsUp();
  expect(money(told.end) - money(was.end)).toBe(money("300.00"));
  expect(told.results.find(({ customer }) => customer === id)).toMatchObject({
    ...{ reason: "UPGRADE", after: "900.00" },
    ...{ from_package: home, from_package_name: "Home", to_package_name: expect.any(String) },
  });
  await ok(isp.admin.post(`/service-changes/${changed.id}/undo/`, { reason: "Wrong" }));
  const { end, movements, start } = await addsUp();
  expect({ end, movements, start }).toEqual({ end: was.end, movements: was.movements, start: was.start });
});

it("Another price of a package moves whoever has it at once, in one sum", async () => {
  const pack = await sell("Moving", "400.00");
  await isp.customer({ package: pack, joined_at });
  const was = await addsUp();
  await ok(isp.admin.patch(`/packages/${pack}/`, { price: "450.00" }));
  const told = await addsUp();
  expect(money(told.end) - money(was.end)).toBe(money("50.00"));
  expect(told.end).toBe(await mrr());
});
