// Payments, allocations and what payment providers report, from outside.
import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Answer } from "../../helpers/server.ts";
import {
  all,
  anotherProvider,
  type Body,
  day,
  expectBooksBalance,
  expectProblem,
  expectStatus,
  figures,
  INSTANT,
  key,
  ledgerOf,
  newCustomer,
  newInvoice,
  newPackage,
  newRecharge,
  type Provider,
  startProvider,
  UUID,
} from "../helpers/money.ts";

let isp: Provider;
let pack: Body;
beforeAll(async () => {
  isp = await startProvider();
  pack = await newPackage(isp.owner, { price: "1000.00", validity_days: 30 });
});
afterAll(() => isp.server.stop());

const read = (path: string): Promise<Body> => expectStatus(200, isp.owner.get(path));

describe("POST /transactions/", () => {
  it("POST /transactions/ settles like a recharge and extends nothing", async () => {
    const customer = await newCustomer(isp.owner, { status: "EXPIRED", expiry_date: day(-5) });
    const invoice = await newInvoice(isp.owner, customer.id, "100.00");
    const paid = await expectStatus(
      201,
      isp.owner.post("/transactions/", {
        customer: customer.id,
        amount: "130.00",
        method: "MOBILE",
        trx_id: "BK-0001",
        reference: "phone order",
      }),
    );
    expect(paid).toMatchObject({
      id: expect.stringMatching(UUID),
      trx_id: "BK-0001",
      customer: customer.id,
      amount: "130.00",
      method: "MOBILE",
      status: "COMPLETED",
      reference: "phone order",
      received_by: "tenant-1-owner",
      received_at: expect.stringMatching(INSTANT),
      recharge: null,
      unallocated_amount: "30.00",
      device: null,
    });
    expect(await read(`/invoices/${invoice.id}/`)).toMatchObject({ status: "PAID", paid_amount: "100.00" });
    expect(await read(`/customers/${customer.id}/`)).toMatchObject({
      status: "EXPIRED",
      expiry_date: day(-5),
    });
    expect(await figures(isp.owner, customer.id)).toEqual({
      due: "0.00",
      advance: "30.00",
      balance: "30.00",
    });
    const allocations = await all(isp.owner, `/payment-allocations/?payment_transaction=${paid.id}`);
    expect(allocations).toMatchObject([{ invoice: invoice.id, allocated_amount: "100.00" }]);
    expect(await read(`/payment-allocations/${allocations[0].id}/`)).toMatchObject(allocations[0]);
    expect((await ledgerOf(isp.owner, customer.id)).at(-1)).toMatchObject({
      entry_type: "PAYMENT",
      credit: "130.00",
    });
  });

  it("POST /transactions/ takes each trx_id once in a tenant", async () => {
    const customer = await newCustomer(isp.owner);
    const body = { customer: customer.id, amount: 5, trx_id: "BK-0002" };
    await expectStatus(201, isp.owner.post("/transactions/", body));
    await expectProblem(409, isp.owner.post("/transactions/", body), "DUPLICATE");
    expect(await figures(isp.owner, customer.id)).toMatchObject({ advance: "5.00" });
    const other = await anotherProvider(isp.server);
    const theirs = await newCustomer(other.owner);
    await expectStatus(201, other.owner.post("/transactions/", { ...body, customer: theirs.id }));
  });

  it("POST /transactions/ honours an Idempotency-Key", async () => {
    const customer = await newCustomer(isp.owner);
    const headers = key();
    const body = { customer: customer.id, amount: "5.00" };
    const first = await isp.owner.post("/transactions/", body, headers);
    const again = await isp.owner.post("/transactions", body, headers);
    expect(again).toMatchObject({ status: 201, body: first.body });
    expect(await figures(isp.owner, customer.id)).toMatchObject({ advance: "5.00" });
  });

  it("POST /transactions/ refuses what is no payment", async () => {
    const customer = await newCustomer(isp.owner);
    const good = { customer: customer.id, amount: "5.00" };
    for (const wrong of [
      { amount: 0 },
      { amount: "-1.00" },
      { amount: "1.001" },
      { amount: undefined },
      { customer: undefined },
      { customer: "01890000-0000-7000-8000-000000000000" },
      { method: "SHELLS" },
      { status: "COMPLETED" },
      { unallocated_amount: "1.00" },
    ]) {
      await expectProblem(400, isp.owner.post("/transactions/", { ...good, ...wrong }));
    }
    expect(await ledgerOf(isp.owner, customer.id)).toEqual([]);
  });

  it("POST /transactions/ adds the largest amounts up without losing the customer", async () => {
    const customer = await newCustomer(isp.owner);
    const body = { customer: customer.id, amount: "999999999999.99" };
    for (let paid = 0; paid < 3; paid += 1) await expectStatus(201, isp.owner.post("/transactions/", body));
    await expectProblem(400, isp.owner.post("/transactions/", { ...body, amount: "1000000000000.00" }));
    expect(await figures(isp.owner, customer.id)).toMatchObject({ balance: "2999999999999.97" });
    await newInvoice(isp.owner, customer.id, "999999999999.99");
    expect(await figures(isp.owner, customer.id)).toMatchObject({ balance: "1999999999999.98" });
    await expectStatus(200, isp.owner.get("/customers/"));
  });

  it("POST /transactions/ lists with filters", async () => {
    const customer = await newCustomer(isp.owner, { name: "Filter Person" });
    const cash = await expectStatus(
      201,
      isp.owner.post("/transactions/", { customer: customer.id, amount: 5, method: "CASH" }),
    );
    const recharge = await newRecharge(isp.owner, customer.id, 7, { method: "BANK" });
    await expectStatus(200, isp.owner.post(`/recharges/${recharge.id}/reverse/`));
    const ids = async (query: string) =>
      (await read(`/transactions/?customer=${customer.id}&${query}`)).results.map((row: Body) => row.id);
    expect(await ids("method=CASH")).toEqual([cash.id]);
    expect(await ids("status=REFUNDED")).toEqual([recharge.payment_transaction]);
    expect(await ids("status__in=REFUNDED,COMPLETED&ordering=amount")).toEqual([
      cash.id,
      recharge.payment_transaction,
    ]);
    expect(await ids("amount__gt=5")).toEqual([recharge.payment_transaction]);
    expect(await ids(`received_at__gte=${day()}T00:00:00Z&recharge=${recharge.id}`)).toEqual([
      recharge.payment_transaction,
    ]);
    expect((await read(`/transactions/${cash.id}/`)).customer).toBe(customer.id);
  });
});

