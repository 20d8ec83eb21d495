// GET /invoices/batch-preview/: what making the month's bills would do, by the very rules that make them, and what somebody
// had better look at before.

import {
  BATCH_EXCEPTIONS,
  type BatchException,
  type BatchPreview,
  batchPreviewAnswer,
  batchPreviewQuery,
  invoiceGenerateBatch,
} from "../../../shared/billing/index.ts";
import { planRecurringInvoice } from "../../../shared/billing/invoice/invoice.rules.ts";
import type { OfferTerms } from "../../../shared/billing/invoice/invoice-line.rules.ts";
import type { PlanContext } from "../../../shared/billing/ledger/money-records.ts";
import { type Day, lastDayOf, type Month } from "../../../shared/kernel/day.ts";
import { BEFORE_ALL } from "../../../shared/kernel/id.ts";
import { add, formatMoney, type Minor, ZERO } from "../../../shared/kernel/money.ts";
import type { TaxRate } from "../../../shared/subscribers/index.ts";
import { type Route, route } from "../../kernel/area.ts";
import { rowsByIds } from "../../kernel/db/bulk.ts";
import { inTenantSnapshot, type Tx } from "../../kernel/db/db.ts";
import type { Tenant } from "../../kernel/operation/principal.ts";
import { tenantOf } from "../../kernel/operation/run-operation.ts";
import { coversFromBefore, readTaxRates } from "../../subscribers/index.ts";
import { type BesideRow, readBesideLines } from "../addon/beside-lines.ts";
import { isServed } from "../ledger/billable.ts";
import {
  byCustomer,
  type LockedCustomer,
  nextCustomers,
  planContext,
  readCustomersBetween,
} from "../ledger/snapshot.ts";
import { runningOffers } from "../offer.ts";
import { recurringInput } from "./recurring-input.ts";
import { runDayOf } from "./run-day.ts";

const CHUNK = 500;
/** Names that a kind of exception is shown with; its count is of all. */
const SHOWN = 200;

interface Terms {
  offers: readonly OfferTerms[];
  rates: readonly TaxRate[];
  context: PlanContext;
  month: Month;
  issue_date: Day;
}

/** What the month's bill would charge; earlier dues and advances are another matter. Null: none is made. */
function chargeOf(
  one: LockedCustomer,
  besides: readonly BesideRow[],
  terms: Terms,
  tenant: Tenant,
): Minor | null {
  const { month: billing_month, context, ...prices } = terms;
  const own = recurringInput(one, besides, tenant, { month: billing_month, offers: terms.offers });
  if (!own) return null;
  const snapshot = { customer: { ...one.money, due_amount: ZERO }, open_invoices: [], credits: [] };
  const input = { ...prices, ...own, billing_month, invoice_number: "" };
  const settings = { ...tenant.settings, auto_apply_advance: false };
  return planRecurringInvoice(snapshot, input, settings, context).invoice.invoice.total_payable;
}

interface Billed {
  bills: number;
  by_run: boolean;
}

/** Who has bills of the package for the month, made by the run or by hand; one of the run that was voided by hand keeps them from another. */
async function readBilled(tx: Tx, tenant: Tenant, month: Month): Promise<Map<string, Billed>> {
  const rows = await tx<(Billed & { customer: string })[]>`
    select customer, count(*) filter (where status <> 'VOID')::int as bills, bool_or(is_recurring) as by_run
    from invoices t where tenant_id = ${tenant.id} and closing is null
      and (billing_month = ${month} and (is_recurring or package_name is not null)
        or ${coversFromBefore(tx, month)} and voided_at is null) group by customer`;
  return new Map(rows.map(({ customer, ...billed }) => [customer, billed]));
}

interface Known {
  billed: Billed | undefined;
  charge: Minor;
  /** Became a customer only after the month: it is not billed to them. */
  is_newcomer: boolean;
}

/** Whether a customer is among those whom a month's bills are for. */
const isBilledMonthly = (one: LockedCustomer): boolean => isServed(one) && one.billing_mode !== "PREPAID";

