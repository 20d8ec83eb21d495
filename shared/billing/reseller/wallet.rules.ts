// What moves a reseller's balance by hand, and what that posts (contract §3, Reseller). Pure.
import { type Minor, negate } from "../../kernel/money.ts";
import { cashAccount } from "../ledger/holder.rules.ts";
import type { PaymentMethod } from "../ledger/money-records.ts";
import type { PostingDraft, PostingSource } from "../ledger/posting.rules.ts";

/** Money paid in, or a balance put right: then `method` is null and the company's commission bears it. */
export interface WalletMove {
  /** What the balance rises by; below zero where something is taken back. */
  amount: Minor;
  method: PaymentMethod | null;
  /** Who holds the money that came in; null: none did. */
  holder: string | null;
}

/** A top-up is debit CASH, credit RESELLER; what is put right is debit COMMISSION, credit RESELLER; below zero the other way. */
export function postWalletMove(
  { amount, method, holder }: WalletMove,
  source: PostingSource,
): PostingDraft[] {
  const entry_type = method === null ? "ADJUSTMENT" : amount < 0n ? "REVERSAL" : "PAYMENT";
  const account = method === null ? "COMMISSION" : cashAccount(method);
  return [
    { account, entry_type, credit: negate(amount), source, dims: { holder } },
    { account: "RESELLER", entry_type, credit: amount, source },
  ];
}

/** The move that takes another back: the same money the other way, from and to the same holder. */
export const mirrored = (move: WalletMove): WalletMove => ({ ...move, amount: negate(move.amount) });
