// A refund pays an advance out, from the oldest credits on; and what undoes it (contract §4.11).
import { Failure, invalid } from "../../kernel/failure.ts";
import { add, type Minor, min, negate, subtract, ZERO } from "../../kernel/money.ts";
import { cashAccount } from "../ledger/holder.rules.ts";
import {
  type Credit,
  type CustomerMoney,
  freeOf,
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
  /** Also what bought days may be paid out; default: free money alone. */
  takes_bound?: boolean;
}

export type RefundPlan = MoneyPlan & { refund: NewRefund };

/** What is drawn of each credit: free money first, then what bought days where that may be, each from the oldest on. */
function drawn(
  credits: readonly RefundableCredit[],
  amount: Minor,
  takes_bound: boolean,
): Map<string, Minor> {
  const taken = new Map<string, Minor>();
  let rest = amount;
  const draw = (among: (credit: RefundableCredit) => Minor) => {
    for (const credit of oldestCreditFirst(credits)) {
      const part = min(among(credit), rest);
      if (part <= 0n) continue;
      rest = subtract(rest, part);
      const { payment_transaction: id } = credit;
      taken.set(id, add(taken.get(id) ?? ZERO, part));
    }
  };
  draw(freeOf);
  if (takes_bound) draw((credit) => subtract(credit.unallocated_amount, freeOf(credit)));
  if (rest === 0n) return taken;
  const advance = add(...credits.map(({ unallocated_amount }) => unallocated_amount));
  throw new Failure(amount > advance ? "INSUFFICIENT_ADVANCE" : "BOUND_ADVANCE");
}

/**
 * POST /customers/{id}/refund/.
 * @throws Failure INSUFFICIENT_ADVANCE, BOUND_ADVANCE, VALIDATION (amount not above zero).
 */
export function planRefund(snapshot: RefundSnapshot, input: RefundInput, context: PlanContext): RefundPlan {
  const { amount, method, reason } = input;
  if (amount <= 0n) throw invalid("amount", "The amount must be above zero", "TOO_SMALL");
  const { customer } = snapshot;
  const taken = drawn(snapshot.credits, amount, input.takes_bound ?? false);
  const credits = oldestCreditFirst(snapshot.credits).flatMap((credit) => {
    const part = taken.get(credit.payment_transaction);
    if (part === undefined) return [];
    return {
      ...credit,
      amount: part,
      unallocated_amount: subtract(credit.unallocated_amount, part),
      refunded_amount: add(credit.refunded_amount, part),
    };
  });
  const id = input.id ?? context.newId();
  const source = { source_type: "refund", source_id: id } as const;
  const after = { ...customer, advance_amount: subtract(customer.advance_amount, amount) };
  const parts = credits.map(({ payment_transaction, amount }) => ({ payment_transaction, amount }));
  const refund: NewRefund = { id, customer: customer.id, amount, method, reason, parts };
  const postings = journalOf(
    [
      { account: "customer", entry_type: "REFUND", credit: negate(amount), advance: negate(amount), source },
      { account: cashAccount(method), entry_type: "REFUND", credit: amount, source },
    ],
    netBalance(customer),
  );
  return { ...planOf(after, { postings, credits, paid_out: credits, refund }), refund };
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
