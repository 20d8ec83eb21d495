// The default tax code, the price that money is compared with, tax by hand, and that no rate begins before bills that were made by the
// one before (contract §4.2, §4.14).
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { addDays, dayOf, monthOf } from "../../../shared/kernel/day.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { openDesktop } from "../../helpers/desktop.ts";
import { type Client, startTestServer, type TestServer } from "../../helpers/server.ts";
import { checkBooks } from "../helpers/check-books.ts";
import { makeTenant, ok, type TestTenant } from "../helpers/tenant.ts";

let server: TestServer;
let isp: TestTenant;
let clerk: Client;
const today = dayOf(new Date(), "UTC");

interface Bill {
  id: string;
  total_payable: string;
  lines: { tax_amount: string; tax_code: string | null }[];
}

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  isp = await makeTenant(server);
  const username = `counter-${isp.subdomain}`;
  const roles = await ok<{ results: { id: string }[] }>(isp.admin.get("/roles/?name=Counter"));
  const password = "counter-password";
  await ok(isp.admin.post("/staff/", { username, password, role: roles.results[0]?.id }));
  clerk = await server.signIn(username, password, isp.subdomain);
});
afterAll(async () => {
  expect(await checkBooks(server.services.db.platform)).toEqual([]);
  await server.stop();
});

const code = async (more: Record<string, unknown> = {}) =>
  String((await ok(isp.admin.post("/tax-codes/", { name: "VAT", code: "VAT", rate: 15, ...more }))).id);
const bill = (customer: string, more: object = {}, by = isp.admin) =>
  ok<Bill>(by.post("/invoices/", { customer, ...more }));
const work = (more: object = {}) => ({ lines: [{ description: "Work", unit_price: "100.00", ...more }] });
const named = (name: string) => ({ name, price: "100.00", bandwidth_mbps: 10, validity_days: 30 });

it("A new package gets the default code, null says none, and a change that says nothing leaves it", async () => {
  const before = await ok(isp.admin.post("/packages/", named("Before")));
  expect(before.tax_code).toBeNull();
  const vat = await code({ is_default: true });
  const made = await ok(isp.admin.post("/packages/", named("After")));
  expect(made.tax_code).toBe(vat);
  expect((await ok(isp.admin.post("/packages/", { ...named("None"), tax_code: null }))).tax_code).toBeNull();
  expect((await ok(isp.admin.patch(`/packages/${made.id}/`, { tax_code: null }))).tax_code).toBeNull();
  expect((await ok(isp.admin.patch(`/packages/${before.id}/`, { price: "90.00" }))).tax_code).toBeNull();
});

it("A line that says nothing gets the default code, null says none, by REST and from a till; a package's bill goes by the package", async () => {
  const customer = await isp.customer();
  const vat = await code({ is_default: true });
  expect((await bill(customer, work())).lines).toMatchObject([{ tax_code: vat, tax_amount: "15.00" }]);
  expect((await bill(customer, work({ tax_code: null }))).lines).toMatchObject([
    { tax_code: null, tax_amount: "0.00" },
  ]);
  expect((await bill(customer)).lines).toMatchObject([{ tax_code: null, tax_amount: "0.00" }]);
  const till = await openDesktop(server.url, clerk.token);
  const id = newId();
  await till.push([till.command("invoice.create", { id, customer, ...work() })]);
  expect((await ok<Bill>(isp.admin.get(`/invoices/${id}/`))).lines).toMatchObject([
    { tax_code: vat, tax_amount: "15.00" },
  ]);
  await ok(isp.admin.patch(`/tax-codes/${vat}/`, { is_default: false }));
  expect((await bill(customer, work())).lines).toMatchObject([{ tax_code: null, tax_amount: "0.00" }]);
});

