// Money reported from elsewhere: what an inbound event becomes, and which clock counts (contract §3 InboundPaymentEvent, §5.6).
import { type Minor, max, subtract, ZERO } from "../kernel/money.ts";

/**
 * Whether an inbound payment renews the service: a recharge when it covers the package's price less the customer's
 * discount, else a payment; always a payment without a package.
 */
export function eventKind(
  amount: Minor,
  pack: { price: Minor } | null,
  customer: { discount: Minor },
): "RECHARGE" | "PAYMENT" {
  if (pack === null) return "PAYMENT";
  return amount >= max(subtract(pack.price, customer.discount), ZERO) ? "RECHARGE" : "PAYMENT";
}

const MAX_AHEAD_MS = 5 * 60_000;
const MAX_AGE_MS = 45 * 86_400_000;

export interface EffectiveInstant {
  /** RFC 3339. */
  occurred_at: string;
  /** Whether the client's clock was not believed, and a person must look at it. */
  needs_review: boolean;
}

/**
 * occurred_at counts, unless it lies more than 5 minutes ahead of received_at, or over 45 days behind it, or is no
 * instant: then received_at counts and the record is flagged for review (contract §5.6). Absent: received_at, unflagged.
 */
export function effectiveOccurredAt(
  occurred_at: string | null | undefined,
  received_at: string,
): EffectiveInstant {
  if (occurred_at == null) return { occurred_at: received_at, needs_review: false };
  const aheadMs = Date.parse(occurred_at) - Date.parse(received_at);
  const believable = aheadMs <= MAX_AHEAD_MS && aheadMs >= -MAX_AGE_MS;
  return believable ? { occurred_at, needs_review: false } : { occurred_at: received_at, needs_review: true };
}
