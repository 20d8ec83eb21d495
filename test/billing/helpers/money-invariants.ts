// What must hold for a customer's money after every operation, computed from the rows alone (contract §4).
import { expect } from "vitest";
import { computedTotal, isNegativeLine } from "../../../shared/billing/invoice/invoice-posting.rules.ts";
import { netBalance } from "../../../shared/billing/ledger/money-records.ts";
import type { NewInvoice } from "../../../shared/billing/ledger/plan.rules.ts";
import type { Posting } from "../../../shared/billing/ledger/posting.rules.ts";
import { summary } from "../../../shared/billing/ledger/summary.rules.ts";
import { add, type Minor, max, subtract, ZERO } from "../../../shared/kernel/money.ts";
import { creditsOf, type MoneyModel, openInvoices } from "./money-model.ts";

const credited = (postings: readonly Posting[]): Minor =>
  add(...postings.map((posting) => subtract(posting.credit, posting.debit)));

/** The net credit of one system account; codes that start alike (CASH:) count together. */
function systemBalance(model: MoneyModel, prefix: string): Minor {
  return credited(
    model.postings.filter(({ account }) => account.kind === "system" && account.code.startsWith(prefix)),
  );
}

/** Balance = advance − due = last balance_after, every balance_after follows from the one before, the whole sums to zero. */
function expectLedger(model: MoneyModel): void {
  const ofCustomer = model.postings.filter((posting) => posting.account.kind === "customer");
  let balance: Minor = ZERO;
  for (const posting of ofCustomer) {
    balance = add(balance, subtract(posting.credit, posting.debit));
    expect(posting.balance_after).toBe(balance);
  }
  expect(netBalance(model.customer)).toBe(balance);
  // What is due and what is advance can each be told from the entries alone.
  expect(add(...ofCustomer.map((posting) => posting.advance_change))).toBe(model.customer.advance_amount);
  const ofOthers = model.postings.filter((posting) => posting.account.kind !== "customer");
  expect(ofOthers.every((posting) => posting.advance_change === 0n)).toBe(true);
  expect(credited(model.postings)).toBe(0n);
  for (const { debit, credit } of model.postings) {
    expect(debit >= 0n && credit >= 0n && debit > 0n !== credit > 0n).toBe(true);
  }
}

/** The customer's figures are the sums over their records: what sync_customer_financial_summary would find. */
function expectSums(model: MoneyModel): void {
  const { due_amount, advance_amount } = summary(openInvoices(model), creditsOf(model));
  expect(model.customer.due_amount).toBe(due_amount);
  expect(model.customer.advance_amount).toBe(advance_amount);
}

/** What later invoices say that they took over of this one. */
const carriedOut = (model: MoneyModel, id: string): Minor =>
  add(
    ...[...model.invoices.values()]
      .flatMap(({ carried_from }) => carried_from)
      .filter((part) => part.invoice === id)
      .map((part) => part.amount),
  );

/** Each invoice: its identity, its payments, and the ledger entries that explain it. */
function expectInvoices(model: MoneyModel): void {
  for (const invoice of model.invoices.values()) {
    const { total_payable, paid_amount, carried_amount, credited_amount, due_amount } = invoice;
    expect(add(paid_amount, carried_amount, credited_amount, due_amount)).toBe(total_payable);
    // A due that comes back raises total_payable and previous_due alike: what the invoice itself charges never changes.
    const issued = model.issued.get(invoice.id)!;
    const ownCharge = subtract(total_payable, invoice.previous_due);
    expect(ownCharge).toBe(subtract(issued.total_payable, issued.previous_due));
    expect(paid_amount >= 0n && carried_amount >= 0n && credited_amount >= 0n && due_amount >= 0n).toBe(true);
    expect(["PAID", "VOID"].includes(invoice.status)).toBe(due_amount === 0n);
    expect(carriedOut(model, invoice.id)).toBe(carried_amount);
    expect(add(...invoice.carried_from.map((part) => part.amount)) <= invoice.previous_due).toBe(true);
    if (invoice.carried_to !== null) {
      expect(due_amount).toBe(0n);
      expect(model.invoices.has(invoice.carried_to)).toBe(true);
    }
    const allocated = [...model.allocations.values()].filter(
      (allocation) => allocation.invoice === invoice.id,
    );
    expect(paid_amount).toBe(add(...allocated.map((allocation) => allocation.allocated_amount)));
    const entries = (entry_type: string): Posting[] =>
      model.postings.filter(
        (posting) =>
          posting.account.kind === "customer" &&
          posting.source_id === invoice.id &&
          posting.entry_type === entry_type,
      );
    expect(credited(entries("CARRY_FORWARD"))).toBe(carried_amount);
    const charged = entries("INVOICE");
    const isAdjustment = invoice.invoice_number.startsWith("ADJ-");
    expect(-credited(charged)).toBe(isAdjustment ? 0n : total_payable);
  }
}

