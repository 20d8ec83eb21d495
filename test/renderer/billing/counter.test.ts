// The counter's own arithmetic: suggestions, previews that stack, payloads, receipts, takings, the strip.
import { expect, test } from "vitest";
import { takingsOf, totalsOf } from "../../../renderer/billing/counter/takings.ts";
import { expectedOf, paymentSnapshot } from "../../../renderer/billing/expected.ts";
import { pageRule } from "../../../renderer/billing/receipt/print-receipt.ts";
import {
  type PaymentDraft,
  paymentPlan,
  paymentPreview,
  receiptOf,
  rechargePayload,
  suggestedAmount,
  transactionPayload,
} from "../../../renderer/billing/recharge/payment-plan.ts";
import { expectedRow } from "../../../renderer/kernel/expected/effects.ts";
import type { QueuedCommand } from "../../../renderer/kernel/replica/index.ts";
import { stepStates } from "../../../renderer/network/user-session/step-states.ts";
import { receiptLines } from "../../../shared/billing/documents/receipt.rules.ts";
import { invoice } from "../../../shared/billing/index.ts";
import type { Minor } from "../../../shared/kernel/money.ts";
import type { UserSession } from "../../../shared/network/index.ts";
import type { ServicePackage } from "../../../shared/subscribers/index.ts";
import { customer as customerResource } from "../../../shared/subscribers/index.ts";
import { aCommand, aCustomer, aJob, anInvoice, aTransaction, NOW } from "../helpers.ts";

const minor = (amount: bigint) => amount as Minor;
const home20 = {
  id: "p1",
  name: "Home 20",
  price: "800.00",
  validity_days: 30,
  tax_code: null,
} as ServicePackage;
const PRICING = { digits: 2, rates: [], today: "2026-11-20" };
const moment = { today: "2026-11-20", now: NOW };
const draft: PaymentDraft = {
  kind: "recharge",
  amount: minor(80_000n),
  validity_days: 30,
  method: "CASH",
  package: "p1",
  sent_as: "recharge",
};

test("A recharge begins with the price less the discount, a payment with the due", () => {
  const customer = aCustomer({ discount: "100.00", due_amount: "350.00" });
  expect(suggestedAmount("recharge", customer, home20, PRICING)).toBe(70_000n);
  expect(suggestedAmount("payment", customer, home20, PRICING)).toBe(35_000n);
  expect(suggestedAmount("recharge", customer, null, PRICING)).toBe(35_000n);
  expect(
    suggestedAmount("recharge", aCustomer({ discount: "900.00", due_amount: "5.00" }), home20, PRICING),
  ).toBe(500n);
});

test("With a tax on top a recharge begins with what the month's bill asks for", () => {
  const vat = { id: "vat", code: "VAT", rate: "15", is_inclusive: false, is_default: true, valid_from: null };
  const customer = aCustomer({ discount: "100.00", due_amount: "0.00" });
  const pricing = { ...PRICING, rates: [vat] };
  expect(suggestedAmount("recharge", customer, { ...home20, tax_code: "vat" }, pricing)).toBe(80_500n);
});

test("A second recharge is previewed on what the first, still waiting, will leave", () => {
  const customer = aCustomer({ due_amount: "800.00" });
  const first = paymentPlan(paymentSnapshot(customer, [anInvoice()], 2), draft, moment);
  const after = (waiting: QueuedCommand) =>
    paymentSnapshot(
      expectedRow(customerResource, customer, [waiting]),
      [expectedRow(invoice, anInvoice(), [waiting])],
      2,
    );
  const waiting = aCommand({ expected: expectedOf(first, 2) });
  const second = paymentPreview(after(waiting), draft, moment);
  expect(second?.expiry_date).toEqual({ before: "2026-12-25", after: "2027-01-24" });
  expect(second?.due_amount).toEqual({ before: 0n, after: 0n });
  expect(second?.advance_amount).toEqual({ before: 0n, after: 80_000n });
  expect(second?.invoices).toEqual([]);
  // What was refused is expected no more.
  const refused = after({ ...waiting, status: "REJECTED" });
  expect(refused.customer.due_amount).toBe(80_000n);
});

test("Half-typed payments have no effect yet", () => {
  const snapshot = paymentSnapshot(aCustomer(), [], 2);
  expect(paymentPreview(snapshot, { ...draft, amount: minor(0n) }, moment)).toBeNull();
  expect(paymentPreview(snapshot, { ...draft, validity_days: 99_999 }, moment)).toBeNull();
});

test("Payloads are the bodies of the REST operations", () => {
  expect(rechargePayload("r1", "c1", "D1-7", draft, 2)).toEqual({
    id: "r1",
    customer_id: "c1",
    amount: "800.00",
    validity_days: 30,
    package: "p1",
    method: "CASH",
    receipt_number: "D1-7",
  });
  expect(
    transactionPayload("r1", "c1", "D1-7", { ...draft, kind: "payment", sent_as: "payment" }, 2),
  ).toEqual({
    id: "r1",
    customer: "c1",
    amount: "800.00",
    method: "CASH",
    receipt_number: "D1-7",
  });
});

