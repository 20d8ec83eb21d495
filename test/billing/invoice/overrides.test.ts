// Who may change what is owed by hand (contract §2): the rights, the books, and the till that has taken the money already.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { invoice as declaration } from "../../../shared/billing/index.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { recordSchema } from "../../../shared/kernel/resource.ts";
import { openDesktop } from "../../helpers/desktop.ts";
import { type Client, startTestServer, type TestServer } from "../../helpers/server.ts";
import { checkBooks } from "../helpers/check-books.ts";
import { makeTenant, ok, type TestTenant } from "../helpers/tenant.ts";

const ROLES = ["Manager", "Accountant", "Counter", "Support"] as const;
type Role = (typeof ROLES)[number];

let server: TestServer;
let isp: TestTenant;
const members = {} as Record<Role, Client>;

beforeAll(async () => {
  server = await startTestServer();
  isp = await makeTenant(server);
  const { results } = await ok<{ results: { id: string; name: string }[] }>(isp.admin.get("/roles/"));
  for (const role of ROLES) {
    const id = results.find(({ name }) => name === role)?.id;
    const username = `${role.toLowerCase()}-${isp.subdomain}`;
    const password = "member-password-7";
    await ok(isp.admin.post("/staff/", { username, password, phone: "1", designation: role, role: id }));
    members[role] = await server.signIn(username, password);
  }
});
afterAll(() => server.stop());

const show = (customer: string) => ok(isp.admin.get(`/customers/${customer}/`));
const balances = async () => {
  const { accounts } = await ok<{ accounts: { account: string; balance: string }[] }>(
    isp.admin.get("/reports/trial-balance/"),
  );
  return Object.fromEntries(accounts.map(({ account, balance }) => [account, Number(balance)]));
};
const owing = async (amount: string, more: Record<string, unknown> = {}) => {
  const customer = await isp.customer(more);
  const lines = [{ description: "Line", unit_price: amount }];
  await ok(isp.admin.post("/invoices/", { customer, lines }));
  return customer;
};
const refused = (permission: string) => ({ status: 403, body: { code: "PERMISSION_DENIED", permission } });
const nothing = [{ description: "-", unit_price: "0.00" }];

describe("an invoice by hand", () => {
  it.each([
    ["a total", { lines: nothing, total_payable: "0.00" }],
    ["a discount", { lines: nothing, discount: "1000.00" }],
    ["earlier dues", { lines: nothing, previous_due: "5000.00" }],
    ["fewer earlier dues", { lines: nothing, previous_due: "10.00" }],
    ["a negative line", { lines: [{ description: "-", unit_price: "-1000.00" }] }],
    [
      "a line that a discount makes negative",
      { lines: [{ description: "-", unit_price: "0", discount: "9" }] },
    ],
  ])("An invoice by hand with %s needs the right to override", async (_what, body) => {
    const customer = await owing("1000.00");
    const answer = await members.Counter.post("/invoices/", { customer, ...body });
    expect(answer).toMatchObject(refused("billing.invoice.override"));
    expect(await show(customer)).toMatchObject({ due_amount: "1000.00" });
    const reason = "Agreed on the phone";
    const made = await members.Accountant.post("/invoices/", { customer, ...body, reason });
    expect(made.status).toBe(201);
    recordSchema(declaration).parse(made.body);
    const { results } = await ok<{ results: { details: { note?: string } }[] }>(
      isp.admin.get(`/audit-logs/?object_id=${made.body.id}`),
    );
    expect(results.map(({ details }) => details.note)).toContain(reason);
  });

  it("An invoice by hand with what the server would have set is none", async () => {
    const customer = await owing("1000.00", { discount: "20.00" });
    const body = { customer, lines: [{ description: "Cable", unit_price: "100.00" }] };
    const same = { discount: "20.00", previous_due: "980.00", total_payable: "1060.00" };
    expect((await members.Counter.post("/invoices/", { ...body, ...same })).status).toBe(201);
    expect((await members.Counter.post("/invoices/", body)).status).toBe(201);
  });

  it("An invoice by hand posts what it gives up to DISCOUNTS and WAIVER, and leaves REVENUE alone", async () => {
    const customer = await owing("1000.00");
    const before = await balances();
    await ok(members.Manager.post("/invoices/", { customer, lines: nothing, discount: "100.00" }));
    await ok(members.Manager.post("/invoices/", { customer, lines: nothing, total_payable: "650.00" }));
    const back = [{ description: "Outage", unit_price: "-50.00" }];
    await ok(members.Manager.post("/invoices/", { customer, lines: back }));
    const after = await balances();
    expect(after.REVENUE).toBe(before.REVENUE);
    expect((after.DISCOUNTS ?? 0) - (before.DISCOUNTS ?? 0)).toBe(100);
    expect((after.WAIVER ?? 0) - (before.WAIVER ?? 0)).toBe(300);
    expect(await show(customer)).toMatchObject({ due_amount: "600.00" });
    expect(await checkBooks(server.services.db.platform)).toEqual([]);
  });

  it("An invoice by hand is refused as a till's command, too", async () => {
    const customer = await owing("1000.00");
    const device = await openDesktop(server.url, members.Counter.token ?? "");
    const [outcome] = await device.push([
      device.command("invoice.create", { customer, lines: nothing, total_payable: "0.00" }),
    ]);
    expect(outcome).toMatchObject({ status: "REJECTED", problem: { code: "PERMISSION_DENIED" } });
    expect(await show(customer)).toMatchObject({ due_amount: "1000.00" });
  });
});

