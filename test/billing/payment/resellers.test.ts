// Resellers: what their sales cost them, how far they may go, and that the books agree at every moment.
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { openPool, type Row, type Sql } from "../../../server/kernel/db/db.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { openDesktop } from "../../helpers/desktop.ts";
import { type Client, startTestServer, type TestServer } from "../../helpers/server.ts";
import { checkBooks } from "../helpers/check-books.ts";
import { postedBy } from "../helpers/posted.ts";
import { makeTenant, ok, type TestTenant } from "../helpers/tenant.ts";

let server: TestServer;
let sql: Sql;
let isp: TestTenant;
let count = 0;
let reseller: string;
/** Signs in for the reseller. */
let seller: Client;

beforeAll(async () => {
  server = await startTestServer();
  sql = openPool(server.database_url, null, 2);
  isp = await makeTenant(server);
});
beforeEach(async () => {
  count += 1;
  const username = `seller-${count}`;
  const password = `${username}-secret`;
  const body = { company_name: `Sub-ISP ${count}`, credit_limit: "1000.00", username, password };
  reseller = String((await ok(isp.admin.post("/resellers/", body))).id);
  seller = await server.signIn(username, password, isp.subdomain);
});
afterAll(async () => {
  expect(await checkBooks(sql)).toEqual([]);
  await sql.end();
  await server.stop();
});

const wallet = async () => (await ok(isp.admin.get(`/resellers/${reseller}/`))).balance;
const entries = async () =>
  (await ok<{ results: Row[] }>(seller.get("/reseller-ledger/?ordering=entry_no"))).results.map(
    ({ entry_type, amount, balance_after }) => [entry_type, amount, balance_after],
  );
const rate = (custom_rate: string) =>
  ok(isp.admin.post("/reseller-pricing/", { reseller, package: isp.package, custom_rate }));
async function ownCustomer(): Promise<string> {
  const name = newId().slice(-12);
  const body = { name, username: name, phone: "1", package: isp.package };
  return String((await ok(seller.post("/customers/", body))).id);
}
const sell = async (customer_id: string, more: Row = {}) =>
  seller.post("/recharges/", { customer_id, amount: "1200.00", validity_days: 30, ...more });

it("A top-up fills the balance, stands in both ledgers, and is done once however often it is asked for under one key", async () => {
  const key = { "idempotency-key": newId() };
  const first = await isp.admin.post(`/resellers/${reseller}/top-up/`, { amount: "500.00" }, key);
  expect([first.status, first.body.balance]).toEqual([200, "500.00"]);
  const again = await isp.admin.post(`/resellers/${reseller}/top-up/`, { amount: "500.00" }, key);
  expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([200, "true"]);
  expect(await wallet()).toBe("500.00");
  expect(await entries()).toEqual([["TOPUP", "500.00", "500.00"]]);
  expect((await seller.post(`/resellers/${reseller}/top-up/`, { amount: "1.00" })).status).toBe(403);
});

it("A sale costs the reseller their own rate for each validity that was begun, and the package's price without one", async () => {
  const customer = await ownCustomer();
  await ok(isp.admin.post(`/resellers/${reseller}/top-up/`, { amount: "5000.00", method: "BANK" }));
  const sold = await sell(customer);
  expect(sold.status).toBe(201);
  expect(await wallet()).toBe("3800.00");
  const own = await rate("800.00");
  const cheap = await sell(customer, { amount: "900.00" });
  expect([cheap.status, await wallet()]).toEqual([201, "3000.00"]);
  expect((await sell(customer, { validity_days: 45 })).status).toBe(201);
  expect(await wallet()).toBe("1400.00");
  const payment = await ok(isp.admin.get(`/transactions/${sold.body.payment_transaction}/`));
  expect(payment.reseller_charge).toBe("1200.00");
  const second = { reseller, package: isp.package, custom_rate: "700.00" };
  expect((await isp.admin.post("/reseller-pricing/", second)).status).toBe(409);
  await ok(isp.admin.patch(`/reseller-pricing/${own.id}/`, { is_active: false }));
  await ok(isp.admin.post("/reseller-pricing/", second));
});

it("A sale of the company's own clerk costs a reseller nothing", async () => {
  const customer = await ownCustomer();
  await ok(isp.admin.post("/recharges/", { customer_id: customer, amount: "1200.00", validity_days: 30 }));
  expect([await wallet(), await entries()]).toEqual(["0.00", []]);
});

