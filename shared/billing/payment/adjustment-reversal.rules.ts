// Undoing a charge by hand (an adjustment DEBIT): its due is taken back wherever it is by now, what was paid of it becomes
// advance (contract §4.11).
import { add, type Minor, ZERO } from "../../kernel/money.ts";
import { netBalance, type PlanContext } from "../ledger/money-records.ts";
import { type MoneyPlan, planOf } from "../ledger/plan.rules.ts";
import { journalOf, type PostedPart } from "../ledger/posting.rules.ts";
import { reversingEntry } from "../ledger/reversing-entry.rules.ts";
import type { ChargeRecords } from "./charge-trace.rules.ts";
import { describePlan, type PlanDescription } from "./preview.rules.ts";
import { reduceCharge } from "./reduce-charge.rules.ts";

export interface ChargeSnapshot extends ChargeRecords {
  adjustment: { id: string; amount: Minor; is_reversed: boolean };
  /** What its journal put on the system accounts; left out: revenue. */
  posted?: readonly PostedPart[];
}

/**
 * POST /adjustments/{id}/reverse/ of a DEBIT: the charge is credited on its invoice, so that nothing of it is owed any
 * longer.
 * @returns null when it is reversed already: nothing to write.
 */
export function planAdjustmentReversal(snapshot: ChargeSnapshot, context: PlanContext): MoneyPlan | null {
  const { customer, adjustment } = snapshot;
  if (adjustment.is_reversed) return null;
  const source = { source_type: "adjustment", source_id: adjustment.id } as const;
  const { posted = [{ account: "REVENUE", credit: adjustment.amount }] } = snapshot;
  const taken = reduceCharge(snapshot, adjustment.amount, context, source, [
    { source: "OTHER", tax_code: null, net: adjustment.amount, tax: ZERO },
  ]);
  const credit = add(taken.due, taken.released);
  return planOf(taken.customer, {
    ...taken.changes,
    postings: journalOf(
      [
        ...reversingEntry(posted, source),
        { account: "customer", entry_type: "REVERSAL", credit, advance: taken.released, source },
        ...taken.drafts,
      ],
      netBalance(customer),
    ),
    reversed: { payment_transaction: null, recharge: null, adjustment: adjustment.id },
  });
}

/** What that would change, for the person who is about to confirm it; null when there is nothing to undo. */
export function describeAdjustmentReversal(
  snapshot: ChargeSnapshot,
  context: PlanContext,
): PlanDescription | null {
  const plan = planAdjustmentReversal(snapshot, context);
  return plan && describePlan({ customer: snapshot.customer, invoices: snapshot.invoices }, plan);
}
