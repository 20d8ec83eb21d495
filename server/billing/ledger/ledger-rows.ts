// The tables' rows of plans: columns with their types, and what plans and their circumstances put into them.

import { keptReceipt } from "../../../shared/billing/documents/receipt.rules.ts";
import {
  adjustment,
  invoice,
  invoiceLine,
  paymentAllocation,
  recharge,
  transaction,
} from "../../../shared/billing/index.ts";
import { holderOf } from "../../../shared/billing/ledger/holder.rules.ts";
import type { InvoiceMoney } from "../../../shared/billing/ledger/money-records.ts";
import type {
  MoneyPlan,
  NewInvoice,
  NewRecharge,
  NewTransaction,
} from "../../../shared/billing/ledger/plan.rules.ts";
import type { Day } from "../../../shared/kernel/day.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { formatMoney, type Minor } from "../../../shared/kernel/money.ts";
import { customer } from "../../../shared/subscribers/index.ts";
import type { ColumnTypes } from "../../kernel/db/bulk.ts";
import type { Row } from "../../kernel/db/db.ts";
import type { Tenant } from "../../kernel/operation/principal.ts";
import { columnTypes } from "../../kernel/resource/column-types.ts";
import { accountingDay, type Journal, type PostedBy } from "./journal.ts";

/** What a plan's new transaction is known by, beside its money. */
export interface Taken {
  trx_id: string;
  receipt_number: string | null;
  reference: string | null;
  /** It has waited in SUSPENSE: the row is there, and so is who took it. */
  waited?: { clerk: string; till: string | null };
}

/** A plan, and what it can't know of its circumstances. */
export interface Write {
  plan: MoneyPlan;
  /** With a new transaction. */
  taken?: Taken;
  /** With a reversal: why. */
  reason?: string | null;
  /** With an adjustment: the staff member who answers for it. */
  approved_by?: string;
  /** With a credit note or a refund: its number. */
  number?: string;
}

/** Who and when: the same for all that is written together. */
export interface WrittenBy extends PostedBy {
  /** As receipts name them. */
  clerk: string;
  device: string | null;
}

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

/** `moved_on`: the accounting day of the change. */
const CHANGED_INVOICE: ColumnTypes = { ...INVOICE_MONEY, moved_on: "date" };

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
  booked_on: "date",
};

const LINE = columnTypes(invoiceLine, [
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
]);

const RECHARGE = columnTypes(recharge, [
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
  "device",
  "occurred_at",
]);

const WAITED = columnTypes(transaction, ["id", "customer", "unallocated_amount", "recharge", "receipt"]);

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
    "device",
  ]),
  reseller_charge: "numeric",
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
const REFUNDED: ColumnTypes = { ...TAKEN_BACK, status: "text", unallocated_amount: "numeric" };
const ACCOUNT: ColumnTypes = { id: "uuid", balance: "numeric" };
const CREDIT: ColumnTypes = { id: "uuid", unallocated_amount: "numeric" };

/** The columns that are written, per table. */
export const COLUMNS = {
  invoice: NEW_INVOICE,
  invoice_money: CHANGED_INVOICE,
  line: LINE,
  recharge: RECHARGE,
  reversed: REVERSED,
  transaction: TRANSACTION,
  waited: WAITED,
  credit: CREDIT,
  refunded: REFUNDED,
  allocation: ALLOCATION,
  adjustment: ADJUSTMENT,
  account: ACCOUNT,
  customer: CUSTOMER,
} as const;

/** Columns that are written as JSON. */
const JSON_COLUMNS = new Set(["carried_from", "charges", "given_up", "parts"]);

/** Amounts as decimal texts, also those within JSON, and the tenant on every row. */
export function rowMaker(tenant: Tenant): (record: object) => Row {
  const text = (value: unknown) =>
    typeof value === "bigint" ? formatMoney(value as Minor, tenant.digits) : value;
  return (record) => {
    const row: Row = { tenant_id: tenant.id };
    for (const [name, value] of Object.entries(record)) {
      row[name] = JSON_COLUMNS.has(name) ? JSON.stringify(value, (_name, part) => text(part)) : text(value);
    }
    return row;
  };
}

function rechargeRow(recharge: NewRecharge, transaction: NewTransaction | null, taken: Taken, by: WrittenBy) {
  return {
    ...recharge,
    method: transaction?.method,
    receipt_number: taken.receipt_number,
    recharged_by: by.username,
    device: by.device,
    occurred_at: by.occurred_at,
  };
}

function transactionRow(
  plan: MoneyPlan & { transaction: NewTransaction },
  taken: Taken,
  by: WrittenBy,
  digits: number,
) {
  const { trx_id, receipt_number, reference } = taken;
  const known = { trx_id, receipt_number, reference, recharge: plan.recharge?.id ?? null };
  const receipt = receipt_number && keptReceipt(plan, taken.waited ?? by, digits);
  return {
    ...plan.transaction,
    ...known,
    receipt: receipt ? JSON.stringify(receipt) : null,
    received_by: by.username,
    device: by.device,
    holder: plan.transaction.reseller_charge === null ? holderOf(plan.transaction.method, by) : null,
  };
}