it("A sale beyond the credit limit is refused, and nothing of it is written", async () => {
  const customer = await ownCustomer();
  await rate("600.00");
  expect((await sell(customer)).status).toBe(201);
  const refused = await sell(customer);
  expect([refused.status, refused.body.code]).toEqual([422, "CREDIT_LIMIT_EXCEEDED"]);
  expect(await wallet()).toBe("-600.00");
  expect((await ok<{ count: number }>(isp.admin.get(`/recharges/?customer=${customer}`))).count).toBe(1);
});

it("Sales to many customers at the same moment never pass the limit together", async () => {
  await rate("300.00");
  const customers = await Promise.all(Array.from({ length: 8 }, ownCustomer));
  const answers = await Promise.all(customers.map((customer) => sell(customer)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(5);
  expect(await wallet()).toBe("-900.00");
  expect((await entries()).map(([, , after]) => after)).toEqual(["-300.00", "-600.00", "-900.00"]);
});

it("A sale that is taken back gives the reseller back what it cost them, once", async () => {
  const customer = await ownCustomer();
  await rate("700.00");
  const { body } = await sell(customer);
  await ok(isp.admin.post(`/recharges/${body.id}/reverse/`, { reason: "Wrong customer" }));
  await ok(isp.admin.post(`/recharges/${body.id}/reverse/`, {}));
  expect(await wallet()).toBe("0.00");
  expect(await entries()).toEqual([
    ["CHARGE", "700.00", "-700.00"],
    ["REFUND", "700.00", "0.00"],
  ]);
});

it("Money that a reseller took offline beyond the limit is kept in suspense and extends nothing", async () => {
  const customer = await ownCustomer();
  await rate("900.00");
  expect((await sell(customer)).status).toBe(201);
  const desktop = await openDesktop(server.url, seller.token);
  const payload = { id: newId(), customer_id: customer, amount: "1200.00", validity_days: 30 };
  const [outcome] = await desktop.push([
    desktop.command("recharge.create", { ...payload, receipt_number: desktop.receipt() }),
  ]);
  expect(outcome).toMatchObject({
    ...{ status: "APPLIED", result: { suspense: true } },
    problem: { code: "CREDIT_LIMIT_EXCEEDED" },
  });
  expect(await wallet()).toBe("-900.00");
});

it("Sales to many customers in one push are each charged to what the one before has left", async () => {
  await rate("150.00");
  const customers = await Promise.all(Array.from({ length: 6 }, ownCustomer));
  const desktop = await openDesktop(server.url, seller.token);
  const sale = { amount: "1200.00", validity_days: 30 };
  const outcomes = await desktop.push(
    customers.map((customer_id) =>
      desktop.command("recharge.create", {
        ...{ ...sale, id: newId(), customer_id, receipt_number: desktop.receipt() },
      }),
    ),
  );
  expect(outcomes.map(({ status, result }) => [status, result.suspense])).toEqual(
    outcomes.map(() => ["APPLIED", undefined]),
  );
  const left = ["-150.00", "-300.00", "-450.00", "-600.00", "-750.00", "-900.00"];
  expect((await entries()).map(([, , after]) => after)).toEqual(left);
  expect(await wallet()).toBe("-900.00");
});

it("Nobody changes a reseller's ledger, not even by SQL", async () => {
  await ok(isp.admin.post(`/resellers/${reseller}/top-up/`, { amount: "5.00" }));
  await expect(sql`update reseller_ledger set amount = 1`).rejects.toThrow(/append-only/);
  await expect(sql`delete from reseller_ledger`).rejects.toThrow(/append-only/);
  await expect(sql`truncate reseller_ledger`).rejects.toThrow(/append-only/);
});

it("The balance can't be set by hand", async () => {
  const answer = await isp.admin.patch(`/resellers/${reseller}/`, { balance: "1000000.00" });
  expect([answer.status, answer.body.errors?.[0]?.code]).toEqual([400, "UNKNOWN_FIELD"]);
});

const posted = (source: unknown) => postedBy(sql, source);
const lastEntry = async () =>
  (await ok<{ results: Row[] }>(isp.admin.get(`/reseller-ledger/?reseller=${reseller}`))).results[0];

it("A top-up's cash has a holder; taken back, it goes from there, once, however often it is asked for at the same moment", async () => {
  await ok(isp.admin.post(`/resellers/${reseller}/top-up/`, { amount: "500.00" }));
  const entry = await lastEntry();
  const owner = `owner-${isp.subdomain}`;
  expect(entry?.holder).toBe(owner);
  expect(await posted(entry?.id)).toEqual([`CASH:CASH ${owner} 500.00`, "RESELLER - -500.00"]);
  const undo = (reason?: string) => isp.admin.post(`/reseller-ledger/${entry?.id}/reverse/`, { reason });
  expect((await undo()).body.errors?.[0]).toMatchObject({ field: "reason", code: "REQUIRED" });
  const answers = await Promise.all(Array.from({ length: 8 }, () => undo("Cheque bounced")));
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  expect(answers[0]?.body).toMatchObject({
    ...{ entry_type: "ADJUSTMENT", amount: "-500.00", balance_after: "0.00", reverses: entry?.id },
    ...{ reason: "Cheque bounced", holder: owner },
  });
  expect(await posted(answers[0]?.body.id)).toEqual([`CASH:CASH ${owner} -500.00`, "RESELLER - 500.00"]);
  expect(await wallet()).toBe("0.00");
  const twice = await isp.admin.post(`/reseller-ledger/${answers[0]?.body.id}/reverse/`, { reason: "x" });
  expect([twice.status, twice.body.code]).toEqual([422, "NOT_REVERSIBLE"]);
});

it("A balance is put right in either direction against the commission, never beyond the limit, and can be taken back", async () => {
  const adjust = (amount: string) =>
    isp.admin.post(`/resellers/${reseller}/adjust/`, { amount, reason: "Bonus of the month" });
  expect(await ok(adjust("200.00"))).toMatchObject({ balance: "200.00" });
  const bonus = await lastEntry();
  expect(await posted(bonus?.id)).toEqual(["COMMISSION - 200.00", "RESELLER - -200.00"]);
  expect(await ok(adjust("-50.00"))).toMatchObject({ balance: "150.00" });
  expect((await adjust("0.00")).status).toBe(400);
  expect((await adjust("-1150.01")).body.code).toBe("CREDIT_LIMIT_EXCEEDED");
  expect((await seller.post(`/resellers/${reseller}/adjust/`, { amount: "1.00", reason: "x" })).status).toBe(
    403,
  );
  await ok(isp.admin.post(`/reseller-ledger/${bonus?.id}/reverse/`, { reason: "Not earned" }));
  expect([await wallet(), (await entries()).length]).toEqual(["-50.00", 3]);
});

it("A sale's margin is the reseller's commission; what was charged is taken back with the payment alone", async () => {
  const customer = await ownCustomer();
  await rate("700.00");
  const { body } = await sell(customer);
  expect((await posted(body.payment_transaction)).slice(0, 2)).toEqual([
    "RESELLER - 700.00",
    "COMMISSION - 500.00",
  ]);
  const charge = await lastEntry();
  const refused = await isp.admin.post(`/reseller-ledger/${charge?.id}/reverse/`, { reason: "x" });
  expect([refused.status, refused.body.code]).toEqual([422, "NOT_REVERSIBLE"]);
});

it("A change costs the reseller their own rates for the new days, less what is left of what the old ones cost them", async () => {
  await rate("800.00");
  const plan = { name: "Home 50", price: "1800.00", bandwidth_mbps: 50, validity_days: 30 };
  const larger = String((await ok(isp.admin.post("/packages/", { ...plan, name: `Home ${count}` }))).id);
  await ok(isp.admin.post("/reseller-pricing/", { reseller, package: larger, custom_rate: "1100.00" }));
  await ok(isp.admin.post(`/resellers/${reseller}/top-up/`, { amount: "1200.00", method: "BANK" }));
  const customer = await ownCustomer();
  await ok(sell(customer));
  expect(await wallet()).toBe("400.00");
  const change = (body: object) => seller.post(`/customers/${customer}/change-package/`, body);
  const done = await ok(change({ package: larger, payment: { amount: "610.00" } }));
  // The 600.00 that are to be paid cost 300.00; the 10.00 beside them buy no days.
  expect([done.to_pay, await wallet()]).toEqual(["600.00", "90.00"]);
  await ok(isp.admin.post(`/service-changes/${done.id}/undo/`, { reason: "Wrong package" }));
  expect(await wallet()).toBe("400.00");
  await ok(isp.admin.patch(`/resellers/${reseller}/`, { credit_limit: "0.00" }));
  const dear = { ...plan, name: `Dear ${count}`, price: "6000.00" };
  const dearest = String((await ok(isp.admin.post("/packages/", dear))).id);
  expect(await change({ package: dearest, payment: { amount: "4800.00" } })).toMatchObject({
    status: 422,
    body: { code: "CREDIT_LIMIT_EXCEEDED" },
  });
  expect(await wallet()).toBe("400.00");
});
