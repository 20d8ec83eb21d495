// A month's closing: what prepaid customers have used by its end becomes revenue (docs/bookkeeping.md).
import { z } from "zod";
import { choice, count, date, instant, money, month, nullable, reference, text } from "../../kernel/field.ts";
import { takenBackFields } from "../../kernel/fields/taken-back.ts";
import { operation, trueOrFalse } from "../../kernel/operation.ts";
import { recordSchema, resource } from "../../kernel/resource.ts";

const never = { writable: "never" } as const;

export const closing = resource({
  name: "closing",
  path: "closings",
  area: "billing",
  module: "finance",
  summary: "A month's closing: what prepaid customers used by its end, moved from their advance to revenue",
  fields: {
    month: month({ required: true, writable: "create" }),
    /** The accounting day of what it books: the month's last, or the day of the run in a month that is not over. */
    day: date(never),
    status: choice(["RUNNING", "DONE", "REVERSING", "REVERSED"], never),
    /** How many bills it made, each paid from the advance it was made of. */
    invoices: count(never),
    amount: money(never),
    /** The background task that does it; null where somebody waited for it. */
    task_id: nullable(reference("background_task", never)),
    closed_by: text(never),
    closed_at: nullable(instant(never)),
    ...takenBackFields,
  },
  verbs: ["list", "read"],
  title: "month",
  large: { filters: ["month", "status"] },
  order: ["-month"],
});

const CHANGED = [
  "adjustments",
  "invoices",
  "invoice_lines",
  "payment_allocations",
  "transactions",
  "ledger_entries",
  "billing_accounts",
  "customers",
  "background_tasks",
];

/** The answer of work that goes on: 202. */
const under_way = { 202: recordSchema(closing) };

/** POST /closings/: makes what is missing of a month's closing; a second run of it makes nothing twice. */
export const createClosing = operation({
  on: closing,
  name: "create",
  path: "/closings/",
  summary: "Close a month: earn what prepaid customers used by its end and were never billed for",
  allows: "Earn what prepaid customers have used",
  input: z.strictObject({ month: month({ required: true }), async: trueOrFalse.nullish() }),
  query: ["async"],
  long: true,
  status: 201,
  also: under_way,
  failures: ["PREPAID_NOT_EARNED", "CLOSING_IN_PROGRESS"],
  changes: CHANGED,
});

/** POST /closings/{id}/reverse/: every bill of it is void, what it took is the customers' advance again. */
export const reverseClosing = operation({
  on: closing,
  name: "reverse",
  summary: "Take a month's closing back: what it earned is the customers' advance again",
  input: z.strictObject({ reason: text({ required: true, max: 500 }), async: trueOrFalse.nullish() }),
  query: ["async"],
  long: true,
  also: under_way,
  failures: ["CLOSING_IN_PROGRESS"],
  changes: CHANGED,
});
