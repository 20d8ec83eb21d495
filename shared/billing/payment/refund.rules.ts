// A refund pays an advance out, from the oldest credits on; and what undoes it (contract §4.11).
import { Failure, invalid } from "../../kernel/failure.ts";
import { add, type Minor, min, negate, subtract } from "../../kernel/money.ts";
import { cashAccount } from "../ledger/holder.rules.ts";
import {
  type Credit,
  type CustomerMoney,
  netBalance,
  oldestCreditFirst,
  type PaymentMethod,
  type PlanContext,
} from "../ledger/money-records.ts";
import { type MoneyPlan, type NewRefund, type PaidOut, planOf } from "../ledger/plan.rules.ts";
import { journalOf } from "../ledger/posting.rules.ts";

/** A credit, and what of it was paid out before. */
export type RefundableCredit = Credit & PaidOut;

export interface RefundSnapshot {
  customer: CustomerMoney;
  credits: readonly RefundableCredit[];
}

export interface RefundInput {
  id?: string;
  amount: Minor;
  method: PaymentMethod;
  reason: string;
}

export type RefundPlan = MoneyPlan & { refund: NewRefund };

/**
 * POST /customers/{id}/refund/.
 * @throws Failure INSUFFICIENT_ADVANCE, VALIDATION (amount not above zero).
 */
export function planRefund(snapshot: RefundSnapshot, input: RefundInput, context: PlanContext): RefundPlan {
  const { amount, method, reason } = input;
  if (amount <= 0n) throw invalid("amount", "The amount must be above zero", "TOO_SMALL");
  const { customer } = snapshot;
  const drawn: (RefundableCredit & { amount: Minor })[] = [];
  let rest = amount;
  for (const { payment_transaction } of oldestCreditFirst(snapshot.credits)) {
    const credit = snapshot.credits.find((one) => one.payment_transaction === payment_transaction);
    const taken = min(credit?.unallocated_amount ?? rest, rest);
    if (!credit || taken <= 0n) continue;
    rest = subtract(rest, taken);
    drawn.push({
      ...credit,
      amount: taken,
      unallocated_amount: subtract(credit.unallocated_amount, taken),
      refunded_amount: add(credit.refunded_amount, taken),
    });
  }
  if (rest > 0n) throw new Failure("INSUFFICIENT_ADVANCE");
  const id = input.id ?? context.newId();
  const source = { source_type: "refund", source_id: id } as const;
  const after = { ...customer, advance_amount: subtract(customer.advance_amount, amount) };
  const parts = drawn.map(({ payment_transaction, amount }) => ({ payment_transaction, amount }));
  const refund: NewRefund = { id, customer: customer.id, amount, method, reason, parts };
  const postings = journalOf(
    [
      { account: "customer", entry_type: "REFUND", credit: negate(amount), advance: negate(amount), source },
      { account: cashAccount(method), entry_type: "REFUND", credit: amount, source },
    ],
    netBalance(customer),
  );
  return { ...planOf(after, { postings, credits: drawn, paid_out: drawn, refund }), refund };
}

export interface RefundReversalSnapshot {
  customer: CustomerMoney;
  refund: NewRefund & { is_reversed: boolean; holder: string | null };
  /** Those that the refund drew on. */
  credits: readonly RefundableCredit[];
}

/**
 * POST /refunds/{id}/reverse/: the money came back, or never left: each credit is what it was.
 * @returns null when it is reversed already: nothing to write.
 */
export function planRefundReversal({ customer, refund, credits }: RefundReversalSnapshot): MoneyPlan | null {
  if (refund.is_reversed) return null;
  const { amount, method, holder } = refund;
  const source = { source_type: "refund", source_id: refund.id } as const;
  const restored = refund.parts.map((part): RefundableCredit => {
    const credit = credits.find((one) => one.payment_transaction === part.payment_transaction);
    if (!credit) throw new Error(`The snapshot lacks transaction ${part.payment_transaction}`);
    return {
      ...credit,
      unallocated_amount: add(credit.unallocated_amount, part.amount),
      refunded_amount: subtract(credit.refunded_amount, part.amount),
    };
  });
  const after = { ...customer, advance_amount: add(customer.advance_amount, amount) };
  return planOf(after, {
    postings: journalOf(
      [
        { account: "customer", entry_type: "REVERSAL", credit: amount, advance: amount, source },
        {
          account: cashAccount(method),
          entry_type: "REVERSAL",
          credit: negate(amount),
          source,
          dims: { holder },
        },
      ],
      netBalance(customer),
    ),
    credits: restored,
    paid_out: restored,
    reversed: { payment_transaction: null, recharge: null, adjustment: null, refund: refund.id },
  });
}
