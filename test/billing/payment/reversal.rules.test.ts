// Reversing a recharge: what comes back, to which invoice, and what the person who confirms it is told first.
import { describe, expect, it } from "vitest";
import { describePlan } from "../../../shared/billing/payment/preview.rules.ts";
import {
  describeReversal,
  planReversal,
  type ReversalSnapshot,
} from "../../../shared/billing/payment/reversal.rules.ts";
import { type Minor, ZERO } from "../../../shared/kernel/money.ts";
import { expectConsistent } from "../helpers/money-invariants.ts";
import { type MoneyModel, newModel, reversalSnapshot } from "../helpers/money-model.ts";
import { playStep } from "../helpers/money-play.ts";
import type { MoneyStep } from "../helpers/money-sequences.ts";
import { context, customer, entries, m, openInvoice, TODAY } from "../helpers/samples.ts";

const snapshot = (overrides: Partial<ReversalSnapshot> = {}): ReversalSnapshot => ({
  customer: customer({ advance_amount: m("300.00"), expiry_date: "2026-12-25" }),
  transaction: {
    id: "transaction",
    amount: m("1500.00"),
    method: "CASH",
    status: "COMPLETED",
    unallocated_amount: m("300.00"),
    reseller_charge: null,
    holder: "D1",
    deposit: null,
    refunded_amount: m("0.00"),
  },
  recharge: {
    id: "recharge",
    validity_days: 30,
    previous_expiry_date: "2026-11-25",
    new_expiry_date: "2026-12-25",
    is_reversed: false,
  },
  adjustment: null,
  allocations: [
    { id: "a", payment_transaction: "transaction", invoice: "november", allocated_amount: m("1200.00") },
  ],
  invoices: [
    {
      ...openInvoice("november", "2026-11-01", "1200.00"),
      paid_amount: m("1200.00"),
      due_amount: ZERO,
      status: "PAID",
    },
  ],
  ...overrides,
});

const expiryAfter = (
  expiry_date: string | null,
  changes: Partial<ReversalSnapshot["recharge"] & object> = {},
) => {
  const base = snapshot();
  const plan = planReversal(
    snapshot({ customer: { ...base.customer, expiry_date }, recharge: { ...base.recharge!, ...changes } }),
    context(),
  );
  return [plan?.customer.expiry_date, plan?.customer.status, plan?.network];
};