describe("a customer's terms", () => {
  it.each(["Counter", "Support"] as const)("A customer's terms are not for %s to set", async (role) => {
    const customer = await isp.customer({ discount: "20.00", expiry_date: "2030-01-01" });
    for (const body of [{ discount: "999.00" }, { expiry_date: "2040-01-01" }, { expiry_date: null }]) {
      const answer = await members[role].patch(`/customers/${customer}/`, body);
      expect(answer).toMatchObject(refused("subscribers.customer.set_terms"));
    }
    const same = { discount: "20.00", expiry_date: "2030-01-01", notes: "Rang twice" };
    expect((await members[role].patch(`/customers/${customer}/`, same)).status).toBe(200);
  });

  it.each(["Manager", "Accountant"] as const)(
    "A customer's terms are for %s to set, with the reason kept",
    async (role) => {
      const customer = await isp.customer();
      const body = { discount: "100.00", expiry_date: "2030-01-01", reason: "Long-time customer" };
      const answer = await members[role].patch(`/customers/${customer}/`, body);
      expect(answer).toMatchObject({ status: 200, body: { discount: "100.00", expiry_date: "2030-01-01" } });
      const { results } = await ok<{ results: { details: { note?: string } }[] }>(
        isp.admin.get(`/audit-logs/?object_id=${customer}&action=customer.update`),
      );
      expect(results).toMatchObject([{ details: { note: "Long-time customer" } }]);
    },
  );

  it("A customer's terms are not set by making a customer or importing one either", async () => {
    const person = { name: "New", username: `new-${newId()}`, phone: "1" };
    for (const terms of [{ discount: "5.00" }, { expiry_date: "2030-01-01" }]) {
      expect(await members.Counter.post("/customers/", { ...person, ...terms })).toMatchObject(
        refused("subscribers.customer.set_terms"),
      );
    }
    expect((await members.Counter.post("/customers/", { ...person, discount: "0" })).status).toBe(201);
    const permissions = ["subscribers.customer.view", "subscribers.customer.import"];
    const role = await ok(isp.admin.post("/roles/", { name: "Importer", permissions }));
    const password = "member-password-7";
    const username = `importer-${isp.subdomain}`;
    const body = { username, password, phone: "1", designation: "x", role: role.id };
    await ok(isp.admin.post("/staff/", body));
    const importer = await server.signIn(username, password);
    const file = (terms: string) => ({
      csv: `name,username,phone,discount\nA,import-${newId()},1,${terms}\n`,
      dry_run: false,
    });
    expect(await importer.post("/customers/import/", file("7.00"))).toMatchObject(
      refused("subscribers.customer.set_terms"),
    );
    expect((await importer.post("/customers/import/", file("0"))).status).toBe(200);
  });

  it("A grace period is given by its operation's right, by no other way", async () => {
    const customer = await isp.customer({ expiry_date: "2020-01-01" });
    const terms = { grace_period_until: "2040-01-01" };
    expect(await members.Accountant.patch(`/customers/${customer}/`, terms)).toMatchObject(
      refused("subscribers.customer.grant_grace"),
    );
  });
});

