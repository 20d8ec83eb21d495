// The history of what was sold: it begins with the customer, follows every change of the package, and its days never overlap.
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeTenant, ok, type TestTenant } from "../billing/helpers/tenant.ts";
import { type Client, startTestServer, type TestServer } from "../helpers/server.ts";

let server: TestServer;
let isp: TestTenant;
let counter: Client;
/** Of 3000.00 for 30 days. */
let large: string;

beforeAll(async () => {
  server = await startTestServer();
  isp = await makeTenant(server);
  const plan = { name: "Home 100", price: "3000.00", bandwidth_mbps: 100, validity_days: 30 };
  large = (await ok<{ id: string }>(isp.admin.post("/packages/", plan))).id;
  const roles = await ok<{ results: { id: string; name: string }[] }>(isp.admin.get("/roles/"));
  const role = roles.results.find(({ name }) => name === "Counter")?.id;
  const account = { username: "sells", password: "a-long-password", full_name: "Sells", role };
  await ok(isp.admin.post("/staff/", account));
  counter = await server.signIn(account.username, account.password);
});
afterAll(() => server.stop());

interface Service {
  id: string;
  package: string;
  price: string;
  from_date: string;
  to_date: string | null;
  state: string;
  reason: string;
}

const today = () => new Date().toISOString().slice(0, 10);
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const history = async (customer: string) =>
  (await ok<{ results: Service[] }>(isp.admin.get(`/services/?customer=${customer}&ordering=from_date`)))
    .results;
const patch = (client: Client, customer: string, body: object) =>
  client.patch(`/customers/${customer}/`, body);

it("A package that money was paid for is not written over by another, back and forth, through none, or once the month is billed", async () => {
  const customer = await isp.customer({ package: large });
  const small = isp.package;
  // While nothing is paid the record may be put right.
  expect((await patch(counter, customer, { package: small })).status).toBe(200);
  await ok(isp.admin.post("/recharges/", { customer_id: customer, amount: "1200.00", validity_days: 30 }));
  for (const wanted of [large, null])
    expect(await patch(counter, customer, { package: wanted })).toMatchObject({
      status: 409,
      body: { code: "USE_CHANGE_PACKAGE" },
    });
  // Who has the right says why.
  expect(await patch(isp.admin, customer, { package: large })).toMatchObject({ status: 409 });
  expect((await patch(counter, customer, { package: small, notes: "The same" })).status).toBe(200);
  await ok(patch(isp.admin, customer, { package: large, reason: "Agreed with the office" }));
  expect((await patch(counter, customer, { package: large })).status).toBe(200);
  const billed = await isp.customer();
  await ok(isp.admin.post("/invoices/generate-batch/", { billing_month: today().slice(0, 7), async: false }));
  expect(await patch(counter, billed, { package: large })).toMatchObject({
    body: { code: "USE_CHANGE_PACKAGE" },
  });
});

it("A customer's services begin with them, follow the record, end when they leave and begin again when they return", async () => {
  const customer = await isp.customer({ joined_at: "2026-01-15T06:00:00Z" });
  expect(await history(customer)).toMatchObject([
    {
      package: isp.package,
      price: "1200.00",
      from_date: "2026-01-15",
      to_date: null,
      state: "ACTIVE",
      reason: "START",
    },
  ]);
  await ok(patch(isp.admin, customer, { package: large }));
  expect(await history(customer)).toMatchObject([
    { to_date: day(-1), state: "ENDED" },
    { package: large, price: "3000.00", from_date: today(), state: "ACTIVE", reason: "CHANGE" },
  ]);
  await ok(patch(isp.admin, customer, { status: "TERMINATED" }));
  await ok(isp.admin.post(`/customers/${customer}/grant-grace-period/`, { days: 3 }));
  expect((await history(customer)).map(({ state, reason }) => [state, reason])).toEqual(
    expect.arrayContaining([
      ["ENDED", "START"],
      ["CANCELLED", "CHANGE"],
      ["ACTIVE", "RETURN"],
    ]),
  );
  const nobody = await isp.customer({ package: null });
  expect(await history(nobody)).toEqual([]);
  await ok(patch(isp.admin, nobody, { package: large }));
  expect(await history(nobody)).toMatchObject([{ state: "ACTIVE", reason: "START", from_date: today() }]);
});

it("A new price reaches who has the package from their next period on, and whom it is not meant for keeps the old one", async () => {
  const plan = { name: "Priced", price: "600.00", bandwidth_mbps: 10, validity_days: 30 };
  const priced = (await ok<{ id: string }>(isp.admin.post("/packages/", plan))).id;
  const joined_at = "2026-01-15T06:00:00Z";
  const paid = await isp.customer({ package: priced, joined_at });
  const unpaid = await isp.customer({ package: priced, joined_at });
  const { new_expiry_date } = await ok<{ new_expiry_date: string }>(
    isp.admin.post("/recharges/", { customer_id: paid, amount: "600.00", validity_days: 30 }),
  );
  await ok(isp.admin.patch(`/packages/${priced}/`, { price: "700.00", price_applies: "NEW" }));
  const recharge = { customer_id: paid, amount: "600.00", validity_days: 30 };
  await ok(counter.post("/recharges/", recharge));
  expect(await history(unpaid)).toMatchObject([{ price: "600.00", state: "ACTIVE" }]);
  await ok(isp.admin.patch(`/packages/${priced}/`, { price: "800.00" }));
  const later = new Date(Date.parse(new_expiry_date) + 31 * 86_400_000).toISOString().slice(0, 10);
  expect(await history(paid)).toMatchObject([
    { price: "600.00", state: "ACTIVE" },
    { price: "800.00", state: "SCHEDULED", reason: "PRICE", from_date: later },
  ]);
  expect(await history(unpaid)).toMatchObject([
    { price: "600.00", state: "ENDED", to_date: day(-1) },
    { price: "800.00", state: "ACTIVE", reason: "PRICE", from_date: today() },
  ]);
  expect(await counter.post("/recharges/", recharge)).toMatchObject({
    status: 403,
    body: { permission: "billing.recharge.below_price" },
  });
  await ok(counter.post("/recharges/", { ...recharge, amount: "800.00" }));
});
