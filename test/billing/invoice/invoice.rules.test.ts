// Invoices: lines, discounts, offers, carry-forward, opening debt.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { planInvoice } from "../../../shared/billing/invoice/invoice.rules.ts";
import { lineCharge, offerDiscount } from "../../../shared/billing/invoice/invoice-line.rules.ts";
import { invoiceStatus, oldestFirst } from "../../../shared/billing/ledger/money-records.ts";
import { journalOf } from "../../../shared/billing/ledger/posting.rules.ts";
import { drift, summary } from "../../../shared/billing/ledger/summary.rules.ts";
import { type Minor, ZERO } from "../../../shared/kernel/money.ts";
import { context, customer, entries, home, m, offer, openInvoice, TODAY } from "../helpers/samples.ts";

const base = { invoice_number: "INV-9", billing_month: "2026-11", issue_date: TODAY, due_date: "2026-11-27" };
const oneLine = (price: string) => [{ description: "Installation", quantity: "1", unit_price: m(price) }];

describe("what a line charges", () => {
  it("A line charges quantity × unit_price − discount, rounded half-up once; tax comes on top", () => {
    const line = { quantity: "1.5", unit_price: m("0.33"), discount: m("0.10") };
    expect(lineCharge(line)).toBe(m("0.40")); // 0.495 → 0.50
    expect(lineCharge({ quantity: "3", unit_price: m("399.99") })).toBe(m("1199.97"));
    const snapshot = { customer: customer(), open_invoices: [] };
    const lines = [{ ...line, description: "", tax_amount: m("0.05") }];
    expect(planInvoice(snapshot, { ...base, lines }, context()).invoice.lines[0]?.total).toBe(m("0.45"));
  });

  it("What a line charges equals the exact rational, rounded half away from zero", () => {
    const amount = fc.bigInt({ min: 0n, max: 10n ** 12n });
    fc.assert(
      fc.property(amount, fc.bigInt({ min: 0n, max: 10n ** 9n }), amount, (price, millionths, discount) => {
        const quantity = `${millionths / 1_000_000n}.${String(millionths % 1_000_000n).padStart(6, "0")}`;
        const charge = lineCharge({ quantity, unit_price: price as Minor, discount: discount as Minor });
        // The exact value in millionths of a minor unit, and how far the rounded one is from it.
        const exact = price * millionths - discount * 1_000_000n;
        const error = charge * 1_000_000n - exact;
        expect(error > -500_000n && error <= 500_000n).toBe(true);
      }),
    );
  });
});

const MONTH = "2026-11";

describe("an offer", () => {
  it("An offer takes the best single running one, never more than the price", () => {
    const fixed = { ...offer, discount_type: "FIXED" as const, fixed: m("200.00") };
    expect(offerDiscount(home.price, [offer], "home-20", MONTH)).toBe(m("150.00"));
    expect(offerDiscount(home.price, [offer, fixed], "home-20", MONTH)).toBe(m("200.00"));
    expect(offerDiscount(m("100.00"), [fixed], "home-20", MONTH)).toBe(m("100.00"));
    expect(offerDiscount(m("0.01"), [{ ...offer, percent: "50" }], null, MONTH)).toBe(m("0.01"));
  });

  it.each([
    ["another package's", { package: "office-50" }],
    ["begun in a later month", { start_date: "2026-12-01", end_date: "2026-12-31" }],
    ["ended in an earlier month", { start_date: "2026-10-01", end_date: "2026-10-31" }],
    ["inactive", { is_active: false }],
  ])("An offer counts for nothing when %s", (_why, change) => {
    expect(offerDiscount(home.price, [{ ...offer, ...change }], "home-20", MONTH)).toBe(0n);
  });

  it("An offer lowers the bill of every month on a day of which it runs", () => {
    for (const [start_date, end_date] of [
      ["2026-10-15", "2026-11-01"],
      ["2026-11-30", "2027-01-31"],
      ["2026-11-12", "2026-11-12"],
    ] as const) {
      const running = { ...offer, start_date, end_date };
      expect(offerDiscount(home.price, [running], "home-20", MONTH)).toBe(m("150.00"));
      expect(offerDiscount(home.price, [running], "home-20", "2026-09")).toBe(0n);
    }
  });
});

