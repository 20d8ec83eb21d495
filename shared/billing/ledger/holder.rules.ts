// Who holds cash that moves (contract §4.12).
import { BANK, type SystemAccount } from "./chart-of-accounts.ts";
import type { PaymentMethod } from "./money-records.ts";

/** Who acts: at a till, or by name alone. */
export interface Acting {
  username: string;
  /** The till's device code. */
  till: string | null;
}

/** Whether money comes in or goes out by it: what is given up, and a deposit that pays a bill, move none. */
export const movesMoney = (method: PaymentMethod): boolean => method !== "ADJUSTMENT" && method !== "DEPOSIT";

/** The till or collector that takes or gives it; what is no cash is at the bank; null: no money moves. */
export function holderOf(method: PaymentMethod, { username, till }: Acting): string | null {
  if (!movesMoney(method)) return null;
  return method === "CASH" ? (till ?? username) : BANK;
}

/** The account of money that came in or goes out by this method. @throws Error for one by which no money moves. */
export function cashAccount(method: PaymentMethod): SystemAccount {
  if (method === "ADJUSTMENT" || method === "DEPOSIT") throw new Error(`${method} moves no money`);
  return `CASH:${method}`;
}

/** Who holds what a system account is about; null where it is no cash. */
export function holderOfAccount(code: string, acting: Acting): string | null {
  return code.startsWith("CASH:") ? holderOf(code.slice("CASH:".length) as PaymentMethod, acting) : null;
}

/** Where the cash lies that somebody takes now, and may hand over (contract §4.16): at the till that they sit at, and with them. */
export const ownHolders = ({ username, till }: Acting): readonly string[] =>
  till === null ? [username] : [till, username];
