// A month's end: its steps in order, who did which when, each to be undone until the books of the month are closed.
import { z } from "zod";
import { choice, count, date, instant, money, month, nullable, reference, text } from "../kernel/field.ts";
import { operation, plainOperations } from "../kernel/operation.ts";
import { type RecordOf, resource } from "../kernel/resource.ts";

const never = { writable: "never" } as const;

/** In the order in which they are usually done. EARN is there where the company earns prepaid service as it is used. */
export const MONTH_END_STEPS = [
  "FREEZE",
  "PREVIEW",
  "RUN",
  "REMIND",
  "EARN",
  "SETTLE",
  "PAYROLL",
  "TAX",
  "LOCK",
] as const;
export type MonthEndStepName = (typeof MONTH_END_STEPS)[number];

export const monthEnd = resource({
  name: "month_end",
  path: "month-ends",
  area: "reports",
  module: "finance",
  summary: "A month's end, step by step, until its books are closed",
  fields: {
    month: month({ required: true, writable: "create" }),
    /** The month's last day: the figures are of it. */
    day: date(never),
    status: choice(["OPEN", "LOCKED"], { ...never, initial: "OPEN" }),
    begun_by: text(never),
    /** Up to when the books were closed before this month's were; unlocking goes back to it. */
    locked_before: nullable(date(never)),
  },
  verbs: ["list", "read", "create"],
  title: "month",
  order: ["-month"],
});

export const monthEndStep = resource({
  name: "month_end_step",
  path: "month-end-steps",
  area: "reports",
  module: "finance",
  summary: "A step of a month's end: what it came to, and who did it when",
  many: "the steps of months' ends",
  fields: {
    month_end: reference("month_end", never),
    position: count(never),
    step: choice(MONTH_END_STEPS, never),
    status: choice(["WAITING", "DONE", "SKIPPED"], never),
    /** What it came to when it was done: bills, customers, resellers, salaries; null where nothing is counted. */
    count: nullable(count(never)),
    amount: nullable(money({ ...never, signed: true })),
    note: nullable(text({ ...never, max: 500 })),
    done_by: nullable(text(never)),
    done_at: nullable(instant(never)),
    undone_by: nullable(text(never)),
    undone_at: nullable(instant(never)),
    undo_reason: nullable(text({ ...never, max: 500 })),
    /** The background task that takes back what the step had made. */
    task_id: nullable(reference("background_task", never)),
  },
  verbs: ["list", "read"],
  parent: { via: "month_end", as: "steps" },
  large: { filters: ["month_end"] },
  order: ["month_end", "position"],
});

export type MonthEnd = RecordOf<typeof monthEnd>;
export type MonthEndStep = RecordOf<typeof monthEndStep>;

/** Where steps and undoing them are seen beside the month end itself. */
const CHANGED = ["month_end_steps", "settings", "background_tasks", "closings"];

export const { create: createMonthEnd } = plainOperations(monthEnd, {
  create: { failures: ["DUPLICATE"], changes: CHANGED },
});

const step = choice(MONTH_END_STEPS, { required: true });

/** POST /month-ends/{id}/finish-step/: done, or left out with a word; a repeat changes nothing. */
export const finishStep = operation({
  on: monthEnd,
  name: "finish_step",
  summary: "Finish a step of a month's end, or leave it out",
  allows: "Do the steps of a month's end",
  further_permissions: ["finance.period.lock"],
  input: z.strictObject({
    step,
    status: z.enum(["DONE", "SKIPPED"]).optional(),
    note: text({ max: 500 }).nullish(),
  }),
  long: true,
  failures: [
    "MONTH_NOT_OVER",
    "STEPS_OPEN",
    "PERIOD_LOCKED",
    "BATCH_IN_PROGRESS",
    "CLOSING_IN_PROGRESS",
    "ILLEGAL_TRANSITION",
  ],
  changes: CHANGED,
});

/**
 * POST /month-ends/{id}/undo-step/: takes back what the step did. Of the bills those that nothing happened to are voided, of
 * prepaid service the closing is reversed, both in the background; paid salaries are drafts again; unlocking opens the books.
 */
export const undoStep = operation({
  on: monthEnd,
  name: "undo_step",
  summary: "Undo a step of a month's end: what it did is taken back; `reason` is required",
  allows: "Undo the steps of a month's end",
  further_permissions: [
    "finance.period.lock",
    "billing.invoice.void",
    "finance.closing.reverse",
    "hr.payroll.reverse",
  ],
  input: z.strictObject({ step, reason: text({ required: true, max: 500 }) }),
  failures: ["PERIOD_LOCKED", "BATCH_IN_PROGRESS", "CLOSING_IN_PROGRESS", "ILLEGAL_TRANSITION"],
  changes: [...CHANGED, "payrolls", "advance_salaries", "ledger_entries"],
});