it("A package that was made with the default code is billed with its tax by the batch", async () => {
  await code({ is_default: true });
  const made = await ok(isp.admin.post("/packages/", named("Home")));
  await isp.customer({ package: made.id });
  const billing_month = monthOf(today);
  await ok(isp.admin.post("/invoices/generate-batch/", { billing_month, async: false }));
  const { results } = await ok<{ results: Bill[] }>(isp.admin.get("/invoices/"));
  expect(results).toMatchObject([{ total_payable: "115.00" }]);
});

it("With an exclusive code the price that money is compared with is what the bill asks for", async () => {
  const vat = await code();
  await ok(isp.admin.patch(`/packages/${isp.package}/`, { price: "100.00", tax_code: vat }));
  const customer = await isp.customer({ discount: "0.00" });
  const recharge = (amount: string, by: Client, more: object = {}) =>
    by.post("/recharges/", { customer_id: customer, amount, validity_days: 30, ...more });
  expect((await recharge("100.00", clerk)).body.code).toBe("PERMISSION_DENIED");
  expect((await recharge("114.99", clerk)).status).toBe(403);
  expect((await recharge("115.00", clerk)).status).toBe(201);
  expect((await recharge("100.00", isp.admin)).status).toBe(201);
  // Named or not, the package's tax counts; of a till money below it is a payment.
  const till = await openDesktop(server.url, clerk.token);
  const below = {
    id: newId(),
    customer_id: customer,
    amount: "100.00",
    validity_days: 30,
    package: isp.package,
  };
  const [outcome] = await till.push([till.command("recharge.create", below)]);
  expect(outcome).toMatchObject({ status: "APPLIED", result: { below_price: true } });
  const bare = await isp.customer({ package: null });
  const wanted = { customer_id: bare, amount: "100.00", validity_days: 30, package: isp.package };
  expect((await clerk.post("/recharges/", wanted)).status).toBe(403);
  expect((await clerk.post("/recharges/", { ...wanted, amount: "115.00" })).status).toBe(201);
});

it("What a provider reports buys its times of the price with the tax, less the discount", async () => {
  const vat = await code();
  await ok(isp.admin.patch(`/packages/${isp.package}/`, { price: "100.00", tax_code: vat }));
  const customer = await isp.customer({ discount: "20.00" });
  const { customer_code } = await ok(isp.admin.get(`/customers/${customer}/`));
  const report = async (event_id: string, amount: string) => {
    const body = { provider: "paygate", event_id, amount, account_ref: customer_code };
    await ok(isp.admin.post("/payments/events/", body));
    return (await ok(isp.admin.get(`/customers/${customer}/`))).expiry_date;
  };
  expect(await report("1", "80.00")).toBeNull();
  expect(await report("2", "91.99")).toBeNull();
  expect(await report("3", "92.00")).toBe(addDays(today, 30));
  expect(await report("4", "184.00")).toBe(addDays(today, 90));
});

it("An inclusive code adds nothing to the price", async () => {
  const gst = await code({ code: "GST", is_inclusive: true });
  await ok(isp.admin.patch(`/packages/${isp.package}/`, { price: "100.00", tax_code: gst }));
  const customer = await isp.customer();
  const body = { customer_id: customer, amount: "100.00", validity_days: 30 };
  expect((await clerk.post("/recharges/", body)).status).toBe(201);
});

it("A tax by hand that is not what the code makes needs the right to override; one that is needs none", async () => {
  const customer = await isp.customer();
  const vat = await code();
  const given = (tax_amount: string, more: object = {}) => work({ tax_amount, tax_code: vat, ...more });
  expect((await bill(customer, given("15.00"), clerk)).lines[0]?.tax_amount).toBe("15.00");
  for (const wrong of [given("0.00"), given("14.99"), given("16.00"), given("1.00", { tax_code: null })]) {
    const refused = await clerk.post("/invoices/", { customer, ...wrong });
    expect([refused.status, refused.body.fields]).toEqual([403, ["lines"]]);
  }
  expect((await bill(customer, given("3.00"))).lines[0]?.tax_amount).toBe("3.00");
  // Of what the bill's discount leaves, as the code would.
  const own = await isp.customer({ discount: "10.00" });
  expect((await bill(own, given("13.50"), clerk)).lines[0]?.tax_amount).toBe("13.50");
  expect((await clerk.post("/invoices/", { customer: own, ...given("15.00") })).status).toBe(403);
});

