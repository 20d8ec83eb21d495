// A change of package: what it settles, what it costs, from when it holds; and how it is taken back.
import { z } from "zod";
import { choice, count, date, instant, json, money, nullable, reference, text } from "../../kernel/field.ts";
import { operation } from "../../kernel/operation.ts";
import { type RecordOf, recordSchema, resource } from "../../kernel/resource.ts";
import { customer } from "../../subscribers/index.ts";
import { paymentWithIt, SETTLED } from "../payment/payment.ts";

const never = { writable: "never" } as const;
const WHEN = ["NOW", "AT_EXPIRY", "DATE"] as const;
const SETTLE = ["KEEP_DAYS", "CONVERT"] as const;

export const serviceChange = resource({
  name: "service_change",
  path: "service-changes",
  area: "billing",
  module: "subscribers",
  summary: "Changes of customers' packages, and what each settled",
  many: "changes of packages",
  fields: {
    customer: reference("customer", never),
    from_package: nullable(reference("package", never)),
    to_package: reference("package", never),
    from_service: nullable(reference("service", never)),
    to_service: reference("service", never),
    when: choice(WHEN, never),
    /** The day on which the router follows. */
    effective_date: date(never),
    /** The first day at the new price. */
    priced_from: date(never),
    mode: choice(["PREPAID", "POSTPAID", "NONE"], never),
    settle: choice(SETTLE, never),
    direction: choice(["UPGRADE", "DOWNGRADE", "SAME"], never),
    rest_days: count(never),
    rest_value: money(never),
    cost: money(never),
    to_pay: money(never),
    freed: money(never),
    credit_amount: money(never),
    credit_note: nullable(reference("credit_note", never)),
    charge_amount: money(never),
    invoice: nullable(reference("invoice", never)),
    payment_transaction: nullable(reference("transaction", never)),
    previous_expiry_date: nullable(date(never)),
    new_expiry_date: nullable(date(never)),
    /** The days that its cost pays for, as they now are, and how many it bought; null: it buys none. */
    covers_from: nullable(date(never)),
    covers_to: nullable(date(never)),
    covered_days: count(never),
    state: choice(["SCHEDULED", "DONE", "CANCELLED", "UNDONE"], never),
    reason: nullable(text({ ...never, max: 500 })),
    /** What the till showed, where the server's figures were others. */
    differs: nullable(json(z.record(z.string(), z.string().nullable()), never)),
    created_by: text(never),
    done_at: nullable(instant(never)),
  },
  verbs: ["list", "read"],
  own: "customer",
  large: { filters: ["customer", "state"] },
  title: "priced_from",
  display: {
    customer_name: { via: "customer", column: "name" },
    from_package_name: { via: "from_package", column: "name" },
    to_package_name: { via: "to_package", column: "name" },
  },
  replica: { kept: "disk", indexes: [["customer"]] },
  permissions: {
    undo: "Take changes of packages back",
    undo_own: "Take one's own change of package back on the same day, while nothing came after it",
  },
});

export type ServiceChange = RecordOf<typeof serviceChange>;

/** What settling a service anew writes. */
export const RESETTLED = [
  ...SETTLED,
  "invoice_lines",
  "credit_notes",
  "credit_note_lines",
  "pending_charges",
  "services",
  "service_changes",
];

const changeInput = z.strictObject({
  package: reference("package", { required: true }),
  /** Left out: at once for a dearer package, else after the paid days. */
  when: z.enum(WHEN).nullish(),
  effective_date: date().nullish(),
  /** What becomes of the paid days: they stay and the difference is paid, or their worth buys days at the new price. */
  settle: z.enum(SETTLE).nullish(),
  /** Of a month that is billed: the days at the new price on the next bill, or on one of their own at once. */
  charge: z.enum(["NOW", "NEXT"]).nullish(),
  /** What the new package is sold with: its first periods are at the offer's price. */
  offer: reference("offer").nullish(),
  payment: paymentWithIt,
  reason: text({ max: 500 }).nullish(),
  /** What was shown to whom agreed to it: refused where it is no longer so. */
  expect: z
    .strictObject({ to_pay: money({ required: true }), new_expiry_date: date().nullable().optional() })
    .nullish(),
});

