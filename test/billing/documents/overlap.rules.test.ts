// Papers with the longest names and the largest amounts: nothing is printed over anything else, off the page, or left out.
import { expect, it } from "vitest";
import { creditNotePdf } from "../../../server/billing/documents/credit-note-pdf.ts";
import { invoicesPdf } from "../../../server/billing/documents/invoice-pdf.ts";
import { statementPdf } from "../../../server/billing/statements/statement-pdf.ts";
import { setText, widthOf } from "../../../server/kernel/pdf/typeface.ts";
import type { Language } from "../../../shared/kernel/formatting/language.ts";
import { tenantFormat } from "../../../shared/kernel/formatting/localized.ts";
import { placedTextsOf } from "../../helpers/read-pdf.ts";

const at = new Date("2026-11-20T09:00:00Z");
const LONG =
  "Md. Abdullah Al Mamun Chowdhury and Sons General Trading and Contracting Enterprise (Private) Limited";
const ADDRESS = `House 12, Road 7, ${"Block Extension, ".repeat(12)}the very last line`;
const HUGE = "123456789012345.00";

const company = { name: LONG, address: ADDRESS, phone: "01700-000000", tax_number: null, legal_text: null };
const customer = {
  name: LONG,
  customer_code: "C00001",
  username: "abdullah.mamun",
  phone: "01711",
  address: ADDRESS,
};
const style = (language: Language) => ({
  language,
  format: tenantFormat({ currency: "IDR", locale: "id-ID", timezone: "Asia/Jakarta" }, language),
});

const line = {
  ...{
    description: LONG,
    quantity: 123456.5,
    unit_price: HUGE,
    discount: HUGE,
    tax_amount: HUGE,
    total: HUGE,
  },
};

const papers = {
  invoice: (language: Language) =>
    invoicesPdf(
      [
        {
          ...{ company, customer, lines: [line, line] },
          taxes: [{ code: "A-LONG-TAX-CODE-OF-THE-COUNTRY", rate: "12.5000", net: HUGE, tax: HUGE }],
          invoice: {
            ...{ invoice_number: "INV-202611-000000000001", billing_month: "2026-11", status: "UNPAID" },
            ...{ issue_date: "2026-11-20", due_date: "2026-11-27", notes: null },
            ...{ previous_due: HUGE, discount: HUGE, total_payable: HUGE, paid_amount: HUGE },
            ...{ carried_amount: HUGE, credited_amount: HUGE, due_amount: HUGE },
          },
        },
      ],
      { title: "t", made_at: at },
      style(language),
    ),
  statement: (language: Language) =>
    statementPdf(
      {
        ...{ company, customer },
        statement: {
          ...{
            customer: { id: "0", customer_code: "C00001", name: LONG },
            currency: "IDR",
            from: "2026-11-01",
            to: "2026-11-30",
          },
          ...{ opening_balance: HUGE, closing_balance: `-${HUGE}`, total_debit: HUGE, total_credit: HUGE },
          ...{ due_amount: HUGE, advance_amount: HUGE },
          entries: [
            {
              date: "2026-11-02",
              description: LONG,
              debit: HUGE,
              credit: HUGE,
              balance: `-${HUGE}`,
              entry_type: "INVOICE",
              document_type: "invoice",
              document: "0",
            },
          ],
          ageing: {
            as_of: "2026-11-30",
            buckets: [{ bucket: "CURRENT", amount: HUGE, customers: 1 }],
            total: HUGE,
          },
        },
      },
      at,
      style(language),
    ),
  "credit note": (language: Language) =>
    creditNotePdf(
      {
        ...{ company, customer },
        note: {
          ...{
            credit_note_number: "CN-202611-0001",
            invoice_number: "INV-202611-000000000001",
            reason: LONG,
          },
          ...{ issue_date: "2026-11-20", issued_at: at.toISOString() },
          ...{ amount: HUGE, tax_amount: HUGE, due_reduced: HUGE, made_advance: HUGE },
          ...{ due_after: HUGE, advance_after: HUGE, clerk: "counter" },
          lines: [{ description: LONG, quantity: 123456.5, tax_amount: HUGE, amount: HUGE }],
        },
      },
      style(language),
    ),
};

const kinds = Object.keys(papers) as (keyof typeof papers)[];

it.each(kinds.flatMap((kind) => (["en", "bn"] as const).map((language) => [kind, language] as const)))(
  "A paper of kind %s in %s prints nothing over anything else or off the page, and the whole name and address",
  async (kind, language) => {
    const placed = (await placedTextsOf(await papers[kind](language))).map((one) => ({
      ...one,
      end: one.x + widthOf(setText(one.text, one.bold ? 700 : 400), one.size),
    }));
    for (const one of placed) {
      expect(one.x, one.text).toBeGreaterThan(20);
      expect(one.end, one.text).toBeLessThan(575);
      const over = placed.filter(
        (other) =>
          other !== one &&
          other.page === one.page &&
          Math.abs(other.y - one.y) < 5 &&
          other.x < one.end - 0.5 &&
          one.x < other.end - 0.5,
      );
      expect(
        over.map(({ text }) => text),
        one.text,
      ).toEqual([]);
    }
    const all = placed
      .map(({ text }) => text)
      .join("")
      .replace(/\s/g, "");
    expect(all.split("(Private)Limited").length).toBeGreaterThan(2);
    expect(all).toContain("theverylastline");
  },
);
