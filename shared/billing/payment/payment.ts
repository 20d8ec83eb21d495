// Money received: transactions, what they were allocated to, and money that still looks for its customer.
import { z } from "zod";
import { choice, count, date, instant, json, money, nullable, reference, text } from "../../kernel/field.ts";
import { takenBackFields } from "../../kernel/fields/taken-back.ts";
import { operation } from "../../kernel/operation.ts";
import { type RecordOf, recordSchema, resource } from "../../kernel/resource.ts";
import { reviewItem } from "../../platform/index.ts";
import { MAX_VALIDITY_DAYS } from "./settlement.rules.ts";

const never = { writable: "never" } as const;

const PAYMENT_METHODS = ["CASH", "BANK", "CARD", "MOBILE", "ONLINE", "ADJUSTMENT", "DEPOSIT"] as const;
/** The methods by which money can come in; ADJUSTMENT is money given up, DEPOSIT had come in before. */
export const RECEIVED_METHODS = ["CASH", "BANK", "CARD", "MOBILE", "ONLINE"] as const;

/** What a receipt said as the money was taken; amounts are decimal texts. A copy prints this and nothing newer. */
const keptReceipt = z.object({
  amount: z.string(),
  due_after: z.string(),
  advance_after: z.string(),
  /** Both null: a payment that extended nothing. */
  expiry_before: z.string().nullable(),
  expiry_after: z.string().nullable(),
  clerk: z.string(),
  /** The till's device code; null: no till took it. */
  till: z.string().nullable(),
});

export type KeptReceipt = z.output<typeof keptReceipt>;

export const transaction = resource({
  name: "transaction",
  path: "transactions",
  table: "payment_transactions",
  area: "billing",
  module: "finance",
  summary: "Payment transactions",
  many: "payments",
  fields: {
    trx_id: text({ writable: "create", max: 100, normal: "text", is_key: true }),
    receipt_number: nullable(text({ writable: "create", max: 60 })),
    /** Null while the money is in SUSPENSE. */
    customer: nullable(reference("customer", { writable: "create" })),
    amount: money({ writable: "create", required: true, positive: true }),
    unallocated_amount: money(never),
    method: choice(PAYMENT_METHODS, { writable: "create", initial: "CASH" }),
    status: choice(["PENDING", "COMPLETED", "FAILED", "REFUNDED"], never),
    reference: nullable(text({ writable: "create" })),
    received_by: text(never),
    /** Of cash: the till's device code or the username; of other money: BANK. Null where none came in. */
    holder: nullable(text(never)),
    received_at: instant(never),
    /** The accounting day, where the books of the day on which it came were closed; null: that day. */
    booked_on: nullable(date(never)),
    /** The accounting day on which it was taken back; null: it was not. */
    returned_on: nullable(date(never)),
    recharge: nullable(reference("recharge", never)),
    device: nullable(reference("device", never)),
    reseller_charge: nullable(money(never)),
    /** What it was paid with, where no money came in. */
    deposit: nullable(reference("deposit", never)),
    /** What of it was paid out again; of a waiver, what was taken back with the charge that it had settled. */
    refunded_amount: money(never),
    /** Money in suspense that went to nobody; null: it waits, or has its customer. */
    suspense_resolution: nullable(choice(["REFUNDED", "WRITTEN_OFF"], never)),
    /** Null where no receipt was given: an adjustment, money in suspense. */
    receipt: nullable(json(keptReceipt, never)),
    ...takenBackFields,
  },
  verbs: ["list", "read"],
  own: "customer",
  large: { filters: ["customer", "method", "status"] },
  search: ["trx_id", "receipt_number", "reference"],
  title: "receipt_number",
  order: ["-received_at"],
  display: { customer_name: { via: "customer", column: "name" } },
  replica: { kept: "disk", indexes: [["customer", "received_at"], ["reversed_at"], ["recharge"]] },
  permissions: { reverse_own: "Reverse one's own payments of the open drawer within own_reversal_minutes" },
});

export const paymentAllocation = resource({
  name: "payment_allocation",
  path: "payment-allocations",
  area: "billing",
  module: "finance",
  summary: "Which payment settled which invoice",
  many: "which payment paid which invoice",
  fields: {
    payment_transaction: reference("transaction", never),
    invoice: reference("invoice", never),
    allocated_amount: money(never),
  },
  verbs: ["list", "read"],
  own: "payment_transaction",
  large: { filters: ["payment_transaction", "invoice"] },
  replica: { kept: "disk", indexes: [["payment_transaction"], ["invoice"]] },
});

