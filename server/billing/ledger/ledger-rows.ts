// The tables' rows of plans: what plans and their circumstances put into the columns.

import { keptReceipt } from "../../../shared/billing/documents/receipt.rules.ts";
import { holderOf } from "../../../shared/billing/ledger/holder.rules.ts";
import type { InvoiceMoney } from "../../../shared/billing/ledger/money-records.ts";
import type {
  MoneyPlan,
  NewInvoice,
  NewRecharge,
  NewTransaction,
} from "../../../shared/billing/ledger/plan.rules.ts";
import type { DatedPlan, LaterJournal } from "../../../shared/billing/period/own-days.rules.ts";
import { type Day, dayOf } from "../../../shared/kernel/day.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { add, formatMoney, type Minor, negate, subtract, ZERO } from "../../../shared/kernel/money.ts";
import type { Row } from "../../kernel/db/db.ts";
import type { Tenant } from "../../kernel/operation/principal.ts";
import { accountingDay, type Journal, type PostedBy } from "./journal.ts";

/** What a plan's new transaction is known by, beside its money. */
export interface Taken {
  trx_id: string;
  receipt_number: string | null;
  reference: string | null;
  /** It has waited in SUSPENSE: the row is there, and so is who took it. */
  waited?: { clerk: string; till: string | null };
}

/** A plan with its days, and what it can't know of its circumstances. */
export interface Write extends Circumstances {
  plan: DatedPlan;
}

/** The same while its days are not decided. */
export interface DraftWrite extends Circumstances {
  plan: MoneyPlan;
}

