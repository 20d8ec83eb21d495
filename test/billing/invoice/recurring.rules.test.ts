// The monthly batch's share of one customer.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { numbered, planRecurringInvoice } from "../../../shared/billing/invoice/invoice.rules.ts";
import { formatMoney, type Minor } from "../../../shared/kernel/money.ts";
import { context, customer, home, m, offer, openInvoice } from "../helpers/samples.ts";

describe("the monthly batch", () => {
  const settings = { auto_apply_advance: true, invoice_due_days: 10 };
  const input = {
    package: home,
    offers: [offer],
    billing_month: "2026-11",
    issue_date: context().today,
    invoice_number: "INV-202611-1",
  };

  it("The monthly batch bills package less offer less discount, carries, and applies the advance", () => {
    const snapshot = {
      customer: customer({ discount: m("50.00"), advance_amount: m("400.00") }),
      open_invoices: [],
      credits: [
        {
          payment_transaction: "t",
          unallocated_amount: m("400.00"),
          received_at: "2026-11-01T00:00:00.000Z",
        },
      ],
    };
    const { invoice, advance } = planRecurringInvoice(snapshot, input, settings, context());
    expect(invoice.invoice).toMatchObject({
      total_payable: m("1000.00"),
      is_recurring: true,
      due_date: "2026-11-30",
      billing_month: "2026-11",
    });
    expect(invoice.invoice.lines[0]).toMatchObject({
      unit_price: m("1200.00"),
      discount: m("150.00"),
      total: m("1050.00"),
    });
    expect(advance?.invoices[0]).toMatchObject({ status: "PARTIAL", due_amount: m("600.00") });
    expect(advance?.customer).toMatchObject({ due_amount: m("600.00"), advance_amount: 0n });
  });

  it("The monthly batch leaves the advance alone when the setting is off", () => {
    const off = { ...settings, auto_apply_advance: false };
    const credits = [{ payment_transaction: "t", unallocated_amount: m("9.00"), received_at: "x" }];
    const snapshot = { customer: customer({ advance_amount: m("9.00") }), open_invoices: [], credits };
    expect(planRecurringInvoice(snapshot, input, off, context()).advance).toBeNull();
  });

  it("A bill that is numbered after it was planned is the bill that was planned with its number", () => {
    const amount = fc.bigInt({ min: 0n, max: 300_000n }).map((minor) => minor as Minor);
    fc.assert(
      fc.property(amount, amount, amount, (due_amount, advance_amount, discount) => {
        const unallocated_amount = advance_amount;
        const snapshot = {
          customer: customer({ due_amount, advance_amount, discount }),
          open_invoices:
            due_amount > 0n ? [openInvoice("before", "2026-10-01", formatMoney(due_amount, 2))] : [],
          credits:
            advance_amount > 0n ? [{ payment_transaction: "t", unallocated_amount, received_at: "x" }] : [],
        };
        const plans = (invoice_number: string) =>
          planRecurringInvoice(snapshot, { ...input, invoice_number }, settings, context());
        expect(numbered(plans(""), "INV-1")).toEqual(plans("INV-1"));
      }),
    );
  });

  it("The monthly batch is not stopped by a profile discount above the price", () => {
    const snapshot = { customer: customer({ discount: m("5000.00") }), open_invoices: [], credits: [] };
    const { invoice } = planRecurringInvoice(snapshot, input, settings, context());
    expect(invoice.invoice).toMatchObject({ total_payable: 0n, status: "PAID", discount: m("1050.00") });
  });
});
