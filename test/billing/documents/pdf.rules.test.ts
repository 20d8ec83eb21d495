// Receipts and invoices on paper: readable in any script, the same bytes for the same money.
import { PDFDocument } from "pdf-lib";
import { expect, it } from "vitest";
import { type InvoiceDocument, invoicesPdf } from "../../../server/billing/documents/invoice-pdf.ts";
import { receiptPdf } from "../../../server/billing/documents/receipt-pdf.ts";
import { setText } from "../../../server/kernel/pdf/typeface.ts";
import type { Receipt } from "../../../shared/billing/documents/receipt.rules.ts";
import type { Language } from "../../../shared/kernel/formatting/language.ts";
import { tenantFormat } from "../../../shared/kernel/formatting/localized.ts";
import { fontsOf, textsOf } from "../../helpers/read-pdf.ts";
import { m } from "../helpers/samples.ts";

const at = new Date("2026-11-20T09:00:00Z");

const style = (language: Language, currency = "BDT") => ({
  language,
  format: tenantFormat({ currency, locale: "bn-BD", timezone: "Asia/Dhaka" }, language),
});

const receipt: Receipt = {
  company_name: "স্কাইলাইন ব্রডব্যান্ড",
  address: "Hauptstraße 1, Łódź",
  support_phone: "01700-000000",
  receipt_number: "D1-7",
  till: "D1",
  clerk: "counter",
  occurred_at: "2026-11-20T09:00:00Z",
  timezone: "UTC",
  customer_name: "লক্ষ্মী নির্দিষ্ট 東 🎉",
  customer_code: "C00001",
  username: "rahim",
  package_name: "Home 20",
  previous_expiry_date: null,
  new_expiry_date: "2026-12-20",
  amount: m("123456.00"),
  currency: "BDT",
  digits: 2,
  method: "CASH",
  due_amount: m("0.00"),
  advance_amount: m("0.00"),
  footer: "A footer that is exactly this wide: WWWWWWWWWWWW",
  tax_number: null,
  legal_text: null,
  is_copy: true,
  reversed: null,
};

const invoice = (lines: number): InvoiceDocument => ({
  company: {
    name: "নর্ডনেট",
    address: null,
    phone: null,
    tax_number: "Tax number BIN 0045",
    legal_text: "Reverse charge does not apply",
  },
  taxes: [{ code: "VAT", rate: "12.5000", net: "1000.00", tax: "125.00" }],
  customer: {
    name: "লক্ষ্মী",
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
    total_payable: "123456.00",
    paid_amount: "0.00",
    carried_amount: "0.00",
    credited_amount: "0.00",
    due_amount: "123456.00",
    notes: "First\nSecond",
  },
  lines: Array.from({ length: lines }, (_, index) => ({
    description: `সংযোগ ${index} ${"W".repeat(300)}`,
    quantity: 1.5,
    unit_price: "1.00",
    discount: "0.00",
    tax_amount: "0.00",
    total: "1.00",
  })),
});

const billPdf = (lines: number, language: "bn" | "en") =>
  invoicesPdf([invoice(lines)], { title: "INV-202611-0001", made_at: at }, style(language));

it.each([58, 80] as const)(
  "A receipt is as wide as its paper of %i mm, and the same each time",
  async (paper) => {
    const bytes = await receiptPdf(receipt, paper, at, style("bn"));
    expect(await receiptPdf(receipt, paper, at, style("bn"))).toEqual(bytes);
    const [page] = (await PDFDocument.load(bytes)).getPages();
    expect(page?.getWidth()).toBeCloseTo((paper * 72) / 25.4, 3);
  },
);

it("A receipt in Bengali has Bengali words and digits, no question mark, and its fonts with it", async () => {
  const bytes = await receiptPdf(receipt, 58, at, style("bn"));
  const texts = await textsOf(bytes);
  const said = texts.join("\n");
  for (const part of ["স্কাইলাইন ব্রডব্যান্ড", "*** কপি ***", "১,২৩,৪৫৬", "লক্ষ্মী নির্দিষ্ট", "東", "🎉", "Łódź"])
    expect(said.replaceAll("\n", "")).toContain(part);
  expect(said).not.toContain("?");
  expect((await fontsOf(bytes)).map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^[A-Z]{6}\+NotoSansBengali-bengali-400$/),
      expect.stringMatching(/^[A-Z]{6}\+Inter-latin-400$/),
    ]),
  );
  expect((await fontsOf(bytes)).every(({ file }) => file > 1_000)).toBe(true);
});

