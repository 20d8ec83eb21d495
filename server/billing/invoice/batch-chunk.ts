// A chunk of a month's bills. It is read and worked out before any of its customers is locked, and posted to the ledger before its
// bills have their numbers, beside the database's work on the chunk before it. What has changed since it was read is seen under the
// locks, and the chunk is then worked out anew.
import { setImmediate as turn } from "node:timers/promises";
import { invoiceGenerateBatch } from "../../../shared/billing/index.ts";
import {
  type InvoicePlan,
  type InvoicePlans,
  numbered,
  planRecurringInvoice,
} from "../../../shared/billing/invoice/invoice.rules.ts";
import type { MoneyPlan } from "../../../shared/billing/ledger/plan.rules.ts";
import type { DatedPlan } from "../../../shared/billing/period/own-days.rules.ts";
import type { Day, Month } from "../../../shared/kernel/day.ts";
import type { Tx } from "../../kernel/db/db.ts";
import { sendDeferred } from "../../kernel/db/deferred-writes.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import type { Tenant } from "../../kernel/operation/principal.ts";
import { holdTaxRates, lockCustomers, readTaxRates, refreshPrices } from "../../subscribers/index.ts";
import { readBillable, readVersion } from "../ledger/billable.ts";
import { postedBy, type SystemAccounts } from "../ledger/journal.ts";
import type { PlanRows } from "../ledger/ledger-rows.ts";
import { type CustomerRange, nextCustomers, planContext } from "../ledger/snapshot.ts";
import { type Script, scriptOf, writesOf } from "../ledger/write-plans.ts";
import { runningOffers } from "../offer.ts";
import { onTheirDays } from "../period/dated.ts";
import { foreseenNumbers, nextInvoiceNumbers } from "./invoice-number.ts";
import { recurringInput } from "./recurring-input.ts";

/** Customers a transaction: the tenant's own recharges wait for a chunk, and every reader of the feed does. */
const CHUNK = 100;

export interface Draft extends CustomerRange {
  /** Where the next chunk starts; null: this is the last. */
  next: string | null;
  /** By customer; without numbers, which are counted under lock. */
  bills: ReadonlyMap<string, InvoicePlans>;
  /** Of the records that the bills were worked out from. */
  version: string;
}

/** What is billed: the same for all chunks of a run. */
export interface Billing {
  tenant: Tenant;
  month: Month;
  issue_date: Day;
  /** What counts as overdue is of this moment. */
  at: Date;
}

async function workOut(
  tx: Tx,
  { tenant, month, issue_date, at }: Billing,
  range: CustomerRange,
): Promise<Draft["bills"]> {
  const context = planContext(tenant, at);
  const [customers, offers, rates] = await Promise.all([
    readBillable(tx, tenant, { month, ...range }),
    runningOffers(tx, tenant, month),
    readTaxRates(tx, tenant),
  ]);
  const terms = { offers, rates, billing_month: month, issue_date, invoice_number: "" };
  return new Map(
    customers.flatMap((one) => {
      const own = recurringInput(one.of, one.besides, tenant, { month, offers });
      if (!own) return [];
      const input = { ...terms, ...own };
      return [[one.of.money.id, planRecurringInvoice(one, input, tenant.settings, context)]];
    }),
  );
}

/** Works out the bills of the next customers; nobody is locked. @param tx in which all statements see one moment. */
export async function draftChunk(tx: Tx, billing: Billing, after: string): Promise<Draft> {
  const ids = await nextCustomers(tx, billing.tenant, { after, limit: CHUNK });
  const range = { after, last: ids.at(-1) ?? after };
  const [version, bills] = await Promise.all([
    readVersion(tx, billing.tenant, { month: billing.month, ...range }),
    workOut(tx, billing, range),
  ]);
  return { ...range, next: ids.length < CHUNK ? null : range.last, bills, version };
}

/**
 * The bills as they are under the locks; null: as they were drafted. Who was added since, or can be billed since, is the
 * next run's.
 */