describe("a reversal", () => {
  it("A reversal reopens what was paid, reclaims unspent advance, debits the full amount, takes the time back", () => {
    const plan = planReversal(snapshot(), context())!;
    expect(plan.invoices).toMatchObject([
      { id: "november", status: "UNPAID", paid_amount: 0n, due_amount: m("1200.00") },
    ]);
    expect(plan.customer).toMatchObject({
      due_amount: m("1200.00"),
      advance_amount: 0n,
      expiry_date: "2026-11-25",
    });
    expect(entries(plan.postings)).toEqual([
      "customer REVERSAL -150000 → -120000",
      "CASH:CASH REVERSAL 150000",
    ]);
    expect(plan.reversed).toMatchObject({ payment_transaction: "transaction", recharge: "recharge" });
    expect(plan.network).toBeNull();
  });

  it("A reversal reopens an invoice as OVERDUE once its due date is past", () => {
    expect(planReversal(snapshot(), context("2026-12-01"))?.invoices[0]?.status).toBe("OVERDUE");
  });

  it("A reversal takes only its own days away when a later recharge moved the expiry", () => {
    expect(expiryAfter("2027-01-24")).toEqual(["2026-12-25", "ACTIVE", null]);
  });

  it("A reversal expires a customer without access left, but not one with grace or without a time limit", () => {
    expect(expiryAfter("2026-12-25", { previous_expiry_date: "2026-11-19" })).toEqual([
      "2026-11-19",
      "EXPIRED",
      "DISABLE_USER",
    ]);
    expect(expiryAfter("2026-12-25", { previous_expiry_date: TODAY })).toEqual([TODAY, "ACTIVE", null]);
    expect(expiryAfter("2026-12-25", { previous_expiry_date: null })).toEqual([null, "ACTIVE", null]);
    expect(expiryAfter(null)).toEqual([null, "ACTIVE", null]);
    const base = snapshot();
    const graced = snapshot({
      customer: { ...base.customer, grace_period_until: TODAY },
      recharge: { ...base.recharge!, previous_expiry_date: "2026-11-01" },
    });
    expect(planReversal(graced, context())?.customer.status).toBe("ACTIVE");
  });

  it("A reversal of an already reversed one is nothing; of one that never completed is refused", () => {
    const { transaction, recharge } = snapshot();
    const status = (value: "REFUNDED" | "PENDING" | "FAILED") =>
      planReversal(snapshot({ transaction: { ...transaction, status: value } }), context());
    expect(status("REFUNDED")).toBeNull();
    expect(planReversal(snapshot({ recharge: { ...recharge!, is_reversed: true } }), context())).toBeNull();
    expect(() => status("PENDING")).toThrow(expect.objectContaining({ code: "NOT_REVERSIBLE" }));
    expect(() => status("FAILED")).toThrow(expect.objectContaining({ code: "NOT_REVERSIBLE" }));
  });

  it("A reversal gives the money back to where it came from", () => {
    const from = (changes: Partial<ReversalSnapshot["transaction"]>) =>
      entries(
        planReversal(snapshot({ transaction: { ...snapshot().transaction, ...changes } }), context())!
          .postings,
      ).slice(1);
    expect(from({ method: "MOBILE" })).toEqual(["CASH:MOBILE REVERSAL 150000"]);
    expect(from({ method: "ADJUSTMENT" })).toEqual(["WAIVER REVERSAL 150000"]);
    expect(from({ reseller_charge: m("1000.00") })).toEqual([
      "RESELLER REVERSAL 100000",
      "COMMISSION REVERSAL 50000",
    ]);
  });

  it("A reversal of a plain payment leaves time and status alone", () => {
    const lapsed = customer({ advance_amount: m("300.00"), expiry_date: "2026-11-01" });
    const plan = planReversal(snapshot({ recharge: null, customer: lapsed }), context());
    expect([plan?.customer.expiry_date, plan?.customer.status, plan?.network]).toEqual([
      "2026-11-01",
      "ACTIVE",
      null,
    ]);
  });

  it("A reversal fails loudly when the snapshot lacks an invoice of the chain", () => {
    expect(() => planReversal(snapshot({ invoices: [] }), context())).toThrow("lacks invoice november");
  });
});