it.each([
  ["NotoSansDevanagari", "लक्ष्मी इंटरनेट"],
  ["NotoSansTamil", "தமிழ் நிறுவனம்"],
  ["NotoSansThai", "ใบเสร็จรับเงิน"],
  ["NotoSansKhmer", "វិក្កយបត្រ"],
  ["NotoSansMyanmar", "ပြေစာ"],
  ["NotoSansArabic", "شركة الاتصالات السريعة"],
  ["NotoSansHebrew", "אינטרנט מהיר בע״מ"],
] as const)(
  "A paper shows a text in a script of its own in %s, bold too, without a box for a letter",
  async (font, text) => {
    const bill = invoice(1);
    const named = { ...bill, customer: { ...bill.customer, name: text, address: text } };
    const about = { title: "INV-202611-0001", made_at: at };
    const bytes = await invoicesPdf([named], about, style("en"));
    const said = (await textsOf(bytes)).join("").replaceAll("\u200b", "").normalize("NFC");
    expect(said.split(text.normalize("NFC"))).toHaveLength(3);
    const names = (await fontsOf(bytes)).map(({ name }) => name.slice(7));
    const script = font.slice("NotoSans".length).toLowerCase();
    expect(names).toEqual(expect.arrayContaining([`${font}-${script}-400`, `${font}-${script}-700`]));
    for (const run of [...setText(text, 400), ...setText(text, 700)])
      expect(run.glyphs.filter(({ id }) => id === 0)).toEqual([]);
  },
);

it.each([
  ["NotoSansSC", "北京市宽带网络有限公司"],
  ["NotoSansSC", "臺灣寬頻"],
  ["NotoSansJP", "株式会社さくら"],
  ["NotoSansKR", "라스트마일 인터넷"],
] as const)("A paper shows a text in %s in its letters, without a box: %s", async (font, text) => {
  const bill = invoice(1);
  const named = { ...bill, customer: { ...bill.customer, name: text, address: text } };
  const bytes = await invoicesPdf([named], { title: "INV-202611-0001", made_at: at }, style("en"));
  expect((await textsOf(bytes)).join("").split(text)).toHaveLength(3);
  const names = (await fontsOf(bytes)).map(({ name }) => name.slice(7));
  for (const weight of [400, 700])
    expect(names).toEqual(
      expect.arrayContaining([expect.stringMatching(new RegExp(`^${font}-\\d+-${weight}$`))]),
    );
  for (const run of [...setText(text, 400), ...setText(text, 700)])
    expect(run.glyphs.filter(({ id }) => id === 0)).toEqual([]);
});

it("A receipt in English says what it said, grouped as the country does", async () => {
  const said = (await textsOf(await receiptPdf(receipt, 80, at, style("en")))).join("\n");
  expect(said).toContain("*** COPY ***");
  expect(said).toContain("BDT 1,23,456.00");
});

it("An invoice in Bengali writes its words, its month and its amounts in Bengali", async () => {
  const said = (await textsOf(await billPdf(1, "bn"))).join("").normalize("NFC");
  for (const part of ["বিল", "নভেম্বর ২০২৬", "১,২৩,৪৫৬.০০", "অপরিশোধিত", "১.৫", "লক্ষ্মী"])
    expect(said).toContain(part.normalize("NFC"));
  expect(said).not.toContain("?");
});

it("An invoice names the company's tax number, each tax with what it is on, and what the law asks for", async () => {
  const said = (await textsOf(await billPdf(1, "en"))).join("\n");
  for (const part of ["BIN 0045", "VAT 12.5 %", "1,000.00", "125.00", "Reverse charge does not apply"])
    expect(said.replaceAll("\n", "")).toContain(part);
});

it("Every number of a bill has the company's decimal sign: quantities and rates of taxes as well as amounts", async () => {
  const format = tenantFormat({ currency: "BDT", locale: "en-BD", decimal_separator: "," }, "en");
  const about = { title: "INV-202611-0001", made_at: at };
  const said = (await textsOf(await invoicesPdf([invoice(1)], about, { language: "en", format }))).join("\n");
  for (const part of ["VAT 12,5 %", "1,5", "1.000,00", "1.23.456,00"])
    expect(said.replaceAll("\n", "")).toContain(part);
  expect(said).not.toMatch(/12\.5|1\.5/);
});

it("An invoice takes as many pages as its lines need", async () => {
  const pages = async (lines: number) => (await PDFDocument.load(await billPdf(lines, "en"))).getPageCount();
  expect(await pages(1)).toBe(1);
  expect(await pages(60)).toBeGreaterThan(2);
});

it("Several invoices stand in one document, each on pages of its own, in the order that they were given", async () => {
  const numbered = (number: string, lines: number): InvoiceDocument => {
    const one = invoice(lines);
    return { ...one, invoice: { ...one.invoice, invoice_number: number } };
  };
  const bytes = await invoicesPdf(
    [numbered("INV-7", 1), numbered("INV-5", 1), numbered("INV-6", 1)],
    { title: "bills", made_at: at },
    style("en"),
  );
  expect((await PDFDocument.load(bytes)).getPageCount()).toBe(3);
  const said = (await textsOf(bytes)).join("\n");
  const places = ["INV-7", "INV-5", "INV-6"].map((number) => said.indexOf(number));
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(places[0]).toBeGreaterThanOrEqual(0);
});