interface Circumstances {
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

/** Columns that are written as JSON. */
const JSON_COLUMNS = new Set(["carried_from", "charges", "given_up", "parts", "moves", "v_later", "period"]);

/** Amounts as decimal texts, also those within JSON, and the tenant on every row. */
export function rowMaker(tenant: Tenant): (record: object) => Row {
  const text = (value: unknown) =>
    typeof value === "bigint" ? formatMoney(value as Minor, tenant.digits) : value;
  return (record) => {
    const row: Row = { tenant_id: tenant.id };
    for (const [name, value] of Object.entries(record)) {
      const json = JSON_COLUMNS.has(name) && value !== null;
      row[name] = json ? JSON.stringify(value, (_name, part) => text(part)) : text(value);
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

/** The accounting day of money, where it is another than that on which it came; null: that one. */
export function bookedOn(tenant: Tenant, received_at: Date | string, booked: Day): Day | null {
  return dayOf(new Date(received_at), tenant.settings.timezone) === booked ? null : booked;
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

/** How what is due of a bill moved on a day (past-ageing.ts). */
interface DueMove {
  day: Day;
  due: Minor;
  left: Minor;
}

/** What advances pay of a bill on days after that of the plan. */
const laterOf = (later: readonly LaterJournal[], invoice: string): DueMove[] =>
  later.flatMap(({ day, settled }) =>
    settled
      .filter((part) => part.invoice === invoice)
      .map(({ amount }) => ({ day, due: negate(amount), left: ZERO })),
  );

/** A bill that is about to be written: where it was settled on later days than it counts from, it says so. */
interface MadeInvoice extends NewInvoice {
  booked_on: Day | null;
  moves: readonly DueMove[];
  moved_on: Day | null;
}

type ChangedInvoice = InvoiceMoney & {
  v_day: Day;
  v_later: readonly DueMove[] | null;
  v_last: Day | null;
};

/** A bill that is settled as it is made: on its own day that is no move of it. */
function settledSince(
  made: MadeInvoice,
  touched: InvoiceMoney,
  day: Day,
  after: readonly DueMove[],
): MadeInvoice {
  const settled = subtract(touched.due_amount, made.due_amount);
  const on_day = subtract(settled, add(...after.map(({ due }) => due)));
  const own = day > (made.booked_on ?? made.issue_date) && on_day !== 0n;
  const moves = [...made.moves, ...(own ? [{ day, due: on_day, left: ZERO }] : []), ...after];
  return { ...made, ...touched, moves, moved_on: moves.at(-1)?.day ?? null };
}

/** The rows of several plans, in order; of a row that more than one plan touches, the last values. */
export class PlanRows {
  readonly #tenant: Tenant;
  readonly #row: (record: object) => Row;
  readonly #digits: number;
  readonly #by: WrittenBy;
  readonly #booked: (entry_date: Day | null) => Day;
  readonly #invoices = new Map<string, MadeInvoice>();
  readonly #changed = new Map<string, ChangedInvoice>();
  readonly #customers = new Map<string, Row>();
  readonly #accounts = new Map<string, Row>();
  readonly #credits = new Map<string, Row>();
  readonly transactions: Row[] = [];
  readonly waited: Row[] = [];
  readonly refunded: Row[] = [];
  readonly recharges: Row[] = [];
  readonly covers: Row[] = [];
  readonly bound: Row[] = [];
  readonly reversed: Row[] = [];
  readonly reversed_adjustments: Row[] = [];
  readonly adjustments: Row[] = [];
  readonly allocations: Row[] = [];
  readonly removed_allocations: string[] = [];
  readonly billed_charges: Row[] = [];
  readonly promos: Row[] = [];
  readonly journals: Journal[] = [];

  /** @throws Failure PERIOD_LOCKED where what a bill is charged or settled with would be booked on a closed day. */
  constructor(tenant: Tenant, by: WrittenBy, writes: readonly Write[]) {
    this.#tenant = tenant;
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
    for (const charge of plan.billed_charges) this.billed_charges.push(row(charge));
    if (plan.promo) this.promos.push(row({ id: plan.promo.service, promo_left: plan.promo.promo_left }));
    const { entry_date, later } = plan;
    if (postings.length > 0) this.journals.push({ id: newId(), customer, lines: postings, entry_date });
    for (const { day, postings: lines } of later)
      this.journals.push({ id: newId(), customer, lines, entry_date: day });
  }

  #addInvoices({ invoice, invoices, entry_date, later }: DatedPlan): void {
    if (invoice) {
      const booked = this.#booked(entry_date);
      const booked_on = booked === invoice.issue_date ? null : booked;
      this.#invoices.set(invoice.id, { ...invoice, booked_on, moves: [], moved_on: null });
    }
    for (const touched of invoices) {
      const day = this.#booked(entry_date);
      const after = laterOf(later, touched.id);
      const made = this.#invoices.get(touched.id);
      if (made) this.#invoices.set(touched.id, settledSince(made, touched, day, after));
      else {
        const v_last = after.at(-1)?.day ?? null;
        const v_later = after.length > 0 ? after : null;
        this.#changed.set(touched.id, { ...touched, v_day: day, v_later, v_last });
      }
    }
  }

  #addMoney({ plan, taken, reason }: Write): void {
    const row = this.#row;
    const { transaction, recharge, reversed } = plan;
    for (const days of plan.covers) this.covers.push(row(days));
    for (const { payment_transaction: id, bound_amount } of plan.bound)
      this.bound.push(row({ id, bound_amount }));
    if (transaction) {
      if (!taken) throw new Error("A transaction is written without its number");
      if (recharge) this.recharges.push(row(rechargeRow(recharge, transaction, taken, this.#by)));
      const booked_on = bookedOn(this.#tenant, transaction.received_at, this.#booked(plan.entry_date));
      const known = transactionRow({ ...plan, transaction }, taken, this.#by, this.#digits);
      (taken.waited ? this.waited : this.transactions).push(row({ ...known, booked_on }));
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
      const returned_on = this.#booked(plan.entry_date);
      const gone = { status: "REFUNDED", unallocated_amount: "0", returned_on };
      this.refunded.push({ ...how, id: payment_transaction, ...gone });
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
