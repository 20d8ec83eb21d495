// What a payment costs the reseller whose user takes it, told before the server says no. Pure.
import { type Wallet, wholesaleCharge } from "../../../../shared/billing/reseller/wholesale.rules.ts";
import { type Minor, negate, subtract, ZERO } from "../../../../shared/kernel/money.ts";

/** One sale as it is charged. */
export interface Sale {
  readonly amount: Minor;
  /** None for a payment without days. */
  readonly validity_days: number;
  /** What the package costs the reseller; null where no package was sold. */
  readonly rate: { readonly rate: Minor; readonly validity_days: number } | null;
}

export interface WalletPlan {
  readonly charge: Minor;
  /** With what waits on this computer taken off already. */
  readonly after: Minor;
  /** Whether the server would refuse it. */
  readonly is_beyond: boolean;
  /** How much can still be sold for after it. */
  readonly left: Minor;
}

const charged = ({ amount, validity_days, rate }: Sale): Minor =>
  wholesaleCharge(amount, validity_days, rate);

/** @param waiting sales of the same reseller that the server has not heard of */
export function walletPlan(wallet: Wallet, sale: Sale, waiting: readonly Sale[]): WalletPlan {
  const before = waiting.reduce((balance, one) => subtract(balance, charged(one)), wallet.balance);
  const charge = charged(sale);
  const after = subtract(before, charge);
  const room = subtract(after, negate(wallet.credit_limit));
  return { charge, after, is_beyond: charge > ZERO && room < ZERO, left: room < ZERO ? ZERO : room };
}