describe("an invoice", () => {
  it("An invoice without lines bills the package as one line, less the customer's discount", () => {
    const snapshot = { customer: customer({ discount: m("100.00") }), open_invoices: [] };
    const {
      invoice,
      postings,
      customer: after,
    } = planInvoice(snapshot, { ...base, package: home }, context());
    expect(invoice).toMatchObject({
      package_name: "Home 20 Mbps",
      package_amount: m("1200.00"),
      amount: m("1200.00"),
      discount: m("100.00"),
      total_payable: m("1100.00"),
      due_amount: m("1100.00"),
      status: "UNPAID",
    });
    expect(invoice.lines).toMatchObject([
      { description: "Home 20 Mbps", quantity: "1", total: m("1200.00") },
    ]);
    expect(entries(postings)).toEqual(["customer INVOICE -110000 → -110000", "REVENUE INVOICE 110000"]);
    expect(after.due_amount).toBe(m("1100.00"));
  });

  it("An invoice keeps a discount of 0.00 and inherits only an absent one", () => {
    const snapshot = { customer: customer({ discount: m("100.00") }), open_invoices: [] };
    const total = (discount: Minor | null) =>
      planInvoice(snapshot, { ...base, package: home, discount }, context()).invoice.total_payable;
    expect([total(ZERO), total(null), total(m("50.00"))]).toEqual([m("1200.00"), m("1100.00"), m("1150.00")]);
  });

  it("An invoice carries every open invoice forward and explains each in the journal", () => {
    const open_invoices = [
      openInvoice("b", "2026-10-01", "800.00"),
      openInvoice("a", "2026-09-01", "300.00"),
    ];
    const lines = [{ ...oneLine("1000.00")[0]!, tax_amount: m("150.00") }];
    const plan = planInvoice(
      { customer: customer({ due_amount: m("1100.00") }), open_invoices },
      { ...base, lines },
      context(),
    );
    expect(plan.invoice).toMatchObject({
      previous_due: m("1100.00"),
      total_payable: m("2250.00"),
      due_amount: m("2250.00"),
    });
    expect(
      plan.invoices.map(({ id, status, carried_amount, due_amount, paid_amount, carried_to }) => [
        id,
        status,
        carried_amount,
        due_amount,
        paid_amount,
        carried_to,
      ]),
    ).toEqual([
      ["a", "PAID", m("300.00"), 0n, 0n, plan.invoice.id],
      ["b", "PAID", m("800.00"), 0n, 0n, plan.invoice.id],
    ]);
    expect(entries(plan.postings)).toEqual([
      "customer CARRY_FORWARD 30000 → -80000",
      "customer CARRY_FORWARD 80000 → 0",
      "customer INVOICE -225000 → -225000",
      "TAX INVOICE 15000",
      "REVENUE INVOICE 100000",
    ]);
    expect(plan.postings.map((posting) => posting.source_id)).toEqual([
      "a",
      "b",
      ...Array(3).fill(plan.invoice.id),
    ]);
    expect(plan.customer.due_amount).toBe(m("2250.00"));
  });

  it("An invoice carries only up to a given previous_due; the rest stays open beside it", () => {
    const open_invoices = [
      openInvoice("a", "2026-11-01", "300.00"),
      openInvoice("b", "2026-11-02", "800.00"),
    ];
    const input = { ...base, lines: oneLine("100.00"), previous_due: m("400.00") };
    const plan = planInvoice(
      { customer: customer({ due_amount: m("1100.00") }), open_invoices },
      input,
      context(),
    );
    expect(
      plan.invoices.map(({ id, status, due_amount, carried_to }) => [id, status, due_amount, carried_to]),
    ).toEqual([
      ["a", "PAID", 0n, plan.invoice.id],
      ["b", "PARTIAL", m("700.00"), null],
    ]);
    expect([plan.invoice.total_payable, plan.customer.due_amount]).toEqual([m("500.00"), m("1200.00")]);
  });

  it("An invoice takes a previous_due above what is open as opening debt", () => {
    const input = { ...base, lines: oneLine("100.00"), previous_due: m("900.00") };
    const plan = planInvoice({ customer: customer(), open_invoices: [] }, input, context());
    expect(entries(plan.postings)).toEqual([
      "customer INVOICE -100000 → -100000",
      "OPENING INVOICE 90000",
      "REVENUE INVOICE 10000",
    ]);
  });

  it("An invoice preserves what was given: package_name, package_amount, total_payable", () => {
    const given = { package_name: "Old plan", package_amount: m("999.00"), total_payable: m("950.00") };
    const plan = planInvoice(
      { customer: customer(), open_invoices: [] },
      { ...base, lines: oneLine("100.00"), ...given },
      context(),
    );
    expect(plan.invoice).toMatchObject({ ...given, due_amount: m("950.00") });
    expect(entries(plan.postings).at(-1)).toBe("REVENUE INVOICE 95000");
  });

  it("An invoice of zero is PAID at once and posts no zero; below zero it is refused", () => {
    const snapshot = { customer: customer(), open_invoices: [] };
    const free = planInvoice(
      snapshot,
      { ...base, lines: oneLine("100.00"), discount: m("100.00") },
      context(),
    );
    expect([free.invoice.status, entries(free.postings)]).toEqual([
      "PAID",
      ["REVENUE INVOICE 10000", "DISCOUNTS INVOICE -10000"],
    ]);
    const negative = () =>
      planInvoice(snapshot, { ...base, lines: oneLine("100.00"), discount: m("100.01") }, context());
    expect(negative).toThrow(expect.objectContaining({ code: "NEGATIVE_TOTAL" }));
  });

  it("An invoice lets a discount given by hand eat into what is carried; revenue stays what was charged", () => {
    const open_invoices = [openInvoice("a", "2026-11-01", "300.00")];
    const input = { ...base, lines: oneLine("100.00"), discount: m("250.00") };
    const plan = planInvoice(
      { customer: customer({ due_amount: m("300.00") }), open_invoices },
      input,
      context(),
    );
    expect(entries(plan.postings)).toEqual([
      "customer CARRY_FORWARD 30000 → 0",
      "customer INVOICE -15000 → -15000",
      "REVENUE INVOICE 10000",
      "DISCOUNTS INVOICE -25000",
    ]);
    expect(plan.overrides).toEqual(["discount"]);
  });

  it("An invoice posts what a total or a line by hand takes off to WAIVER, what a total adds to REVENUE", () => {
    const open_invoices = [openInvoice("a", "2026-11-01", "300.00")];
    const snapshot = { customer: customer({ due_amount: m("300.00") }), open_invoices };
    const less = planInvoice(
      snapshot,
      { ...base, lines: oneLine("100.00"), total_payable: m("50.00") },
      context(),
    );
    expect(entries(less.postings).slice(1)).toEqual([
      "customer INVOICE -5000 → -5000",
      "REVENUE INVOICE 10000",
      "WAIVER INVOICE -35000",
    ]);
    const back = [...oneLine("100.00"), { description: "Sorry", quantity: "2", unit_price: m("-80.00") }];
    const negative = planInvoice(snapshot, { ...base, lines: back }, context());
    expect(entries(negative.postings).slice(1)).toEqual([
      "customer INVOICE -24000 → -24000",
      "REVENUE INVOICE 10000",
      "WAIVER INVOICE -16000",
    ]);
    expect([less.overrides, negative.overrides, negative.invoice.amount]).toEqual([
      ["total_payable"],
      ["lines"],
      m("-60.00"),
    ]);
  });

  it("An invoice calls nothing an override that the rules would have set as well", () => {
    const open_invoices = [openInvoice("a", "2026-11-01", "300.00")];
    const snapshot = {
      customer: customer({ discount: m("20.00"), due_amount: m("300.00") }),
      open_invoices,
    };
    const given = { discount: m("20.00"), previous_due: m("300.00"), total_payable: m("380.00") };
    expect(
      planInvoice(snapshot, { ...base, lines: oneLine("100.00"), ...given }, context()).overrides,
    ).toEqual([]);
    const partly = { ...base, lines: oneLine("100.00"), previous_due: m("299.99") };
    expect(planInvoice(snapshot, partly, context()).overrides).toEqual(["previous_due"]);
  });

  it("An invoice takes the customer's own discount off what it charges, never off what was due before", () => {
    const open_invoices = [openInvoice("a", "2026-11-01", "300.00")];
    const snapshot = {
      customer: customer({ discount: m("50.00"), due_amount: m("300.00") }),
      open_invoices,
    };
    const empty = planInvoice(snapshot, { ...base, lines: oneLine("0.00") }, context());
    expect([empty.invoice.discount, empty.customer.due_amount]).toEqual([ZERO, m("300.00")]);
    const small = planInvoice(snapshot, { ...base, lines: oneLine("30.00") }, context());
    expect([small.invoice.discount, small.customer.due_amount]).toEqual([m("30.00"), m("300.00")]);
  });

  it.each([
    ["NO_PACKAGE", {}],
    ["VALIDATION", { lines: oneLine("1.00"), previous_due: m("-0.01") }],
    ["VALIDATION", { lines: oneLine("1.00"), due_date: "2026-11-19" }],
    ["VALIDATION", { lines: [{ ...oneLine("1.00")[0]!, quantity: "two" }] }],
    ["VALIDATION", { lines: [{ ...oneLine("1.00")[0]!, quantity: "0.1234567" }] }],
    ["VALIDATION", { lines: [{ ...oneLine("999999999.00")[0]!, quantity: "999999999999" }] }],
  ])("An invoice is refused with %s", (code, change) => {
    const run = () =>
      planInvoice({ customer: customer(), open_invoices: [] }, { ...base, ...change }, context());
    expect(run).toThrow(expect.objectContaining({ code }));
  });
});