/** The exceptions that a customer is. */
function exceptionsOf(one: LockedCustomer, { billed, charge, is_newcomer }: Known): BatchException[] {
  const active = isBilledMonthly(one);
  const unbilled = active && one.package !== null && !billed?.by_run;
  const to_bill = unbilled && !is_newcomer;
  const found: [BatchException, boolean][] = [
    ["NO_PACKAGE", active && one.package === null],
    ["ZERO_PRICE", to_bill && charge <= 0n],
    ["BILLED_TWICE", (billed?.bills ?? 0) + (to_bill ? 1 : 0) > 1],
    ["JOINED_LATER", unbilled && is_newcomer],
    ["NO_ROUTER", to_bill && one.router === null],
  ];
  return found.filter(([, is]) => is).map(([kind]) => kind);
}

const among = (tx: Tx, ids: readonly string[]) => tx`= any(${[...ids]}::text[]::uuid[])`;

/** The customers after an id, in chunks; nothing is locked. */
async function* customersOf(tx: Tx, tenant: Tenant, month: Month): AsyncGenerator<LockedCustomer[]> {
  for (let after = BEFORE_ALL; ; ) {
    const last = (await nextCustomers(tx, tenant, { after, limit: CHUNK })).at(-1);
    if (!last) return;
    yield await readCustomersBetween(tx, tenant, { after, last }, `${month}-01`);
    after = last;
  }
}

export async function readBatchPreview(tx: Tx, tenant: Tenant, month: Month): Promise<BatchPreview> {
  const context = planContext(tenant);
  const [billed, day, offers, rates] = await Promise.all([
    readBilled(tx, tenant, month),
    runDayOf(tx, tenant, month, context.today),
    runningOffers(tx, tenant, month),
    readTaxRates(tx, tenant),
  ]);
  const terms = { offers, rates, context, month, issue_date: day.issue_date };
  const preview = { active: 0, billed: 0, count: 0, amount: ZERO };
  const exceptions = new Map(BATCH_EXCEPTIONS.map((kind) => [kind, [] as string[]]));
  for await (const customers of customersOf(tx, tenant, month)) {
    const ids = customers.map(({ money }) => money.id);
    const besides = byCustomer(await readBesideLines(tx, tenant, month, among(tx, ids)));
    for (const one of customers) {
      const has = billed.get(one.money.id);
      const active = isBilledMonthly(one);
      const is_newcomer = one.joined_on > lastDayOf(month);
      const is_meant = active && one.package !== null && !has?.by_run && !is_newcomer;
      const planned = is_meant ? chargeOf(one, besides.get(one.money.id) ?? [], terms, tenant) : null;
      const to_bill = planned !== null;
      const charge = planned ?? ZERO;
      if (active) preview.active += 1;
      if (active && has?.by_run) preview.billed += 1;
      if (to_bill) preview.count += 1;
      preview.amount = add(preview.amount, charge);
      const known = { billed: has, charge, is_newcomer };
      for (const kind of exceptionsOf(one, known)) exceptions.get(kind)?.push(one.money.id);
    }
  }
  const named = await nameThem(tx, tenant, exceptions);
  return {
    billing_month: month,
    ...day,
    ...preview,
    amount: formatMoney(preview.amount, tenant.digits),
    exceptions: named,
  };
}

async function nameThem(
  tx: Tx,
  tenant: Tenant,
  found: ReadonlyMap<BatchException, string[]>,
): Promise<BatchPreview["exceptions"]> {
  const shown = [...new Set([...found.values()].flatMap((ids) => ids.slice(0, SHOWN)))];
  const rows = await tx<{ customer: string; customer_code: string; name: string }[]>`
    select t.id as customer, customer_code, name
    from ${rowsByIds(tx, "customers", tenant.id, shown)} t order by customer_code`;
  return [...found]
    .filter(([, ids]) => ids.length > 0)
    .map(([kind, ids]) => {
      const these = new Set(ids.slice(0, SHOWN));
      return { kind, count: ids.length, customers: rows.filter(({ customer }) => these.has(customer)) };
    });
}

export const batchPreviewRoute: Route = route({
  method: "GET",
  path: "/invoices/batch-preview/",
  operation_id: "previewGenerateBatch",
  summary: "How many bills making the month's would make, of how much, and which customers to look at before",
  area: "billing",
  permission: invoiceGenerateBatch.permission,
  is_of_all: true,
  query: batchPreviewQuery,
  output: batchPreviewAnswer,
  long: true,
  async handler({ services, principal, query: { billing_month } }) {
    if (!principal) throw new Error("The route is not public");
    const tenant = tenantOf(principal);
    return inTenantSnapshot(services.db, tenant, (tx) => readBatchPreview(tx, tenant, billing_month));
  },
});
