// Money reported from elsewhere: what an inbound event becomes (contract §3 InboundPaymentEvent).
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