/** Each transaction: allocated + unallocated + paid out = amount while COMPLETED, nothing left once REFUNDED. */
function expectTransactions(model: MoneyModel): void {
  let cash: Minor = ZERO;
  for (const transaction of model.transactions.values()) {
    const own = [...model.allocations.values()].filter(
      (allocation) => allocation.payment_transaction === transaction.id,
    );
    const { amount, unallocated_amount, refunded_amount, method } = transaction;
    const allocated = add(...own.map((allocation) => allocation.allocated_amount));
    const completed = transaction.status === "COMPLETED";
    if (completed) expect(add(allocated, unallocated_amount, refunded_amount)).toBe(amount);
    else expect(add(allocated, unallocated_amount)).toBe(0n);
    expect(unallocated_amount >= 0n && refunded_amount >= 0n).toBe(true);
    if (completed && method !== "ADJUSTMENT") cash = add(cash, amount);
  }
  const refunds = [...model.refunds.values()].filter(({ is_reversed }) => !is_reversed);
  expect(-systemBalance(model, "CASH:")).toBe(subtract(cash, add(...refunds.map(({ amount }) => amount))));
  expectGivenUp(model);
  expectRevenue(model);
  expectCharges(model);
}

/** What is given up, and by whom it was: invoices that stand, and what of adjustments was not taken back. */
function expectGivenUp(model: MoneyModel): void {
  const adjustments = [...model.adjustments.values()].filter(({ is_reversed }) => !is_reversed);
  const given = adjustments.flatMap(({ amount, payment_transaction, adjustment_type }) => {
    if (payment_transaction === null) return [];
    const back = model.transactions.get(payment_transaction)!.refunded_amount;
    return [adjustment_type === "WAIVER" ? subtract(amount, back) : amount];
  });
  const onInvoices = [...model.issued.values()].map(givenUp);
  const charges = new Set(
    [...model.adjustments.values()].flatMap(({ id, invoice }) => (invoice === null ? [] : [id])),
  );
  // Of invoices that are void or credited, and of charges by hand: what had been written off of them.
  const mirrored = model.postings.filter(
    ({ account, entry_type, source_type, source_id }) =>
      account.kind === "system" &&
      ["WAIVER", "TAX"].includes(account.code) &&
      entry_type === "REVERSAL" &&
      (source_type !== "adjustment" || charges.has(source_id)),
  );
  const standing = subtract(add(...given, ...onInvoices), credited(mirrored));
  // What is given up is borne by WAIVER, or comes back from TAX.
  const taxes = [...model.issued.values()].flatMap(({ lines }) => lines.map((line) => line.tax_amount));
  const borne = add(systemBalance(model, "WAIVER"), systemBalance(model, "TAX"));
  expect(subtract(add(...taxes), borne)).toBe(standing);
}

/**
 * What invoices remember of their charges: no more was given back than charged, and by code TAX holds what was charged less
 * what was given back, to the minor unit.
 */
function expectCharges(model: MoneyModel): void {
  const left = new Map<string | null, Minor>();
  for (const { charges, status } of model.invoices.values())
    for (const { tax_code, net, tax, net_back, tax_back } of charges) {
      expect(net_back >= 0n && net_back <= net && tax_back >= 0n && tax_back <= tax).toBe(true);
      if (status !== "VOID") left.set(tax_code, add(left.get(tax_code) ?? ZERO, subtract(tax, tax_back)));
    }
  // What gives something back is no charge (a line below zero, a tax by hand above what a discount leaves): with such a line
  // the sums say nothing.
  const taxes = (parts: readonly { tax: Minor }[]) => add(...parts.map(({ tax }) => tax));
  const own = (charges: NewInvoice["charges"]) =>
    add(...charges.flatMap(({ source, net, tax }) => (source === "OPENING" ? [] : [net, tax])));
  const is_told = (one: NewInvoice) =>
    taxes(one.charges) === taxes(one.lines.map(({ tax_amount: tax }) => ({ tax }))) &&
    own(one.charges) === subtract(computedTotal(one), one.previous_due) &&
    !one.lines.some(isNegativeLine);
  if (![...model.issued.values()].every(is_told)) return;
  // Nor of a bill with a total by hand that is credited: what its total gave up is borne by its lines then, not by kind.
  const credited_ids = new Set([...model.credit_notes.values()].map(({ invoice }) => invoice));
  const is_by_hand = (one: NewInvoice) => one.total_payable !== computedTotal(one);
  if ([...model.issued.values()].some((one) => credited_ids.has(one.id) && is_by_hand(one))) return;
  for (const [code, standing] of left) {
    const posted = credited(
      model.postings.filter(
        ({ account, dims }) =>
          account.kind === "system" && account.code === "TAX" && (dims.tax_code ?? null) === code,
      ),
    );
    expect([code, posted]).toEqual([code, standing]);
  }
}

/** What an invoice's total by hand and its negative lines took off. */
function givenUp(invoice: NewInvoice): Minor {
  const back = invoice.lines.map((line) => max(subtract(line.tax_amount, line.total), ZERO));
  const less = subtract(computedTotal(invoice), invoice.total_payable);
  return add(...back, max(less, ZERO));
}

/** Revenue is what was charged: nothing but the reversal of a charge ever lowers it. */
function expectRevenue(model: MoneyModel): void {
  for (const { account, entry_type, debit } of model.postings) {
    if (account.kind === "customer" || account.code !== "REVENUE" || debit === 0n) continue;
    expect(entry_type).toBe("REVERSAL");
  }
}

/** Everything at once. */
export function expectConsistent(model: MoneyModel): void {
  expectLedger(model);
  expectSums(model);
  expectInvoices(model);
  expectTransactions(model);
}
