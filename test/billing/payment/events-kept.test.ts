// Money that a provider reports is kept whatever it is: providers don't report again what was refused (contract §3
// InboundPaymentEvent).
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPool, type Sql } from "../../../server/kernel/db/db.ts";
import { addDays } from "../../../shared/kernel/day.ts";
import { waitingForLocks } from "../../helpers/database/cluster.ts";
import { whileHeld } from "../../helpers/database/held-account.ts";
import { startTestServer, type TestServer } from "../../helpers/server.ts";
import { checkBooks } from "../helpers/check-books.ts";
import { makeTenant, ok, type TestTenant } from "../helpers/tenant.ts";

let server: TestServer;
let sql: Sql;
let reported = 0;

beforeAll(async () => {
  server = await startTestServer();
  sql = openPool(server.database_url, null, 2);
});
afterAll(async () => {
  await sql.end();
  await server.stop();
});

const today = new Date().toISOString().slice(0, 10);

const report = (isp: TestTenant, more: Record<string, unknown>) => {
  reported += 1;
  const body = { provider: "paygate", event_id: `e-${reported}`, amount: "1200.00", account_ref: "nobody" };
  return isp.admin.post("/payments/events/", { ...body, ...more });
};
const itemsOf = async (isp: TestTenant) =>
  (await ok<{ results: Record<string, unknown>[] }>(isp.admin.get("/review-items/"))).results;
const booksAreRight = async () => expect(await checkBooks(server.services.db.platform)).toEqual([]);

describe("another currency's digits", () => {
  it.each([
    ["JPY", "USD", "12.50", "12.50"],
    ["JPY", "USD", "12.5", "12.50"],
    ["BDT", "KWD", "1.505", "1.505"],
    ["KWD", "USD", "12.50", "12.50"],
    ["BDT", "JPY", "1500", "1500"],
    ["BDT", "CLF", "1.505", "1.505"],
  ])(
    "A company in %s keeps a payment of %s %s as it was told, and shows it so",
    async (own, currency, amount, shown) => {
      const isp = await makeTenant(server, { currency: own });
      const event = { event_id: "other", currency, amount };
      const first = await report(isp, event);
      expect(first).toMatchObject({
        status: 201,
        body: { status: "UNMATCHED", amount: shown, currency, payment_transaction: null },
      });
      const read = await ok(isp.admin.get("/payments/events/"));
      expect(read.results).toMatchObject([{ amount: shown, currency }]);
      expect(await itemsOf(isp)).toMatchObject([
        { kind: "PAYMENT_EVENT", status: "OPEN", amount: null, payload: { amount: shown, currency } },
      ]);
      // A repeat is told from another amount by what it is worth, not by how it is written.
      expect((await report(isp, { ...event, amount: shown })).status).toBe(200);
      expect(await itemsOf(isp)).toHaveLength(1);
      expect((await report(isp, { ...event, amount: "2" })).status).toBe(200);
      expect(await itemsOf(isp)).toHaveLength(2);
      const customer = await isp.customer();
      const match = `/payments/events/${first.body.id}/match/`;
      expect(await isp.admin.post(match, { customer })).toMatchObject({ status: 400 });
      expect(await isp.admin.post(match, { customer, amount: "1300" })).toMatchObject({
        status: 200,
        body: { status: "APPLIED", amount: shown, currency },
      });
      await booksAreRight();
    },
  );

  it("Another currency's amount with more digits than that has is refused, and the answer names that currency", async () => {
    const isp = await makeTenant(server, { currency: "KWD" });
    expect(await report(isp, { currency: "USD", amount: "1.505" })).toMatchObject({
      status: 400,
      body: { errors: [{ field: "amount", code: "TOO_MANY_DIGITS", message: "USD has 2 decimal digits" }] },
    });
  });

  it("Another currency's money with a wrong time has no amount of ours on the review list", async () => {
    const isp = await makeTenant(server, { currency: "JPY" });
    const occurred_at = new Date(Date.now() + 3_600_000).toISOString();
    expect((await report(isp, { currency: "USD", amount: "12.50", occurred_at })).status).toBe(201);
    const clock = (await itemsOf(isp)).filter(({ kind }) => kind === "CLOCK");
    expect(clock).toMatchObject([{ amount: null }]);
  });
});

