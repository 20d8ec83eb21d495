// Money that came in but can't be applied as meant waits in SUSPENSE until staff say whose it is (contract §5.3).
import { invalid } from "../../kernel/failure.ts";
import { type Minor, negate } from "../../kernel/money.ts";
import { cashAccount } from "../ledger/holder.rules.ts";
import type { PaymentMethod, PlanContext } from "../ledger/money-records.ts";
import { journalOf, type Posting, type PostingSource } from "../ledger/posting.rules.ts";
import { type PaymentInput, type PaymentSnapshot, planPayment } from "./settlement.rules.ts";

/**
 * Takes money into SUSPENSE: the journal alone, as no customer is touched; its transaction waits without a customer.
 * @throws Failure VALIDATION when the amount is not above zero.
 */
export function planSuspense(amount: Minor, method: PaymentMethod, transactionId: string): Posting[] {
  if (amount <= 0n) throw invalid("amount", "The amount must be above zero", "TOO_SMALL");
  const source: PostingSource = { source_type: "payment_transaction", source_id: transactionId };
  return journalOf([
    { account: cashAccount(method), entry_type: "SUSPENSE", credit: negate(amount), source },
    { account: "SUSPENSE", entry_type: "SUSPENSE", credit: amount, source },
  ]);
}

/**
 * Gives money in SUSPENSE to its customer, settled as a payment; as a recharge: planRecharge with `from_suspense`. The
 * plan's `transaction` are the new values of the one that waited, `transaction_id`.
 * @throws Failure VALIDATION when the amount is not above zero.
 */
export function planResolveSuspense(
  snapshot: PaymentSnapshot,
  input: Omit<PaymentInput, "from_suspense" | "reseller_charge"> & { transaction_id: string },
  context: PlanContext,
): ReturnType<typeof planPayment> {
  return planPayment(snapshot, { ...input, from_suspense: true }, context);
}

/** Where money in SUSPENSE goes that is given to no customer: back to who paid it, or it is kept (contract §4.11). */
export type SuspenseEnd = { refund: PaymentMethod } | "WRITTEN_OFF";

/** Empties SUSPENSE of money that nobody is credited with: the journal alone. */
export function planSuspenseEnd(amount: Minor, end: SuspenseEnd, transactionId: string): Posting[] {
  const source: PostingSource = { source_type: "payment_transaction", source_id: transactionId };
  const kept = end === "WRITTEN_OFF";
  const entry_type = kept ? "SUSPENSE" : "REFUND";
  const account = kept ? "OTHER_INCOME" : cashAccount(end.refund);
  return journalOf([
    { account: "SUSPENSE", entry_type, credit: negate(amount), source },
    { account, entry_type, credit: amount, source },
  ]);
}
