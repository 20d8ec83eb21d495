// Money that a provider reports is in the books at once and credited once, whatever is reported, how often and in which order
// (contract §3 InboundPaymentEvent).
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addDays } from "../../../shared/kernel/day.ts";
import { startTestServer, type TestServer } from "../../helpers/server.ts";
import { checkBooks } from "../helpers/check-books.ts";
import { makeTenant, ok, type TestTenant } from "../helpers/tenant.ts";

let server: TestServer;
let isp: TestTenant;
let reported = 0;
const today = new Date().toISOString().slice(0, 10);

beforeAll(async () => {
  server = await startTestServer();
  isp = await makeTenant(server);
});
afterAll(() => server.stop());

const report = (more: Record<string, unknown>) => {
  reported += 1;
  const body = { provider: "paygate", event_id: `e-${reported}`, amount: "1200.00", account_ref: "nobody" };
  return isp.admin.post("/payments/events/", { ...body, ...more });
};
const show = (customer: string) => ok(isp.admin.get(`/customers/${customer}/`));
const codeOf = async (customer: string) => String((await show(customer)).customer_code);
const match = (event: string, body: Record<string, unknown>) =>
  isp.admin.post(`/payments/events/${event}/match/`, body);
const itemsOf = async (event: string) => {
  const { results } = await ok<{ results: { id: string; kind: string; payload: Record<string, unknown> }[] }>(
    isp.admin.get("/review-items/?page_size=500"),
  );
  return results.filter(({ payload }) => payload?.payment_event === event);
};
const balances = async () => {
  const { accounts } = await ok<{ accounts: { account: string; balance: string }[] }>(
    isp.admin.get("/reports/trial-balance/"),
  );
  return Object.fromEntries(accounts.map(({ account, balance }) => [account, Number(balance)]));
};
const booksAreRight = async () => expect(await checkBooks(server.services.db.platform)).toEqual([]);

