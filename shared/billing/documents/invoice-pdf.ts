// An invoice as a PDF on A4: who bills whom for what, what was paid, what is due.

import { type Letterhead, MARGIN, RIGHT, type Sheet, sheetPdf } from "../../kernel/paper/sheet.ts";
import type { Invoice, InvoiceLine } from "../invoice/invoice.ts";

export interface InvoiceDocument {
  company: Letterhead & { currency: string };
  customer: { name: string; customer_code: string; username: string; phone: string; address: string | null };
  invoice: Pick<
    Invoice,
    | "invoice_number"
    | "billing_month"
    | "issue_date"
    | "due_date"
    | "status"
    | "previous_due"
    | "discount"
    | "total_payable"
    | "paid_amount"
    | "carried_amount"
    | "due_amount"
    | "notes"
  >;
  lines: readonly Pick<
    InvoiceLine,
    "description" | "quantity" | "unit_price" | "discount" | "tax_amount" | "total"
  >[];
}

/** Right edges of the table's columns after the description. */
const COLUMNS = { quantity: 315, unit_price: 380, discount: 435, tax_amount: 485, total: RIGHT } as const;
const DESCRIPTION_WIDTH = 225;

function writeHead(sheet: Sheet, { company, customer, invoice }: InvoiceDocument): void {
  sheet.head(company, "INVOICE");
  const facts: [string, string][] = [
    ["Number", invoice.invoice_number],
    ["Month", invoice.billing_month],
    ["Issued", invoice.issue_date],
    ["Due", invoice.due_date],
    ["Status", invoice.status],
  ];
  const address = customer.address ? sheet.broken(customer.address, 230) : [];
  const who = [
    customer.name,
    `${customer.customer_code} · ${customer.username}`,
    customer.phone,
    ...address.slice(0, 2),
  ];
  for (const [index, [label, value]] of facts.entries()) {
    sheet.write(who[index] ?? "", MARGIN, { bold: index === 0 });
    sheet.write(label, 370, { faint: true });
    sheet.write(value, RIGHT, { right: true });
    sheet.down(15);
  }
  sheet.down(15);
}

function writeLines(sheet: Sheet, { lines }: InvoiceDocument): void {
  const heads = {
    quantity: "Qty",
    unit_price: "Price",
    discount: "Discount",
    tax_amount: "Tax",
    total: "Total",
  };
  sheet.write("Description", MARGIN, { size: 9, faint: true });
  for (const [name, head] of Object.entries(heads)) {
    sheet.write(head, COLUMNS[name as keyof typeof COLUMNS], { size: 9, faint: true, right: true });
  }
  sheet.down(6);
  sheet.rule();
  for (const line of lines) {
    const [first = "", ...more] = sheet.broken(line.description, DESCRIPTION_WIDTH);
    sheet.down(16);
    sheet.write(first, MARGIN);
    for (const [name, right] of Object.entries(COLUMNS)) {
      sheet.write(String(line[name as keyof typeof COLUMNS]), right, { right: true });
    }
    for (const part of more) {
      sheet.down(13);
      sheet.write(part, MARGIN);
    }
  }
  sheet.down(8);
  sheet.rule();
}

/** Sums that are zero explain nothing and are left out, the total and what is due are always there. */
function writeSums(sheet: Sheet, { invoice, company }: InvoiceDocument): void {
  const sums: [string, string, boolean][] = [
    ["Previous due", invoice.previous_due, false],
    ["Discount", invoice.discount, false],
    ["Total", invoice.total_payable, true],
    ["Paid", invoice.paid_amount, false],
    ["Carried forward", invoice.carried_amount, false],
    [`Due (${company.currency})`, invoice.due_amount, true],
  ];
  for (const [label, amount, always] of sums) {
    if (!always && !/[1-9]/.test(amount)) continue;
    sheet.down(17);
    sheet.write(label, 370, { bold: always });
    sheet.write(amount, RIGHT, { bold: always, right: true });
  }
  if (!invoice.notes) return;
  sheet.down(20);
  for (const paragraph of invoice.notes.split("\n")) {
    for (const part of sheet.broken(paragraph, RIGHT - MARGIN, 9)) {
      sheet.down(13);
      sheet.write(part, MARGIN, { size: 9, faint: true });
    }
  }
}

/** An invoice on A4, on as many pages as its lines need. @param made_at the document's date. */
export function invoicePdf(input: InvoiceDocument, made_at: Date): Promise<Uint8Array> {
  return sheetPdf({ title: input.invoice.invoice_number, made_at }, (sheet) => {
    writeHead(sheet, input);
    writeLines(sheet, input);
    writeSums(sheet, input);
  });
}