describe("the ledger's own rules", () => {
  it("The ledger's own rules refuse a journal whose debits and credits differ", () => {
    const source = { source_type: "invoice", source_id: "i" } as const;
    const entry = { entry_type: "INVOICE", source } as const;
    const rows = [
      { ...entry, account: "customer" as const, credit: m("-1.00") },
      { ...entry, account: "REVENUE" as const, credit: m("1.01") },
    ];
    expect(() => journalOf(rows)).toThrow("out of balance");
  });

  it("The ledger's own rules order invoices by issue_date, then by when they were made, then by id", () => {
    const at = (id: string, issue_date: string, created_at: string) => ({ id, issue_date, created_at });
    const ordered = [
      at("d", "2026-10-01", "2026-11-05T08:00:00.000Z"),
      at("c", "2026-11-01", "2026-11-01T08:00:00.000Z"),
      at("a", "2026-11-01", "2026-11-01T09:00:00.000Z"),
      at("b", "2026-11-01", "2026-11-01T09:00:00.000Z"),
    ];
    expect(oldestFirst(ordered.toReversed())).toEqual(ordered);
  });

  it("The ledger's own rules tell an invoice's status from its amounts and day", () => {
    const invoice = openInvoice("a", "2026-11-01", "100.00");
    expect(invoiceStatus(invoice, "2026-11-28")).toBe("UNPAID");
    expect(invoiceStatus(invoice, "2026-11-29")).toBe("OVERDUE");
    expect(invoiceStatus({ ...invoice, paid_amount: m("1.00") }, "2026-11-28")).toBe("PARTIAL");
    expect(invoiceStatus({ ...invoice, due_amount: ZERO }, "2027-01-01")).toBe("PAID");
  });

  it("The ledger's own rules sum records anew and shows by how much the stored figures drifted", () => {
    const found = summary([openInvoice("a", "2026-11-01", "100.00")], [{ unallocated_amount: m("30.00") }]);
    expect(found).toEqual({ due_amount: m("100.00"), advance_amount: m("30.00"), balance: m("-70.00") });
    const stored = { due_amount: m("110.00"), advance_amount: m("30.00"), balance: m("-80.00") };
    expect(drift(stored, found)).toEqual({
      due_amount: m("-10.00"),
      advance_amount: 0n,
      balance: m("10.00"),
    });
  });
});
