// Money on its way between holders (contract §4.12): what it posts when it is sent, arrives or is called off. Pure.
import { Failure } from "../../kernel/failure.ts";
import { type Minor, negate } from "../../kernel/money.ts";
import { BANK } from "../ledger/chart-of-accounts.ts";
import { cashAccount } from "../ledger/holder.rules.ts";
import type { PostingDraft, PostingSource } from "../ledger/posting.rules.ts";

export type TransferStatus = "IN_TRANSIT" | "CONFIRMED" | "CANCELLED";

export interface Transfer {
  id: string;
  from: string;
  to: string;
  amount: Minor;
  method: "CASH" | "BANK" | "CARD" | "MOBILE" | "ONLINE";
}

export const IN_TRANSIT = "IN_TRANSIT";

/** The journal's two lines: what comes to `credited` below zero is taken from it. */
function lines(transfer: Transfer, holder: string, amount: Minor): PostingDraft[] {
  const source: PostingSource = { source_type: "cash_transfer", source_id: transfer.id };
  const entry_type = "TRANSFER";
  // What the bank holds is CASH:BANK, however it got there.
  const account = cashAccount(holder === BANK ? "BANK" : transfer.method);
  return [
    { account: IN_TRANSIT, entry_type, credit: negate(amount), source, dims: { holder: IN_TRANSIT } },
    { account, entry_type, credit: amount, source, dims: { holder } },
  ];
}

/** Debit IN_TRANSIT, credit the sender's cash. */
export const postSent = (transfer: Transfer): PostingDraft[] =>
  lines(transfer, transfer.from, transfer.amount);

/** Debit the receiver's cash, credit IN_TRANSIT. */
export const postConfirmed = (transfer: Transfer): PostingDraft[] =>
  lines(transfer, transfer.to, negate(transfer.amount));

/** The mirror of `postSent`. */
export const postCancelled = (transfer: Transfer): PostingDraft[] =>
  lines(transfer, transfer.from, negate(transfer.amount));

/**
 * Whether a transfer still has to go to `wanted`; false: it is there already, and nothing is to be written.
 * @throws Failure ILLEGAL_TRANSITION where the other end was reached.
 */
export function isToMove(status: TransferStatus, wanted: "CONFIRMED" | "CANCELLED"): boolean {
  if (status === wanted) return false;
  if (status === "IN_TRANSIT") return true;
  const why = status === "CONFIRMED" ? "It has arrived: send it back" : "It was called off: send it again";
  throw new Failure("ILLEGAL_TRANSITION", why);
}