export type Transaction = RecordOf<typeof transaction>;
export type PaymentAllocation = RecordOf<typeof paymentAllocation>;

/** Where money that is settled, or taken back, is seen. */
export const SETTLED = [
  "transactions",
  "payment_allocations",
  "invoices",
  "recharges",
  "ledger_entries",
  "billing_accounts",
  "customers",
  // What is left of a promotion.
  "services",
  "review_items",
  "network_sync_jobs",
  // Of a reseller whose user took it.
  "resellers",
  "reseller_ledger",
];

/** What a till says of money that it took; the same for a recharge and a payment. */
export const receivedFields = {
  id: z.uuidv7().optional(),
  amount: money({ required: true, positive: true }),
  method: choice(RECEIVED_METHODS).optional(),
  occurred_at: instant().nullish(),
  /** Only a device gives one: `<device code>-<sequence>` (contract §5.5). */
  receipt_number: text({ required: true, max: 60 }).nullish(),
  reference: text().nullish(),
};

/** A payment that comes with what is sold. */
export const paymentWithIt = z
  .strictObject({
    id: receivedFields.id,
    amount: receivedFields.amount,
    method: receivedFields.method,
    /** Only a device gives one. */
    receipt_number: receivedFields.receipt_number,
    reference: receivedFields.reference,
  })
  .nullish();

export type PaymentWithIt = NonNullable<z.output<typeof paymentWithIt>>;

/** A payment that settles like a recharge and extends nothing (contract §3). */
export const transactionCreate = operation({
  on: transaction,
  name: "create",
  summary: "Take a payment",
  input: z.strictObject({
    ...receivedFields,
    customer: reference("customer"),
    trx_id: text({ required: true, max: 100 }).nullish(),
  }),
  output: recordSchema(transaction).extend({ allocations: z.array(recordSchema(paymentAllocation)) }),
  further_permissions: ["finance.backdate"],
  failures: ["DUPLICATE", "CREDIT_LIMIT_EXCEEDED"],
  changes: SETTLED,
  offline: true,
  money: true,
});

/** Why a document is taken back. */
export const reversalInput = z.strictObject({ reason: text({ required: true, max: 500 }) });

/** POST /transactions/{id}/reverse/ (contract §4.11); a repeat answers the same and writes nothing. */
export const transactionReverse = operation({
  on: transaction,
  name: "reverse",
  summary: "Undo a payment: allocations, advance, cash; `reason` is required",
  allows: "Reverse a payment",
  further_permissions: ["finance.transaction.reverse_own"],
  input: reversalInput,
  failures: [
    "NOT_REVERSIBLE",
    "ILLEGAL_TRANSITION",
    "REVERSE_THE_RECHARGE",
    "REVERSE_THE_ADJUSTMENT",
    "REVERSE_THE_REFUND",
  ],
  changes: [...SETTLED, "deposits"],
  offline: true,
});

/** Closes an item of the review list; money in SUSPENSE goes to a customer, back to who paid it, or is kept (contract §4.11). */
export const reviewItemResolve = operation({
  on: reviewItem,
  name: "resolve",
  area: "billing",
  summary:
    "Close an item of the review list; of money in suspense exactly one of customer (it goes to them), refund (it is paid back) and write_off (it is income)",
  allows: "Decide where money in suspense belongs",
  permission: "finance.suspense.resolve",
  further_permissions: ["billing.recharge.below_price"],
  input: z.strictObject({
    /** Of an item that holds money, exactly one of these three. */
    customer: reference("customer").nullish(),
    refund: z.strictObject({ method: choice(RECEIVED_METHODS) }).nullish(),
    write_off: z.boolean().nullish(),
    /** Given: the money counts as a recharge of so many days, else as a payment. */
    validity_days: count({ max: MAX_VALIDITY_DAYS }).nullish(),
    package: reference("package").nullish(),
    resolution: text({ max: 500 }).nullish(),
    /** The same under the name that other documents have it. */
    reason: text({ max: 500 }).nullish(),
  }),
  failures: ["ILLEGAL_TRANSITION"],
  changes: [...SETTLED, "payment_events"],
  offline: true,
});
