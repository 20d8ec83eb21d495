// What a reseller pays for what they sell, and how far they may go (contract §3, Reseller).
import { Failure } from "../../kernel/failure.ts";
import { type Minor, subtract } from "../../kernel/money.ts";

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