async function lockBills(tx: Tx, billing: Billing, draft: Draft): Promise<InvoicePlans[] | null> {
  const { tenant, month } = billing;
  const [, , version] = await Promise.all([
    lockCustomers(tx, tenant.id, [...draft.bills.keys()]),
    holdTaxRates(tx, tenant),
    readVersion(tx, tenant, { month, ...draft }),
  ]);
  if (version === draft.version) return null;
  const now = await workOut(tx, billing, draft);
  return [...now].filter(([customer]) => draft.bills.has(customer)).map(([, plans]) => plans);
}

/** Whose promotion a bill was the last period of pays another price from now on. */
async function refreshPromoted(ctx: OperationContext, { promos }: PlanRows): Promise<void> {
  if (promos.length === 0) return;
  await ctx.flush();
  const services = promos.map(({ id }) => String(id));
  const { tx, tenant } = ctx;
  await refreshPrices(
    ctx,
    tx`c.id in (select customer from services where tenant_id = ${tenant.id} and id = any(${services}::text[]::uuid[]))`,
  );
}

/** What a chunk is written with. */
interface Pen extends Billing {
  ctx: OperationContext;
  accounts: SystemAccounts;
}

/** Bills on their days. */
interface DatedBills {
  invoice: InvoicePlan & DatedPlan;
  advance: DatedPlan | null;
}

/** The caller holds the customers' locks, or sees before it writes that nothing has changed since. */
async function datedBills({ ctx, at }: Pen, bills: readonly InvoicePlans[]): Promise<DatedBills[]> {
  const { tx, tenant } = ctx;
  const dating = { tx, tenant, by: postedBy(ctx), today: planContext(tenant, at).today };
  const plans = bills.flatMap(({ invoice, advance }) => [invoice, ...(advance ? [advance] : [])]);
  const dated = (await onTheirDays<MoneyPlan>(dating, plans)).values();
  return bills.map(({ invoice, advance }) => {
    const [of_invoice, of_advance] = [dated.next().value, advance ? dated.next().value : null];
    if (!of_invoice || of_advance === undefined)
      throw new Error("As many plans have their days as there are");
    return { invoice: { ...invoice, ...of_invoice, invoice: invoice.invoice }, advance: of_advance };
  });
}

function scriptFor({ ctx, accounts }: Pen, bills: readonly DatedBills[], numbers: readonly string[]): Script {
  const { tx, tenant } = ctx;
  const by = { ...postedBy(ctx), clerk: ctx.actor.username, device: null };
  const writes = bills.flatMap((plans, at) => writesOf<DatedPlan>(numbered(plans, numbers[at]!)));
  return scriptOf({ tx, tenant, accounts, by }, writes);
}

/**
 * Writes a chunk's bills: what they post at once, and the bills with the end of the caller's transaction. The chunk before it may be
 * under way until this one's bills get their numbers.
 * @param last_number of the chunk before: the next ones most likely are this chunk's, which is made ready with them meanwhile.
 * @returns how many there are, and the number of the last.
 */
export async function writeChunk(
  pen: Pen,
  draft: Draft,
  last_number: string,
): Promise<{ count: number; last_number: string }> {
  const { ctx, tenant, month } = pen;
  const ready = async (planned: readonly InvoicePlans[]) => {
    // The locks are asked for first.
    await turn();
    const bills = await datedBills(pen, planned);
    const numbers = foreseenNumbers(tenant, month, last_number, bills.length);
    return { bills, numbers, script: scriptFor(pen, bills, numbers) };
  };
  const [changed, drafted] = await Promise.all([
    lockBills(ctx.tx, pen, draft),
    ready([...draft.bills.values()]),
  ]);
  const { bills, numbers, script } = changed ? await ready(changed) : drafted;
  const count = bills.length;
  if (count === 0) return { count, last_number };
  await script.remove();
  const [given] = await Promise.all([
    nextInvoiceNumbers(ctx.tx, tenant, month, count),
    sendDeferred(script.postings),
  ]);
  const { planned, rows } = given.join() === numbers.join() ? script : scriptFor(pen, bills, given);
  ctx.atEnd(...planned);
  await refreshPromoted(ctx, rows);
  ctx.markChanged(...script.collections);
  ctx.audit(invoiceGenerateBatch, { id: null, after: { billing_month: month, invoices: count } });
  return { count, last_number: given.at(-1) ?? last_number };
}