describe("a grace period", () => {
  const inDays = (n: number) => new Date(Date.now() + n * 86_400_000).toISOString().slice(0, 10);

  it("A grace period beyond what days can give is a term, however it is asked for", async () => {
    const customer = await isp.customer({ expiry_date: "2020-01-01" });
    const path = `/customers/${customer}/`;
    const denied = refused("subscribers.customer.set_terms");
    for (const role of ["Counter", "Support"] as const) {
      for (const field of ["grace_period_until", "promise_date"])
        expect(await members[role].patch(path, { [field]: "2040-01-01" })).toMatchObject(denied);
      const promised = { promise_date: "2040-01-01" };
      expect(await members[role].post(`${path}grant-grace-period/`, promised)).toMatchObject(denied);
      const near = await members[role].post(`${path}grant-grace-period/`, { promise_date: inDays(80) });
      expect(near).toMatchObject({ status: 200, body: { grace_period_until: inDays(80) } });
      const patched = await members[role].patch(path, { grace_period_until: inDays(70) });
      expect(patched).toMatchObject({ status: 200, body: { grace_period_until: inDays(70) } });
    }
    const far = await isp.admin.post(`${path}grant-grace-period/`, { promise_date: "2040-01-01" });
    expect(far).toMatchObject({ status: 200, body: { grace_period_until: "2040-01-01" } });
  });
});

describe("a recharge below the customer's price", () => {
  it("A recharge below the customer's price needs a right of its own", async () => {
    const customer = await isp.customer({ discount: "200.00", expiry_date: "2030-01-01" });
    const recharge = (amount: string, validity_days: number) => ({
      customer_id: customer,
      amount,
      validity_days,
    });
    for (const body of [recharge("0.01", 3650), recharge("999.99", 30), recharge("100.00", 4)]) {
      expect(await members.Counter.post("/recharges/", body)).toMatchObject(
        refused("billing.recharge.below_price"),
      );
    }
    expect(await show(customer)).toMatchObject({ expiry_date: "2030-01-01", advance_amount: "0.00" });
    expect((await members.Counter.post("/recharges/", recharge("1000.00", 30))).status).toBe(201);
    expect((await members.Counter.post("/recharges/", recharge("100.00", 3))).status).toBe(201);
    expect((await members.Counter.post("/recharges/", recharge("1.00", 0))).status).toBe(201);
    const given = await members.Accountant.post("/recharges/", {
      ...recharge("0.01", 30),
      reason: "Outage of a month",
    });
    expect(given.status).toBe(201);
  });

  it("A recharge below the customer's price that a till has taken is a payment without days, and somebody looks at it", async () => {
    const customer = await isp.customer({ expiry_date: "2030-01-01" });
    const device = await openDesktop(server.url, members.Counter.token ?? "");
    const receipt_number = device.receipt();
    const command = device.command("recharge.create", {
      ...{ id: newId(), customer_id: customer, amount: "100.00", validity_days: 30, receipt_number },
    });
    const [outcome] = await device.push([command]);
    expect(outcome).toMatchObject({
      status: "APPLIED",
      result: { below_price: true, customer, receipt_number, amount: "100.00", recharge: null },
    });
    expect(await device.push([command])).toMatchObject([{ status: "DUPLICATE", result: outcome!.result }]);
    expect(await show(customer)).toMatchObject({ expiry_date: "2030-01-01", advance_amount: "100.00" });
    expect((await ok(isp.admin.get(`/recharges/?customer=${customer}`))).count).toBe(0);
    const { review_item, id } = outcome!.result as Record<string, string>;
    expect(await ok(isp.admin.get(`/review-items/${review_item}/`))).toMatchObject({
      kind: "BELOW_PRICE",
      status: "OPEN",
      amount: "100.00",
      customer,
      payment_transaction: id,
      payload: { validity_days: 30 },
    });
    expect(await checkBooks(server.services.db.platform)).toEqual([]);
  });
});