/** An adjustment names what it led to: a transaction, or the invoice of a charge. */
function adjustmentRow({ plan, approved_by }: Write, by: WrittenBy) {
  const { adjustment, customer, transaction, invoice } = plan;
  return {
    ...adjustment,
    account: customer.account_id,
    approved_by,
    created_by: by.username,
    payment_transaction: transaction?.id ?? null,
    invoice: invoice?.id ?? null,
  };
}

/** The rows of several plans, in order; of a row that more than one plan touches, the last values. */
export class PlanRows {
  readonly #row: (record: object) => Row;
  readonly #digits: number;
  readonly #by: WrittenBy;
  readonly #booked: (entry_date: Day | null) => Day;
  readonly #invoices = new Map<string, NewInvoice & { booked_on: Day | null }>();
  readonly #changed = new Map<string, InvoiceMoney & { moved_on: Day }>();
  readonly #customers = new Map<string, Row>();
  readonly #accounts = new Map<string, Row>();
  readonly #credits = new Map<string, Row>();
  readonly transactions: Row[] = [];
  readonly waited: Row[] = [];
  readonly refunded: Row[] = [];
  readonly recharges: Row[] = [];
  readonly reversed: Row[] = [];
  readonly reversed_adjustments: Row[] = [];
  readonly adjustments: Row[] = [];
  readonly allocations: Row[] = [];
  readonly removed_allocations: string[] = [];
  readonly journals: Journal[] = [];

  /** @throws Failure PERIOD_LOCKED where what a bill is charged or settled with would be booked on a closed day. */
  constructor(tenant: Tenant, by: WrittenBy, writes: readonly Write[]) {
    this.#row = rowMaker(tenant);
    this.#booked = (entry_date) => accountingDay(tenant, by, entry_date);
    this.#digits = tenant.digits;
    this.#by = by;
    for (const write of writes) this.#add(write);
  }

  #add(write: Write): void {
    const { plan } = write;
    const row = this.#row;
    const { customer, balance, postings } = plan;
    this.#customers.set(customer.id, row(customer));
    this.#accounts.set(customer.account_id, row({ id: customer.account_id, balance }));
    this.#addInvoices(plan);
    this.#addMoney(write);
    if (plan.adjustment) this.adjustments.push(row(adjustmentRow(write, this.#by)));
    for (const allocation of plan.allocations) this.allocations.push(row(allocation));
    for (const { id } of plan.removed_allocations) this.removed_allocations.push(id);
    const { entry_date } = plan;
    if (postings.length > 0) this.journals.push({ id: newId(), customer, lines: postings, entry_date });
  }

  #addInvoices({ invoice, invoices, entry_date }: MoneyPlan): void {
    if (invoice) {
      const booked = this.#booked(entry_date);
      const booked_on = booked === invoice.issue_date ? null : booked;
      this.#invoices.set(invoice.id, { ...invoice, booked_on });
    }
    for (const touched of invoices) {
      const made = this.#invoices.get(touched.id);
      if (made) this.#invoices.set(touched.id, { ...made, ...touched });
      else this.#changed.set(touched.id, { ...touched, moved_on: this.#booked(entry_date) });
    }
  }

  #addMoney({ plan, taken, reason }: Write): void {
    const row = this.#row;
    const { transaction, recharge, reversed } = plan;
    if (transaction) {
      if (!taken) throw new Error("A transaction is written without its number");
      if (recharge) this.recharges.push(row(rechargeRow(recharge, transaction, taken, this.#by)));
      (taken.waited ? this.waited : this.transactions).push(
        row(transactionRow({ ...plan, transaction }, taken, this.#by, this.#digits)),
      );
    }
    for (const { payment_transaction: id, unallocated_amount } of plan.credits) {
      this.#credits.set(id, row({ id, unallocated_amount }));
    }
    if (!reversed) return;
    const { payment_transaction, recharge: undone, adjustment } = reversed;
    const how = {
      reversed_by: this.#by.username,
      reversed_at: this.#by.occurred_at,
      reversal_reason: reason ?? null,
    };
    if (payment_transaction !== null) {
      this.refunded.push({ ...how, id: payment_transaction, status: "REFUNDED", unallocated_amount: "0" });
    }
    if (undone !== null) this.reversed.push({ ...how, id: undone, is_reversed: true });
    if (adjustment !== null) this.reversed_adjustments.push({ ...how, id: adjustment, is_reversed: true });
  }

  get customers(): Row[] {
    return [...this.#customers.values()];
  }

  get accounts(): Row[] {
    return [...this.#accounts.values()];
  }

  get credits(): Row[] {
    return [...this.#credits.values()];
  }

  get invoices(): Row[] {
    return [...this.#invoices.values()].map(this.#row);
  }

  get lines(): Row[] {
    return [...this.#invoices.values()].flatMap((invoice) =>
      invoice.lines.map((line, position) => this.#row({ ...line, invoice: invoice.id, position })),
    );
  }

  /** Invoices that existed before, in order of id: the order in which they are locked. */
  get changed_invoices(): Row[] {
    return [...this.#changed.values()].sort((a, b) => (a.id < b.id ? -1 : 1)).map(this.#row);
  }
}
