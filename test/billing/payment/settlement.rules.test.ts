// Recharges, payments, advances and suspense: examples and properties of the settlement rules.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type OpenInvoice, oldestFirst } from "../../../shared/billing/ledger/money-records.ts";
import { planAdvance } from "../../../shared/billing/payment/advance.rules.ts";
import {
  extendedExpiry,
  planPayment,
  planRecharge,
  settle,
} from "../../../shared/billing/payment/settlement.rules.ts";
import { planResolveSuspense, planSuspense } from "../../../shared/billing/payment/suspense.rules.ts";
import { add, type Minor, ZERO } from "../../../shared/kernel/money.ts";
import { context, customer, entries, m, openInvoice } from "../helpers/samples.ts";

const recharge = (amount: string, validity_days = 30) => ({
  amount: m(amount),
  validity_days,
  method: "CASH" as const,
  package: "home-20",
});

describe("a recharge", () => {
  it("A recharge settles the oldest invoices first and keeps the surplus as advance", () => {
    const snapshot = {
      customer: customer({ due_amount: m("1700.00") }),
      open_invoices: [
        openInvoice("october", "2026-10-01", "1200.00"),
        openInvoice("may", "2026-05-01", "500.00"),
      ],
    };
    const plan = planRecharge(snapshot, recharge("2000.00"), context());
    expect(plan.allocations.map(({ invoice, allocated_amount }) => [invoice, allocated_amount])).toEqual([
      ["may", m("500.00")],
      ["october", m("1200.00")],
    ]);
    expect(plan.invoices.map(({ id, status, due_amount }) => [id, status, due_amount])).toEqual([
      ["may", "PAID", 0n],
      ["october", "PAID", 0n],
    ]);
    expect(plan.transaction).toMatchObject({
      amount: m("2000.00"),
      unallocated_amount: m("300.00"),
      status: "COMPLETED",
    });
    expect(plan.customer).toMatchObject({
      due_amount: 0n,
      advance_amount: m("300.00"),
      expiry_date: "2026-12-25",
    });
    expect(entries(plan.postings)).toEqual(["CASH:CASH PAYMENT -200000", "customer PAYMENT 200000 → 30000"]);
    expect(plan.recharge).toMatchObject({
      previous_expiry_date: "2026-11-25",
      new_expiry_date: "2026-12-25",
    });
    expect(plan.balance).toBe(m("300.00"));
  });

  it("A recharge leaves a part-paid invoice PARTIAL, and OVERDUE once its due date is past", () => {
    const open_invoices = [openInvoice("november", "2026-11-01", "1200.00")];
    const snapshot = { customer: customer({ due_amount: m("1200.00") }), open_invoices };
    expect(planPayment(snapshot, recharge("200.00"), context()).invoices[0]).toMatchObject({
      status: "PARTIAL",
      paid_amount: m("200.00"),
      due_amount: m("1000.00"),
    });
    expect(planPayment(snapshot, recharge("200.00"), context("2026-11-28")).invoices[0]?.status).toBe(
      "PARTIAL",
    );
    expect(planPayment(snapshot, recharge("200.00"), context("2026-11-29")).invoices[0]?.status).toBe(
      "OVERDUE",
    );
  });

  it("A recharge counts from the later of its day and the expiry_date", () => {
    expect(extendedExpiry("2026-11-25", 30, "2026-11-20")).toBe("2026-12-25");
    expect(extendedExpiry("2026-11-01", 30, "2026-11-20")).toBe("2026-12-20");
    expect(extendedExpiry(null, 30, "2026-11-20")).toBe("2026-12-20");
    expect(extendedExpiry(null, 0, "2026-11-20")).toBeNull();
    expect(extendedExpiry("2026-11-01", 0, "2026-11-20")).toBe("2026-11-20");
    expect(extendedExpiry("2028-01-31", 30, "2026-11-20")).toBe("2028-03-01");
  });

  it.each([
    ["EXPIRED", null, 30, "ACTIVE", "ENABLE_USER"],
    ["SUSPENDED", "NONPAYMENT", 30, "ACTIVE", "ENABLE_USER"],
    ["SUSPENDED", "STAFF", 30, "SUSPENDED", null],
    ["TERMINATED", null, 30, "TERMINATED", null],
    ["ACTIVE", null, 30, "ACTIVE", null],
  ] as const)(
    "A recharge turns %s (%s) with %i days into %s",
    (status, suspended_for, days, after, network) => {
      const snapshot = {
        customer: customer({ status, suspended_for, expiry_date: "2026-11-01" }),
        open_invoices: [],
      };
      const plan = planRecharge(snapshot, recharge("100.00", days), context());
      expect([plan.customer.status, plan.network]).toEqual([after, network]);
      if (after === "ACTIVE") expect(plan.customer.suspended_for).toBeNull();
    },
  );

  it("A recharge taken offline weeks ago counts from its own day, and revives only if access is left today", () => {
    const snapshot = {
      customer: customer({ status: "EXPIRED", expiry_date: "2026-09-01" }),
      open_invoices: [],
    };
    const late = { ...recharge("100.00"), occurred_on: "2026-11-10" };
    expect(planRecharge(snapshot, late, context()).customer).toMatchObject({
      status: "ACTIVE",
      expiry_date: "2026-12-10",
    });
    const tooLate = { ...recharge("100.00"), occurred_on: "2026-10-10" };
    const plan = planRecharge(snapshot, tooLate, context());
    expect([plan.customer.status, plan.customer.expiry_date, plan.network]).toEqual([
      "EXPIRED",
      "2026-11-09",
      null,
    ]);
  });

  it("A recharge charges a reseller's balance the wholesale price; the margin is their commission", () => {
    const snapshot = { customer: customer(), open_invoices: [] };
    const plan = planRecharge(snapshot, { ...recharge("1200.00"), reseller_charge: m("900.00") }, context());
    expect(entries(plan.postings)).toEqual([
      "RESELLER PAYMENT -90000",
      "COMMISSION PAYMENT -30000",
      "customer PAYMENT 120000 → 120000",
    ]);
  });

  it.each([
    ["amount", { amount: ZERO }],
    ["amount", { amount: m("-5.00") }],
    ["validity_days", { validity_days: -1 }],
    ["validity_days", { validity_days: 1.5 }],
    ["validity_days", { validity_days: 1_000_000 }],
  ])("A recharge refuses a wrong %s", (field, wrong) => {
    const run = () =>
      planRecharge({ customer: customer(), open_invoices: [] }, { ...recharge("1.00"), ...wrong }, context());
    expect(run).toThrow(
      expect.objectContaining({ code: "VALIDATION", errors: [expect.objectContaining({ field })] }),
    );
  });
});

