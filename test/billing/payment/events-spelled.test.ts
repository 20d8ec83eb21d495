// A provider, a payment and a payer are the same however each is spelled, and nothing keeps paid money out of the books
// (contract §1 normal forms, §3 InboundPaymentEvent).
import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPool, type Sql } from "../../../server/kernel/db/db.ts";
import { addDays } from "../../../shared/kernel/day.ts";
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
const EVENTS = "/payments/events/";

const report = (isp: TestTenant, more: Record<string, unknown>, headers = {}) => {
  reported += 1;
  const body = { provider: "paygate", event_id: `e-${reported}`, amount: "500.00", account_ref: "nobody" };
  return isp.admin.post(EVENTS, { ...body, ...more }, headers);
};
const itemsOf = async (isp: TestTenant) =>
  (await ok<{ results: Record<string, unknown>[] }>(isp.admin.get("/review-items/?page_size=500"))).results;
const booksAreRight = async () => expect(await checkBooks(server.services.db.platform)).toEqual([]);

describe("a provider in whatever case", () => {
  it("A provider whose secret is kept is asked for its signature under every spelling of its name", async () => {
    const isp = await makeTenant(server, { payment_provider_secrets: { bkash: "topsecret-1" } });
    await isp.customer({ username: "payer" });
    for (const provider of ["bkash", "bKash", "BKASH", "ｂkash", " bkash "])
      expect((await report(isp, { provider, account_ref: "payer" })).status, provider).toBe(401);
    const body = { provider: "bKash", event_id: "signed", amount: "500", account_ref: "payer" };
    const signature = createHmac("sha256", "topsecret-1").update(JSON.stringify(body)).digest("hex");
    const signed = { "x-signature": `sha256=${signature}` };
    expect(await isp.admin.post(EVENTS, body, signed)).toMatchObject({
      status: 201,
      body: { provider: "bKash", status: "APPLIED" },
    });
  });

  it("Two secrets of one provider in two spellings are refused, since nobody could say which is meant", async () => {
    const isp = await makeTenant(server);
    const secrets = { bKash: "topsecret-1", BKASH: "topsecret-2" };
    expect(await isp.admin.patch("/settings/", { payment_provider_secrets: secrets })).toMatchObject({
      status: 400,
      body: { errors: [{ field: "payment_provider_secrets", code: "NOT_UNIQUE" }] },
    });
    expect((await report(isp, { provider: "bkash" })).status).toBe(201);
  });

  it("While a secret of any provider is kept, nobody reports under the name of one that has none", async () => {
    const isp = await makeTenant(server, { payment_provider_secrets: { bKash: "topsecret-1" } });
    expect(await report(isp, { provider: "nagad" })).toMatchObject({
      status: 401,
      body: { code: "INVALID_SIGNATURE" },
    });
    await ok(isp.admin.patch("/settings/", { payment_provider_secrets: { BKASH: null } }));
    expect((await report(isp, { provider: "nagad" })).status).toBe(201);
  });

  it("A payment that is reported under three spellings of provider and number is credited once", async () => {
    const isp = await makeTenant(server);
    const customer = await isp.customer({ username: "once" });
    const first = await ok(
      report(isp, { provider: "mollie", event_id: "tr_1", payment_ref: "pay_1", account_ref: "once" }),
    );
    for (const provider of ["Mollie", "MOLLIE"])
      expect(
        await report(isp, { provider, event_id: "tr_1", payment_ref: "pay_1", account_ref: "once" }),
      ).toMatchObject({ status: 200, body: { id: first.id } });
    expect(
      await report(isp, { provider: "Mollie", payment_ref: "PAY_1", account_ref: "once" }),
    ).toMatchObject({
      status: 200,
      body: { id: first.id },
    });
    expect(await ok(isp.admin.get(`/customers/${customer}/`))).toMatchObject({ advance_amount: "500.00" });
    await booksAreRight();
  });
});

