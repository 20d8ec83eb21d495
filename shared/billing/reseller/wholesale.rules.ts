// What a reseller pays for what they sell, and how far they may go (contract §3, Reseller).
import { Failure } from "../../kernel/failure.ts";
import { add, type Minor, min, shareOf, subtract, ZERO } from "../../kernel/money.ts";

/** What a package costs a reseller: their own rate, else its price. */
export interface WholesaleRate {
  rate: Minor;
  /** The days that the rate buys. */
  validity_days: number;
}

/**
 * What a recharge costs the reseller whose user made it: the rate for each validity of the package that was begun. Money
 * that buys no days, or days that nothing has a rate for, has no margin: it is charged whole.
 */
export function wholesaleCharge(amount: Minor, validity_days: number, rate: WholesaleRate | null): Minor {
  if (validity_days === 0 || rate === null) return amount;
  const periods = Math.ceil(validity_days / rate.validity_days);
  return (rate.rate * BigInt(periods)) as Minor;
}

/**
 * What money that came with a change of package costs its reseller: of what the change costs them the same part as it pays of
 * what it costs the customer; what is more buys no days, and has no margin.
 */
export function wholesaleOfPayment(amount: Minor, to_pay: Minor, wholesale_to_pay: Minor): Minor {
  const paid = min(amount, to_pay);
  const part = to_pay > 0n ? shareOf(wholesale_to_pay, paid, to_pay) : ZERO;
  return add(part, subtract(amount, paid));
}

/** A reseller's means. */
export interface Wallet {
  balance: Minor;
  /** How far below zero the balance may go. */
  credit_limit: Minor;
}

/**
 * The balance after a charge.
 * @throws Failure CREDIT_LIMIT_EXCEEDED.
 */
export function balanceAfterCharge({ balance, credit_limit }: Wallet, charge: Minor): Minor {
  const after = subtract(balance, charge);
  if (charge > 0n && after < -credit_limit)
    throw new Failure("CREDIT_LIMIT_EXCEEDED", "The reseller's balance and credit limit do not cover this");
  return after;
}
