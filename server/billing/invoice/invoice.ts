// Invoices one by one: made, changed, paid from advance (contract §4.2, §4.3).

import { invoice, invoiceApplyAdvance, invoiceCreate, invoiceUpdate } from "../../../shared/billing/index.ts";
import { checkedMonth } from "../../../shared/billing/invoice/billing-month.rules.ts";
import { type InvoiceInput, planInvoiceWithAdvance } from "../../../shared/billing/invoice/invoice.rules.ts";
import { type LineInput, withDefaultCode } from "../../../shared/billing/invoice/invoice-line.rules.ts";
import { invoiceStatus } from "../../../shared/billing/ledger/money-records.ts";
import type { MoneyPlan } from "../../../shared/billing/ledger/plan.rules.ts";
import { planAdvance } from "../../../shared/billing/payment/advance.rules.ts";
import { addDays, monthOf } from "../../../shared/kernel/day.ts";
import { Failure, invalid } from "../../../shared/kernel/failure.ts";
import { isSameText } from "../../../shared/kernel/normal/normal-text.ts";
import type { InputOf } from "../../../shared/kernel/operation.ts";
import type { RecordOf } from "../../../shared/kernel/resource.ts";
import type { TaxRate } from "../../../shared/subscribers/index.ts";
import type { Row } from "../../kernel/db/db.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { implement } from "../../kernel/operation/run-operation.ts";
import type { Draft } from "../../kernel/resource/draft.ts";
import { requireRecord } from "../../kernel/resource/record.ts";
import { updateRecord } from "../../kernel/resource/write-record.ts";
import { readTaxRates } from "../../subscribers/index.ts";
import { accountingDay, postedBy, systemAccounts } from "../ledger/journal.ts";
import {
  type LockedWithCredits,
  lockOwner,
  lockReferred,
  planContext,
  readCredits,
  readEarlier,
  toInvoiceMoney,
} from "../ledger/snapshot.ts";
import { writesOf } from "../ledger/write-plans.ts";
import { dated, moneyState, writeSettlement } from "../ledger/write-settlement.ts";
import { refuseBackdating, refuseFuture } from "../period/backdate.ts";
import { readInvoice } from "../records.ts";
import { nextInvoiceNumbers } from "./invoice-number.ts";

type Input = InputOf<typeof invoiceCreate>;

/** invoice_number and invoice_no are one field; null: to be made. */
function givenNumber({ invoice_number, invoice_no }: Input): string | null {
  if (invoice_number && invoice_no && !isSameText(invoice_number, invoice_no)) {
    throw invalid("invoice_no", "invoice_no and invoice_number are the same field", "CONFLICTING");
  }
  return invoice_number ?? invoice_no ?? null;
}

function linesOf(ctx: OperationContext, input: Input): LineInput[] {
  return (input.lines ?? []).map((line, index) => {
    const amount = (name: "unit_price" | "discount" | "tax_amount") => {
      const value = line[name];
      return value == null ? null : ctx.minor(value, `lines.${index}.${name}`);
    };
    return {
      description: line.description,
      quantity: String(line.quantity ?? 1),
      unit_price: ctx.minor(line.unit_price, `lines.${index}.unit_price`),
      discount: amount("discount"),
      tax_amount: amount("tax_amount"),
      ...(line.tax_code === undefined ? {} : { tax_code: line.tax_code }),
      source: line.source ?? null,
    };
  });
}

/** The body as the rule takes it, with the defaults of contract §3. */
function invoiceInput(ctx: OperationContext, input: Input): Omit<InvoiceInput, "invoice_number" | "package"> {
  const amount = (name: "discount" | "previous_due" | "total_payable" | "package_amount") => {
    const value = input[name];
    return value == null ? null : ctx.minor(value, name);
  };
  const issue_date = input.issue_date ?? ctx.today;
  refuseFuture(ctx, "issue_date", issue_date);
  refuseBackdating(ctx, "issue_date", issue_date);
  // Also where it posts nothing: its day would stand among closed ones.
  accountingDay(ctx.tenant, postedBy(ctx), issue_date);
  return {
    billing_month: checkedMonth(input.billing_month ?? monthOf(issue_date), ctx.today),
    issue_date,
    due_date: input.due_date ?? addDays(issue_date, ctx.tenant.settings.invoice_due_days),
    lines: linesOf(ctx, input),
    discount: amount("discount"),
    previous_due: amount("previous_due"),
    total_payable: amount("total_payable"),
    package_amount: amount("package_amount"),
    package_name: input.package_name ?? null,
    notes: input.notes ?? null,
    ...(input.id ? { invoice_id: input.id } : {}),
  };
}

