// The columns that plans are written to, per table, with their types.
import {
  adjustment,
  invoice,
  invoiceLine,
  paymentAllocation,
  recharge,
  transaction,
} from "../../../shared/billing/index.ts";
import { customer } from "../../../shared/subscribers/index.ts";
import type { ColumnTypes } from "../../kernel/db/bulk.ts";
import { columnTypes } from "../../kernel/resource/column-types.ts";

const INVOICE_MONEY = columnTypes(invoice, [
  "id",
  "previous_due",
  "total_payable",
  "paid_amount",
  "carried_amount",
  "credited_amount",
  "carried_to",
  "carried_from",
  "charges",
  "given_up",
  "due_amount",
  "status",
]);

/**
 * `v_day`: the accounting day of the change. `v_later`: what of it counts on later days, and `v_last` the last of
 * these; null: all of it counts on the one.
 */
const CHANGED_INVOICE: ColumnTypes = {
  ...INVOICE_MONEY,
  v_day: "date",
  v_later: "jsonb",
  v_last: "date",
};

const NEW_INVOICE: ColumnTypes = {
  ...INVOICE_MONEY,
  ...columnTypes(invoice, [
    "tenant_id",
    "invoice_number",
    "customer",
    "billing_month",
    "package_name",
    "package_amount",
    "amount",
    "discount",
    "issue_date",
    "due_date",
    "closing",
    "notes",
    "created_at",
  ]),
  is_recurring: "bool",
  billing_months: "int",
  promo_service: "uuid",
  booked_on: "date",
  moves: "jsonb",
  moved_on: "date",
};

const LINE: ColumnTypes = {
  ...columnTypes(invoiceLine, [
    "id",
    "tenant_id",
    "invoice",
    "position",
    "description",
    "quantity",
    "unit_price",
    "discount",
    "tax_amount",
    "tax_code",
    "source",
    "total",
  ]),
  period: "jsonb",
};

const RECHARGE: ColumnTypes = {
  promo_service: "uuid",
  promo_periods: "int",
  ...columnTypes(recharge, [
    "id",
    "tenant_id",
    "customer",
    "package",
    "amount",
    "validity_days",
    "method",
    "recharged_by",
    "receipt_number",
    "payment_transaction",
    "previous_expiry_date",
    "new_expiry_date",
    "covers_from",
    "covers_to",
    "device",
    "occurred_at",
  ]),
};

const COVERS = columnTypes(recharge, ["id", "covers_from", "covers_to"]);

const WAITED: ColumnTypes = {
  ...columnTypes(transaction, ["id", "customer", "unallocated_amount", "recharge", "receipt"]),
  bound_amount: "numeric",
};

const TRANSACTION: ColumnTypes = {
  ...WAITED,
  ...columnTypes(transaction, [
    "tenant_id",
    "trx_id",
    "receipt_number",
    "amount",
    "method",
    "status",
    "reference",
    "received_by",
    "received_at",
    "booked_on",
    "device",
  ]),
  reseller_charge: "numeric",
  deposit: "uuid",
  holder: "text",
};

const ALLOCATION = columnTypes(paymentAllocation, [
  "id",
  "tenant_id",
  "payment_transaction",
  "invoice",
  "allocated_amount",
]);

const CUSTOMER = columnTypes(customer, [
  "id",
  "due_amount",
  "advance_amount",
  "expiry_date",
  "status",
  "suspended_for",
]);

const ADJUSTMENT = columnTypes(adjustment, [
  "id",
  "tenant_id",
  "account",
  "customer",
  "amount",
  "adjustment_type",
  "category",
  "given_up",
  "reason",
  "approved_by",
  "created_by",
  "payment_transaction",
  "invoice",
]);

const TAKEN_BACK: ColumnTypes = {
  id: "uuid",
  reversed_by: "text",
  reversed_at: "timestamptz",
  reversal_reason: "text",
};

const REVERSED: ColumnTypes = { ...TAKEN_BACK, is_reversed: "bool" };
const REFUNDED: ColumnTypes = {
  ...TAKEN_BACK,
  status: "text",
  unallocated_amount: "numeric",
  returned_on: "date",
};
const ACCOUNT: ColumnTypes = { id: "uuid", balance: "numeric" };
const BOUND: ColumnTypes = { id: "uuid", bound_amount: "numeric" };
const BILLED_CHARGE: ColumnTypes = { id: "uuid", state: "text", invoice: "uuid" };
const PROMO: ColumnTypes = { id: "uuid", promo_left: "int" };
const CREDIT: ColumnTypes = { id: "uuid", unallocated_amount: "numeric" };

/** The columns that are written, per table. */
export const COLUMNS = {
  invoice: NEW_INVOICE,
  invoice_money: CHANGED_INVOICE,
  line: LINE,
  recharge: RECHARGE,
  covers: COVERS,
  reversed: REVERSED,
  transaction: TRANSACTION,
  waited: WAITED,
  credit: CREDIT,
  bound: BOUND,
  billed_charge: BILLED_CHARGE,
  promo: PROMO,
  refunded: REFUNDED,
  allocation: ALLOCATION,
  adjustment: ADJUSTMENT,
  account: ACCOUNT,
  customer: CUSTOMER,
} as const;
