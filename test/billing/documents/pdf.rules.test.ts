// Receipts and invoices on paper: readable in any script, the same bytes for the same money.
import { PDFDocument, StandardFonts } from "pdf-lib";
import { describe, expect, it } from "vitest";
import { type InvoiceDocument, invoicePdf } from "../../../shared/billing/documents/invoice-pdf.ts";
import type { Receipt } from "../../../shared/billing/documents/receipt.rules.ts";
import { receiptPdf } from "../../../shared/billing/documents/receipt-pdf.ts";
import { textFor } from "../../../shared/kernel/paper/pdf-text.ts";
import { m } from "../helpers/samples.ts";

const at = new Date("2026-11-20T09:00:00Z");

const receipt: Receipt = {
  company_name: "Nordnetz – Żółw GmbH",
  address: "Hauptstraße 1",
  support_phone: "555",
  receipt_number: "D1-7",
  till: "D1",
  clerk: "counter",
  occurred_at: "2026-11-20T09:00:00Z",
  timezone: "UTC",
  customer_name: "রহিম উদ্দিন 🎉",
  customer_code: "C00001",
  username: "rahim",
  package_name: "Home 20",
  previous_expiry_date: null,
  new_expiry_date: "2026-12-20",
  amount: m("1200.00"),
  currency: "USD",
  digits: 2,
  method: "CASH",
  due_amount: m("0.00"),
  advance_amount: m("0.00"),
  footer: null,
  is_copy: false,
  reversed: null,
};

const invoice = (lines: number): InvoiceDocument => ({
  company: { name: "Nordnetz", address: null, phone: null, currency: "USD" },
  customer: {
    name: "東京",
    customer_code: "C1",
    username: "u",
    phone: "1",
    address: "A\u0000 very long ".repeat(40),
  },
  invoice: {
    invoice_number: "INV-202611-0001",
    billing_month: "2026-11",
    issue_date: "2026-11-20",
    due_date: "2026-11-27",
    status: "UNPAID",
    previous_due: "0.00",
    discount: "0.00",
    total_payable: "1200.00",
    paid_amount: "0.00",
    carried_amount: "0.00",
    due_amount: "1200.00",
    notes: "First\nSecond",
  },
  lines: Array.from({ length: lines }, (_, index) => ({
    description: `Line ${index} ${"W".repeat(300)}`,
    quantity: 1,
    unit_price: "1.00",
    discount: "0.00",
    tax_amount: "0.00",
    total: "1.00",
  })),
});

describe("text for the standard fonts", () => {
  it("Text for the standard fonts shows a question mark per column for what they lack, and keeps the rest", async () => {
    const font = await (await PDFDocument.create()).embedFont(StandardFonts.Courier);
    const write = textFor(font);
    expect(write("Straße – 5 €")).toBe("Straße – 5 €");
    expect(write("e\u0301")).toBe("é");
    expect(write("Żółw")).toBe("?ó?w");
    expect(write("東京")).toBe("????");
  });
});

describe("documents", () => {
  it.each([58, 80] as const)(
    "A receipt is as wide as its paper of %i mm, and the same each time",
    async (paper) => {
      const bytes = await receiptPdf(receipt, paper, at);
      expect(await receiptPdf(receipt, paper, at)).toEqual(bytes);
      const [page] = (await PDFDocument.load(bytes)).getPages();
      expect(page?.getWidth()).toBeCloseTo((paper * 72) / 25.4, 3);
    },
  );

  it("An invoice takes as many pages as its lines need", async () => {
    const pages = async (lines: number) =>
      (await PDFDocument.load(await invoicePdf(invoice(lines), at))).getPageCount();
    expect(await pages(1)).toBe(1);
    expect(await pages(60)).toBeGreaterThan(2);
  });
});