describe("money that is nobody's", () => {
  it("Money that is nobody's is in the books at once; a match gives it and closes the review item", async () => {
    const before = await balances();
    const event = await ok(report({}));
    expect(event).toMatchObject({ status: "UNMATCHED", customer: null, payment_transaction: null });
    const held = await balances();
    expect(Math.abs((held["CASH:ONLINE"] ?? 0) - (before["CASH:ONLINE"] ?? 0))).toBe(1200);
    expect(Math.abs((held.SUSPENSE ?? 0) - (before.SUSPENSE ?? 0))).toBe(1200);
    const [item] = await itemsOf(String(event.id));
    expect(item).toMatchObject({ kind: "SUSPENSE", status: "OPEN", amount: "1200.00" });
    const customer = await isp.customer();
    const matched = await match(String(event.id), { customer });
    expect(matched).toMatchObject({
      status: 200,
      body: { status: "APPLIED", customer, payment_transaction: expect.any(String) },
    });
    expect(await itemsOf(String(event.id))).toMatchObject([{ status: "RESOLVED", customer }]);
    expect(await show(customer)).toMatchObject({ expiry_date: addDays(today, 30) });
    expect((await balances()).SUSPENSE).toBe(before.SUSPENSE ?? 0);
    await booksAreRight();
  });

  it("Money that is nobody's may be given from the review list as well, and the event says so", async () => {
    const event = await ok(report({ amount: "75.00" }));
    const [item] = await itemsOf(String(event.id));
    const customer = await isp.customer();
    await ok(isp.admin.post(`/review-items/${item!.id}/resolve/`, { customer }));
    const after = await ok(isp.admin.get(`/payments/events/${event.id}/`));
    expect(after).toMatchObject({ status: "APPLIED", customer, detail: null });
    expect((await match(String(event.id), { customer })).status).toBe(409);
    await booksAreRight();
  });

  it("Money that is nobody's is given once, by three people at once and from both lists", async () => {
    const event = await ok(report({ amount: "60.00" }));
    const id = String(event.id);
    const [item] = await itemsOf(id);
    const customer = await isp.customer();
    const answers = await Promise.all([
      ...[1, 2, 3].map(() => match(id, { customer })),
      isp.admin.post(`/review-items/${item!.id}/resolve/`, { customer }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(await show(customer)).toMatchObject({ advance_amount: "60.00" });
    await booksAreRight();
  });

  it("Money that is nobody's of a customer who has left waits in suspense, and is a payment when it is given to him", async () => {
    const customer = await isp.customer({ expiry_date: "2026-01-01" });
    const account_ref = await codeOf(customer);
    await ok(isp.admin.patch(`/customers/${customer}/`, { status: "TERMINATED" }));
    const event = await ok(report({ account_ref }));
    expect(event.status).toBe("UNMATCHED");
    expect(await itemsOf(String(event.id))).toMatchObject([{ kind: "SUSPENSE", customer }]);
    expect(await show(customer)).toMatchObject({ advance_amount: "0.00", expiry_date: "2026-01-01" });
    await ok(match(String(event.id), { customer }));
    expect(await show(customer)).toMatchObject({
      advance_amount: "1200.00",
      expiry_date: "2026-01-01",
      status: "TERMINATED",
    });
    await booksAreRight();
  });
});

describe("money of another currency", () => {
  it("Money of another currency is not booked until somebody says what it is in ours", async () => {
    const customer = await isp.customer();
    const before = await balances();
    const event = await ok(report({ currency: "EUR", amount: "10.00", account_ref: await codeOf(customer) }));
    expect(event).toMatchObject({ status: "UNMATCHED", payment_transaction: null });
    expect(await balances()).toEqual(before);
    const id = String(event.id);
    expect(await itemsOf(id)).toMatchObject([
      { kind: "PAYMENT_EVENT", status: "OPEN", payment_transaction: null },
    ]);
    expect(await match(id, { customer })).toMatchObject({
      status: 400,
      body: { errors: [{ field: "amount", code: "REQUIRED" }] },
    });
    expect(await match(id, { customer, amount: "1300.00" })).toMatchObject({
      status: 200,
      body: { status: "APPLIED", amount: "10.00", currency: "EUR" },
    });
    expect(await show(customer)).toMatchObject({
      advance_amount: "1300.00",
      expiry_date: addDays(today, 30),
    });
    expect(await itemsOf(id)).toMatchObject([{ status: "RESOLVED" }]);
    await booksAreRight();
  });

  it("Money of another currency of our own, the amount is the reported one", async () => {
    const event = await ok(report({ amount: "10.00" }));
    const customer = await isp.customer();
    expect(await match(String(event.id), { customer, amount: "11.00" })).toMatchObject({ status: 400 });
    expect((await match(String(event.id), { customer, amount: "10.00" })).status).toBe(200);
  });
});

describe("a repeat", () => {
  it("Five times at once is one payment", async () => {
    const customer = await isp.customer();
    const body = { event_id: "five", amount: "40.00", account_ref: await codeOf(customer) };
    const answers = await Promise.all(Array.from({ length: 5 }, () => report(body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 201]);
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    expect(await show(customer)).toMatchObject({ advance_amount: "40.00" });
    expect(await itemsOf(answers[0]!.body.id)).toEqual([]);
    await booksAreRight();
  });

  it("A repeat by another event of the same payment credits nothing, also at the same moment", async () => {
    const customer = await isp.customer();
    const account_ref = await codeOf(customer);
    const of = (event_id: string) => report({ event_id, payment_ref: "pay-7", amount: "55.00", account_ref });
    const answers = await Promise.all([of("created"), of("captured")]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 201]);
    const [first] = answers.filter(({ status }) => status === 201);
    expect(first!.body).toMatchObject({ payment_ref: "pay-7" });
    expect((await of("settled")).body.id).toBe(first!.body.id);
    expect(await show(customer)).toMatchObject({ advance_amount: "55.00" });
    const plain = await ok(report({ amount: "1.00", account_ref }));
    expect(plain.payment_ref).toBe(plain.event_id);
    await booksAreRight();
  });

  it("A repeat with another amount answers the first record and is listed, once", async () => {
    const customer = await isp.customer();
    const body = { event_id: "odd", amount: "70.00", account_ref: await codeOf(customer) };
    const first = await ok(report(body));
    const answers = await Promise.all([1, 2, 3].map(() => report({ ...body, amount: "7000.00" })));
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 200, body: { id: first.id, amount: "70.00" } });
    expect(await itemsOf(String(first.id))).toMatchObject([
      { kind: "PAYMENT_EVENT", payload: { reported: { amount: "7000.00" } } },
    ]);
    expect(await show(customer)).toMatchObject({ advance_amount: "70.00" });
  });
});

describe("a renewal from outside", () => {
  it.each([
    ["3600.00", {}, 90],
    ["3000.00", { discount: "200.00" }, 90],
    ["2399.99", {}, 30],
  ])("A renewal from outside of %s extends by as many validities as it pays", async (amount, more, days) => {
    const customer = await isp.customer(more);
    await ok(report({ amount, account_ref: await codeOf(customer) }));
    expect(await show(customer)).toMatchObject({ expiry_date: addDays(today, days), advance_amount: amount });
  });
});
