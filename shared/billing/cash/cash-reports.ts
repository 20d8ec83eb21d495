// Who holds what, and what came and went at one holder on one day: what the reports of cash answer.
import { z } from "zod";
import { date, text } from "../../kernel/field.ts";
import { reportQuery } from "../../kernel/report.ts";

const amount = z.string();

const HOLDER_KINDS = ["TILL", "PERSON", "TOKEN", "OFFICE", "BANK", "OTHER"] as const;
/** TOKEN: a program that takes money with an API token. OTHER: who is none of these any more, and holds something still. */
const holderFields = { holder: z.string(), kind: z.enum(HOLDER_KINDS), name: z.string().nullable() };

const cashHolder = z.object(holderFields);
export type CashHolder = z.output<typeof cashHolder>;

/** GET /cash-holders/: whom money can be handed to. */
export const cashHolders = z.object({ results: z.array(cashHolder) });

export type CashHolders = z.output<typeof cashHolders>;

/** GET /reports/cash/: `held` is what the trial balance by holder says. */
export const cashReport = z.object({
  as_of: z.string(),
  holders: z.array(
    z.object({
      ...holderFields,
      method: z.string(),
      held: amount,
      /** Handed over and not confirmed yet: by this holder, to this holder. */
      in_transit_from: amount,
      in_transit_to: amount,
      last_transfer_at: z.string().nullable(),
      /** The accounting day of the oldest money that was not handed over since, the oldest going first; null: none is held. */
      held_since: z.string().nullable(),
    }),
  ),
  total_held: amount,
  total_in_transit: amount,
});

export const cashReportQuery = reportQuery.extend({ as_of: date().optional() });

export const DAY_MOVES = ["TAKEN", "REVERSED", "HANDED_OVER", "RECEIVED", "OVER_SHORT", "OTHER"] as const;
export type DayMove = (typeof DAY_MOVES)[number];

/** GET /reports/cash/day-sheet/. Always: opening + taken + reversed + handed_over + received + over_short + other = closing. */
export const cashDaySheet = z.object({
  ...holderFields,
  date: z.string(),
  opening: amount,
  taken: amount,
  /** What goes out is below zero. */
  reversed: amount,
  handed_over: amount,
  received: amount,
  over_short: amount,
  other: amount,
  closing: amount,
  /** Every method in which money was taken here, also what lies at the bank. */
  taken_by_method: z.array(z.object({ method: z.string(), receipts: z.number(), amount })),
  receipts: z.array(
    z.object({
      transaction: z.uuid(),
      receipt_number: z.string().nullable(),
      received_at: z.string(),
      received_by: z.string(),
      customer: z.uuid().nullable(),
      customer_name: z.string().nullable(),
      method: z.string(),
      amount,
      is_reversed: z.boolean(),
    }),
  ),
  /** The day's moves of cash in the order of posting. */
  moves: z.array(
    z.object({
      move: z.enum(DAY_MOVES),
      occurred_at: z.string(),
      posted_by: z.string(),
      source_type: z.string(),
      source_id: z.uuid(),
      /** The receipt, or the handover. */
      number: z.string().nullable(),
      /** Of a handover: who is on the other side; else the customer. */
      counterpart: z.string().nullable(),
      method: z.string(),
      amount,
    }),
  ),
});

export const cashDaySheetQuery = reportQuery.extend({
  holder: text({ required: true, max: 60 }),
  /** Today unless it is said. */
  date: date().optional(),
});

export type CashReport = z.output<typeof cashReport>;
export type CashDaySheet = z.output<typeof cashDaySheet>;