describe("a payer, however they are spelled", () => {
  it.each([
    ["0713154085", ["254713154085", "+254713154085", "00254713154085", "0713-154-085", "٠٧١٣١٥٤٠٨٥"]],
    ["+254713154086", ["254713154086", "0713154086"]],
    ["0713-154-087", ["254713154087"]],
  ])("The number %s is found by each of its spellings", async (phone, spellings) => {
    const isp = await makeTenant(server, { phone_country: "KE" });
    const customer = await isp.customer({ phone });
    for (const account_ref of spellings) {
      expect(await report(isp, { account_ref }), account_ref).toMatchObject({
        status: 201,
        body: { status: "APPLIED", customer, account_ref },
      });
      const public_answer = await server.anonymous.post("/customer/query/", {
        phone: account_ref,
        tenant: isp.subdomain,
      });
      expect(public_answer.body.results, account_ref).toHaveLength(1);
      const { body } = await isp.admin.get(`/customers/?search=${encodeURIComponent(account_ref)}`);
      expect(body.results, account_ref).toMatchObject([{ id: customer, phone }]);
      const filtered = await isp.admin.get(`/customers/?phone=${encodeURIComponent(account_ref)}`);
      expect(filtered.body.count, account_ref).toBe(1);
    }
  });

  it("A company that moves to another country has the same numbers, read as that country's", async () => {
    const isp = await makeTenant(server, { phone_country: "BD" });
    const customer = await isp.customer({ phone: "0713154085" });
    expect(await report(isp, { account_ref: "254713154085" })).toMatchObject({
      body: { status: "UNMATCHED" },
    });
    await ok(isp.admin.patch("/settings/", { phone_country: "KE" }));
    expect(await report(isp, { account_ref: "254713154085" })).toMatchObject({
      body: { status: "APPLIED", customer },
    });
  });

  it("A username and a code are found in any case; who is one of two is nobody", async () => {
    const isp = await makeTenant(server);
    const customer = await isp.customer({ username: "Jane01", customer_code: "C-Ärger" });
    for (const account_ref of ["jane01", "JANE01", "c-ärger", " C-ÄRGER "])
      expect(await report(isp, { account_ref }), account_ref).toMatchObject({
        body: { status: "APPLIED", customer },
      });
    await isp.customer({ username: "house1", phone: "01700000099" });
    await isp.customer({ username: "house2", phone: "01700-000099" });
    expect(await report(isp, { account_ref: "01700000099" })).toMatchObject({
      body: { status: "UNMATCHED" },
    });
  });
});

describe("what a provider leaves out", () => {
  it.each([
    ["nothing", {}],
    ["an empty text", { account_ref: "" }],
    ["null", { account_ref: null }],
    ["blanks", { account_ref: "  " }],
    ["300 characters", { account_ref: "x".repeat(300) }],
    ["an object", { account_ref: { phone: "1" } }],
  ])("A payment with %s for its reference is in SUSPENSE, with a review item", async (_name, more) => {
    const isp = await makeTenant(server);
    const event = { provider: "paygate", event_id: "1", amount: "500.00", payer: "Rahim", ...more };
    expect(await isp.admin.post(EVENTS, event)).toMatchObject({
      status: 201,
      body: { status: "UNMATCHED", detail: expect.any(String) },
    });
    const items = await itemsOf(isp);
    expect(items).toMatchObject([{ kind: "SUSPENSE", amount: "500.00", payload: { payer: "Rahim" } }]);
    await booksAreRight();
  });

  it("Whom the money was meant for stands on the review list as the provider wrote it", async () => {
    const isp = await makeTenant(server);
    await ok(report(isp, { account_ref: "C99999", payer: "Rahima Khatun" }));
    expect(await itemsOf(isp)).toMatchObject([
      { payload: { account_ref: "C99999", payer: "Rahima Khatun" } },
    ]);
  });

  it.each([
    ["a currency in lower case", { currency: "bdt" }],
    ["a long payer", { payer: "y".repeat(300) }],
    ["a number for its id", { event_id: 12_345 }],
    ["a moment that is none", { occurred_at: "yesterday" }],
    ["members that we don't know", { shortcode: "600000", Body: { a: "b\u0000c" } }],
    ["a payload that is a list", { payload: [1, 2] }],
    ["a long id", { event_id: "z".repeat(500) }],
  ])("A payment with %s is booked", async (_name, more) => {
    const isp = await makeTenant(server, { currency: "BDT" });
    const customer = await isp.customer({ username: "right" });
    expect(await report(isp, { account_ref: "right", ...more })).toMatchObject({
      status: 201,
      body: { status: "APPLIED", customer, currency: "BDT" },
    });
    expect((await report(isp, { account_ref: "right", event_id: "again", ...more })).status).toBeLessThan(
      300,
    );
    await booksAreRight();
  });

  it.each([
    ["no provider", { provider: undefined }],
    ["a provider that is no name", { provider: "pay gate!" }],
    ["no amount", { amount: undefined }],
    ["an amount of words", { amount: "five" }],
    ["an amount of nothing", { amount: "0" }],
    ["no id", { event_id: undefined }],
    ["an empty id", { event_id: " " }],
  ])("A report with %s is refused", async (_name, more) => {
    const isp = await makeTenant(server);
    expect((await report(isp, more)).status).toBe(400);
    expect((await isp.admin.post(EVENTS, [])).status).toBe(400);
  });
});

describe("books that are closed meanwhile", () => {
  it("A payment of a day that is closed while it is being booked is booked on the first open day, and flagged", async () => {
    const isp = await makeTenant(server);
    const customer = await isp.customer({ username: "late" });
    const occurred_at = `${addDays(today, -2)}T12:00:00Z`;
    const { first } = await whileHeld(
      {
        ...{ sql, database_url: server.database_url, tenant: isp.id, customer },
        first: () => report(isp, { account_ref: "late", occurred_at }),
      },
      () => ok(isp.admin.patch("/settings/", { lock_date: addDays(today, -1) })),
    );
    expect(first).toMatchObject({ status: 201, body: { status: "APPLIED", customer } });
    expect(await itemsOf(isp)).toMatchObject([{ kind: "PERIOD" }]);
    await booksAreRight();
  });
});