describe("a plain payment", () => {
  it("A plain payment touches neither expiry nor status, even of an expired customer", () => {
    const expired = customer({ status: "EXPIRED", expiry_date: "2026-11-01" });
    const plan = planPayment(
      { customer: expired, open_invoices: [] },
      { amount: m("50.00"), method: "BANK" },
      context(),
    );
    expect(plan).toMatchObject({ network: null, recharge: null });
    expect(plan.customer).toEqual({ ...expired, advance_amount: m("50.00") });
    expect(entries(plan.postings)[0]).toBe("CASH:BANK PAYMENT -5000");
  });
});

describe("settling", () => {
  const invoices: fc.Arbitrary<OpenInvoice[]> = fc
    .array(fc.tuple(fc.integer({ min: 1, max: 28 }), fc.bigInt({ min: 1n, max: 90_000n })), { maxLength: 8 })
    .map((rows) =>
      rows.map(([day, due], index) => ({
        ...openInvoice(`i${index}`, `2026-10-${String(day).padStart(2, "0")}`, "0"),
        total_payable: due as Minor,
        due_amount: due as Minor,
      })),
    );

  it("Settling never exceeds an invoice's due or the amount, and leaves money only when nothing is due", () => {
    fc.assert(
      fc.property(invoices, fc.bigInt({ min: 1n, max: 400_000n }), (open, amount) => {
        const result = settle(open, amount as Minor, "transaction", context());
        const dueOf = new Map(open.map((invoice) => [invoice.id, invoice.due_amount]));
        for (const { invoice, allocated_amount } of result.allocations) {
          expect(allocated_amount > 0n && allocated_amount <= dueOf.get(invoice)!).toBe(true);
        }
        expect(add(...result.allocations.map((allocation) => allocation.allocated_amount))).toBe(
          result.allocated,
        );
        expect(add(result.allocated, result.rest)).toBe(amount);
        const total = add(...open.map((invoice) => invoice.due_amount));
        expect(result.rest).toBe(amount > total ? amount - total : 0n);
      }),
    );
  });

  it("Settling pays no invoice while an older one is still open", () => {
    fc.assert(
      fc.property(invoices, fc.bigInt({ min: 1n, max: 200_000n }), (open, amount) => {
        const { invoices: touched } = settle(open, amount as Minor, "transaction", context());
        const order = oldestFirst(open).map((invoice) => invoice.id);
        expect(touched.map((invoice) => invoice.id)).toEqual(order.slice(0, touched.length));
        expect(touched.slice(0, -1).every((invoice) => invoice.due_amount === 0n)).toBe(true);
      }),
    );
  });
});

