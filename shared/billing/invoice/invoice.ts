// An invoice, its lines, and what can be done with it.
import { z } from "zod";
import {
  choice,
  count,
  date,
  decimal,
  flag,
  instant,
  json,
  money,
  month,
  nullable,
  prose,
  reference,
  text,
} from "../../kernel/field.ts";
import { operation, trueOrFalse } from "../../kernel/operation.ts";
import { type RecordOf, resource, updateSchema } from "../../kernel/resource.ts";
import { chargesSchema, givenUpSchema } from "../tax/charge-fields.ts";
import { LINE_SOURCES } from "../tax/tax.rules.ts";

const never = { writable: "never" } as const;
const create = { writable: "create" } as const;

const STATUSES = ["UNPAID", "PARTIAL", "OVERDUE", "PAID", "VOID"] as const;

export const invoice = resource({
  name: "invoice",
  path: "invoices",
  area: "billing",
  module: "billing",
  summary: "Invoices with their lines",
  fields: {
    invoice_number: text({ ...create, max: 60, normal: "text", is_key: true }),
    /** The same value under its other name. */
    invoice_no: text({ ...create, max: 60, same_as: "invoice_number" }),
    customer: reference("customer", { ...create, required: true }),
    billing_month: month(create),
    is_recurring: flag(never),
    package_name: nullable(text(create)),
    package_amount: nullable(money(create)),
    /** Σ line totals; below zero where a line gives something back. */
    amount: money({ ...never, signed: true }),
    previous_due: money(create),
    discount: money(create),
    total_payable: money(create),
    paid_amount: money(never),
    carried_amount: money(never),
    carried_to: nullable(reference("invoice", never)),
    /** What it took over of earlier invoices, in the order of settling. */
    carried_from: json(z.array(z.object({ invoice: z.uuid(), amount: z.string() })), never),
    /** What it charged itself by source and tax code after discounts, and what was given back of each since. */
    charges: json(chargesSchema, never),
    /** What its total by hand gave up of charges of earlier invoices. */
    given_up: json(givenUpSchema, never),
    /** What was taken back of the charge: total_payable = paid + carried + credited + due. */
    credited_amount: money(never),
    due_amount: money(never),
    status: choice(STATUSES, never),
    voided_at: nullable(instant(never)),
    voided_by: nullable(text(never)),
    void_reason: nullable(text({ ...never, max: 500 })),
    issue_date: date(create),
    due_date: date(),
    /** The closing that made it of what was used of recharges. */
    closing: nullable(reference("closing", never)),
    notes: nullable(prose()),
  },
  verbs: ["list", "read"],
  own: "customer",
  large: { filters: ["customer", "status", "billing_month"] },
  search: ["invoice_number", "package_name"],
  display: { customer_name: { via: "customer", column: "name" } },
  replica: { kept: "disk", indexes: [["customer", "issue_date"], ["status", "due_date"], ["billing_month"]] },
  permissions: { override: "Set an invoice's total, discount or earlier dues by hand, or a negative line" },
});

export const invoiceLine = resource({
  name: "invoice_line",
  path: "invoice-lines",
  area: "billing",
  module: "billing",
  summary: "What an invoice charges for",
  many: "the lines of invoices",
  fields: {
    invoice: reference("invoice", never),
    position: count(never),
    description: text({ ...never, max: 500 }),
    quantity: decimal({ ...never, signed: true }),
    unit_price: money({ ...never, signed: true }),
    discount: money({ ...never, signed: true }),
    tax_amount: money({ ...never, signed: true }),
    /** The row of the code whose rate counted on the day of issue. */
    tax_code: nullable(reference("tax_code", never)),
    /** What it is charged for: revenue is split by it. */
    source: choice(LINE_SOURCES, never),
    total: money({ ...never, signed: true }),
  },
  verbs: ["list", "read"],
  parent: { via: "invoice", as: "lines" },
  large: { filters: ["invoice"] },
  order: ["invoice", "position"],
  replica: { kept: "disk", indexes: [["invoice"]] },
});

export type Invoice = RecordOf<typeof invoice>;
export type InvoiceLine = RecordOf<typeof invoiceLine>;

