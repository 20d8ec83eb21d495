// What a clerk should know before taking this amount: less than the price, far above the usual, paid a moment ago. Pure.
import { isBelowPrice as isTooLittle, type Price } from "../../../../shared/billing/invoice/price.rules.ts";
import { type Minor, multiply, ZERO } from "../../../../shared/kernel/money.ts";
import type { PaymentDraft } from "../payment-plan.ts";

/** From how many times the usual an amount is worth a word, and from how many it is asked about. */
const NOTICED = 3n;
const ASKED = 10n;
/** How long ago a payment of the same customer is probably the same money. */
const RECENT_MS = 10 * 60_000;

export interface EarlierPayment {
  readonly receipt_number: string;
  readonly amount: Minor;
  /** RFC 3339. */
  readonly at: string;
}

export type Advice =
  /** The service goes on for less money than it costs: permitted, but it should be meant. */
  | { readonly kind: "below_price"; readonly price: Minor }
  /** As above, but the role may not: it will be a payment without days. */
  | { readonly kind: "without_days"; readonly price: Minor }
  | { readonly kind: "above_price"; readonly price: Minor; readonly more: Minor }
  | { readonly kind: "far_above"; readonly usual: Minor; readonly times: number }
  | { readonly kind: "just_paid"; readonly earlier: EarlierPayment };

export interface AdviceContext {
  /** Null where no package says what the days cost. */
  readonly price: Price | null;
  readonly due: Minor;
  /** What the form began with; zero: nothing can be called usual. */
  readonly suggested: Minor;
  readonly may_below_price: boolean;
  readonly earlier: readonly EarlierPayment[];
  readonly now: number;
}

/** Whether it is less money a day than the price (contract §2); no days cost nothing. */
export function isBelowPrice({ kind, amount, validity_days }: PaymentDraft, price: Price | null): boolean {
  return kind === "recharge" && isTooLittle(amount, validity_days, price);
}

function priceAdvice(draft: PaymentDraft, context: AdviceContext): Advice[] {
  const { price, due, may_below_price } = context;
  if (price === null || draft.kind !== "recharge") return [];
  if (isBelowPrice(draft, price))
    return [{ kind: may_below_price ? "below_price" : "without_days", price: price.amount }];
  const periods = price.days > 0 ? Math.max(1, Math.ceil(draft.validity_days / price.days)) : 1;
  const more = (draft.amount - multiply(price.amount, String(periods))) as Minor;
  // The due, or the due and the price, is what one pays on purpose.
  if (more <= 0n || draft.amount === due || more === due) return [];
  return [{ kind: "above_price", price: price.amount, more }];
}

/** The most important first. */
export function paymentAdvice(draft: PaymentDraft, context: AdviceContext): Advice[] {
  const { suggested, earlier, now } = context;
  if (draft.amount <= ZERO) return [];
  const last = earlier.find(({ at }) => Math.abs(now - Date.parse(at)) < RECENT_MS);
  const far = suggested > 0n && draft.amount > suggested * NOTICED;
  const times = far ? Number(draft.amount / suggested) : 0;
  return [
    ...(last ? [{ kind: "just_paid", earlier: last } as const] : []),
    ...(far ? [{ kind: "far_above", usual: suggested, times } as const] : priceAdvice(draft, context)),
  ];
}

/** Whether so large an amount is asked about once more before it is taken. */
export function mustAskAgain(amount: Minor, suggested: Minor, confirm_above: Minor | null): boolean {
  if (confirm_above !== null && amount > confirm_above) return true;
  return suggested > 0n && amount > suggested * ASKED;
}
