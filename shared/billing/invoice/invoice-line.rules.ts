// What an invoice's line costs: quantity, price, discount, tax, and what a running offer takes off (contract §4.2).
import type { Day } from "../../kernel/day.ts";
import { invalid } from "../../kernel/failure.ts";
import { add, type Minor, max, min, multiply, percentOf, subtract, ZERO } from "../../kernel/money.ts";
import type { NewInvoiceLine } from "../ledger/ledger.rules.ts";

export interface LineInput {
  description: string;
  /** Decimal text with at most six digits behind the point. */
  quantity: string;
  unit_price: Minor;
  discount?: Minor | null;
  tax_amount?: Minor | null;
}

export interface PackagePrice {
  id: string;
  name: string;
  price: Minor;
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
 * (quantity × unit_price) − discount + tax_amount. Rounded half-up (away from zero) once: discount and tax are whole
 * minor units already, so the product is what is rounded.
 * @throws RangeError when quantity is no decimal with at most six digits behind the point (see isQuantity).
 */
export function lineTotal(line: LineInput): Minor {
  const gross = multiply(line.unit_price, line.quantity);
  return add(subtract(gross, line.discount ?? ZERO), line.tax_amount ?? ZERO);
}

/** Further amounts, in minor units, are slips of the hand, and no column of ours could hold their sums. */
const MAX_AMOUNT = 10n ** 14n;

/** A line as it is stored; a quantity that is none, or a product beyond all reason, is the caller's error. */
export function storedLine(line: LineInput, index: number, newId: () => string): NewInvoiceLine {
  if (!isQuantity(line.quantity)) {
    throw invalid(
      `lines.${index}.quantity`,
      "quantity must be a decimal with at most six digits behind the point",
    );
  }
  const total = lineTotal(line);
  if (total > MAX_AMOUNT || total < -MAX_AMOUNT)
    throw invalid(`lines.${index}`, "The total is too large", "TOO_LARGE");
  return {
    id: newId(),
    description: line.description,
    quantity: line.quantity,
    unit_price: line.unit_price,
    discount: line.discount ?? ZERO,
    tax_amount: line.tax_amount ?? ZERO,
    total,
  };
}

/** Whether a text can be an invoice line's quantity. */
function isQuantity(text: string): boolean {
  return /^-?\d{1,12}(\.\d{1,6})?$/.test(text);
}

/** What the best single running offer takes off a package's price on `day`; never more than the price (contract §3). */
export function offerDiscount(
  price: Minor,
  offers: readonly OfferTerms[],
  packageId: string | null,
  day: Day,
): Minor {
  return offers
    .filter((offer) => offer.is_active && offer.start_date <= day && day <= offer.end_date)
    .filter((offer) => offer.package === null || offer.package === packageId)
    .map((offer) => (offer.discount_type === "PERCENT" ? percentOf(price, offer.percent) : offer.fixed))
    .reduce((best, discount) => max(best, min(discount, price)), ZERO);
}
