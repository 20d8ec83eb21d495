// The month's invoices of a whole tenant, in chunks of their own transactions: a crash leaves whole chunks, and the next
// run goes on where it stopped (contract §4.7).

import { invoiceGenerateBatch } from "../../../shared/billing/index.ts";
import { checkedMonth } from "../../../shared/billing/invoice/billing-month.rules.ts";
import { planRecurringInvoice } from "../../../shared/billing/invoice/invoice.rules.ts";
import { type Month, monthName, monthOf } from "../../../shared/kernel/day.ts";
import { Failure } from "../../../shared/kernel/failure.ts";
import type { InputOf } from "../../../shared/kernel/operation.ts";
import { loadTenant } from "../../identity/index.ts";
import { beforehand } from "../../kernel/db/client-pool.ts";
import type { Row } from "../../kernel/db/db.ts";
import { openTask, queueTask, type TaskDefinition } from "../../kernel/jobs/background-tasks.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { type Principal, systemPrincipal, type Tenant } from "../../kernel/operation/principal.ts";
import { runAsSystem, systemCall } from "../../kernel/operation/run-as-system.ts";
import { implement, Reply } from "../../kernel/operation/run-operation.ts";
import type { Services } from "../../kernel/services.ts";
import { readTaxRates } from "../../subscribers/index.ts";
import { postedBy, type SystemAccounts, systemAccounts } from "../ledger/journal.ts";
import type { Write } from "../ledger/ledger-rows.ts";
import { type LockedWithCredits, lockBillable, planContext } from "../ledger/snapshot.ts";
import { writePlans } from "../ledger/write-plans.ts";
import { runningOffers } from "../offer.ts";
import { nextInvoiceNumbers } from "./invoice-number.ts";

export const BATCH_KIND = "generate-batch";
/** Customers a transaction: the tenant's own recharges wait for a chunk, and every reader of the feed does. */
const CHUNK = 100;
const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";

interface Chunk {
  made: number;
  /** Where the next chunk starts; null: that was the last. */
  last: string | null;
}

async function planChunk(
  ctx: OperationContext,
  month: Month,
  customers: readonly LockedWithCredits[],
): Promise<Write[]> {
  const { tx, tenant } = ctx;
  const context = planContext(tenant, ctx.call.received_at);
  const taxed = customers.some(({ of }) => of.package?.tax_code);
  const [offers, rates, numbers] = await Promise.all([
    runningOffers(tx, tenant, context.today),
    taxed ? readTaxRates(tx, tenant) : [],
    nextInvoiceNumbers(tx, tenant, month, customers.length),
  ]);
  return customers.flatMap((locked, index) => {
    const pack = locked.of.package;
    const invoice_number = numbers[index];
    if (!pack || !invoice_number) return [];
    const input = { package: pack, offers, rates, billing_month: month, invoice_number };
    const plans = planRecurringInvoice(locked, input, tenant.settings, context);
    return [{ plan: plans.invoice }, ...(plans.advance ? [{ plan: plans.advance }] : [])];
  });
}

async function makeChunk(
  ctx: OperationContext,
  accounts: SystemAccounts,
  month: Month,
  after: string,
): Promise<Chunk> {
  const { tx, tenant } = ctx;
  const { customers, last } = await lockBillable(tx, tenant, { month, after, limit: CHUNK });
  if (customers.length === 0) return { made: 0, last };
  const writes = await planChunk(ctx, month, customers);
  const by = { ...postedBy(ctx), clerk: ctx.actor.username, device: null };
  const { collections, done } = writePlans({ tx, tenant, accounts, by }, writes);
  await done;
  ctx.markChanged(...collections);
  ctx.audit(invoiceGenerateBatch, {
    id: null,
    after: { billing_month: month, invoices: customers.length },
  });
  return { made: customers.length, last };
}

