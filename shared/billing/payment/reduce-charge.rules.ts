// Taking back a charge, or a part of one, wherever it is by now: the one rule under the reversal of a charge by hand and under
// credit notes (contract §4.11).
import { add, type Minor, subtract } from "../../kernel/money.ts";
import type { CustomerMoney, PlanContext } from "../ledger/money-records.ts";
import type { MoneyPlan } from "../ledger/plan.rules.ts";
import type { PostingDraft } from "../ledger/posting.rules.ts";
import { type GivenUp, giveBack } from "../tax/credit-split.rules.ts";
import { type ChargeRecords, ChargeTrace } from "./charge-trace.rules.ts";

/** How much of a charge can still be taken back: what a later invoice's total by hand wrote off is nowhere any longer. */
export function leftOfCharge(records: ChargeRecords, amount: Minor, context: PlanContext): Minor {
  return new ChargeTrace(records, context).takeOut(records.invoice, amount);
}

/** What taking a charge back does, as far as it does not depend on the document that takes it back. */
export interface TakenBack {
  customer: CustomerMoney;
  /** What was still owed. */
  due: Minor;
  /** What had been paid, and is advance now. */
  released: Minor;
  /** What had been given up before: waived, or written off by an invoice's total by hand. It comes back from there. */
  written_off: Minor;
  /** The dues' way out of the chain of carried invoices, the waivers that are taken back, what an invoice wrote off. */
  drafts: PostingDraft[];
  changes: Pick<
    MoneyPlan,
    "invoices" | "allocations" | "removed_allocations" | "credits" | "paid_out" | "waivers"
  >;
}

/**
 * Takes `amount` of a charge back: it is credited on the invoice that made it. First goes what is still owed of it, in
 * whichever invoice it is by now, then what was paid, which becomes advance. What was given up of it before comes back
 * from where it went, not to the customer, as far as less than that is left of the charge.
 * @param given_back what of the invoice's charges the amount is: of no charge more is given up and given back than it was.
 */
export function reduceCharge(
  records: ChargeRecords,
  amount: Minor,
  context: PlanContext,
  source: PostingDraft["source"],
  given_back: readonly GivenUp[],
): TakenBack {
  const unwinding = new ChargeTrace(records, context);
  const id = records.invoice;
  unwinding.unwaiveOver(id, given_back, amount);
  let rest = subtract(amount, unwinding.unwaived);
  rest = subtract(rest, unwinding.takeOutUnwaived(id, rest));
  rest = subtract(rest, unwinding.unwaiveUpTo(id, rest));
  const taken = subtract(amount, rest);
  const charged = unwinding.invoice(records.invoice);
  const carried_to = charged.carried_amount === 0n ? null : charged.carried_to;
  const charges = giveBack(charged.charges, given_back);
  unwinding.set({ ...charged, charges, carried_to, credited_amount: add(charged.credited_amount, taken) });
  const { due, released, unwaived } = unwinding;
  const lost = subtract(amount, taken);
  const before = new Set(records.allocations.map(({ id }) => id));
  const removed = records.allocations.filter(({ id }) => !unwinding.allocations.has(id));
  const changed = new Set(removed.map(({ payment_transaction }) => payment_transaction));
  const waivers = [...unwinding.waived.values()].filter(({ payment_transaction }) =>
    changed.has(payment_transaction),
  );
  const { customer } = records;
  return {
    customer: {
      ...customer,
      due_amount: subtract(customer.due_amount, due),
      advance_amount: add(customer.advance_amount, released),
    },
    due,
    released,
    written_off: add(unwaived, lost),
    drafts: [...unwinding.drafts, { account: "WAIVER", entry_type: "REVERSAL", credit: lost, source }],
    changes: {
      invoices: [...unwinding.touched].map((id) => unwinding.invoice(id)),
      allocations: [...unwinding.allocations.values()].filter(({ id }) => !before.has(id)),
      removed_allocations: removed,
      credits: [...unwinding.credits.values()].filter(({ payment_transaction }) =>
        changed.has(payment_transaction),
      ),
      paid_out: waivers,
      waivers: waivers.map(({ adjustment, given_up }) => ({ adjustment, given_up })),
    },
  };
}
