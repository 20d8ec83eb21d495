// What becomes of a deposit, and what each step posts (docs/bookkeeping.md). Pure.
import { Failure, invalid } from "../../kernel/failure.ts";
import { add, type Minor, negate, subtract } from "../../kernel/money.ts";
import { cashAccount } from "../ledger/holder.rules.ts";
import type { PaymentMethod, PlanContext } from "../ledger/money-records.ts";
import type { MoneyPlan, NewTransaction } from "../ledger/plan.rules.ts";
import type { EntryType, PostingDraft, PostingSource } from "../ledger/posting.rules.ts";
import { creditCustomer, type PaymentSnapshot } from "./settlement.rules.ts";

/** A deposit's money. Always: amount = balance + applied_amount + refunded_amount, unless it is reversed. */
export interface DepositMoney {
  id: string;
  amount: Minor;
  balance: Minor;
  applied_amount: Minor;
  refunded_amount: Minor;
  method: PaymentMethod;
  status: "HELD" | "SETTLED" | "REVERSED";
  /** Who took it. */
  holder: string;
}

/** What of it changes. */
export type DepositChange = Pick<DepositMoney, "balance" | "applied_amount" | "refunded_amount" | "status">;

const sourceOf = (id: string): PostingSource => ({ source_type: "deposit", source_id: id });

const draftsOf = (
  entry_type: EntryType,
  id: string,
  parts: readonly Omit<PostingDraft, "entry_type" | "source">[],
): PostingDraft[] => parts.map((part) => ({ ...part, entry_type, source: sourceOf(id) }));

/** Money comes to its holder, and is owed to the customer. */
export function postDeposit({
  id,
  amount,
  method,
}: Pick<DepositMoney, "id" | "amount" | "method">): PostingDraft[] {
  return draftsOf("DEPOSIT", id, [
    { account: cashAccount(method), credit: negate(amount) },
    { account: "DEPOSITS", credit: amount },
  ]);
}

/** @throws Failure VALIDATION (amount not above zero), INSUFFICIENT_DEPOSIT. */
function lessBalance(deposit: DepositMoney, amount: Minor): Minor {
  if (amount <= 0n) throw invalid("amount", "The amount must be above zero", "TOO_SMALL");
  if (amount > deposit.balance) throw new Failure("INSUFFICIENT_DEPOSIT");
  return subtract(deposit.balance, amount);
}

const changeOf = (
  { applied_amount, refunded_amount }: DepositMoney,
  balance: Minor,
  more: Partial<DepositChange>,
): DepositChange => ({
  ...{ balance, applied_amount, refunded_amount },
  status: balance === 0n ? "SETTLED" : "HELD",
  ...more,
});

export type AppliedPlan = MoneyPlan & { transaction: NewTransaction };

/**
 * POST /deposits/{id}/apply/: what is kept pays what is due, as a payment of method DEPOSIT. A deposit is no advance: it pays
 * no more than is due.
 * @throws Failure VALIDATION (amount, invoice), INSUFFICIENT_DEPOSIT, OVER_ALLOCATION.
 */
export function planDepositApplied(
  deposit: DepositMoney,
  snapshot: PaymentSnapshot,
  { amount, invoice }: { amount: Minor; invoice: string | null },
  context: PlanContext,
): { plan: AppliedPlan; change: DepositChange } {
  const balance = lessBalance(deposit, amount);
  const open_invoices = snapshot.open_invoices.filter(({ id }) => invoice === null || id === invoice);
  const due = add(...open_invoices.map(({ due_amount }) => due_amount));
  if (amount > due) throw new Failure("OVER_ALLOCATION", "A deposit pays no more than is due");
  const id = context.newId();
  const source: PostingSource = { source_type: "payment_transaction", source_id: id };
  const debit: PostingDraft = { account: "DEPOSITS", entry_type: "PAYMENT", credit: negate(amount), source };
  const paid = { amount, method: "DEPOSIT", transaction_id: id, deposit: deposit.id } as const;
  const plan = creditCustomer({ ...snapshot, open_invoices }, paid, context, {
    entry_type: "PAYMENT",
    debits: [debit],
  });
  if (plan.transaction === null) throw new Error("A payment without a transaction");
  const applied_amount = add(deposit.applied_amount, amount);
  return {
    plan: { ...plan, transaction: plan.transaction },
    change: changeOf(deposit, balance, { applied_amount }),
  };
}

/** The payment that a deposit made is taken back: so much is kept again. */
export function depositRestored(deposit: DepositMoney, amount: Minor): DepositChange {
  const applied_amount = subtract(deposit.applied_amount, amount);
  return changeOf(deposit, add(deposit.balance, amount), { applied_amount });
}

/**
 * POST /deposits/{id}/refund/.
 * @throws Failure VALIDATION (amount not above zero), INSUFFICIENT_DEPOSIT.
 */
export function planDepositRefund(
  deposit: DepositMoney,
  amount: Minor,
  method: PaymentMethod,
): { change: DepositChange; drafts: PostingDraft[] } {
  const balance = lessBalance(deposit, amount);
  const refunded_amount = add(deposit.refunded_amount, amount);
  return {
    change: changeOf(deposit, balance, { refunded_amount }),
    drafts: draftsOf("REFUND", deposit.id, [
      { account: "DEPOSITS", credit: negate(amount) },
      { account: cashAccount(method), credit: amount },
    ]),
  };
}

/**
 * POST /deposits/{id}/reverse/: the money goes back from who took it.
 * @returns null when it is reversed already: nothing to write.
 * @throws Failure INSUFFICIENT_DEPOSIT when some of it was applied or paid back.
 */
export function planDepositReversal(
  deposit: DepositMoney,
): { change: DepositChange; drafts: PostingDraft[] } | null {
  const { id, amount, method, holder, status } = deposit;
  if (status === "REVERSED") return null;
  const balance = lessBalance(deposit, amount);
  return {
    change: changeOf(deposit, balance, { status: "REVERSED" }),
    drafts: draftsOf("REVERSAL", id, [
      { account: "DEPOSITS", credit: negate(amount) },
      { account: cashAccount(method), credit: amount, dims: { holder } },
    ]),
  };
}
