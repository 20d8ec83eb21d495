// A deposit: a customer's money that is kept for them, and is no advance until it is applied to a bill.
import { z } from "zod";
import { choice, instant, money, nullable, numbered, reference, text } from "../../kernel/field.ts";
import { takenBackFields } from "../../kernel/fields/taken-back.ts";
import { operation, plainOperations } from "../../kernel/operation.ts";
import { type RecordOf, recordSchema, resource } from "../../kernel/resource.ts";
import { RECEIVED_METHODS, reversalInput, SETTLED } from "./payment.ts";

const never = { writable: "never" } as const;
const create = { writable: "create", required: true } as const;

export const deposit = resource({
  name: "deposit",
  path: "deposits",
  area: "billing",
  module: "finance",
  summary: "Customers' money that is kept for them: no advance, in no balance, untaxed",
  many: "deposits",
  fields: {
    /** Of a series of its own. */
    deposit_number: numbered("DP-"),
    customer: reference("customer", create),
    amount: money({ ...create, positive: true }),
    /** What is kept still: amount less applied_amount and refunded_amount; 0 once it is reversed. */
    balance: money(never),
    /** What of it paid bills. */
    applied_amount: money(never),
    /** What of it was paid back. */
    refunded_amount: money(never),
    method: choice(RECEIVED_METHODS, create),
    reason: text({ ...create, max: 500 }),
    status: choice(["HELD", "SETTLED", "REVERSED"], never),
    /** Who took the money: a till's device code, a username, BANK. */
    holder: text(never),
    taken_by: text(never),
    occurred_at: instant(never),
    device: nullable(reference("device", never)),
    ...takenBackFields,
  },
  verbs: ["list", "read", "create"],
  own: "customer",
  large: { filters: ["customer", "status", "method"] },
  search: ["deposit_number"],
  title: "deposit_number",
  order: ["-occurred_at"],
  display: { customer_name: { via: "customer", column: "name" } },
  replica: { indexes: [["customer", "occurred_at"]] },
  offline: ["create"],
  changes: ["ledger_entries", "review_items"],
});

export type Deposit = RecordOf<typeof deposit>;

/** POST /deposits/: money comes to its holder and is owed to the customer. */
export const { create: takeDeposit } = plainOperations(deposit, {
  create: {
    summary: "Take a deposit",
    further_permissions: ["finance.backdate"],
    money: true,
    more: { occurred_at: instant().nullish() },
  },
});

const part = money({ required: true, positive: true });

/** POST /deposits/{id}/apply/: it pays what is due, the oldest first, or the bill that is named. */
export const applyDeposit = operation({
  on: deposit,
  name: "apply",
  summary: "Pay open bills with a deposit, or a part of it: the bill that is named, else the oldest first",
  allows: "Pay bills with a deposit",
  input: z.strictObject({ amount: part, invoice: reference("invoice").nullish() }),
  output: recordSchema(deposit).extend({ payment_transaction: z.uuid() }),
  failures: ["INSUFFICIENT_DEPOSIT", "OVER_ALLOCATION"],
  changes: SETTLED,
});

/** POST /deposits/{id}/refund/: it is paid back, or a part of it. */
export const refundDeposit = operation({
  on: deposit,
  name: "refund",
  summary: "Pay a deposit back, or a part of it",
  allows: "Pay deposits back",
  input: z.strictObject({
    amount: part,
    method: choice(RECEIVED_METHODS),
    reason: text({ required: true, max: 500 }),
  }),
  failures: ["INSUFFICIENT_DEPOSIT"],
  changes: ["ledger_entries", "review_items"],
});

/** POST /deposits/{id}/reverse/: it was never taken; a repeat answers the same and writes nothing. */
export const reverseDeposit = operation({
  on: deposit,
  name: "reverse",
  summary: "Undo a deposit of which nothing was applied or paid back; `reason` is required",
  allows: "Reverse a deposit",
  input: reversalInput,
  failures: ["INSUFFICIENT_DEPOSIT"],
  changes: ["ledger_entries", "review_items"],
});
