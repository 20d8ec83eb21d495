// The lines of an invoice while they are typed: what they come to with their tax, and the body that is sent. Pure.

import { chargeLines } from "../../../shared/billing/invoice/invoice.rules.ts";
import type { TaxedLine } from "../../../shared/billing/invoice/invoice-line.rules.ts";
import { isLineByHand } from "../../../shared/billing/invoice/invoice-posting.rules.ts";
import type { LineSource } from "../../../shared/billing/tax/tax.rules.ts";
import type { Day } from "../../../shared/kernel/day.ts";
import { add, formatMoney, type Minor, subtract, ZERO } from "../../../shared/kernel/money.ts";
import type { ServicePackage, TaxCode, TaxRate } from "../../../shared/subscribers/index.ts";
import { type MoneyFormat, minorOf, typedDecimal, typedMoney } from "../../kernel/money-format.ts";

export interface LineDraft {
  readonly key: number;
  readonly description: string;
  readonly quantity: string;
  readonly unit_price: string;
  readonly discount: string;
  /** Typed by hand; empty: what the code makes of it. */
  readonly tax_amount: string;
  readonly tax_code: string | null;
  readonly source: LineSource;
}

export const emptyLine = (key: number, tax_code: string | null = null): LineDraft => ({
  key,
  description: "",
  quantity: "1",
  unit_price: "",
  discount: "",
  tax_amount: "",
  tax_code,
  source: "OTHER",
});

export interface ReadLine {
  readonly description: string;
  readonly quantity: string;
  readonly unit_price: Minor;
  readonly discount: Minor;
  readonly tax_amount: Minor | null;
  readonly tax_code: string | null;
  readonly source: LineSource;
}

const QUANTITY = /^\d{1,9}(\.\d{1,6})?$/;

/** A typed line as values, or null while something in it is missing or wrong. */
export function readLine(draft: LineDraft, format: MoneyFormat): ReadLine | null {
  const quantity = typedDecimal(draft.quantity, format);
  const unit_price = typedMoney(draft.unit_price, format);
  const discount = draft.discount.trim() === "" ? ZERO : typedMoney(draft.discount, format);
  const computed = draft.tax_amount.trim() === "";
  const tax_amount = computed ? null : typedMoney(draft.tax_amount, format);
  const description = draft.description.trim();
  if (description === "" || quantity === null || !QUANTITY.test(quantity) || !/[1-9]/.test(quantity))
    return null;
  if (unit_price === null || discount === null || (tax_amount === null && !computed)) return null;
  const { tax_code, source } = draft;
  return { description, quantity, unit_price, discount, tax_amount, tax_code, source };
}

/** What a bill is made with beside its lines. */
export interface BillTerms {
  readonly issue_date: Day;
  readonly rates: readonly TaxRate[];
  /** The customer's standing discount. */
  readonly discount: Minor;
}

/** Tax codes as the rules take them. */
export const ratesOf = (codes: readonly TaxCode[]): TaxRate[] =>
  codes.map(({ id, code, rate, is_inclusive, is_default, valid_from }) => ({
    ...{ id, code, is_inclusive, is_default, valid_from },
    rate: String(rate),
  }));

/** A package as the one line that it makes. */
export const packageLine = (sold: ServicePackage, { digits }: MoneyFormat): ReadLine => ({
  description: sold.name,
  quantity: "1",
  unit_price: minorOf(sold.price, digits),
  discount: ZERO,
  tax_amount: null,
  tax_code: sold.tax_code,
  source: "PACKAGE",
});

/** The lines of which nothing is missing. */
export const completeLines = (lines: readonly LineDraft[], format: MoneyFormat): ReadLine[] =>
  lines.map((line) => readLine(line, format)).filter((line) => line !== null);

function charged(lines: readonly ReadLine[], { discount, ...day }: BillTerms) {
  return chargeLines(lines, day, discount, () => "");
}

export interface DraftSums {
  readonly discount: Minor;
  readonly tax: Minor;
  /** What the bill asks for, earlier dues left out. */
  readonly total: Minor;
}

/** What lines come to, as the server will compute it. */
export function draftSums(lines: readonly ReadLine[], terms: BillTerms): DraftSums {
  const { lines: taxed, discount } = charged(lines, terms);
  const of = (amount: (line: TaxedLine) => Minor) => add(...taxed.map(amount));
  return {
    discount,
    tax: of(({ tax_amount }) => tax_amount),
    total: subtract(
      of(({ total }) => total),
      discount,
    ),
  };
}

/** Whether one of the lines gives something back, or bears a tax by hand, which only some roles may do. */
export function isByHand(lines: readonly ReadLine[], terms: BillTerms): boolean {
  return charged(lines, terms).lines.some(isLineByHand);
}

/** Lines as the operation takes them. */
export function linesBody(lines: readonly LineDraft[], format: MoneyFormat) {
  return completeLines(lines, format).map(({ unit_price, discount, tax_amount, ...line }) => ({
    ...line,
    unit_price: formatMoney(unit_price, format.digits),
    discount: formatMoney(discount, format.digits),
    ...(tax_amount === null ? {} : { tax_amount: formatMoney(tax_amount, format.digits) }),
  }));
}
