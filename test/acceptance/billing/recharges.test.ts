// Recharges and their reversal, from outside: expiry, settlement, advance, receipts, repeats, many at once.
import { inflateSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
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
  UUID_V7,
} from "../helpers/money.ts";

let isp: Provider;
let router: Body;
beforeAll(async () => {
  isp = await startProvider();
  router = await expectStatus(
    201,
    isp.owner.post("/routers/", { name: "R1", host: "192.0.2.1", username: "api", password: "x" }),
  );
});
afterAll(() => isp.server.stop());

const read = (path: string): Promise<Body> => expectStatus(200, isp.owner.get(path));
const customerNow = (id: string) => read(`/customers/${id}/`);
const reverse = (id: string, body?: unknown) => isp.owner.post(`/recharges/${id}/reverse/`, body);
const jobKinds = async (customer: string) =>
  (await all(isp.owner, `/network-sync-jobs/?customer=${customer}`)).map((job) => job.kind);

/** A PDF's page width in whole points, also where its objects are packed. */
function pageWidth(pdf: string): number {
  const packed = [...pdf.matchAll(/FlateDecode.*?stream\r?\n(.*?)\r?\nendstream/gs)].map(([, stream = ""]) =>
    inflateSync(Buffer.from(stream, "latin1")).toString("latin1"),
  );
  const [, right] = /\/MediaBox\s*\[\s*0 0 ([\d.]+)/.exec([pdf, ...packed].join("\n")) ?? [];
  return Math.round(Number(right));
}

describe("POST /recharges/", () => {
  it("POST /recharges/ answers 201 with the recharge, its payment, allocations, new_expiry_date and receipt_number", async () => {
    const pack = await newPackage(isp.owner);
    const customer = await newCustomer(isp.owner, { package: pack.id });
    const invoice = await newInvoice(isp.owner, customer.id, "1000.00");
    const answer = await isp.owner.post("/recharges/", {
      customer_id: customer.id,
      amount: "1200.00",
      validity_days: 30,
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    expect(answer.body).toMatchObject({
      id: expect.stringMatching(UUID_V7),
      customer: customer.id,
      package: pack.id,
      amount: "1200.00",
      validity_days: 30,
      recharged_by: "tenant-1-owner",
      is_reversed: false,
      previous_expiry_date: null,
      new_expiry_date: day(30),
      payment_transaction: expect.stringMatching(UUID),
      receipt_number: expect.stringMatching(/\S/),
      created_at: expect.stringMatching(INSTANT),
      allocations: [{ invoice: invoice.id, allocated_amount: "1000.00" }],
    });
    expect(answer.body.allocations).toHaveLength(1);
    expect(await customerNow(customer.id)).toMatchObject({ expiry_date: day(30), status: "ACTIVE" });
    expect(await figures(isp.owner, customer.id)).toEqual({
      due: "0.00",
      advance: "200.00",
      balance: "200.00",
    });
    expect(await read(`/transactions/${answer.body.payment_transaction}/`)).toMatchObject({
      status: "COMPLETED",
      amount: "1200.00",
      customer: customer.id,
      method: "CASH",
      recharge: answer.body.id,
      unallocated_amount: "200.00",
      received_by: "tenant-1-owner",
      received_at: expect.stringMatching(INSTANT),
      trx_id: expect.stringMatching(/\S/),
    });
    expect((await ledgerOf(isp.owner, customer.id)).at(-1)).toMatchObject({
      entry_type: "PAYMENT",
      credit: "1200.00",
      debit: "0.00",
      balance_after: "200.00",
    });
    const { allocations: _allocations, ...record } = answer.body;
    expect(await read(`/recharges/${answer.body.id}/`)).toMatchObject(record);
  });

  it("POST /recharges/ extends from the later of today and expiry_date", async () => {
    for (const [before, days, after] of [
      [null, 30, day(30)],
      [day(10), 30, day(40)],
      [day(-10), 30, day(30)],
      [day(0), 1, day(1)],
      [day(10), 0, day(10)],
    ] as const) {
      const customer = await newCustomer(isp.owner, { expiry_date: before });
      const recharge = await newRecharge(isp.owner, customer.id, 10, { validity_days: days });
      expect(recharge).toMatchObject({ previous_expiry_date: before, new_expiry_date: after });
      expect((await customerNow(customer.id)).expiry_date).toBe(after);
    }
  });

  it("POST /recharges/ counts a payment of three days ago from three days ago", async () => {
    const customer = await newCustomer(isp.owner);
    const occurred_at = new Date(Date.now() - 3 * 86_400_000).toISOString();
    const recharge = await newRecharge(isp.owner, customer.id, 10, { occurred_at });
    expect(recharge.new_expiry_date).toBe(day(27));
    const [entry] = await ledgerOf(isp.owner, customer.id);
    expect(new Date(entry.occurred_at).toISOString()).toBe(occurred_at);
    expect(Date.now() - new Date(entry.posted_at).getTime()).toBeLessThan(60_000);
  });

  it("POST /recharges/ settles open invoices oldest first and keeps the surplus as advance", async () => {
    const customer = await newCustomer(isp.owner);
    const old = { issue_date: day(-20), due_date: day(20), previous_due: 0 };
    const newer = await newInvoice(isp.owner, customer.id, "50.00", { previous_due: 0 });
    const older = await newInvoice(isp.owner, customer.id, "100.00", old);
    const first = await newRecharge(isp.owner, customer.id, "120.00");
    const paid = Object.fromEntries(first.allocations.map((a: Body) => [a.invoice, a.allocated_amount]));
    expect(paid).toEqual({ [older.id]: "100.00", [newer.id]: "20.00" });
    expect(await read(`/invoices/${older.id}/`)).toMatchObject({ status: "PAID", due_amount: "0.00" });
    expect(await read(`/invoices/${newer.id}/`)).toMatchObject({ status: "PARTIAL", due_amount: "30.00" });
    expect(await figures(isp.owner, customer.id)).toEqual({
      due: "30.00",
      advance: "0.00",
      balance: "-30.00",
    });
    await newRecharge(isp.owner, customer.id, "80.00");
    expect(await figures(isp.owner, customer.id)).toEqual({
      due: "0.00",
      advance: "50.00",
      balance: "50.00",
    });
  });

  it("POST /recharges/ turns EXPIRED into ACTIVE, with an ENABLE_USER job", async () => {
    const customer = await newCustomer(isp.owner, {
      router: router.id,
      status: "EXPIRED",
      expiry_date: day(-5),
    });
    const before = (await jobKinds(customer.id)).filter((kind) => kind === "ENABLE_USER").length;
    await newRecharge(isp.owner, customer.id, 10);
    expect((await customerNow(customer.id)).status).toBe("ACTIVE");
    const after = (await jobKinds(customer.id)).filter((kind) => kind === "ENABLE_USER").length;
    expect(after).toBe(before + 1);
  });

  it("POST /recharges/ turns who is SUSPENDED for nonpayment ACTIVE, never who is for another reason", async () => {
    const toggled = async (reason: string | undefined, due?: string) => {
      const customer = await newCustomer(isp.owner, { expiry_date: day(3) });
      if (due) await newInvoice(isp.owner, customer.id, due);
      await expectStatus(200, isp.owner.post(`/customers/${customer.id}/toggle_status/`, { reason }));
      return customer;
    };
    for (const [customer, after] of [
      [await toggled("Non-payment"), "ACTIVE"],
      [await toggled(undefined, "10.00"), "ACTIVE"],
      [await newCustomer(isp.owner, { status: "SUSPENDED", expiry_date: day(-3) }), "ACTIVE"],
      [await toggled("Abuse", "10.00"), "SUSPENDED"],
    ] as const) {
      expect((await customerNow(customer.id)).status).toBe("SUSPENDED");
      await newRecharge(isp.owner, customer.id, "10.00");
      expect((await customerNow(customer.id)).status).toBe(after);
    }
  });

  it("POST /recharges/ refuses what is no recharge, and writes nothing", async () => {
    const customer = await newCustomer(isp.owner);
    const other = await anotherProvider(isp.server);
    const [theirs, pack] = [await newCustomer(other.owner), await newPackage(other.owner)];
    const good = { customer_id: customer.id, amount: "10.00", validity_days: 30 };
    const without = (field: string) =>
      Object.fromEntries(Object.entries(good).filter(([name]) => name !== field));
    const bad: [string, Record<string, unknown>][] = [
      ["customer_id", without("customer_id")],
      ["amount", without("amount")],
      ["validity_days", without("validity_days")],
      ["amount", { ...good, amount: "0.00" }],
      ["amount", { ...good, amount: 0 }],
      ["amount", { ...good, amount: "-5.00" }],
      ["amount", { ...good, amount: -5 }],
      ["amount", { ...good, amount: "1.234" }],
      ["amount", { ...good, amount: "1e3" }],
      ["amount", { ...good, amount: null }],
      ["validity_days", { ...good, validity_days: -1 }],
      ["validity_days", { ...good, validity_days: 1.5 }],
      ["validity_days", { ...good, validity_days: "many" }],
      ["method", { ...good, method: "SHELLS" }],
      ["customer_id", { ...good, customer_id: theirs.id }],
      ["customer_id", { ...good, customer_id: "x" }],
      ["package", { ...good, package: pack.id }],
      ["occurred_at", { ...good, occurred_at: "yesterday" }],
      ["colour", { ...good, colour: "red" }],
    ];
    for (const [field, body] of bad) {
      const problem = await expectProblem(400, isp.owner.post("/recharges/", body));
      expect(
        problem.errors.map((error: Body) => error.field),
        JSON.stringify(body),
      ).toContain(field);
    }
    expect(await ledgerOf(isp.owner, customer.id)).toEqual([]);
    await expectProblem(401, isp.server.anonymous.post("/recharges/", good));
    const technician = await isp.staff("tech-recharges", "Technician");
    await expectProblem(403, technician.post("/recharges/", good));
  });

  it("POST /recharges/ lists by customer and is_reversed, and prints a receipt", async () => {
    const customer = await newCustomer(isp.owner, { name: "Paper Person" });
    const [one, two] = [
      await newRecharge(isp.owner, customer.id, 10),
      await newRecharge(isp.owner, customer.id, "20"),
    ];
    expect(one.receipt_number).not.toBe(two.receipt_number);
    await expectStatus(200, reverse(one.id));
    const kept = await read(`/recharges/?customer=${customer.id}&is_reversed=false`);
    expect(kept).toMatchObject({ count: 1, results: [{ id: two.id, customer_name: "Paper Person" }] });
    // 80 mm is the tenant's default paper; a point is 1/72 inch.
    const points = { "": 227, "?width=58": 164, "?width=80": 227 };
    for (const [query, width] of Object.entries(points)) {
      const response = await fetch(`${isp.server.url}/api/v1/recharges/${two.id}/receipt/${query}`, {
        headers: { authorization: `Bearer ${isp.owner.token}` },
      });
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toContain("application/pdf");
      const pdf = Buffer.from(await response.arrayBuffer()).toString("latin1");
      expect(pdf.slice(0, 5)).toBe("%PDF-");
      expect(pageWidth(pdf)).toBe(width);
    }
    for (const method of ["PUT", "PATCH", "DELETE"]) {
      const response = await fetch(`${isp.server.url}/api/v1/recharges/${two.id}/`, {
        method,
        headers: { authorization: `Bearer ${isp.owner.token}` },
      });
      expect(response.status).toBe(405);
    }
  });
});

describe("once", () => {
  it("A recharge is made once per Idempotency-Key in the header or the body, also for many at the same moment", async () => {
    const customer = await newCustomer(isp.owner);
    const body = { customer_id: customer.id, amount: "10.00", validity_days: 1 };
    const headers = key();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => isp.owner.post("/recharges/", body, headers)),
    );
    const made = answers.filter((answer) => answer.status === 201);
    expect(made.length).toBeGreaterThan(0);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expect(answer).toMatchObject({ status: 409, body: { code: "IDEMPOTENCY_IN_PROGRESS" } });
    }
    expect(made.filter((answer) => answer.headers.get("idempotent-replayed") === null)).toHaveLength(1);
    const replay = await isp.owner.post("/recharges/", body, headers);
    expect(replay).toMatchObject({ status: 201, body: made[0]?.body });
    expect(replay.headers.get("idempotent-replayed")).toBe("true");
    expect(await figures(isp.owner, customer.id)).toMatchObject({ advance: "10.00" });
    await expectProblem(
      422,
      isp.owner.post("/recharges/", { ...body, amount: "11.00" }, headers),
      "IDEMPOTENCY_KEY_REUSED",
    );
    const inBody = { ...body, idempotency_key: crypto.randomUUID() };
    const first = await expectStatus(201, isp.owner.post("/recharges/", inBody));
    expect(await expectStatus(201, isp.owner.post("/recharges/", inBody))).toEqual(first);
    expect(await figures(isp.owner, customer.id)).toMatchObject({ advance: "20.00" });
    // The other tenant's key is another key.
    const other = await anotherProvider(isp.server);
    const theirs = await newCustomer(other.owner);
    await expectStatus(201, other.owner.post("/recharges/", { ...body, customer_id: theirs.id }, headers));
  });

  it("A recharge is taken back once, also for many at the same moment", async () => {
    const customer = await newCustomer(isp.owner);
    const recharge = await newRecharge(isp.owner, customer.id, "30.00");
    const answers = await Promise.all(Array.from({ length: 6 }, () => reverse(recharge.id)));
    for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: answers[0]?.body });
    const entries = await ledgerOf(isp.owner, customer.id);
    expect(entries.filter((entry) => entry.entry_type === "REVERSAL")).toHaveLength(1);
  });
});

