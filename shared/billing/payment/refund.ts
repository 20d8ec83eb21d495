// A refund: an advance that is paid out again.
import { z } from "zod";
import {
  choice,
  flag,
  instant,
  json,
  money,
  nullable,
  numbered,
  reference,
  text,
} from "../../kernel/field.ts";
import { takenBackFields } from "../../kernel/fields/taken-back.ts";
import { operation } from "../../kernel/operation.ts";
import { type RecordOf, recordSchema, resource } from "../../kernel/resource.ts";
import { customer } from "../../subscribers/index.ts";
import { RECEIVED_METHODS, reversalInput } from "./payment.ts";

const never = { writable: "never" } as const;

export const refund = resource({
  name: "refund",
  path: "refunds",
  area: "billing",
  module: "finance",
  summary: "Advances that were paid out again",
  fields: {
    refund_number: numbered("RF-"),
    customer: reference("customer", never),
    amount: money(never),
    method: choice(RECEIVED_METHODS, never),
    reason: text({ ...never, max: 500 }),
    /** Who has the money less: a till's device code, a username, BANK. */
    holder: text(never),
    refunded_by: text(never),
    occurred_at: instant(never),
    /** The payments that it drew on, in order. */
    parts: json(z.array(z.object({ payment_transaction: z.uuid(), amount: z.string() })), never),
    device: nullable(reference("device", never)),
    is_reversed: flag(never),
    ...takenBackFields,
  },
  verbs: ["list", "read"],
  own: "customer",
  large: { filters: ["customer", "method"] },
  search: ["refund_number"],
  title: "refund_number",
  order: ["-occurred_at"],
  display: { customer_name: { via: "customer", column: "name" } },
  replica: { indexes: [["customer", "occurred_at"]] },
  permissions: { bound: "Pay out money that has bought days" },
});

export type Refund = RecordOf<typeof refund>;

/** Where money that is paid out is seen. */
const PAID_OUT = ["refunds", "transactions", "ledger_entries", "billing_accounts", "customers"];

const refundInput = z.strictObject({
  id: z.uuidv7().optional(),
  amount: money({ required: true, positive: true }),
  method: choice(RECEIVED_METHODS).optional(),
  reason: text({ required: true, max: 500 }),
});

/** POST /customers/{id}/refund/ (contract §4.11): draws on the oldest credits. */
export const refundCustomer = operation({
  on: customer,
  name: "refund",
  area: "billing",
  summary: "Pay a customer's advance out, or a part of it",
  allows: "Pay advances out",
  permission: "finance.refund.create",
  further_permissions: ["finance.refund.bound"],
  input: refundInput,
  output: recordSchema(refund),
  status: 201,
  failures: ["INSUFFICIENT_ADVANCE", "BOUND_ADVANCE"],
  changes: PAID_OUT,
});

/** POST /customers/{id}/refund/preview/: the same, while it is being written. */
export const refundPreviewInput = refundInput
  .omit({ id: true })
  .extend({ reason: text({ max: 500 }).nullish() });

/** POST /refunds/{id}/reverse/: the money came back, or never left; a repeat answers the same and writes nothing. */
export const refundReverse = operation({
  on: refund,
  name: "reverse",
  summary: "Undo a refund: the money is advance again; `reason` is required",
  allows: "Reverse a refund",
  input: reversalInput,
  changes: PAID_OUT,
});