describe("applying advance", () => {
  const snapshot = {
    customer: customer({ due_amount: m("1200.00"), advance_amount: m("800.00") }),
    credits: [
      {
        payment_transaction: "later",
        unallocated_amount: m("500.00"),
        received_at: "2026-11-02T08:00:00.000Z",
      },
      {
        payment_transaction: "earlier",
        unallocated_amount: m("300.00"),
        received_at: "2026-11-01T08:00:00.000Z",
      },
    ],
  };

  it("Applying advance draws the oldest credits down and leaves the net balance where it is", () => {
    const plan = planAdvance(snapshot, openInvoice("november", "2026-11-01", "600.00"), context());
    expect(
      plan?.credits.map(({ payment_transaction, unallocated_amount }) => [
        payment_transaction,
        unallocated_amount,
      ]),
    ).toEqual([
      ["earlier", 0n],
      ["later", m("200.00")],
    ]);
    expect(plan?.allocations.map((allocation) => allocation.allocated_amount)).toEqual([
      m("300.00"),
      m("300.00"),
    ]);
    expect(entries(plan?.postings ?? [])).toEqual([
      "customer PAYMENT 60000 → 20000",
      "customer ADVANCE -60000 → -40000",
    ]);
    expect(plan?.customer).toMatchObject({ due_amount: m("600.00"), advance_amount: m("200.00") });
    expect(plan?.invoices[0]).toMatchObject({ status: "PAID", paid_amount: m("600.00") });
  });

  it("Applying advance is nothing without advance or without a due", () => {
    expect(
      planAdvance({ ...snapshot, credits: [] }, openInvoice("a", "2026-11-01", "600.00"), context()),
    ).toBeNull();
    expect(planAdvance(snapshot, openInvoice("a", "2026-11-01", "0"), context())).toBeNull();
  });
});

describe("suspense", () => {
  it("Suspense takes money that has no customer, and gives it to him when he is found", () => {
    expect(entries(planSuspense(m("700.00"), "MOBILE", "waiting"))).toEqual([
      "CASH:MOBILE SUSPENSE -70000",
      "SUSPENSE SUSPENSE 70000",
    ]);
    const snapshot = {
      customer: customer({ due_amount: m("500.00") }),
      open_invoices: [openInvoice("november", "2026-11-01", "500.00")],
    };
    const plan = planResolveSuspense(
      snapshot,
      { amount: m("700.00"), method: "MOBILE", transaction_id: "waiting" },
      context(),
    );
    expect(entries(plan.postings)).toEqual(["SUSPENSE PAYMENT -70000", "customer PAYMENT 70000 → 20000"]);
    expect(plan.customer).toMatchObject({ due_amount: 0n, advance_amount: m("200.00") });
    expect(plan.transaction).toMatchObject({
      id: "waiting",
      customer: "customer",
      unallocated_amount: m("200.00"),
    });
  });

  it("Suspense refuses nothing and less", () => {
    expect(() => planSuspense(ZERO, "CASH", "waiting")).toThrow(
      expect.objectContaining({ code: "VALIDATION" }),
    );
  });
});