it("A rate does not begin before bills that were made at the one before, and begins after them", async () => {
  const customer = await isp.customer();
  const vat = await code({ valid_from: "2020-01-01" });
  const on = (days: number) => addDays(today, days);
  const issued = await bill(customer, { ...work({ tax_code: vat }), issue_date: on(-10) });
  const next = (valid_from: string | null, more: object = {}) =>
    isp.admin.post("/tax-codes/", { name: "VAT", code: "VAT", rate: 20, valid_from, ...more });
  const refused = await next(on(-20));
  expect([refused.status, refused.body.code, refused.body.errors?.[0]?.field]).toEqual([
    ...[409, "HAS_DOCUMENTS", "valid_from"],
  ]);
  expect((await next(on(-10))).body.code).toBe("HAS_DOCUMENTS");
  // Before the first rate began no bill was made by any.
  expect((await next("2019-01-01")).status).toBe(201);
  const later = await ok(next(on(-9)));
  expect((await isp.admin.patch(`/tax-codes/${later.id}/`, { valid_from: on(-10) })).body.code).toBe(
    "HAS_DOCUMENTS",
  );
  const other = await ok(next(on(-15), { code: "GST" }));
  expect((await isp.admin.patch(`/tax-codes/${other.id}/`, { code: "VAT" })).body.code).toBe("HAS_DOCUMENTS");
  await ok(isp.admin.patch(`/tax-codes/${later.id}/`, { valid_from: on(-8) }));
  // What was void is nobody's rate.
  await ok(isp.admin.post(`/invoices/${issued.id}/void/`, { reason: "Typed twice" }));
  expect((await isp.admin.patch(`/tax-codes/${later.id}/`, { valid_from: on(-20) })).status).toBe(200);
});

it("A rate that is to begin while bills are made begins before none of them", async () => {
  const vat = await code({ valid_from: "2020-01-01" });
  const customers = await Promise.all(Array.from({ length: 6 }, () => isp.customer()));
  const [made, ...bills] = await Promise.all([
    isp.admin.post("/tax-codes/", { name: "VAT", code: "VAT", rate: 20, valid_from: today }),
    ...customers.map((customer) => bill(customer, work({ tax_code: vat }))),
  ]);
  const taxes = bills.map(({ lines }) => lines[0]?.tax_amount);
  if (made.status === 201) expect(taxes).toEqual(Array(6).fill("20.00"));
  else expect([made.body.code, taxes.includes("15.00")]).toEqual(["HAS_DOCUMENTS", true]);
  expect(new Set(taxes).size).toBe(1);
});

it("A rate that is to begin while a batch runs begins before none of its bills", async () => {
  const vat = await code({ valid_from: "2020-01-01" });
  await ok(isp.admin.patch(`/packages/${isp.package}/`, { price: "100.00", tax_code: vat }));
  for (let n = 0; n < 120; n += 1) await isp.customer();
  const [made] = await Promise.all([
    isp.admin.post("/tax-codes/", { name: "VAT", code: "VAT", rate: 20, valid_from: today }),
    ok(isp.admin.post("/invoices/generate-batch/", { billing_month: monthOf(today), async: false })),
  ]);
  const { results } = await ok<{ results: Bill[] }>(isp.admin.get("/invoices/?page_size=500"));
  const totals = new Set(results.map(({ total_payable }) => total_payable));
  expect([results.length, [...totals]]).toEqual([120, [made.status === 201 ? "120.00" : "115.00"]]);
});
