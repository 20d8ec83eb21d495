// A credit note with its lines: what an invoice charged and is given back.
import { z } from "zod";
import {
  count,
  date,
  decimal,
  flag,
  instant,
  money,
  nullable,
  numbered,
  reference,
  text,
} from "../../kernel/field.ts";
import { takenBackFields } from "../../kernel/fields/taken-back.ts";
import { operation } from "../../kernel/operation.ts";
import { type RecordOf, resource } from "../../kernel/resource.ts";
import { reversalInput, SETTLED } from "../payment/payment.ts";

const never = { writable: "never" } as const;
const create = { writable: "create" } as const;

export const creditNote = resource({
  name: "credit_note",
  path: "credit-notes",
  area: "billing",
  module: "billing",
  summary: "Credit notes with their lines",
  fields: {
    /** Of a series of its own, without gaps, in order of time. */
    credit_note_number: numbered("CN-"),
    invoice: reference("invoice", { ...create, required: true }),
    customer: reference("customer", never),
    /** With tax: due_reduced + made_advance + written_off. */
    amount: money({ ...create, positive: true }),
    tax_amount: money(never),
    /** What was still owed of it. */
    due_reduced: money(never),
    /** What had been paid of it, and is advance now. */
    made_advance: money(never),
    /** What had been given up of it before. */
    written_off: money(never),
    due_after: money(never),
    advance_after: money(never),
    reason: text({ ...create, required: true, max: 500 }),
    issue_date: date(never),
    issued_at: instant(never),
    issued_by: text(never),
    /** As papers name them. */
    clerk: text(never),
    is_reversed: flag(never),
    ...takenBackFields,
  },
  verbs: ["list", "read"],
  own: "customer",
  large: { filters: ["customer", "invoice"] },
  search: ["credit_note_number"],
  title: "credit_note_number",
  order: ["-issued_at"],
  display: {
    customer_name: { via: "customer", column: "name" },
    invoice_number: { via: "invoice", column: "invoice_number" },
  },
  replica: { indexes: [["customer", "issued_at"]] },
});

export const creditNoteLine = resource({
  name: "credit_note_line",
  path: "credit-note-lines",
  area: "billing",
  module: "billing",
  summary: "What a credit note gives back",
  many: "the lines of credit notes",
  fields: {
    credit_note: reference("credit_note", never),
    position: count(never),
    /** Null: what no line of the invoice explains. */
    invoice_line: nullable(reference("invoice_line", never)),
    description: text({ ...never, max: 500 }),
    /** Null: it was credited by amount. */
    quantity: nullable(decimal(never)),
    /** With tax. */
    amount: money({ ...never, signed: true }),
    tax_amount: money({ ...never, signed: true }),
  },
  verbs: ["list", "read"],
  parent: { via: "credit_note", as: "lines" },
  large: { filters: ["credit_note"] },
  order: ["credit_note", "position"],
  replica: { kept: "disk", indexes: [["credit_note"]] },
});

export type CreditNote = RecordOf<typeof creditNote>;
export type CreditNoteLine = RecordOf<typeof creditNoteLine>;

const reason = text({ required: true, max: 500 });

const creditNoteInput = z.strictObject({
  id: z.uuidv7().optional(),
  invoice: reference("invoice"),
  lines: z
    .array(
      z.strictObject({
        invoice_line: reference("invoice_line"),
        quantity: decimal({ positive: true }).nullish(),
        amount: money({ required: true, positive: true }).nullish(),
      }),
    )
    .max(200)
    .nullish(),
  amount: money({ required: true, positive: true }).nullish(),
  reason,
});

/** POST /credit-notes/ (contract §4.11). Neither lines nor amount: all that is left of what the invoice charged. */
export const createCreditNote = operation({
  on: creditNote,
  name: "create",
  summary: "Give back what an invoice charged: all of it, lines, or an amount; what was paid becomes advance",
  allows: "Make credit notes",
  input: creditNoteInput,
  failures: ["OVER_CREDITED", "ILLEGAL_TRANSITION", "REVERSE_THE_ADJUSTMENT"],
  changes: ["adjustments", ...SETTLED, "credit_note_lines"],
});

/** POST /credit-notes/{id}/reverse/: charges again what it gave back; a repeat answers the same and writes nothing. */
export const reverseCreditNote = operation({
  on: creditNote,
  name: "reverse",
  summary: "Charge again what a credit note gave back; `reason` is required",
  allows: "Reverse credit notes",
  input: reversalInput,
  failures: ["ILLEGAL_TRANSITION", "NOT_REVERSIBLE"],
  changes: SETTLED,
});

/** POST /credit-notes/preview/: the same, while it is being written. */
export const creditNotePreviewInput = creditNoteInput.omit({ id: true }).extend({ reason: reason.nullish() });