test("The receipt is final at once and fits its paper", () => {
  const customer = aCustomer({ status: "EXPIRED", expiry_date: "2026-11-10" });
  const plan = paymentPlan(paymentSnapshot(customer, [], 2), draft, moment);
  const till = {
    settings: { company_name: "Dhaka Fibre" },
    device_code: "D1",
    clerk: "Rahim",
    currency: "BDT",
    digits: 2,
    timezone: "Asia/Dhaka",
  };
  const paid = { customer, package_name: "Home 20", plan, draft, receipt_number: "D1-7", occurred_at: NOW };
  const lines = receiptLines(receiptOf(till, paid), 32);
  expect(lines.join("\n")).toContain("D1-7");
  expect(lines.join("\n")).toContain("2026-12-20");
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(32);
  expect(plan.network).toBe("ENABLE_USER");
  expect(pageRule(lines.length, 58)).toContain("size: 58mm");
});

test("Takings are of one clerk and one day, and nothing counts twice", () => {
  const of = { username: "counter", today: "2026-11-20", timezone: "Asia/Dhaka", digits: 2 };
  const payload = (receipt_number: string, amount: string, method = "CASH") => ({
    receipt_number,
    amount,
    method,
    customer_id: "c1",
  });
  const commands = [
    aCommand({ id: "k1", payload: payload("D1-1", "800.00"), status: "APPLIED" }),
    aCommand({ id: "k2", payload: payload("D1-2", "500.00", "MOBILE") }),
    aCommand({ id: "k3", payload: payload("D1-3", "50.00"), status: "REJECTED" }),
    aCommand({ id: "k4", payload: payload("D1-4", "70.00"), status: "SUSPENSE" }),
    aCommand({ id: "k5", payload: payload("D1-5", "900.00"), status: "APPLIED" }),
    aCommand({ id: "k6", kind: "customer.update", payload: { id: "c1" } }),
  ];
  const transactions = [
    aTransaction({ receipt_number: "D1-1" }),
    aTransaction({ id: "t2", receipt_number: "D2-1", received_by: "somebody" }),
    aTransaction({ id: "t3", receipt_number: "D1-5", amount: "900.00", status: "REFUNDED" }),
    aTransaction({ id: "t4", receipt_number: "D1-0", received_at: "2026-11-19T17:59:00Z" }),
    aTransaction({ id: "t5", receipt_number: "S-9", amount: "10.00", received_at: "2026-11-19T18:01:00Z" }),
  ];
  const takings = takingsOf(transactions, commands, of);
  expect(takings.map(({ receipt_number }) => receipt_number).sort()).toEqual(["D1-1", "D1-2", "D1-4", "S-9"]);
  expect(takings.filter(({ pending }) => pending).map(({ receipt_number }) => receipt_number)).toEqual([
    "D1-2",
  ]);
  expect(totalsOf(takings)).toEqual({
    total: 138_000n,
    methods: [
      ["CASH", 88_000n],
      ["MOBILE", 50_000n],
    ],
  });
});

test("The strip goes from paid over the router to the line, and tells what went wrong", () => {
  const session = { id: "s1" } as UserSession;
  const base = { since: NOW, jobs: [], session: null, needs_router: true };
  const waiting = stepStates({ ...base, command: aCommand() });
  expect([waiting.paid.state, waiting.router.state, waiting.line.state]).toEqual([
    "waiting",
    "waiting",
    "waiting",
  ]);
  const applied = aCommand({ status: "APPLIED" });
  const old = aJob({ id: "j0", created_at: "2026-11-19T08:00:00Z", status: "SUCCEEDED" });
  expect(stepStates({ ...base, command: applied, jobs: [old] }).router).toEqual({
    state: "waiting",
    job: null,
  });
  const failed = aJob({ status: "FAILED", last_error: "The router refused the password" });
  const afterFailure = stepStates({ ...base, command: applied, jobs: [old, failed], session });
  expect(afterFailure.router.state).toBe("failed");
  expect(afterFailure.router.job?.last_error).toBe("The router refused the password");
  expect(afterFailure.line.state).toBe("waiting");
  const done = stepStates({ ...base, command: applied, jobs: [aJob({ status: "SUCCEEDED" })], session });
  expect([done.router.state, done.line.state]).toEqual(["done", "done"]);
  const open = stepStates({ ...base, command: applied, session, needs_router: false });
  expect([open.router.state, open.line.state]).toEqual(["unneeded", "done"]);
  expect(stepStates({ ...base, command: aCommand({ status: "SUSPENSE" }) }).paid.state).toBe("failed");
});

test("The strip is stuck where nothing comes of it until somebody does something, whatever else is open", () => {
  const base = { since: NOW, jobs: [], session: null, needs_router: true, command: undefined };
  const queued = (error_code: string | null) => [aJob({ status: "QUEUED", error_code })];
  for (const code of ["TRIAL", "AFTER_TRIAL", "NO_AGENT", "NOT_REACHED"])
    expect(stepStates({ ...base, jobs: queued(code) }).router.state, code).toBe("stuck");
  for (const code of [null, "ETIMEDOUT"])
    expect(stepStates({ ...base, jobs: queued(code) }).router.state).toBe("waiting");
  for (const needs_router of [true, false]) {
    const { router, line } = stepStates({ ...base, needs_router, has_router: false });
    expect([router.state, line.state]).toEqual(["stuck", "stuck"]);
  }
  expect(stepStates({ ...base, needs_router: false, has_router: true }).router.state).toBe("unneeded");
});
