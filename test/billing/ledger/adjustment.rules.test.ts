// Adjustments and inbound money: who gives, who gets, and what is refused.
import { describe, expect, it } from "vitest";
import { planAdjustment } from "../../../shared/billing/ledger/adjustment.rules.ts";
import { ZERO } from "../../../shared/kernel/money.ts";
import { context, customer, entries, m, openInvoice } from "../helpers/samples.ts";

const owing = {
  customer: customer({ due_amount: m("500.00") }),
  open_invoices: [openInvoice("november", "2026-11-01", "500.00")],
};

describe("an adjustment", () => {
  it("CREDIT settles what is due and keeps the surplus as advance", () => {
    const plan = planAdjustment(
      owing,
      { adjustment_type: "CREDIT", amount: m("600.00"), reason: "Outage" },
      context(),
    );
    expect(entries(plan.postings)).toEqual(["WAIVER ADJUSTMENT -60000", "customer ADJUSTMENT 60000 → 10000"]);
    expect(plan.transaction).toMatchObject({ method: "ADJUSTMENT", unallocated_amount: m("100.00") });
    expect(plan.customer).toMatchObject({ due_amount: 0n, advance_amount: m("100.00") });
    expect(plan.postings.every((posting) => posting.source_id === plan.adjustment.id)).toBe(true);
  });

  it("WAIVER settles up to what is due and not a cent more", () => {
    const waive = (amount: string) =>
      planAdjustment(owing, { adjustment_type: "WAIVER", amount: m(amount), reason: "Goodwill" }, context());
    const plan = waive("500.00");
    expect(entries(plan.postings)).toEqual(["WAIVER WAIVER -50000", "customer WAIVER 50000 → 0"]);
    expect(plan.invoices[0]).toMatchObject({ status: "PAID", paid_amount: m("500.00") });
    expect(() => waive("500.01")).toThrow(expect.objectContaining({ code: "OVER_ALLOCATION" }));
  });

  it("DEBIT opens an invoice of one line beside the others, without the customer's discount", () => {
    const snapshot = { ...owing, customer: customer({ due_amount: m("500.00"), discount: m("100.00") }) };
    const input = {
      adjustment_type: "DEBIT" as const,
      amount: m("250.00"),
      reason: "Broken router",
      invoice_number: "INV-7",
      due_date: "2026-11-27",
    };
    const plan = planAdjustment(snapshot, input, context());
    expect(plan.invoice).toMatchObject({
      total_payable: m("250.00"),
      previous_due: 0n,
      discount: 0n,
      billing_month: "2026-11",
    });
    expect(plan.invoice?.lines).toMatchObject([{ description: "Broken router", total: m("250.00") }]);
    expect(entries(plan.postings)).toEqual([
      "customer ADJUSTMENT -25000 → -75000",
      "REVENUE ADJUSTMENT 25000",
    ]);
    expect([plan.customer.due_amount, plan.invoices]).toEqual([m("750.00"), []]);
  });

  it.each(["CREDIT", "WAIVER"] as const)("An adjustment %s of nothing is refused", (adjustment_type) => {
    const run = () => planAdjustment(owing, { adjustment_type, amount: ZERO, reason: "" }, context());
    expect(run).toThrow(expect.objectContaining({ code: "VALIDATION" }));
  });
});
