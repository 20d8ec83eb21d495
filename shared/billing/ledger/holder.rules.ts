// Who holds cash that moves (contract §4.12).
import { BANK, type SystemAccount } from "./chart-of-accounts.ts";
import type { PaymentMethod } from "./money-records.ts";

/** Who acts: at a till, or by name alone. */
export interface Acting {
  username: string;
  /** The till's device code. */
  till: string | null;
}

/** The till or collector that takes or gives it; what is no cash is at the bank; null: no money moves. */
export function holderOf(method: PaymentMethod, { username, till }: Acting): string | null {
  if (method === "ADJUSTMENT") return null;
  return method === "CASH" ? (till ?? username) : BANK;
}

/** The account of money that came in or goes out by this method. @throws Error for an adjustment: no money moves. */
export function cashAccount(method: PaymentMethod): SystemAccount {
  if (method === "ADJUSTMENT") throw new Error("An adjustment moves no money");
  return `CASH:${method}`;
}

/** Who holds what a system account is about; null where it is no cash. */
export function holderOfAccount(code: string, acting: Acting): string | null {
  return code.startsWith("CASH:") ? holderOf(code.slice("CASH:".length) as PaymentMethod, acting) : null;
}