describe("many at once", () => {
  it("Recharges of one customer follow one another: no update is lost, and balance_after is a chain", async () => {
    const customer = await newCustomer(isp.owner);
    const invoice = await newInvoice(isp.owner, customer.id, "55.00");
    const made = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        newRecharge(isp.owner, customer.id, index + 1, { validity_days: 2 }),
      ),
    );
    // 1 + 2 + … + 24 = 300; less the invoice's 55.
    expect(await figures(isp.owner, customer.id)).toEqual({
      due: "0.00",
      advance: "245.00",
      balance: "245.00",
    });
    expect((await customerNow(customer.id)).expiry_date).toBe(day(48));
    expect(new Set(made.map((recharge) => recharge.receipt_number)).size).toBe(24);
    expect(await read(`/invoices/${invoice.id}/`)).toMatchObject({ status: "PAID", paid_amount: "55.00" });
  });

  it("Invoices, recharges, reversals, payments and adjustments over a few customers deadlock nowhere", async () => {
    const customers = await Promise.all([0, 1, 2].map(() => newCustomer(isp.owner)));
    await Promise.all(
      customers.flatMap((customer, index) => {
        const id = customer.id as string;
        return Array.from({ length: 5 }, async (_, round) => {
          await newInvoice(isp.owner, id, `${10 + round}.00`);
          const recharge = await newRecharge(isp.owner, id, 7 + index);
          const money = { customer: id, amount: "3.00" };
          await Promise.all([
            expectStatus(200, reverse(recharge.id)),
            expectStatus(201, isp.owner.post("/transactions/", money)),
            expectStatus(
              201,
              isp.owner.post("/adjustments/", { ...money, adjustment_type: "DEBIT", reason: "Fee" }, key()),
            ),
          ]);
        });
      }),
    );
    for (const customer of customers) {
      // Charged 10 + 11 + 12 + 13 + 14 = 60 and 5 × 3; paid 5 × 3; every recharge reversed.
      expect(await figures(isp.owner, customer.id)).toMatchObject({ balance: "-60.00" });
    }
    await expectBooksBalance(isp.owner);
  });
});