interface Batch {
  services: Services;
  tenant: Tenant;
  principal: Principal;
  month: Month;
  /** The day of issue, and what counts as overdue, are of this moment. */
  at: Date;
  /** Aborted when the tenant's lock is lost. */
  held: AbortSignal;
  /** Called in each chunk's transaction with the number of invoices that this run has made with it. */
  progress(ctx: OperationContext, made: number): Promise<unknown>;
}

/** Makes the month's missing invoices; answers how many. The caller holds the tenant's lock. */
async function generate(batch: Batch): Promise<number> {
  const { services, tenant, month } = batch;
  const accounts = await systemAccounts(services.db, tenant);
  let made = 0;
  for (let after: string | null = BEFORE_ALL; after !== null; ) {
    const from: string = after;
    batch.held.throwIfAborted();
    const call = systemCall(tenant, batch.at, batch.principal);
    const before = made;
    const chunk = await runAsSystem(services, tenant, call, async (ctx) => {
      const done = await makeChunk(ctx, accounts, month, from);
      await batch.progress(ctx, before + done.made);
      return done;
    });
    made += chunk.made;
    after = chunk.last;
  }
  return made;
}

async function countBillable(services: Services, tenant: Tenant, month: Month): Promise<number> {
  const [row] = await services.db.platform<{ count: number }[]>`
    select count(*) as count from customers c
    where c.tenant_id = ${tenant.id} and c.status = 'ACTIVE' and c.package is not null
      and not exists (select from invoices i
        where i.tenant_id = c.tenant_id and i.customer = c.id and i.billing_month = ${month} and i.is_recurring)`;
  return row?.count ?? 0;
}

async function runInline(ctx: OperationContext, month: Month): Promise<Row> {
  const { services, tenant } = ctx;
  const batch = { services, tenant, principal: ctx.actor, month, at: ctx.call.received_at };
  // The chunks are transactions of their own, so the request's own has to make room for them.
  const done = await beforehand(BATCH_KIND, () =>
    services.db.locks.run(tenant.id, BATCH_KIND, (held) =>
      generate({ ...batch, held, progress: async () => {} }),
    ),
  );
  if (done === null) throw new Failure("BATCH_IN_PROGRESS");
  return { success: true, invoices_created: done.result, month: monthName(month), async: false };
}

/** Two requests at once must not both find that no run is open. */
export async function lockBatchQueue({ tx, tenant }: OperationContext): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`${BATCH_KIND}-queue:${tenant.id}`}, 0))`;
}

async function queueBatch(ctx: OperationContext, month: Month): Promise<Reply> {
  await lockBatchQueue(ctx);
  const open = await openTask(ctx, BATCH_KIND);
  const task_id = open?.id ?? (await queueTask(ctx, BATCH_KIND, { billing_month: month }));
  return new Reply(202, { success: true, task_id, status: "QUEUED", async: true });
}

export const batchOperations = [
  implement(invoiceGenerateBatch, (ctx, input: InputOf<typeof invoiceGenerateBatch>) => {
    const { today } = planContext(ctx.tenant, ctx.call.received_at);
    const month = checkedMonth(input.billing_month ?? monthOf(today), today);
    return input.async === false ? runInline(ctx, month) : queueBatch(ctx, month);
  }),
];

/** The task behind the asynchronous mode; after a crash it goes on with the customers that have no invoice yet. */
export const batchTask: TaskDefinition = {
  kind: BATCH_KIND,
  async run({ services, tenant_id, input, requested_by, held, done_before, progress, progressWith }) {
    const tenant = await loadTenant(services.db.platform, tenant_id);
    if (!tenant) throw new Failure("NOT_FOUND", "The tenant is gone");
    const month = String(input.billing_month);
    const total = done_before + (await countBillable(services, tenant, month));
    await progress(done_before, total);
    const principal = systemPrincipal(tenant, requested_by);
    const made = await generate({
      services,
      tenant,
      principal,
      month,
      at: new Date(),
      held,
      progress: (ctx, done) => progressWith(ctx, done_before + done, Math.max(done_before + done, total)),
    });
    return { invoices_created: done_before + made, month: monthName(month), billing_month: month };
  },
};
