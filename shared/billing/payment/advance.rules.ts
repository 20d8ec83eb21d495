// Advance: money paid before it was due, drawn down against an invoice (contract §4.3).
import { add, type Minor, min, negate, subtract, ZERO } from "../../kernel/money.ts";
import {
  type Allocation,
  type Credit,
  type InvoiceMoney,
  type MoneySnapshot,
  netBalance,
  oldestCreditFirst,
  type PlanContext,
} from "../ledger/money-records.ts";
import { type MoneyPlan, planOf } from "../ledger/plan.rules.ts";
import { journalOf } from "../ledger/posting.rules.ts";
import { pay } from "./settlement.rules.ts";

/**
 * apply_advance_to_invoice (contract §4.3): allocates unallocated credits, oldest first, up to the invoice's due. The
 * PAYMENT credit and the ADVANCE debit stand in one journal, so the net balance does not move.
 * @param takes what of a credit may be used: all of it for a month's bill, `freeOf` for what is charged besides.
 * @returns null when there is nothing to apply: no advance, or nothing due.
 */
export function planAdvance(
  snapshot: Pick<MoneySnapshot, "customer" | "credits">,
  invoice: InvoiceMoney,
  context: PlanContext,
  takes: (credit: Credit) => Minor = ({ unallocated_amount }) => unallocated_amount,
): MoneyPlan | null {
  const { customer } = snapshot;
  const allocations: Allocation[] = [];
  const credits: Credit[] = [];
  let applied: Minor = ZERO;
  for (const credit of oldestCreditFirst(snapshot.credits)) {
    const allocated_amount = min(takes(credit), subtract(invoice.due_amount, applied));
    if (allocated_amount <= 0n) continue;
    const { payment_transaction } = credit;
    allocations.push({ id: context.newId(), payment_transaction, invoice: invoice.id, allocated_amount });
    credits.push({ ...credit, unallocated_amount: subtract(credit.unallocated_amount, allocated_amount) });
    applied = add(applied, allocated_amount);
  }
  if (applied === 0n) return null;
  const source = { source_type: "invoice", source_id: invoice.id } as const;
  const after = {
    ...customer,
    due_amount: subtract(customer.due_amount, applied),
    advance_amount: subtract(customer.advance_amount, applied),
  };
  return planOf(after, {
    postings: journalOf(
      [
        { account: "customer", entry_type: "PAYMENT", credit: applied, source },
        {
          account: "customer",
          entry_type: "ADVANCE",
          credit: negate(applied),
          advance: negate(applied),
          source,
        },
      ],
      netBalance(customer),
    ),
    invoices: [pay(invoice, applied, context.today)],
    allocations,
    credits,
  });
}
