// Taking a closing's bill back, whatever became of it since: the days are not earned, the money is advance again. Pure.
import type { Day } from "../../kernel/day.ts";
import { add } from "../../kernel/money.ts";
import { type ChargedInvoice, creditables } from "../credit-note/credit-note.rules.ts";
import { netBalance, type PlanContext } from "../ledger/money-records.ts";
import { type MoneyPlan, planOf } from "../ledger/plan.rules.ts";
import { journalOf } from "../ledger/posting.rules.ts";
import { reversingEntry, sliceOf } from "../ledger/reversing-entry.rules.ts";
import { type ChargeRecords, partsOf } from "../payment/charge-trace.rules.ts";
import { reduceCharge } from "../payment/reduce-charge.rules.ts";
import { invoiceSource } from "../payment/reversal.rules.ts";
import { fitted, givenBackBy } from "../tax/round-credit.rules.ts";

export type UsageSnapshot = ChargeRecords & ChargedInvoice;

/**
 * Mirrors what the bill's journal charged and no credit note has given back yet, on the closing's own day: the month stands
 * as if the bill had never been made.
 * @returns null when nothing of it is left.
 */
export function planUsageReversal(snapshot: UsageSnapshot, day: Day, context: PlanContext): MoneyPlan | null {
  const among = creditables(snapshot);
  const left = add(...among.map((line) => line.left));
  if (left <= 0n) return null;
  const source = invoiceSource(snapshot.invoice);
  const charges = snapshot.invoices.find(({ id }) => id === snapshot.invoice)?.charges ?? [];
  const held = snapshot.waived.flatMap(({ given_up }) => partsOf(given_up, snapshot.invoice));
  const lines = among.map(({ source: of, parts, amount, credited }) => ({
    source: of,
    parts: sliceOf(parts, { whole: amount, from: credited, to: amount }),
  }));
  const back = fitted(lines, charges, held);
  const taken = reduceCharge(snapshot, left, context, source, givenBackBy(back));
  const mirrored = back.flatMap(({ parts }) => reversingEntry(parts, source));
  const credit = add(taken.due, taken.released);
  return planOf(taken.customer, {
    ...taken.changes,
    postings: journalOf(
      [
        ...mirrored,
        { account: "customer", entry_type: "REVERSAL", credit, advance: taken.released, source },
        ...taken.drafts,
      ],
      netBalance(snapshot.customer),
    ),
    entry_date: day,
    voided: snapshot.invoice,
  });
}
