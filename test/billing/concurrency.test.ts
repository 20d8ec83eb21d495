// Many at once on one customer's money: nothing lost, nothing doubled, no deadlock, and the books right at every moment.
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addDays } from "../../shared/kernel/day.ts";
import { newId } from "../../shared/kernel/id.ts";
import { formatMoney, type Minor } from "../../shared/kernel/money.ts";
import { startTestServer, type TestServer } from "../helpers/server.ts";
import { checkBooks } from "./helpers/check-books.ts";
import { type MoneyStep, moneySequences } from "./helpers/money-sequences.ts";
import { makeTenant, ok, type TestTenant } from "./helpers/tenant.ts";

let server: TestServer;
let isp: TestTenant;

beforeAll(async () => {
  server = await startTestServer();
  isp = await makeTenant(server);
});
afterAll(() => server.stop());

const books = () => checkBooks(server.services.db.platform);
const CLIENTS = 32;
const EACH = 5;

describe("one customer, 32 clients", () => {
  it("A customer with 32 clients at once loses no recharge: each extends what the one before left, and balance_after is a chain", async () => {
    const customer = await isp.customer({ expiry_date: "2099-01-01" });
    await ok(isp.admin.post("/invoices/", { customer }));
    const client = async () => {
      for (let count = 0; count < EACH; count += 1) {
        const body = { customer_id: customer, amount: "10.01", validity_days: 1 };
        expect((await isp.admin.post("/recharges/", body)).status).toBe(201);
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
    const record = await ok(isp.admin.get(`/customers/${customer}/`));
    expect(record).toMatchObject({ due_amount: "0.00", advance_amount: "401.60" });
    expect(record.expiry_date).toBe(addDays("2099-01-01", CLIENTS * EACH));
    expect(await books()).toEqual([]);
  });

  it("A customer with 32 clients at once mixes invoices, payments, reversals and the batch without a deadlock", async () => {
    const customers = await Promise.all(Array.from({ length: 4 }, () => isp.customer()));
    const statuses = new Set<number>();
    const client = async (_: unknown, index: number) => {
      const customer = customers[index % customers.length];
      for (let count = 0; count < EACH; count += 1) {
        const recharge = await isp.admin.post("/recharges/", {
          customer_id: customer,
          amount: 700,
          validity_days: 3,
        });
        const answers = await Promise.all([
          isp.admin.post("/invoices/", { customer }),
          isp.admin.post(`/recharges/${recharge.body.id}/reverse/`, {}),
          isp.admin.post("/transactions/", { customer, amount: "55.55", method: "MOBILE" }),
          isp.admin.post(`/customers/${customer}/recalculate-balance/`, {}),
        ]);
        for (const { status } of [recharge, ...answers]) statuses.add(status);
      }
    };
    const batch = async () => {
      for (const month of ["2027-01", "2027-02", "2027-03", "2027-04"]) {
        await ok(isp.admin.post("/invoices/generate-batch/", { billing_month: month, async: false }));
      }
    };
    await Promise.all([...Array.from({ length: 8 }, client), batch()]);
    expect([...statuses].sort()).toEqual([200, 201]);
    expect(await books()).toEqual([]);
    const { count } = await ok<{ count: number }>(isp.admin.get("/invoices/?is_recurring=true"));
    expect(count).toBe(4 * (customers.length + 1));
  });
});

const text = (amount: Minor) => formatMoney(amount, 2);
const optional = (amount: Minor | null | undefined) => (amount == null ? null : text(amount));
const nth = <T>(items: readonly T[], pick: number): T | undefined => items[pick % Math.max(items.length, 1)];

/** Credits an invoice: everything, an amount, or all of one line. */
async function credit(invoice: string, { line, part }: Extract<MoneyStep, { kind: "credit_note" }>) {
  const { admin } = isp;
  const note = { invoice, reason: "Wrong" };
  if (part === 0) return (await admin.post("/credit-notes/", note)).status;
  if (line === null) return (await admin.post("/credit-notes/", { ...note, amount: `${part}.01` })).status;
  const { lines } = await ok<{ lines: { id: string; quantity: string }[] }>(
    admin.get(`/invoices/${invoice}/`),
  );
  const { id: invoice_line = "", quantity = "1" } = nth(lines, line) ?? {};
  return (await admin.post("/credit-notes/", { ...note, lines: [{ invoice_line, quantity }] })).status;
}

/** Plays one step over REST; answers the status. */
async function play(customer: string, step: MoneyStep): Promise<number> {
  const { admin } = isp;
  const list = async (path: string) => (await ok<{ results: { id: string }[] }>(admin.get(path))).results;
  switch (step.kind) {
    case "recharge": {
      const { validity_days } = step;
      return (
        await admin.post("/recharges/", { customer_id: customer, amount: text(step.amount), validity_days })
      ).status;
    }
    case "payment":
      return (
        await admin.post("/transactions/", { customer, amount: text(step.amount), method: step.method })
      ).status;
    case "invoice": {
      const lines = step.lines.map((line) => ({
        description: line.description,
        quantity: line.quantity,
        unit_price: text(line.unit_price),
        discount: optional(line.discount),
        tax_amount: optional(line.tax_amount),
      }));
      const { apply_advance } = step;
      const sums = {
        discount: optional(step.discount),
        previous_due: optional(step.previous_due),
        total_payable: optional(step.total_payable),
      };
      return (await admin.post("/invoices/", { customer, lines, ...sums, apply_advance })).status;
    }
    case "apply_advance": {
      const invoice = nth(await list(`/invoices/?customer=${customer}&due_amount__gt=0`), step.pick);
      return invoice ? (await admin.post(`/invoices/${invoice.id}/apply-advance/`, {})).status : 200;
    }
    case "adjustment": {
      const { adjustment_type } = step;
      const body = { customer, adjustment_type, amount: text(step.amount), reason: "Late fee" };
      return (await admin.post("/adjustments/", body, { "Idempotency-Key": newId() })).status;
    }
    case "reverse": {
      const recharge = nth(await list(`/recharges/?customer=${customer}`), step.pick);
      return recharge ? (await admin.post(`/recharges/${recharge.id}/reverse/`, {})).status : 200;
    }
    case "reverse_payment": {
      const plain = `/transactions/?customer=${customer}&recharge__isnull=true&method__in=CASH,BANK,MOBILE`;
      const payment = nth(await list(plain), step.pick);
      const path = payment && `/transactions/${payment.id}/reverse/`;
      return path ? (await admin.post(path, { reason: "Wrong customer" })).status : 200;
    }
    case "reverse_adjustment": {
      const adjustment = nth(await list(`/adjustments/?customer=${customer}`), step.pick);
      const path = adjustment && `/adjustments/${adjustment.id}/reverse/`;
      return path ? (await admin.post(path, { reason: "By mistake" })).status : 200;
    }
    case "void": {
      const invoice = nth(await list(`/invoices/?customer=${customer}`), step.pick);
      const path = invoice && `/invoices/${invoice.id}/void/`;
      return path ? (await admin.post(path, { reason: "By mistake" })).status : 200;
    }
    case "credit_note": {
      const invoice = nth(await list(`/invoices/?customer=${customer}`), step.pick);
      return invoice ? credit(invoice.id, step) : 200;
    }
    case "refund": {
      const body = { amount: text(step.amount), method: step.method, reason: "Leaves" };
      return (await admin.post(`/customers/${customer}/refund/`, body)).status;
    }
    case "reverse_refund": {
      const refund = nth(await list(`/refunds/?customer=${customer}`), step.pick);
      const path = refund && `/refunds/${refund.id}/reverse/`;
      return path ? (await admin.post(path, { reason: "By mistake" })).status : 200;
    }
    case "days_pass":
      return 200;
  }
}

describe("random lives of a customer's money", () => {
  it("Random lives of a customer's money keep the books right at every commit, played by several clients at once", async () => {
    const sequences = moneySequences({ days: false, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(fc.tuple(sequences, sequences, sequences), async (lives) => {
        const customer = await isp.customer();
        let running = lives.length;
        const client = async (steps: MoneyStep[]) => {
          try {
            for (const step of steps) expect([200, 201, 409, 422]).toContain(await play(customer, step));
          } finally {
            running -= 1;
          }
        };
        const watcher = async () => {
          do expect(await books()).toEqual([]);
          while (running > 0);
        };
        const settled = await Promise.allSettled([...lives.map(client), watcher()]);
        const failed = settled.find((result) => result.status === "rejected");
        if (failed) throw failed.reason;
        expect(await books()).toEqual([]);
      }),
      { numRuns: 12 },
    );
  });
});