let events = 0;
const report = (fields: Record<string, unknown>, client = isp.owner): Promise<Answer> => {
  events += 1;
  return client.post("/payments/events/", {
    provider: "bkash",
    event_id: `event-${events}`,
    amount: "1000.00",
    currency: "USD",
    payer: "0171",
    occurred_at: new Date().toISOString(),
    payload: { raw: true },
    ...fields,
  });
};

describe("POST /payments/events/", () => {
  it("POST /payments/events/ is a recharge from the package's price less the customer's discount on, else a payment", async () => {
    for (const [amount, expiry] of [
      ["900.00", day(30)],
      ["899.99", null],
      ["1500.00", day(30)],
    ] as const) {
      const customer = await newCustomer(isp.owner, { package: pack.id, discount: "100.00" });
      const event = await expectStatus(201, report({ amount, account_ref: customer.customer_code }));
      expect(event).toMatchObject({
        id: expect.stringMatching(UUID),
        provider: "bkash",
        amount,
        currency: "USD",
        account_ref: customer.customer_code,
        payer: "0171",
        payload: { raw: true },
        occurred_at: expect.stringMatching(INSTANT),
        status: "APPLIED",
        customer: customer.id,
        payment_transaction: expect.stringMatching(UUID),
      });
      expect((await read(`/customers/${customer.id}/`)).expiry_date).toBe(expiry);
      expect((await read(`/recharges/?customer=${customer.id}`)).count).toBe(expiry ? 1 : 0);
      expect(await figures(isp.owner, customer.id)).toMatchObject({ balance: amount });
      expect(await read(`/transactions/${event.payment_transaction}/`)).toMatchObject({
        customer: customer.id,
        amount,
        status: "COMPLETED",
      });
    }
  });

  it("POST /payments/events/ finds the customer by code, username or phone", async () => {
    for (const field of ["customer_code", "username", "phone"]) {
      const customer = await newCustomer(isp.owner);
      const event = await expectStatus(201, report({ amount: 5, account_ref: customer[field] }));
      expect(event).toMatchObject({ status: "APPLIED", customer: customer.id });
    }
  });

  it("POST /payments/events/ is applied once: a repeat answers 200 with the first record, also at the same moment", async () => {
    const customer = await newCustomer(isp.owner);
    const once = { event_id: "the-one", amount: "5.00", account_ref: customer.username };
    const answers = await Promise.all([1, 2, 3, 4].map(() => report(once)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 200, 200, 201]);
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    const again = await report({ ...once, amount: "9.00" });
    expect(again).toMatchObject({ status: 200, body: { amount: "5.00", status: "APPLIED" } });
    expect(await figures(isp.owner, customer.id)).toMatchObject({ balance: "5.00" });
    const elsewhere = await report({ ...once, provider: "nagad" });
    expect(elsewhere.status).toBe(201);
    const other = await anotherProvider(isp.server);
    expect((await report(once, other.owner)).status).toBe(201);
  });

  it("POST /payments/events/ keeps unmatched money on the list until somebody says whose it is", async () => {
    const event = await expectStatus(201, report({ account_ref: "nobody-at-all" }));
    expect(event).toMatchObject({ status: "UNMATCHED", customer: null, payment_transaction: null });
    const waiting = await all(isp.owner, "/payments/events/?status=UNMATCHED");
    expect(waiting.map((row) => row.id)).toContain(event.id);
    const customer = await newCustomer(isp.owner, { package: pack.id });
    const path = `/payments/events/${event.id}/match/`;
    await expectProblem(400, isp.owner.post(path, {}));
    await expectProblem(400, isp.owner.post(path, { customer: "01890000-0000-7000-8000-000000000000" }));
    const matched = await expectStatus(200, isp.owner.post(path, { customer: customer.id }));
    expect(matched).toMatchObject({
      id: event.id,
      status: "APPLIED",
      customer: customer.id,
      payment_transaction: expect.stringMatching(UUID),
    });
    expect((await read(`/customers/${customer.id}/`)).expiry_date).toBe(day(30));
    expect(await figures(isp.owner, customer.id)).toMatchObject({ balance: "1000.00" });
    await expectProblem(409, isp.owner.post(path, { customer: customer.id }), "ILLEGAL_TRANSITION");
    expect(await figures(isp.owner, customer.id)).toMatchObject({ balance: "1000.00" });
    expect(await read(`/payments/events/${event.id}/`)).toMatchObject({ status: "APPLIED" });
    await expectProblem(
      404,
      isp.owner.post("/payments/events/01890000-0000-7000-8000-000000000000/match/", {
        customer: customer.id,
      }),
    );
    await expectBooksBalance(isp.owner);
  });

  it("POST /payments/events/ is in the tenant's currency unless it says otherwise, and another one's is not taken for it", async () => {
    const customer = await newCustomer(isp.owner);
    const plain = await expectStatus(
      201,
      report({ currency: undefined, amount: 5, account_ref: customer.username }),
    );
    expect(plain).toMatchObject({ status: "APPLIED", currency: "USD" });
    const foreign = await report({ currency: "EUR", amount: 5, account_ref: customer.username });
    expect(foreign).toMatchObject({ status: 201, body: { status: "UNMATCHED", payment_transaction: null } });
    expect(await figures(isp.owner, customer.id)).toMatchObject({ balance: "5.00" });
  });

  it("POST /payments/events/ does not guess between two customers of one phone", async () => {
    const phone = "0199999999";
    await newCustomer(isp.owner, { phone });
    await newCustomer(isp.owner, { phone });
    expect(await expectStatus(201, report({ account_ref: phone }))).toMatchObject({ status: "UNMATCHED" });
  });

  it("POST /payments/events/ must be signed where the tenant keeps the provider's secret", async () => {
    const secret = "shared-secret-of-the-provider";
    await expectStatus(200, isp.owner.patch("/settings/", { payment_provider_secrets: { signed: secret } }));
    const customer = await newCustomer(isp.owner);
    const body = JSON.stringify({
      provider: "signed",
      event_id: "s-1",
      amount: "5.00",
      currency: "USD",
      account_ref: customer.username,
      occurred_at: new Date().toISOString(),
    });
    const send = async (signature?: string) => {
      const response = await fetch(`${isp.server.url}/api/v1/payments/events/`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${isp.owner.token}`,
          "content-type": "application/json",
          ...(signature ? { "X-Signature": signature } : {}),
        },
        body,
      });
      return { status: response.status, body: (await response.json()) as Body };
    };
    const sign = (by: string) => `sha256=${createHmac("sha256", by).update(body).digest("hex")}`;
    for (const wrong of [undefined, "sha256=00", "nonsense", sign("another secret")]) {
      const refused = { status: 401, body: { code: "INVALID_SIGNATURE" } };
      expect(await send(wrong), wrong).toMatchObject(refused);
    }
    expect(await figures(isp.owner, customer.id)).toMatchObject({ balance: "0.00" });
    expect(await send(sign(secret))).toMatchObject({ status: 201, body: { status: "APPLIED" } });
    expect(JSON.stringify(await read("/settings/"))).not.toContain(secret);
  });

  it("POST /payments/events/ refuses what is no event", async () => {
    for (const wrong of [
      { amount: "0" },
      { amount: "-5" },
      { amount: undefined },
      { provider: undefined },
      { event_id: "" },
    ]) {
      await expectProblem(400, report({ account_ref: "x", ...wrong }));
    }
  });
});
