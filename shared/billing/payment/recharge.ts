// A recharge: money for service time; taken, shown on a receipt, and undone.
import { z } from "zod";
import { choice, count, date, flag, instant, money, nullable, reference, text } from "../../kernel/field.ts";
import { takenBackFields } from "../../kernel/fields/taken-back.ts";
import { operation } from "../../kernel/operation.ts";
import { type RecordOf, recordSchema, resource } from "../../kernel/resource.ts";
import { paymentAllocation, RECEIVED_METHODS, receivedFields, SETTLED } from "./payment.ts";
import { MAX_VALIDITY_DAYS } from "./settlement.rules.ts";

const never = { writable: "never" } as const;

export const recharge = resource({
  name: "recharge",
  path: "recharges",
  area: "billing",
  module: "billing",
  summary: "Recharges: payments that extend the service",
  fields: {
    customer: reference("customer", { writable: "create", required: true }),
    package: nullable(reference("package", { writable: "create" })),
    amount: money({ writable: "create", required: true, positive: true }),
    validity_days: count({ writable: "create", max: MAX_VALIDITY_DAYS }),
    method: choice(RECEIVED_METHODS, { writable: "create", initial: "CASH" }),
    recharged_by: text(never),
    receipt_number: text({ writable: "create", max: 60 }),
    payment_transaction: reference("transaction", never),
    previous_expiry_date: nullable(date(never)),
    new_expiry_date: nullable(date(never)),
    /** The days that it pays for, as they now are: what comes before it and is taken back moves them. Null: it buys none. */
    covers_from: nullable(date(never)),
    covers_to: nullable(date(never)),
    is_reversed: flag(never),
    ...takenBackFields,
    device: nullable(reference("device", never)),
    occurred_at: instant({ writable: "create" }),
  },
  verbs: ["list", "read"],
  own: "customer",
  large: { filters: ["customer"] },
  search: ["receipt_number"],
  title: "receipt_number",
  order: ["-occurred_at"],
  display: {
    customer_name: { via: "customer", column: "name" },
    package_name: { via: "package", column: "name" },
  },
  replica: { kept: "disk", indexes: [["customer", "occurred_at"], ["occurred_at"]] },
  permissions: {
    below_price: "Give service for less than the customer's price",
    reverse_own: "Reverse one's own recharges of the open drawer within own_reversal_minutes",
  },
});

export type Recharge = RecordOf<typeof recharge>;

/** POST /recharges/ (contract §4.4). */
export const rechargeCreate = operation({
  on: recharge,
  name: "create",
  summary: "Take money for service time: settles open invoices, extends the service",
  further_permissions: ["billing.recharge.below_price", "finance.backdate"],
  input: z.strictObject({
    ...receivedFields,
    customer_id: reference("customer"),
    validity_days: count({ max: MAX_VALIDITY_DAYS }),
    /** Left out: the customer's. */
    package: reference("package").nullish(),
    /** Why less was taken than the service costs; kept in the audit. */
    reason: text({ max: 500 }).nullish(),
  }),
  failures: ["CREDIT_LIMIT_EXCEEDED"],
  output: recordSchema(recharge).extend({ allocations: z.array(recordSchema(paymentAllocation)) }),
  changes: SETTLED,
  offline: true,
  money: true,
});

/** POST /recharges/{id}/reverse/ (contract §4.5); a repeat answers the same and writes nothing. */
export const rechargeReverse = operation({
  on: recharge,
  name: "reverse",
  summary: "Undo a recharge: allocations, advance, expiry",
  allows: "Reverse a recharge",
  further_permissions: ["billing.recharge.reverse_own"],
  input: z.strictObject({ reason: text({ max: 500 }).nullish() }),
  output: z.object({
    success: z.literal(true),
    recharge: z.object({ id: z.uuid(), is_reversed: z.literal(true), customer: z.uuid() }),
    reversed_by: z.string(),
  }),
  failures: ["NOT_REVERSIBLE", "REVERSE_THE_REFUND"],
  changes: SETTLED,
  offline: true,
});

/** GET /recharges/{id}/receipt/: the paper's width in millimetres, and whether it is a reprint. */
export const receiptQuery = z.strictObject({
  width: z.enum(["58", "80"]).optional(),
  copy: z.enum(["true", "false"]).optional(),
});

/** As many bills as one document has. */
export const BILLS_PRINTED = 100;

/** GET /invoices/print/: which, separated by commas. */
export const invoicesQuery = z.strictObject({
  ids: z
    .string()
    .max(BILLS_PRINTED * 37)
    .transform((text) => [...new Set(text.split(","))])
    .pipe(z.array(z.uuid()).min(1).max(BILLS_PRINTED)),
});
