// Staff's manual changes of what a customer owes.
import { z } from "zod";
import { choice, flag, json, money, nullable, reference, text } from "../../kernel/field.ts";
import { takenBackFields } from "../../kernel/fields/taken-back.ts";
import { operation } from "../../kernel/operation.ts";
import { resource } from "../../kernel/resource.ts";
import { reversalInput, SETTLED } from "../payment/payment.ts";
import { givenUpSchema } from "../tax/charge-fields.ts";
import { GIVEN_UP_FOR } from "../tax/credit-split.rules.ts";

const never = { writable: "never" } as const;
const create = { writable: "create" } as const;

const ADJUSTMENT_TYPES = ["CREDIT", "DEBIT", "WAIVER"] as const;

export const adjustment = resource({
  name: "adjustment",
  path: "adjustments",
  area: "billing",
  module: "finance",
  summary: "Manual credits, charges and waivers",
  many: "adjustments and waivers",
  fields: {
    account: reference("billing_account", create),
    customer: reference("customer", create),
    amount: money({ ...create, required: true, positive: true }),
    adjustment_type: choice(ADJUSTMENT_TYPES, { ...create, required: true }),
    /** Why something is given up; null on a charge. */
    category: nullable(choice(GIVEN_UP_FOR, create)),
    reason: text({ ...create, required: true, max: 500 }),
    /** The staff member who answers for it. */
    approved_by: reference("staff", create),
    created_by: text(never),
    payment_transaction: nullable(reference("transaction", never)),
    invoice: nullable(reference("invoice", never)),
    /** What a waiver gives up of whose charges, with its tax, as far as it was not taken back with them. */
    given_up: json(givenUpSchema, never),
    is_reversed: flag(never),
    ...takenBackFields,
  },
  verbs: ["list", "read"],
  own: "customer",
  large: { filters: ["customer", "adjustment_type"] },
  search: ["reason"],
  title: "reason",
  display: { customer_name: { via: "customer", column: "name" } },
  replica: true,
});

/** POST /adjustments/ (contract §3): names the customer, or their account. */
export const adjustmentCreate = operation({
  on: adjustment,
  name: "create",
  summary: "Credit, charge or waive by hand",
  input: z.strictObject({
    id: z.uuidv7().optional(),
    customer: reference("customer").nullish(),
    account: reference("billing_account").nullish(),
    amount: money({ required: true, positive: true }),
    adjustment_type: choice(ADJUSTMENT_TYPES),
    /** Of a credit or waiver; left out: GOODWILL. */
    category: z.enum(GIVEN_UP_FOR).nullish(),
    reason: text({ required: true, max: 500 }),
    approved_by: reference("staff").nullish(),
  }),
  failures: ["OVER_ALLOCATION"],
  idempotency: "required",
  changes: [...SETTLED, "invoice_lines"],
  offline: true,
});

/** POST /adjustments/{id}/reverse/ (contract §4.11); a repeat answers the same and writes nothing. */
export const adjustmentReverse = operation({
  on: adjustment,
  name: "reverse",
  summary: "Undo a credit, a charge or a waiver; `reason` is required",
  allows: "Reverse an adjustment or a waiver",
  input: reversalInput,
  failures: ["REVERSE_THE_REFUND"],
  changes: SETTLED,
  offline: true,
});
