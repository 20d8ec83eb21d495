// A cashier's drawer: opened with a float, counted when it is closed, with what came in meanwhile by method.
import { z } from "zod";
import { choice, count, instant, json, money, nullable, reference, text } from "../../kernel/field.ts";
import { operation, plainOperations } from "../../kernel/operation.ts";
import { resource } from "../../kernel/resource.ts";

const never = { writable: "never" } as const;

/** A banknote or coin → how many of them. */
const counts = z.record(z.string().regex(/^\d{1,7}(\.\d{1,3})?$/), z.int().min(0).max(100_000));

export const shift = resource({
  name: "shift",
  path: "shifts",
  area: "billing",
  module: "operations",
  summary: "A cashier's drawer, from the float to the count",
  fields: {
    /** Whose drawer it is; null: a program's. */
    user: nullable(reference("user", never)),
    /** Their username, as payments name them. */
    cashier: text(never),
    /** Where it was opened: the till's device code, else the cashier's username. */
    holder: text(never),
    /** Where its cash lay when it was counted, and the difference was posted: a holder. */
    cash_holder: nullable(text(never)),
    device: nullable(reference("device", never)),
    status: choice(["OPEN", "CLOSED"], never),
    opened_at: instant(never),
    closed_at: nullable(instant(never)),
    /** Lies in the drawer at the start; stays there. */
    opening_float: money({ writable: "create", required: true }),
    /** What the cashier took from opened_at until closed_at less what was given back, by method; as it was known when it was closed. */
    totals: nullable(json(z.record(z.string(), z.string()), never)),
    /** Cash of the cashier's handed over meanwhile, from whichever till, less what was handed to them (`/cash-transfers/`). */
    handed_over: nullable(money({ ...never, signed: true })),
    /** The float and what came in in cash, less what was handed over. */
    expected_cash: nullable(money({ ...never, signed: true })),
    counted_cash: nullable(money(never)),
    counts: nullable(json(counts, never)),
    /** Counted less expected. */
    difference: nullable(money({ ...never, signed: true })),
    /** Receipts of the drawer that its cashier reversed, until it was closed; what they amounted to. */
    own_reversals: nullable(count(never)),
    own_reversed: nullable(money(never)),
    reason: nullable(text({ ...never, max: 500 })),
  },
  verbs: ["list", "read", "create"],
  own: "user",
  title: "cashier",
  large: { filters: ["cashier", "status"] },
  order: ["-opened_at"],
  replica: { indexes: [["cashier", "opened_at"]] },
  offline: ["create"],
  // What was done offline is not refused; where it does not fit, a person looks at it.
  changes: ["review_items"],
});

/** One open drawer a cashier. */
export const { create: openShift } = plainOperations(shift, { create: { failures: ["CONFLICT"] } });

/** POST /shifts/{id}/close/. */
export const closeShift = operation({
  on: shift,
  name: "close",
  summary: "Close a drawer with the cash that was counted; answers the difference",
  allows: "Close a drawer",
  input: z.strictObject({
    counted_cash: money({ required: true }),
    /** By banknote and coin; their sum is counted_cash. */
    counts: counts.nullish(),
    reason: text({ max: 500 }).nullish(),
  }),
  failures: ["ILLEGAL_TRANSITION"],
  changes: ["review_items", "ledger_entries"],
  offline: true,
});

/** POST /shifts/{id}/recount/: the close by another count, and with what has come in since. */
export const recountShift = operation({
  on: shift,
  name: "recount",
  summary:
    "Put the count of a closed drawer right, with what came in since: posts what the difference changes by. A repeat changes nothing",
  allows: "Put the count of a closed drawer right",
  input: z.strictObject({
    counted_cash: money({ required: true }),
    counts: counts.nullish(),
    reason: text({ required: true, max: 500 }),
  }),
  failures: ["ILLEGAL_TRANSITION"],
  changes: ["ledger_entries", "review_items"],
});

/** GET /shifts/{id}/totals/. */
export const shiftTotals = z.object({
  shift: z.uuid(),
  /** By method, as known now. */
  totals: z.record(z.string(), z.string()),
  /** Cash that was handed over meanwhile, less what was handed to the drawer. */
  handed_over: z.string(),
  expected_cash: z.string(),
  /** Where its cash lies: a till's code, or a username. */
  cash_holder: z.string(),
  /** What was taken during the shift and came in after it had been closed, by method. */
  arrived_after_close: z.record(z.string(), z.string()),
});
