// What an invoice's line costs: quantity, price, discount, tax, and what a running offer takes off (contract §4.2).
import { type Day, type Month, monthOf } from "../../kernel/day.ts";
import { invalid } from "../../kernel/failure.ts";
import { type Minor, max, min, multiply, percentOf, subtract, ZERO } from "../../kernel/money.ts";
import type { TaxRate } from "../../subscribers/index.ts";
import type { NewInvoiceLine } from "../ledger/plan.rules.ts";
import type { ChargedPart } from "../service/period.rules.ts";
import {
  defaultCode,
  type LineSource,
  type LineTax,
  rateInForce,
  taxLines,
  type UntaxedLine,
} from "../tax/tax.rules.ts";

export interface LineInput {
  description: string;
  /** Decimal text with at most six digits behind the point. */
  quantity: string;
  unit_price: Minor;
  discount?: Minor | null;
  /** Given by hand; null or absent: computed by the code. */
  tax_amount?: Minor | null;
  /** Any row of a tax code: the one that is in force on the day of issue counts; null or left out: none (see `withDefaultCode`). */
  tax_code?: string | null;
  /** Default OTHER. */
  source?: LineSource | null;
  /** The days of the service that it charges; left out: of a month's line of the package all of them. */
  period?: ChargedPart | null;
}

export interface PackagePrice {
  id: string;
  name: string;
  price: Minor;
  tax_code?: string | null;
}

export interface OfferTerms {
  discount_type: "PERCENT" | "FIXED";
  /** Decimal text: a percentage such as "12.5"; unused when FIXED. */
  percent: string;
  /** The amount off when FIXED; unused when PERCENT. */
  fixed: Minor;
  /** Null: every package. */
  package: string | null;
  start_date: Day;
  end_date: Day;
  is_active: boolean;
}

/**
 * (quantity × unit_price) − discount: what a line charges before its tax. Rounded half-up (away from zero) once: the
 * discount is whole minor units already, so the product is what is rounded.
 * @throws RangeError when quantity is no decimal with at most six digits behind the point (see isQuantity).
 */
export function lineCharge(line: Pick<LineInput, "quantity" | "unit_price" | "discount">): Minor {
  return subtract(multiply(line.unit_price, line.quantity), line.discount ?? ZERO);
}

/** Further amounts, in minor units, are slips of the hand, and no column of ours could hold their sums. */
const MAX_AMOUNT = 10n ** 14n;

/** A line before the invoice's discount and its tax. */
export interface PricedLine
  extends UntaxedLine,
    Pick<NewInvoiceLine, "description" | "quantity" | "unit_price" | "period"> {
  discount: Minor;
  source: LineSource;
}

/** Lines that say nothing of a tax code bear the tenant's default one; null says none (contract §4.14). */
export function withDefaultCode<L extends Pick<LineInput, "tax_code">>(
  lines: readonly L[],
  rates: readonly TaxRate[],
): (L & { tax_code: string | null })[] {
  const proposed = defaultCode(rates);
  return lines.map((line) => ({ ...line, tax_code: line.tax_code === undefined ? proposed : line.tax_code }));
}

/** A line's price, and the rate on the day of issue; a quantity that is none is the caller's error. */
export function pricedLine(
  line: LineInput,
  index: number,
  day: { rates: readonly TaxRate[]; issue_date: Day },
): PricedLine {
  if (!isQuantity(line.quantity)) {
    throw invalid(
      `lines.${index}.quantity`,
      "quantity must be a decimal with at most six digits behind the point",
    );
  }
  return {
    description: line.description,
    quantity: line.quantity,
    unit_price: line.unit_price,
    discount: line.discount ?? ZERO,
    source: line.source ?? "OTHER",
    period: line.period ?? null,
    charge: lineCharge(line),
    rate: rateInForce(day.rates, line.tax_code, day.issue_date),
    given_tax: line.tax_amount ?? null,
  };
}

/** A line as it is stored, with what of it the journal needs beside. */
export type TaxedLine = NewInvoiceLine & Pick<LineTax, "share" | "list" | "net" | "code_tax">;

/** Lines with their tax on what the invoice's discount leaves of them; a total beyond all reason is the caller's error. */
export function storedLines(lines: readonly PricedLine[], discount: Minor, newId: () => string): TaxedLine[] {
  const taxed = taxLines(lines, discount);
  return lines.map(({ charge: _charge, rate: _rate, given_tax: _given, ...line }, index) => {
    const tax = taxed[index];
    if (!tax) throw new Error("A line without its tax");
    if (tax.total > MAX_AMOUNT || tax.total < -MAX_AMOUNT)
      throw invalid(`lines.${index}`, "The total is too large", "TOO_LARGE");
    return { id: newId(), ...line, ...tax };
  });
}

/** Whether a text can be an invoice line's quantity. */
function isQuantity(text: string): boolean {
  return /^-?\d{1,12}(\.\d{1,6})?$/.test(text);
}

/** Whether an offer runs on any day of a month. */
const runsIn = (
  { start_date, end_date }: Pick<OfferTerms, "start_date" | "end_date">,
  month: Month,
): boolean => monthOf(start_date) <= month && month <= monthOf(end_date);

/**
 * What the best single offer that runs on any day of the billing month takes off a package's price, whenever the bill is made;
 * never more than the price (contract §3).
 */
export function offerDiscount(
  price: Minor,
  offers: readonly OfferTerms[],
  packageId: string | null,
  month: Month,
): Minor {
  return offers
    .filter((offer) => offer.is_active && runsIn(offer, month))
    .filter((offer) => offer.package === null || offer.package === packageId)
    .map((offer) => (offer.discount_type === "PERCENT" ? percentOf(price, offer.percent) : offer.fixed))
    .reduce((best, discount) => max(best, min(discount, price)), ZERO);
}
