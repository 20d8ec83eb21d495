// A credit note: gives back something of what an invoice charged, or all of it (contract §4.11).
import { Failure, invalid } from "../../kernel/failure.ts";
import { add, type Minor, max, min, parseMoney, shareOf, subtract, ZERO } from "../../kernel/money.ts";
import { netBalance, type PlanContext } from "../ledger/money-records.ts";
import { type MoneyPlan, type NewCreditNote, type NewCreditNoteLine, planOf } from "../ledger/plan.rules.ts";
import { journalOf, type PostedPart } from "../ledger/posting.rules.ts";
import { distribute, reversingEntry, sliceOf } from "../ledger/reversing-entry.rules.ts";
import { type ChargeRecords, partsOf } from "../payment/charge-trace.rules.ts";
import { leftOfCharge, reduceCharge } from "../payment/reduce-charge.rules.ts";
import { capped, fitted, givenBackBy } from "../tax/round-credit.rules.ts";
import { type ChargeLine, chargeLines, type StoredLine } from "./charge-lines.rules.ts";

/** A line of an earlier credit note on the invoice. */
export interface CreditedLine {
  /** Null: what no line explains. */
  invoice_line: string | null;
  /** Null: it was credited by amount. */
  quantity: string | null;
  amount: Minor;
}

/** What is read of an invoice that is taken back, in part or as a whole. */
export interface ChargedInvoice {
  lines: readonly StoredLine[];
  /** What its own journal put on the system accounts. */
  posted: readonly PostedPart[];
  /** What credit notes gave back of it before. */
  credited: readonly CreditedLine[];
}

export interface CreditSnapshot extends ChargeRecords, ChargedInvoice {
  is_void: boolean;
}

export interface CreditLineInput {
  invoice_line: string;
  /** Exactly one of both. */
  quantity?: string | null;
  amount?: Minor | null;
}

export interface CreditNoteInput {
  id?: string;
  /** At most one of lines and amount; neither: all that is left. */
  lines?: readonly CreditLineInput[] | null;
  /** With tax. */
  amount?: Minor | null;
  reason: string;
}

/** A line of an invoice with what was credited of it, and what can still be. */
export interface Creditable extends ChargeLine {
  credited: Minor;
  /** Of it, by quantity: in millionths. */
  credited_quantity: Minor;
  left: Minor;
}

/** Quantities are counted in millionths. */
const millionths = (quantity: string): Minor => parseMoney(quantity, 6);

export function creditables({ lines, posted, credited }: ChargedInvoice): Creditable[] {
  return chargeLines(lines, posted).map((line) => {
    const before = credited.filter(({ invoice_line }) => invoice_line === line.invoice_line);
    const sum = add(...before.map(({ amount }) => amount));
    const credited_quantity = add(...before.map(({ quantity }) => (quantity ? millionths(quantity) : ZERO)));
    return { ...line, credited: sum, credited_quantity, left: subtract(line.amount, sum) };
  });
}

/** What can still be given back of these lines. */
export const leftOf = (among: readonly Creditable[]): Minor => add(...among.map(({ left }) => left));

/**
 * The lines that the invoice's own total by hand gave up whole: nothing of them can be credited, and they go with the note that leaves
 * nothing of the others, so that no revenue and no tax of an invoice stays that is credited whole; with that note they are back.
 */
export const givenUpWhole = (among: readonly Creditable[]): readonly Creditable[] =>
  among.filter(({ amount }) => amount === ZERO);

/** What of one line is credited. */
interface Wanted {
  of: Creditable;
  quantity: string | null;
  amount: Minor;
}

const tooMuch = (field: string, message: string): Failure =>
  new Failure("OVER_CREDITED", message, { extra: { field } });

/** So many of the line's units, rounded from its bottom: one by one they come to exactly the line. */
function byQuantity(of: Creditable, quantity: string, field: string): Wanted {
  const all = millionths(of.quantity ?? "1");
  const before = of.credited_quantity;
  const after = add(before, millionths(quantity));
  if (after > all) throw tooMuch(`${field}.quantity`, "More than the line charged and has left");
  const worth = subtract(shareOf(of.amount, after, all), shareOf(of.amount, before, all));
  return { of, quantity, amount: min(worth, of.left) };
}

function byLines(lines: readonly CreditLineInput[], among: readonly Creditable[]): Wanted[] {
  return lines.map(({ invoice_line, quantity, amount }, at) => {
    const field = `lines.${at}`;
    if ((quantity == null) === (amount == null)) {
      throw invalid(field, "Give the quantity or the amount, one of both", "EXACTLY_ONE");
    }
    if (lines.findIndex((line) => line.invoice_line === invoice_line) !== at) {
      throw invalid(`${field}.invoice_line`, "This line stands here twice", "REPEATED");
    }
    const of = among.find((line) => line.invoice_line === invoice_line);
    if (!of) throw invalid(`${field}.invoice_line`, "The invoice has no such line", "DOES_NOT_EXIST");
    if (quantity != null) return byQuantity(of, quantity, field);
    const given = amount ?? ZERO;
    if (given > of.left) throw tooMuch(`${field}.amount`, "More than the line charged and has left");
    return { of, quantity: null, amount: given };
  });
}