describe("a service that lasts almost for ever", () => {
  it.each([
    ["9999-12-31", "9999-12-31", "1200.00"],
    ["9999-12-20", "9999-12-31", "1200.00"],
    ["9999-11-20", "9999-12-31", "3600.00"],
  ])(
    "A payment of who has paid until %s is booked, and lasts to %s at most",
    async (expiry_date, last, amount) => {
      const isp = await makeTenant(server);
      const customer = await isp.customer({ expiry_date, username: "far" });
      expect(await report(isp, { account_ref: "far", amount })).toMatchObject({
        status: 201,
        body: { status: "APPLIED", customer },
      });
      const after = await ok(isp.admin.get(`/customers/${customer}/`));
      expect(after).toMatchObject({ expiry_date: last, advance_amount: amount });
      await booksAreRight();
    },
  );

  it("A payment that was nobody's is given to who has paid for almost for ever", async () => {
    const isp = await makeTenant(server);
    const event = await ok(report(isp, {}));
    const customer = await isp.customer({ expiry_date: "9999-12-31" });
    expect(await isp.admin.post(`/payments/events/${event.id}/match/`, { customer })).toMatchObject({
      status: 200,
      body: { status: "APPLIED", customer },
    });
    const plain = await isp.customer();
    const second = await ok(report(isp, {}));
    await ok(isp.admin.post(`/payments/events/${second.id}/match/`, { customer: plain }));
    expect(await ok(isp.admin.get(`/customers/${plain}/`))).toMatchObject({
      expiry_date: addDays(today, 30),
    });
    await booksAreRight();
  });
});

it("A payment of a customer who is deleted while it comes in is held like anybody's", async () => {
  const isp = await makeTenant(server);
  const customer = await isp.customer({ username: "going" });
  const pending: ReturnType<typeof report>[] = [];
  const { first: deleted } = await whileHeld(
    {
      ...{ sql, database_url: server.database_url, tenant: isp.id, customer },
      first: () => isp.admin.delete(`/customers/${customer}/`),
    },
    async () => {
      pending.push(report(isp, { account_ref: "going" }));
      const waiting = () => waitingForLocks(server.database_url);
      await expect.poll(waiting, { interval: 5 }).toBeGreaterThan(1);
    },
  );
  expect(deleted.status).toBe(204);
  expect(await pending[0]).toMatchObject({ status: 201, body: { status: "UNMATCHED", customer: null } });
  expect(await itemsOf(isp)).toMatchObject([{ kind: "SUSPENSE", amount: "1200.00" }]);
  await booksAreRight();
});

describe("a body as a provider wrote it", () => {
  const sent = (isp: TestTenant, text: string) =>
    fetch(`${server.url}/api/v1/payments/events/`, {
      method: "POST",
      headers: { authorization: `Bearer ${isp.admin.token}`, "content-type": "application/json" },
      body: text,
    }).then(async (response) => ({ status: response.status, body: await response.json() }));

  it("Ids that are numbers of more digits than JavaScript keeps are those of as many payments", async () => {
    const isp = await makeTenant(server);
    await isp.customer({ username: "payer" });
    for (const id of ["12345678901234567890", "12345678901234567891"]) {
      const text = `{"provider": "paygate", "event_id": ${id}, "amount": 5, "account_ref": "payer", "payload": {"n": ${id}}}`;
      expect(await sent(isp, text)).toMatchObject({
        status: 201,
        body: { event_id: id, payment_ref: id, status: "APPLIED", payload: { n: id } },
      });
      expect(await sent(isp, text)).toMatchObject({ status: 200, body: { event_id: id } });
    }
    await booksAreRight();
  });

  it.each([
    ["half a character in the payer's name", `"payer": "Rahim \\ud83d"`, { payer: "Rahim \ufffd" }],
    ["half a character in a member that nobody knows", `"note": "\\udc00"`, { payload: { note: "\ufffd" } }],
    ["a payload that is nested without end", `"payload": ${'{"x":'.repeat(100)}1${"}".repeat(100)}`, {}],
    ["a member that nothing else may have", `"__proto__": {"amount": "7"}`, { amount: "5.00" }],
  ])("%s does not keep the money out of the books", async (_what, member, kept) => {
    const isp = await makeTenant(server);
    const text = `{"provider": "paygate", "event_id": "e", "amount": "5.00", ${member}}`;
    expect(await sent(isp, text)).toMatchObject({ status: 201, body: { status: "UNMATCHED", ...kept } });
    expect(await itemsOf(isp)).toMatchObject([{ kind: "SUSPENSE", amount: "5.00" }]);
  });
});