/** POST /customers/{id}/change-package/ (contract C3). */
export const changePackage = operation({
  on: customer,
  name: "change_package",
  area: "billing",
  summary: "Change a customer's package: at once, after the paid days, or on a day; what was paid is settled",
  allows: "Change customers' packages",
  further_permissions: ["subscribers.customer.change_on_account"],
  input: changeInput,
  output: recordSchema(serviceChange),
  status: 201,
  failures: [
    "SAME_PACKAGE",
    "CHANGE_SCHEDULED",
    "ILLEGAL_TRANSITION",
    "PACKAGE_INACTIVE",
    "UNDERPAID",
    "PREVIEW_CHANGED",
    "PERIOD_LOCKED",
    "OVER_CREDITED",
    "CREDIT_LIMIT_EXCEEDED",
    "DUPLICATE",
  ],
  changes: RESETTLED,
  offline: true,
  money: "payment",
});

/** POST /customers/{id}/change-package/preview/: the same; it writes nothing. */
export const changePreviewInput = changeInput;

const amount = money({ signed: true });
const option = z.object({ to_pay: amount, freed: amount, new_expiry_date: date().nullable() });

export const changePreviewAnswer = z.object({
  customer: z.uuid(),
  from_package: z.uuid().nullable(),
  from_package_name: z.string().nullable(),
  to_package: z.uuid(),
  to_package_name: z.string(),
  when: z.enum(WHEN),
  effective_date: date(),
  priced_from: date(),
  mode: z.string(),
  settle: z.enum(SETTLE),
  direction: z.string(),
  rest_days: z.int(),
  rest_value: amount,
  cost: amount,
  to_pay: amount,
  freed: amount,
  credit_amount: amount,
  charge_amount: amount,
  previous_expiry_date: date().nullable(),
  new_expiry_date: date().nullable(),
  /** Their sum is what is to be paid, less what is freed. */
  lines: z.array(z.object({ text: z.string(), days: z.int(), amount })),
  options: z.object({ KEEP_DAYS: option, CONVERT: option }),
  /** What the next period costs, and its first day; null: nothing limits the service. */
  next_bill: z.object({ date: date().nullable(), amount }),
  /** What the router is told at once; null: nothing yet. */
  network: z.string().nullable(),
  warnings: z.array(z.string()),
});

export type ChangePreview = z.infer<typeof changePreviewAnswer>;

const moves = <T extends z.ZodType>(value: T) => z.object({ before: value, after: value });

/** GET /service-changes/{id}/undo-preview/: what taking it back would change. */
export const undoChangeAnswer = z.object({
  service_change: z.uuid(),
  is_undone: z.boolean(),
  package: moves(z.uuid().nullable()),
  expiry_date: moves(date().nullable()),
  /** The bill that is void or credited, the credit note and the payment that are reversed. */
  invoice: z.uuid().nullable(),
  credit_note: z.uuid().nullable(),
  payment_transaction: z.uuid().nullable(),
  /** What is bound to days again. */
  freed: amount,
});

export type UndoneChange = z.infer<typeof undoChangeAnswer>;

/** POST /service-changes/{id}/cancel/: an order that waits is called off; a bill of it is taken back. */
export const cancelChange = operation({
  on: serviceChange,
  name: "cancel",
  summary: "Call a change of package off that waits for its day",
  allows: "Call off changes of packages that wait",
  input: z.strictObject({ reason: text({ max: 500 }).nullish() }),
  failures: ["ILLEGAL_TRANSITION", "ALREADY_BILLED", "NOT_REVERSIBLE", "OVER_CREDITED"],
  changes: RESETTLED,
});

/** POST /service-changes/{id}/undo/: as if it had not been; a repeat answers the same and writes nothing. */
export const undoChange = operation({
  on: serviceChange,
  name: "undo",
  summary:
    "Take a change of package back: package, days and money are as if it had not been; `reason` is required",
  // One's own of the same day is a right of its own.
  permission: null,
  further_permissions: ["subscribers.service_change.undo", "subscribers.service_change.undo_own"],
  input: z.strictObject({ reason: text({ required: true, max: 500 }) }),
  failures: [
    "LATER_CHANGE",
    "ADVANCE_SPENT",
    "ALREADY_BILLED",
    "ILLEGAL_TRANSITION",
    "REVERSE_THE_REFUND",
    "NOT_REVERSIBLE",
    "OVER_CREDITED",
  ],
  changes: RESETTLED,
});