/** An amount over what is left of the lines, in proportion; what no line explains comes last. */
function byAmount(amount: Minor, among: readonly Creditable[]): Wanted[] {
  const lefts = (explained: boolean) =>
    among.map(({ invoice_line, left }) => ((invoice_line !== null) === explained ? max(left, ZERO) : ZERO));
  const explained = lefts(true);
  const first = min(amount, add(...explained));
  const shares = distribute(first, explained);
  const rest = distribute(subtract(amount, first), lefts(false));
  return among.map((of, at) => ({
    of,
    quantity: null,
    amount: add(shares?.[at] ?? ZERO, rest?.[at] ?? ZERO),
  }));
}

/** @param most what can be found of the charge. */
function wantedOf(input: CreditNoteInput, among: readonly Creditable[], most: Minor): Wanted[] {
  const { lines, amount } = input;
  if (lines != null) {
    // A list that came out empty is a program's slip; all of the invoice would be given back by it.
    if (lines.length === 0)
      throw invalid("lines", "Name a line; all of them: leave the field out", "REQUIRED");
    if (amount != null) throw invalid("amount", "Give lines or an amount, not both", "CONFLICTING");
    return byLines(lines, among);
  }
  const left = leftOf(among);
  const wanted = amount ?? min(left, most);
  if (wanted === left) return among.map((of) => ({ of, quantity: null, amount: of.left }));
  if (wanted > left) throw tooMuch("amount", "More than the invoice charged and has left");
  return byAmount(wanted, among);
}

/** A note's line, and what it was charged for. */
type NoteLine = NewCreditNoteLine & { source: string | null };

function noteLine({ of, quantity, amount }: Wanted, context: PlanContext): NoteLine {
  const heights = { whole: of.amount, from: of.credited, to: add(of.credited, amount) };
  const parts = of.amount === 0n ? [] : sliceOf(of.parts, heights);
  const { invoice_line, description, source } = of;
  return {
    id: context.newId(),
    invoice_line,
    description,
    quantity,
    amount,
    tax_amount: ZERO,
    parts,
    source,
  };
}

/**
 * The invoice's charges, and what waivers hold of them. Where its own total by hand gave something up, its lines bear that
 * already, each its part, and are what counts.
 */
function chargesOf({ invoice: id, invoices, waived, posted }: CreditSnapshot) {
  if (posted.some(({ account }) => account === "WAIVER")) return { charges: [], held: [] };
  const charges = invoices.find((one) => one.id === id)?.charges ?? [];
  return { charges, held: waived.flatMap(({ given_up }) => partsOf(given_up, id)) };
}

/** The lines with their tax, as far as it is left of the invoice's charges. */
function noteLines(snapshot: CreditSnapshot, wanted: readonly Wanted[], context: PlanContext): NoteLine[] {
  const { charges, held } = chargesOf(snapshot);
  const lines = wanted.map((one) => noteLine(one, context));
  return fitted(lines, charges, held).map((line) => {
    const taxes = line.parts.flatMap(({ account, credit }) => (account === "TAX" ? [credit] : []));
    return { ...line, tax_amount: add(...taxes) };
  });
}

export type CreditNotePlan = MoneyPlan & { credit_note: NewCreditNote };

/**
 * POST /credit-notes/: mirrors what the note gives back of the invoice's journal, line by line; the charge is taken back
 * wherever it is by now. Notes for everything give back exactly everything, whatever their number and order.
 * @throws Failure OVER_CREDITED (more than was charged and is left, of the invoice or of a line), ILLEGAL_TRANSITION (the
 * invoice is void), VALIDATION.
 */
export function planCreditNote(
  snapshot: CreditSnapshot,
  input: CreditNoteInput,
  context: PlanContext,
): CreditNotePlan {
  if (snapshot.is_void) throw new Failure("ILLEGAL_TRANSITION", "This invoice is void");
  const { charges, held } = chargesOf(snapshot);
  const among = capped(creditables(snapshot), charges, held);
  const most = leftOfCharge(snapshot, max(leftOf(among), ZERO), context);
  const wanted = wantedOf(input, among, most).filter((one) => one.amount !== 0n);
  const lines = noteLines(snapshot, wanted, context);
  const amount = add(...lines.map((line) => line.amount));
  if (amount <= 0n) throw tooMuch("amount", "Nothing is left to be credited");
  if (amount > most) throw tooMuch("amount", "A later invoice has written off of it: less than that is left");
  const id = input.id ?? context.newId();
  const source = { source_type: "credit_note", source_id: id } as const;
  const taken = reduceCharge(snapshot, amount, context, source, givenBackBy(lines));
  const last = amount < leftOf(among) ? [] : givenUpWhole(among);
  const credit = add(taken.due, taken.released);
  const credit_note: NewCreditNote = {
    id,
    invoice: snapshot.invoice,
    customer: snapshot.customer.id,
    amount,
    tax_amount: add(...lines.map((line) => line.tax_amount)),
    due_reduced: taken.due,
    made_advance: taken.released,
    written_off: taken.written_off,
    due_after: taken.customer.due_amount,
    advance_after: taken.customer.advance_amount,
    reason: input.reason,
    issue_date: context.today,
    lines: lines.map(({ source: _, ...line }) => line),
  };
  const postings = journalOf(
    [
      ...[...lines, ...last].flatMap(({ parts }) => reversingEntry(parts, source)),
      { account: "customer", entry_type: "REVERSAL", credit, advance: taken.released, source },
      ...taken.drafts,
    ],
    netBalance(snapshot.customer),
  );
  return { ...planOf(taken.customer, { ...taken.changes, postings, credit_note }), credit_note };
}
