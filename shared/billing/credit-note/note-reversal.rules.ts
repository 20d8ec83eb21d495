// Reversing a credit note: what it gave back is charged again, on the invoice that it was made for (contract C3, §4.11). Pure.
import { Failure } from "../../kernel/failure.ts";
import { add, type Minor, min, negate, subtract, ZERO } from "../../kernel/money.ts";
import {
  type Credit,
  type CustomerMoney,
  type InvoiceMoney,
  invoiceStatus,
  netBalance,
  oldestCreditFirst,
  type PlanContext,
} from "../ledger/money-records.ts";
import { type MoneyPlan, planOf } from "../ledger/plan.rules.ts";
import { journalOf, type PostingDraft } from "../ledger/posting.rules.ts";
import { sliceOf } from "../ledger/reversing-entry.rules.ts";
import { planAdvance } from "../payment/advance.rules.ts";
import { takeBack } from "../tax/credit-split.rules.ts";
import { fitted, givenBackBy } from "../tax/round-credit.rules.ts";
import { type ChargedInvoice, creditables, givenUpWhole, leftOf } from "./credit-note.rules.ts";

/** A credit note as it stands. */
export interface StandingNote {
  id: string;
  is_reversed: boolean;
  made_advance: Minor;
  written_off: Minor;
  lines: readonly { invoice_line: string | null; amount: Minor }[];
}

export interface NoteReversalSnapshot extends ChargedInvoice {
  customer: CustomerMoney;
  /** The invoice that it was made for. */
  invoice: InvoiceMoney;
  is_void: boolean;
  credits: readonly Credit[];
  note: StandingNote;
}

/** What the note's lines gave back, from the top of all that notes gave back of them: the rest stays in order from the bottom. */
function chargedAgain({ note, invoice, ...charged }: NoteReversalSnapshot) {
  const among = creditables(charged);
  const lines = note.lines.flatMap(({ invoice_line, amount }) => {
    const of = among.find((line) => line.invoice_line === invoice_line);
    if (!of || of.amount === ZERO) return [];
    const heights = { whole: of.amount, from: subtract(of.credited, amount), to: of.credited };
    return [{ source: of.source, parts: sliceOf(of.parts, heights) }];
  });
  // Of no charge more is charged again than went back.
  const gone = invoice.charges.map((charge) => ({
    ...charge,
    ...{ net: charge.net_back, tax: charge.tax_back, net_back: ZERO, tax_back: ZERO },
  }));
  const last = leftOf(among) === ZERO ? givenUpWhole(among) : [];
  return [...fitted(lines, gone, []), ...last];
}

export interface NoteReversal {
  reversal: MoneyPlan;
  /** What had been paid is paid again, as far as it is still advance. */
  advance: MoneyPlan | null;
}

/** So much of credits, the oldest first. */
function upTo(credits: readonly Credit[], amount: Minor): ReadonlyMap<string, Minor> {
  let rest = amount;
  return new Map(
    oldestCreditFirst(credits).map(({ payment_transaction, unallocated_amount }) => {
      const part = min(unallocated_amount, rest);
      rest = subtract(rest, part);
      return [payment_transaction, part];
    }),
  );
}

/**
 * POST /credit-notes/{id}/reverse/.
 * @returns null when it is reversed already: nothing to write.
 * @throws Failure ILLEGAL_TRANSITION (the invoice is void), NOT_REVERSIBLE (a waiver was taken back with it).
 */
export function planNoteReversal(snapshot: NoteReversalSnapshot, context: PlanContext): NoteReversal | null {
  const { customer, invoice, note, is_void, credits } = snapshot;
  if (note.is_reversed) return null;
  if (is_void) throw new Failure("ILLEGAL_TRANSITION", "This invoice is void");
  if (note.written_off > 0n)
    throw new Failure("NOT_REVERSIBLE", "A waiver was taken back with it, which would have to be made anew");
  const source = { source_type: "credit_note", source_id: note.id } as const;
  const lines = chargedAgain(snapshot);
  const amount = add(...note.lines.map((line) => line.amount));
  const drafts: PostingDraft[] = lines.flatMap(({ parts }) =>
    parts.map((part) => ({ ...part, entry_type: "REVERSAL", source })),
  );
  const open = {
    ...invoice,
    charges: takeBack(invoice.charges, givenBackBy(lines)),
    credited_amount: subtract(invoice.credited_amount, amount),
    due_amount: add(invoice.due_amount, amount),
    // It bears a due of its own again.
    carried_to: null,
  };
  const charged = { ...open, status: invoiceStatus(open, context.today) };
  const owes = { ...customer, due_amount: add(customer.due_amount, amount) };
  const reversal = planOf(owes, {
    postings: journalOf(
      [{ account: "customer", entry_type: "REVERSAL", credit: negate(amount), source }, ...drafts],
      netBalance(customer),
    ),
    invoices: [charged],
    reversed: { payment_transaction: null, recharge: null, adjustment: null, credit_note: note.id },
  });
  const most = upTo(credits, note.made_advance);
  const advance = planAdvance(
    { customer: owes, credits },
    charged,
    context,
    ({ payment_transaction }) => most.get(payment_transaction) ?? ZERO,
  );
  return { reversal, advance };
}