/** The tenant's tax codes, where the invoice may have one; ask for them after the customer's lock. @throws Failure VALIDATION. */
async function ratesFor(ctx: OperationContext, { lines }: Input): Promise<TaxRate[]> {
  const given = lines ?? [];
  // A line that says nothing gets the default.
  if (given.length > 0 && given.every(({ tax_code }) => tax_code === null)) return [];
  const rates = await readTaxRates(ctx.tx, ctx.tenant);
  for (const [index, { tax_code }] of given.entries()) {
    if (tax_code && !rates.some(({ id }) => id === tax_code))
      throw invalid(`lines.${index}.tax_code`, "There is no such tax code", "DOES_NOT_EXIST");
  }
  return rates;
}

async function createInvoice(ctx: OperationContext, input: Input): Promise<Row> {
  const given = givenNumber(input);
  const terms = invoiceInput(ctx, input);
  // Only a total by hand gives something up.
  const givesUp = terms.total_payable !== null;
  const [accounts, locked, credits, earlier_invoices, rates, numbers] = await Promise.all([
    systemAccounts(ctx.services.db, ctx.tenant),
    lockReferred(ctx, "customer", input.customer),
    readCredits(ctx, input.customer),
    givesUp ? readEarlier(ctx, input.customer) : [],
    ratesFor(ctx, input),
    given === null ? nextInvoiceNumbers(ctx.tx, ctx.tenant, terms.billing_month, 1) : [given],
  ]);
  const [invoice_number = ""] = numbers;
  const { auto_apply_advance } = ctx.tenant.settings;
  const lines = withDefaultCode(terms.lines ?? [], rates);
  const plans = planInvoiceWithAdvance(
    { ...locked, credits, earlier_invoices },
    { ...terms, lines, invoice_number, package: locked.of.package, rates },
    input.apply_advance ?? auto_apply_advance,
    planContext(ctx.tenant, ctx.call.received_at),
  );
  const { overrides } = plans.invoice;
  if (overrides.length > 0) ctx.require("billing.invoice.override", { fields: overrides });
  const { id } = plans.invoice.invoice;
  const writes = await dated(ctx, writesOf<MoneyPlan>(plans));
  const [, record] = await Promise.all([
    writeSettlement(ctx, accounts, locked, writes),
    readInvoice(ctx.tx, ctx.tenant, id),
  ]);
  const after = (plans.advance ?? plans.invoice).customer;
  ctx.audit(invoiceCreate, {
    id,
    before: moneyState(ctx, locked.customer),
    after: { ...record, ...moneyState(ctx, after) },
    note: input.reason ?? undefined,
  });
  return record ?? {};
}

/** Locks the account of an invoice's customer. @throws Failure NOT_FOUND. */
async function lockInvoice(ctx: OperationContext, id: string): Promise<LockedWithCredits> {
  const [found] = await ctx.tx<{ customer: string }[]>`
    select customer from invoices where tenant_id = ${ctx.tenant.id} and id = ${id}`;
  if (!found) throw new Failure("NOT_FOUND");
  const [locked, credits] = await Promise.all([
    lockOwner(ctx, found.customer),
    readCredits(ctx, found.customer),
  ]);
  return { ...locked, credits };
}

/** A new due date may make an invoice overdue, or no longer so. */
function withStatus(
  ctx: OperationContext,
  draft: Draft<typeof invoice>,
  before: RecordOf<typeof invoice>,
): Draft<typeof invoice> {
  const { due_date } = draft;
  if (due_date === undefined) return draft;
  if (due_date < before.issue_date) throw invalid("due_date", "due_date can't be before issue_date");
  if (before.status === "VOID") return draft;
  const money = { ...toInvoiceMoney(before, ctx.tenant.digits), due_date };
  return { ...draft, status: invoiceStatus(money, planContext(ctx.tenant, ctx.call.received_at).today) };
}

async function updateInvoice(
  ctx: OperationContext,
  input: InputOf<typeof invoiceUpdate>,
  id: string,
): Promise<Row> {
  await lockInvoice(ctx, id);
  return updateRecord(ctx, invoice, id, input, { before: withStatus });
}

async function applyAdvance(ctx: OperationContext, _input: object, id: string): Promise<Row> {
  const [accounts, locked] = await Promise.all([
    systemAccounts(ctx.services.db, ctx.tenant),
    lockInvoice(ctx, id),
  ]);
  const open = locked.open_invoices.find((candidate) => candidate.id === id);
  const plan = open ? planAdvance(locked, open, planContext(ctx.tenant, ctx.call.received_at)) : null;
  if (plan) {
    await writeSettlement(ctx, accounts, locked, await dated(ctx, [{ plan }]));
    ctx.audit(invoiceApplyAdvance, {
      id,
      before: moneyState(ctx, locked.customer),
      after: moneyState(ctx, plan.customer),
    });
  }
  return requireRecord(ctx, invoice, id);
}

export const invoiceOperations = [
  implement(invoiceCreate, createInvoice),
  implement(invoiceUpdate, updateInvoice),
  implement(invoiceApplyAdvance, applyAdvance),
];