/** One line of an invoice that is to be made. */
const invoiceLineInput = z.strictObject({
  description: text({ required: true, max: 500 }),
  quantity: decimal({ positive: true }).optional(),
  unit_price: money({ signed: true, required: true }),
  discount: money().nullish(),
  /** Left out: computed by the code on what discounts leave. */
  tax_amount: money().nullish(),
  tax_code: reference("tax_code").nullish(),
  source: z.enum(LINE_SOURCES).nullish(),
});

/** Where making or settling an invoice is seen, beside the invoices. */
const BILLED = [
  "invoice_lines",
  "payment_allocations",
  "transactions",
  "ledger_entries",
  "billing_accounts",
  "customers",
  "services",
];

/** create_invoice_with_lines (contract §4.2). Without lines the customer's package is billed as one line. */
export const invoiceCreate = operation({
  on: invoice,
  name: "create",
  summary: "Make an invoice: lines, earlier dues carried forward, advance applied",
  further_permissions: ["billing.invoice.override", "finance.backdate"],
  input: z.strictObject({
    id: z.uuidv7().optional(),
    customer: reference("customer"),
    invoice_number: text({ required: true, max: 60 }).nullish(),
    invoice_no: text({ required: true, max: 60 }).nullish(),
    billing_month: month().nullish(),
    issue_date: date().nullish(),
    due_date: date().nullish(),
    lines: z.array(invoiceLineInput).max(200).nullish(),
    package_name: text().nullish(),
    package_amount: money().nullish(),
    discount: money().nullish(),
    previous_due: money().nullish(),
    total_payable: money().nullish(),
    apply_advance: z.boolean().nullish(),
    notes: prose().nullish(),
    /** Why something was set by hand; kept in the audit. */
    reason: text({ max: 500 }).nullish(),
  }),
  failures: ["DUPLICATE", "NEGATIVE_TOTAL", "NO_PACKAGE"],
  changes: BILLED,
  offline: true,
});

export const invoiceUpdate = operation({
  on: invoice,
  name: "update",
  summary: "Change an invoice's due date or notes",
  input: updateSchema(invoice),
  failures: ["STALE_VERSION"],
  offline: true,
});

/** apply_advance_to_invoice (contract §4.3); with nothing to apply the invoice is answered as it is. */
export const invoiceApplyAdvance = operation({
  on: invoice,
  name: "apply_advance",
  summary: "Pay an invoice from the customer's advance, as far as it goes",
  allows: "Pay an invoice from the customer's advance",
  input: z.strictObject({}),
  changes: BILLED,
  offline: true,
});

/** POST /invoices/{id}/void/ (contract §4.11); a repeat answers the same and writes nothing. */
export const voidInvoice = operation({
  on: invoice,
  name: "void",
  summary:
    "Void an invoice that nothing was settled of: the dues that it took over return; `reason` is required",
  allows: "Void invoices",
  input: z.strictObject({ reason: text({ required: true, max: 500 }) }),
  failures: ["INVOICE_SETTLED", "REVERSE_THE_ADJUSTMENT"],
  changes: [...BILLED, "pending_charges"],
});

/** Of which day a run's bills are. */
export const runDay = {
  issue_date: date(),
  /** The month's last day, where its books are closed, so that the bills are of the first open day; else null. */
  wanted_date: date().nullable(),
};

/** Tenant-wide recurring invoices of one month (contract §4.7). */
export const invoiceGenerateBatch = operation({
  on: invoice,
  name: "generate_batch",
  summary: "Make the month's invoices of every active customer with a package",
  allows: "Make the month's invoices for all customers",
  path: "/invoices/generate-batch/",
  input: z.strictObject({
    billing_month: month().nullish(),
    /** Today by default; in a month's end of a month that is over, its last day. */
    issue_date: date().nullish(),
    async: trueOrFalse.nullish(),
  }),
  query: ["async"],
  long: true,
  output: z.object({
    success: z.literal(true),
    invoices_created: z.int(),
    month: z.string(),
    async: z.literal(false),
    /** Of bills that are not of today. */
    issue_date: date().optional(),
    /** The month's last day, where its books are closed, so that the bills are of the first open day. */
    wanted_date: date().optional(),
  }),
  also: {
    202: z.object({
      success: z.literal(true),
      task_id: z.uuid(),
      status: z.string(),
      async: z.literal(true),
    }),
  },
  further_permissions: ["finance.backdate"],
  failures: ["BATCH_IN_PROGRESS", "PERIOD_LOCKED"],
  changes: [...BILLED, "background_tasks", "pending_charges"],
});
