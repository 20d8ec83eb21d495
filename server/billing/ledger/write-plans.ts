// Writes plans as they are: one statement per table however many plans, all sent in one go; nothing is computed here.

import { paymentAllocation } from "../../../shared/billing/index.ts";
import { type ColumnTypes, planInsert, planUpdate, type SetBesides } from "../../kernel/db/bulk.ts";
import type { Row, Tx } from "../../kernel/db/db.ts";
import { type DeferredWrite, sendDeferred } from "../../kernel/db/deferred-writes.ts";
import type { Tenant } from "../../kernel/operation/principal.ts";
import { deleteRows } from "../../kernel/resource/deletions.ts";
import { COLUMNS } from "./columns.ts";
import { correctionRows, UNDO_COLUMNS } from "./correction-rows.ts";
import { accountingDay, planJournals, type SystemAccounts } from "./journal.ts";
import { PlanRows, type Write, type WrittenBy } from "./ledger-rows.ts";

/**
 * What changes of an invoice's due is kept with the accounting day, so that it can be told of any past day (past-ageing.ts):
 * how much more is due, how much more is left of its total after credits, and what it had taken over where that changes.
 */
const keepMove: SetBesides = (
  value,
) => `moves = t.moves || due_moves(${value("v_day")}, ${value("due_amount")} - t.due_amount,
  ${value("total_payable")} - ${value("credited_amount")} - t.total_payable + t.credited_amount,
  nullif(t.carried_from, ${value("carried_from")}), ${value("v_later")}),
  moved_on = greatest(t.moved_on, ${value("v_day")}, ${value("v_last")})`;

export interface WriteTarget {
  tx: Tx;
  tenant: Tenant;
  accounts: SystemAccounts;
  by: WrittenBy;
}

/** How plans are written: nothing of it is sent yet. */
export interface Script {
  rows: PlanRows;
  /** Whose records change. */
  collections: string[];
  /** In their order. */
  planned: DeferredWrite[];
  /** Behind them, or before: journals, balances and what customers owe name no record that is new. */
  postings: DeferredWrite[];
  /** To be called first. */
  remove(): Promise<unknown>;
}

/** @throws Failure PERIOD_LOCKED. */
export function scriptOf(target: WriteTarget, writes: readonly Write[]): Script {
  const { tx, tenant, by } = target;
  const undone = correctionRows(tenant, by, writes);
  const rows = new PlanRows(tenant, by, writes);
  // A closed day is refused before anything is sent.
  for (const { entry_date } of rows.journals) accountingDay(tenant, by, entry_date);
  const collections: string[] = [];
  const [planned, postings]: [DeferredWrite[], DeferredWrite[]] = [[], []];
  const insert = (table: string, collection: string, types: ColumnTypes, records: Row[]) => {
    if (records.length === 0) return;
    collections.push(collection);
    planned.push(planInsert(tx, table, types, records));
  };
  const updating =
    (into: DeferredWrite[]) =>
    (table: string, collection: string, types: ColumnTypes, records: Row[], besides?: SetBesides) => {
      if (records.length === 0) return;
      collections.push(collection);
      into.push(planUpdate(tx, table, tenant.id, types, records, besides));
    };
  const update = updating(planned);
  const post = updating(postings);
  insert("invoices", "invoices", COLUMNS.invoice, rows.invoices);
  insert("invoice_lines", "invoice_lines", COLUMNS.line, rows.lines);
  update("invoices", "invoices", COLUMNS.invoice_money, rows.changed_invoices, keepMove);
  insert("recharges", "recharges", COLUMNS.recharge, rows.recharges);
  update("recharges", "recharges", COLUMNS.reversed, rows.reversed);
  update("recharges", "recharges", COLUMNS.covers, rows.covers);
  insert("payment_transactions", "transactions", COLUMNS.transaction, rows.transactions);
  update("payment_transactions", "transactions", COLUMNS.waited, rows.waited);
  update("payment_transactions", "transactions", COLUMNS.credit, rows.credits);
  update("payment_transactions", "transactions", COLUMNS.bound, rows.bound);
  update("payment_transactions", "transactions", COLUMNS.refunded, rows.refunded);
  insert("payment_allocations", "payment_allocations", COLUMNS.allocation, rows.allocations);
  const removed = rows.removed_allocations;
  if (removed.length > 0) collections.push("payment_allocations");
  update("invoices", "invoices", UNDO_COLUMNS.voided, undone.voided);
  update("payment_transactions", "transactions", UNDO_COLUMNS.paid_out, undone.paid_out);
  update("adjustments", "adjustments", UNDO_COLUMNS.waivers, undone.waivers);
  insert("credit_notes", "credit_notes", UNDO_COLUMNS.credit_note, undone.credit_notes);
  insert("credit_note_lines", "credit_note_lines", UNDO_COLUMNS.credit_note_line, undone.credit_note_lines);
  insert("refunds", "refunds", UNDO_COLUMNS.refund, undone.refunds);
  update("refunds", "refunds", COLUMNS.reversed, undone.reversed_refunds);
  update("credit_notes", "credit_notes", COLUMNS.reversed, undone.reversed_notes);
  update("adjustments", "adjustments", COLUMNS.reversed, rows.reversed_adjustments);
  insert("adjustments", "adjustments", COLUMNS.adjustment, rows.adjustments);
  update("pending_charges", "pending_charges", COLUMNS.billed_charge, rows.billed_charges);
  update("services", "services", COLUMNS.promo, rows.promos);
  if (rows.journals.length > 0) {
    collections.push("ledger_entries");
    postings.push(planJournals(tx, tenant, target.accounts, by, rows.journals));
  }
  post("billing_accounts", "billing_accounts", COLUMNS.account, rows.accounts);
  post("customers", "customers", COLUMNS.customer, rows.customers);
  const remove = async () => {
    if (removed.length === 0) return;
    await deleteRows(tx, paymentAllocation, tenant.id, tx`t.id = any(${removed}::text[]::uuid[])`);
  };
  return { rows, collections, planned, postings, remove };
}

/** An invoice's plans in the order in which they are written. */
export function writesOf<P>({ invoice, advance }: { invoice: P; advance: P | null }): { plan: P }[] {
  return [{ plan: invoice }, ...(advance ? [{ plan: advance }] : [])];
}

/**
 * Sends every statement before it waits, so that the caller's own statements can follow in the same round trip: `done`
 * and they are awaited together.
 * @throws Failure PERIOD_LOCKED.
 * @returns also the collections whose records change.
 */
export function writePlans(
  target: WriteTarget,
  writes: readonly Write[],
): { collections: string[]; done: Promise<unknown> } {
  const { collections, planned, postings, remove } = scriptOf(target, writes);
  return { collections, done: Promise.all([remove(), sendDeferred([...planned, ...postings])]) };
}
