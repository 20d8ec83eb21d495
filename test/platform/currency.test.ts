// A company's currency and the amounts that are kept already: another one is refused while it has no digits for one of
// them, whichever record it is in, and what is kept can be read whatever becomes of the currency.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { moneyPlaces } from "../../server/platform/currency-precision-check.ts";
import { newId } from "../../shared/kernel/id.ts";
import { openDesktop } from "../helpers/desktop.ts";
import { type Client, startTestServer, type TestServer } from "../helpers/server.ts";
import { makeTenant } from "../helpers/tenant.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

async function made(owner: Client, path: string, body: object): Promise<string> {
  const answer = await owner.post(path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.id;
}

const employee = (salary: string) => ({
  ...{ name: "A B", designation: "Clerk", join_date: "2026-01-01" },
  salary,
});
const offer = (more: object) => ({
  ...{ title: "Off", discount_type: "FIXED", discount_value: "10.50" },
  ...{ start_date: "2026-01-01", end_date: "2026-12-31" },
  ...more,
});
const plan = { name: "Home", price: "500", bandwidth_mbps: 10, router_profile: "home", validity_days: 30 };

/** One amount finer than yen, by where it is. */
const FINER: Readonly<Record<string, (owner: Client) => Promise<unknown>>> = {
  "the settings": (owner) => owner.patch("/settings/", { require_confirm_above: "99.50" }),
  "store items": (owner) => made(owner, "/store-items/", { name: "C", sku: "s", unit_cost: "9.99" }),
  employees: (owner) => made(owner, "/employees/", employee("100.50")),
  "advance salaries": async (owner) =>
    made(owner, "/advance-salaries/", {
      ...{ employee: await made(owner, "/employees/", employee("1000")), amount: "10.50" },
      deduction_month: "2026-05",
    }),
  payrolls: async (owner) =>
    made(owner, "/payrolls/", {
      ...{ employee: await made(owner, "/employees/", employee("1000")), month: "2026-03" },
      ...{ bonus: "10.50" },
    }),
  "a pay whose sums are whole and whose parts are not": async (owner) => {
    const hired = await made(owner, "/employees/", employee("15"));
    const day = { start_date: "2026-04-07", end_date: "2026-04-07" };
    const leave = await made(owner, "/leaves/", { employee: hired, leave_type: "UNPAID", ...day });
    expect((await owner.post(`/leaves/${leave}/approve/`, {})).status).toBe(200);
    const pay = { employee: hired, month: "2026-04", deductions: "0.50" };
    const drawn = await owner.post("/payrolls/", pay);
    expect(drawn.body).toMatchObject({ deductions: "1.00", breakdown: { unpaid_leave: "0.50" } });
  },
  resellers: (owner) => made(owner, "/resellers/", { company_name: "R", credit_limit: "10.50" }),
  "reseller pricing": async (owner) => {
    const reseller = await made(owner, "/resellers/", { company_name: "R" });
    const bought = await made(owner, "/packages/", plan);
    await made(owner, "/reseller-pricing/", { reseller, package: bought, custom_rate: "10.50" });
  },
  shifts: (owner) => made(owner, "/shifts/", { opening_float: "10.50" }),
  "offers of an amount": (owner) => made(owner, "/offers/", offer({})),
};

const currency = (owner: Client, code: string) => owner.patch("/settings/", { currency: code });

describe("a currency with fewer digits", () => {
  it.each(Object.keys(FINER))("A currency without digits for an amount of %s is refused", async (where) => {
    const { owner } = await makeTenant(server);
    await FINER[where]!(owner);
    expect(await currency(owner, "JPY")).toMatchObject({ status: 409, body: { code: "CONFLICT" } });
    expect(await currency(owner, "KWD")).toMatchObject({ status: 200 });
  });

  it("A currency is taken together with a setting's amount that fits it, which is answered in its digits", async () => {
    const { owner } = await makeTenant(server);
    const both = (amount: string) => ({ currency: "JPY", require_confirm_above: amount });
    await owner.patch("/settings/", { require_confirm_above: "99.50" });
    expect((await owner.patch("/settings/", both("98.50"))).status).toBe(409);
    expect(await owner.patch("/settings/", both("98"))).toMatchObject({
      status: 200,
      body: both("98"),
    });
  });

  it("A percentage is no amount, and another currency's money stays what it is", async () => {
    const { owner } = await makeTenant(server);
    await made(owner, "/offers/", offer({ discount_type: "PERCENT" }));
    await made(owner, "/payments/events/", {
      ...{ provider: "pg", event_id: "e", amount: "12.50", currency: "EUR", account_ref: "nobody" },
    });
    expect((await currency(owner, "JPY")).status).toBe(200);
    const events = await owner.get("/payments/events/");
    expect(events.body.results).toMatchObject([{ amount: "12.50", currency: "EUR" }]);
  });

  it("Every column that holds money is looked at, unless somebody says why not", async () => {
    const columns = await server.services.db.platform<{ table: string; column: string }[]>`
      /* a test's own */ select c.table_name as table, c.column_name as column from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where (c.domain_name = 'amount' or c.column_name = 'amount') and t.table_type = 'BASE TABLE' and exists (
        select from information_schema.columns o
        where o.table_schema = c.table_schema and o.table_name = c.table_name and o.column_name = 'tenant_id')`;
    const named = ({ table, column }: { table: string; column: string }) => `${table}.${column}`;
    const looked = new Set(moneyPlaces().map(named));
    expect(looked.size).toBeGreaterThan(50);
    const others = columns.map(named).filter((one) => !looked.has(one));
    expect(others.sort()).toEqual([
      // Kept sums of what the others hold.
      ...["collected_hours.amount", "figure_sums.amount"],
      // Each event says its own currency.
      "payment_events.amount",
      // A part of the payment's own amount, in whole units of it.
      "payment_transactions.bound_amount",
      // What the reseller's entries say of a change.
      "service_changes.wholesale",
    ]);
    const kept = new Set(columns.map(named));
    const plain = moneyPlaces().filter(({ member }) => member === undefined);
    expect(plain.map(named).filter((one) => !kept.has(one))).toEqual([]);
  });
});

it("An amount finer than the currency is answered with the digits that it has, in lists, alone and to desktops", async () => {
  const { owner, tenant, staff } = await makeTenant(server);
  const id = await made(owner, "/store-items/", { name: "C", sku: "s", unit_cost: "9.99" });
  // As an earlier version let it happen.
  await server.services.db.platform`/* a test's own */
    update company_settings set currency = 'JPY' where tenant_id = ${tenant.id}`;
  const clerk = await staff(`reader-${tenant.subdomain}`, "Owner");
  expect(await clerk.get(`/store-items/${id}/`)).toMatchObject({
    status: 200,
    body: { unit_cost: "9.99", sale_price: "0" },
  });
  expect(await clerk.get("/store-items/")).toMatchObject({ status: 200 });
  expect(await clerk.patch(`/store-items/${id}/`, { unit_cost: "9" })).toMatchObject({
    status: 200,
    body: { unit_cost: "9" },
  });
});

describe("a refused till command's amount", () => {
  it.each([
    ["BDT", "100.005", null],
    ["JPY", "100.50", null],
    ["BDT", "999999999999.999", null],
    ["BDT", "-5", null],
    ["JPY", "100.00", "100"],
  ])("The review list can be read after a till asked for %s %s", async (code, amount, listed) => {
    const { owner, tenant, staff } = await makeTenant(server, { settings: { currency: code } });
    const bought = await made(owner, "/packages/", plan);
    const customer = await made(owner, "/customers/", {
      ...{ name: "A B", username: newId(), phone: "1", package: bought },
    });
    await staff(`till-${tenant.subdomain}`, "Counter");
    const { token } = await server.signIn(`till-${tenant.subdomain}`, `till-${tenant.subdomain}-secret`);
    const till = await openDesktop(server.url, token);
    const payload = { customer_id: customer, amount, validity_days: listed ? "many" : 30 };
    expect(await till.push(till.command("recharge.create", payload))).toMatchObject([
      { status: listed ? "APPLIED" : "REJECTED" },
    ]);
    const read = await owner.get("/review-items/");
    expect(read).toMatchObject({ status: 200, body: { results: [{ amount: listed }] } });
    expect([...(await till.pullAll("review_items")).values()]).toMatchObject([{ amount: listed }]);
  });
});
