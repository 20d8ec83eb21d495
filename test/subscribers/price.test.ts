// What a period of their service costs a customer, as the record says it and as money is compared with it.
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeTenant, ok, type TestTenant } from "../billing/helpers/tenant.ts";
import { startTestServer, type TestServer } from "../helpers/server.ts";

let server: TestServer;
let isp: TestTenant;

beforeAll(async () => {
  server = await startTestServer();
  isp = await makeTenant(server);
});
afterAll(() => server.stop());

const priceOf = async (id: string) =>
  (await ok<{ price: string; version: number }>(isp.admin.get(`/customers/${id}/`))).price;
const sell = async (name: string, price: string, more = {}) =>
  (await ok<{ id: string }>(isp.admin.post("/packages/", { name, price, bandwidth_mbps: 10, ...more }))).id;

it("The package's price less the discount, never below zero, follows each change of them, and nobody writes it", async () => {
  const made = await ok<{ id: string; price: string; version: number }>(
    isp.admin.post("/customers/", {
      name: "A",
      username: "a1",
      phone: "1",
      package: isp.package,
      discount: "200",
    }),
  );
  expect(made).toMatchObject({ price: "1000.00" });
  expect(await ok(isp.admin.get(`/customers/${made.id}/`))).toMatchObject({ version: made.version });
  const patch = (body: object) => isp.admin.patch(`/customers/${made.id}/`, body);
  expect(await ok(patch({ discount: "1500" }))).toMatchObject({ price: "0.00" });
  const other = await sell("Other", "300.00");
  expect(await ok(patch({ discount: "100", package: other }))).toMatchObject({ price: "200.00" });
  expect(await patch({ price: "1.00" })).toMatchObject({ status: 400 });
  expect(await ok(patch({ package: null }))).toMatchObject({ price: "0.00" });
  const [imported] = await Promise.all([
    ok(
      isp.admin.post("/customers/import/", {
        ...{ csv: "name,username,phone,package,discount\nB,b1,2,Home 20,50\n", dry_run: false },
      }),
    ),
  ]);
  expect(imported).toMatchObject({ created: 1 });
  const { results } = await ok<{ results: { price: string }[] }>(isp.admin.get("/customers/?search=b1"));
  expect(results).toMatchObject([{ price: "1150.00" }]);
});

it("Recurring add-ons and an exclusive tax are in it, and a recharge below it takes the right", async () => {
  const vat = await ok<{ id: string }>(
    isp.admin.post("/tax-codes/", { name: "VAT", code: "VAT", rate: 10, is_inclusive: false }),
  );
  const taxed = await sell("Taxed", "500.00", { tax_code: vat.id });
  const id = await isp.customer({ package: taxed });
  expect(await priceOf(id)).toBe("550.00");
  const addon = await ok<{ id: string }>(
    isp.admin.post("/addons/", { name: "Address", kind: "RECURRING", price: "100.00", tax_code: vat.id }),
  );
  const sold = await ok<{ id: string }>(
    isp.admin.post("/customer-addons/", { customer: id, addon: addon.id, quantity: 2 }),
  );
  expect(await priceOf(id)).toBe("770.00");
  const roles = await ok<{ results: { id: string; name: string }[] }>(isp.admin.get("/roles/"));
  const role = roles.results.find(({ name }) => name === "Counter")?.id;
  await ok(
    isp.admin.post("/staff/", { username: "till", password: "a-long-password", full_name: "Till", role }),
  );
  const till = await server.signIn("till", "a-long-password");
  const recharge = (amount: string) =>
    till.post("/recharges/", { customer_id: id, amount, validity_days: 30 });
  expect(await recharge("769.99")).toMatchObject({ status: 403 });
  await ok(isp.admin.post(`/customer-addons/${sold.id}/end/`, {}));
  expect(await priceOf(id)).toBe("550.00");
  await ok(recharge("550.00"));
  // A change of package is at the new price at once.
  await ok(
    isp.admin.post(`/customers/${id}/change-package/`, {
      ...{ package: isp.package, when: "NOW", payment: { amount: "700.00" } },
    }),
  );
  expect(await priceOf(id)).toBe("1200.00");
});

it("A new price of a package is everybody's for whom it holds at once", async () => {
  const pack = await sell("Moving", "400.00");
  const id = await isp.customer({ package: pack, joined_at: "2026-01-15T06:00:00Z" });
  const paid = await isp.customer({ package: pack, joined_at: "2026-01-15T06:00:00Z" });
  await ok(isp.admin.post("/recharges/", { customer_id: paid, amount: "400.00", validity_days: 30 }));
  await ok(isp.admin.patch(`/packages/${pack}/`, { price: "450.00" }));
  expect([await priceOf(id), await priceOf(paid)]).toEqual(["450.00", "400.00"]);
});