describe("a reversal after what it paid was carried forward", () => {
  const bill = (amount: string, previous_due: Minor | null = null): MoneyStep => ({
    kind: "invoice",
    lines: [{ description: "Home 20 Mbps", quantity: "1", unit_price: m(amount) }],
    discount: null,
    previous_due,
    total_payable: null,
    due_in_days: 7,
    apply_advance: true,
  });
  const pay = (amount: string): MoneyStep => ({ kind: "recharge", amount: m(amount), validity_days: 30 });
  const play = (...steps: MoneyStep[]): MoneyModel => {
    const model = newModel();
    for (const step of steps) {
      expect(playStep(model, step)).toBe("APPLIED");
      expectConsistent(model);
    }
    return model;
  };
  const rows = (model: MoneyModel) =>
    [...model.invoices.values()].map((i) => [
      i.total_payable,
      i.paid_amount,
      i.carried_amount,
      i.due_amount,
      i.status,
    ]);

  it("A reversal after what it paid was carried forward returns the due to the last invoice of the chain and keeps every invoice explained", () => {
    // 1000 billed, 400 paid; 600 carried into 1600, 1600 into 2600: the 400 must end up in the third invoice.
    const model = play(bill("1000.00"), pay("400.00"), bill("1000.00"), bill("1000.00"), {
      kind: "reverse",
      pick: 0,
    });
    expect(rows(model)).toEqual([
      [m("1000.00"), 0n, m("1000.00"), 0n, "PAID"],
      [m("2000.00"), 0n, m("2000.00"), 0n, "PAID"],
      [m("3000.00"), 0n, 0n, m("3000.00"), "UNPAID"],
    ]);
    expect(model.customer.due_amount).toBe(m("3000.00"));
    expect(entries(model.postings.slice(-6))).toEqual([
      "customer REVERSAL -40000 → -300000",
      "CASH:CASH REVERSAL 40000",
      "customer CARRY_FORWARD 40000 → -260000",
      "customer INVOICE -40000 → -300000",
      "customer CARRY_FORWARD 40000 → -260000",
      "customer INVOICE -40000 → -300000",
    ]);
  });

  it("A reversal after what it paid was carried forward reopens the invoice it was carried into even when that one is paid by now", () => {
    const model = play(bill("1000.00"), pay("400.00"), bill("1000.00"), pay("1600.00"), {
      kind: "reverse",
      pick: 0,
    });
    expect(rows(model)[1]).toEqual([m("2000.00"), m("1600.00"), 0n, m("400.00"), "PARTIAL"]);
  });

  it("A reversal after what it paid was carried forward adds up when one payment paid both a carried invoice and, as advance, the one that took it over", () => {
    const model = play(
      bill("100.00"),
      pay("60.00"),
      pay("100.00"),
      { kind: "reverse", pick: 0 },
      bill("1000.00"),
      { kind: "reverse", pick: 1 },
    );
    expect(rows(model)).toEqual([
      [m("100.00"), 0n, m("100.00"), 0n, "PAID"],
      [m("1100.00"), 0n, 0n, m("1100.00"), "UNPAID"],
    ]);
  });

  it("A reversal after what it paid was carried forward undoes also what a later advance paid", () => {
    const model = play(pay("1500.00"), bill("1000.00"), bill("300.00"), { kind: "reverse", pick: 0 });
    expect(model.allocations.size).toBe(0);
    expect(model.customer).toMatchObject({ due_amount: m("1300.00"), advance_amount: 0n });
  });

  it("A reversal after what it paid was carried forward reopens an invoice carried only in part by itself", () => {
    const model = play(bill("1000.00"), pay("400.00"), bill("1000.00", m("100.00")), {
      kind: "reverse",
      pick: 0,
    });
    expect(rows(model)[0]).toEqual([m("1000.00"), 0n, m("100.00"), m("900.00"), "PARTIAL"]);
  });

  it("A reversal after what it paid was carried forward tells beforehand what it would change", () => {
    const model = play(bill("1000.00"), pay("1400.00"));
    const [transaction] = [...model.transactions.keys()];
    const description = describeReversal(reversalSnapshot(model, transaction!), context());
    expect(description).toMatchObject({
      expiry_date: { before: "2026-12-31", after: "2026-12-01" },
      due_amount: { before: 0n, after: m("1000.00") },
      advance_amount: { before: m("400.00"), after: 0n },
      balance: { before: m("400.00"), after: m("-1000.00") },
      invoices: [
        { status: { before: "PAID", after: "UNPAID" }, due_amount: { before: 0n, after: m("1000.00") } },
      ],
      network: null,
    });
    playStep(model, { kind: "reverse", pick: 0 });
    expect(describeReversal(reversalSnapshot(model, transaction!), context())).toBeNull();
  });

  it("A reversal after what it paid was carried forward can't be described against records that do not hold the plan's invoices", () => {
    const plan = planReversal(snapshot(), context())!;
    expect(() => describePlan({ customer: customer(), invoices: [] }, plan)).toThrow(
      "lacks invoice november",
    );
  });
});
