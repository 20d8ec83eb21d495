// POST /invoices/void-batch/: the untouched bills of a month's run are voided in the background, chunk by chunk; what was
// paid, carried or credited meanwhile stays.

import { batchBillsAnswer, batchPreviewQuery, invoiceVoidBatch } from "../../../shared/billing/index.ts";
import type { Day, Month } from "../../../shared/kernel/day.ts";
import { Failure } from "../../../shared/kernel/failure.ts";
import { BEFORE_ALL } from "../../../shared/kernel/id.ts";
import { loadTenant } from "../../identity/index.ts";
import { type Route, route } from "../../kernel/area.ts";
import { updateRows } from "../../kernel/db/bulk.ts";
import { type Fragment, inTenantSnapshot, type Tx } from "../../kernel/db/db.ts";
import { openTask, queueTask, type TaskDefinition } from "../../kernel/jobs/background-tasks.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { systemPrincipal, type Tenant } from "../../kernel/operation/principal.ts";
import { runAsSystem, systemCall } from "../../kernel/operation/run-as-system.ts";
import { implement, Reply, tenantOf } from "../../kernel/operation/run-operation.ts";
import { fixDigits } from "../../kernel/resource/record.ts";
import { postedBy, type SystemAccounts, systemAccounts } from "../ledger/journal.ts";
import type { DraftWrite } from "../ledger/ledger-rows.ts";
import { writePlans } from "../ledger/write-plans.ts";
import { dated } from "../ledger/write-settlement.ts";
import { restorePromos } from "../payment/restore-promos.ts";
import { BATCH_KIND, lockBatchQueue } from "./generate-batch.ts";
import { isBeingEnded } from "./run-day.ts";
import { findInvoice } from "./void.ts";

const KIND = "void-batch";
/** Bills a transaction: their customers' recharges wait for it. */
const CHUNK = 100;

const ofRun = (tx: Tx, tenant: Tenant, month: Month): Fragment => tx`
  tenant_id = ${tenant.id} and billing_month = ${month} and is_recurring and status <> 'VOID'`;
const untouched = (tx: Tx): Fragment => tx`paid_amount = 0 and carried_amount = 0 and credited_amount = 0`;

export interface BillsOfRun {
  count: number;
  amount: string;
  kept: number;
  kept_amount: string;
}

/** The bills of a month's run that stand: those that can be taken back, and those that something happened to. */
export async function readBillsOfRun(tx: Tx, tenant: Tenant, month: Month): Promise<BillsOfRun> {
  const [row] = await tx<BillsOfRun[]>`
    select count(*) filter (where ${untouched(tx)})::int as count, count(*) filter (where not (${untouched(tx)}))::int as kept,
      coalesce(sum(amount - discount) filter (where ${untouched(tx)}), 0) as amount,
      coalesce(sum(amount - discount) filter (where not (${untouched(tx)})), 0) as kept_amount
    from invoices where ${ofRun(tx, tenant, month)}`;
  if (!row) throw new Error("An aggregate has one row");
  const fixed = (amount: string) => fixDigits(amount, tenant.digits);
  return { ...row, amount: fixed(row.amount), kept_amount: fixed(row.kept_amount) };
}

/** Whether the month's bills are being made or taken back. */
export async function isBatchOpen(ctx: OperationContext): Promise<boolean> {
  return (await openTask(ctx, BATCH_KIND)) !== null || (await openTask(ctx, KIND)) !== null;
}

/**
 * Queues it; a repeat while it is under way is that one.
 * @throws Failure BATCH_IN_PROGRESS while the month's bills are being made.
 */
export async function queueVoidBatch(ctx: OperationContext, month: Month, reason: string): Promise<string> {
  await lockBatchQueue(ctx);
  if (await openTask(ctx, BATCH_KIND)) throw new Failure("BATCH_IN_PROGRESS");
  const open = await openTask(ctx, KIND);
  return open?.id ?? queueTask(ctx, KIND, { billing_month: month, reason });
}

export const voidBatchOperations = [
  implement(invoiceVoidBatch, async (ctx, { billing_month, reason }) => {
    const task_id = await queueVoidBatch(ctx, billing_month, reason);
    return new Reply(202, { success: true, task_id, status: "QUEUED", async: true });
  }),
];

/** What it would void; it writes nothing. */
export const batchBillsRoute: Route = route({
  method: "GET",
  path: "/invoices/void-batch/preview/",
  operation_id: "previewVoidBatch",
  summary: "How many bills of a month's run taking it back would void, of how much, and how many would stay",
  area: "billing",
  permission: invoiceVoidBatch.permission,
  is_of_all: true,
  query: batchPreviewQuery,
  output: batchBillsAnswer,
  async handler({ services, principal, query: { billing_month } }) {
    if (!principal) throw new Error("The route is not public");
    const tenant = tenantOf(principal);
    const bills = await inTenantSnapshot(services.db, tenant, (tx) =>
      readBillsOfRun(tx, tenant, billing_month),
    );
    return { billing_month, ...bills };
  },
});

interface Chunk {
  made: number;
  last: string | null;
}

const RECURRING = { id: "uuid", is_recurring: "boolean" };

async function voidChunk(
  ctx: OperationContext,
  accounts: SystemAccounts,
  { month, reason, after }: { month: Month; reason: string; after: string },
): Promise<Chunk> {
  const { tx, tenant } = ctx;
  // Undone while the month's end is being made, the run has never been: its bills are taken back on their own days.
  const { lock_date } = tenant.settings;
  const ends = await isBeingEnded(tx, tenant, month);
  const next = await tx<{ id: string; customer: string; day: Day }[]>`
    select id, customer, coalesce(booked_on, issue_date)::text as day from invoices
    where ${ofRun(tx, tenant, month)} and ${untouched(tx)} and customer > ${after} order by customer limit ${CHUNK}`;
  const drafts: DraftWrite[] = [];
  for (const { id, day } of next) {
    try {
      const { plan } = await findInvoice(ctx, id);
      const entry_date = ends && (lock_date === null || day > lock_date) ? day : null;
      if (plan) drafts.push({ plan: { ...plan, entry_date }, reason });
    } catch (error) {
      // Somebody paid it since it was listed: it stays.
      if (!(error instanceof Failure) || error.code !== "INVOICE_SETTLED") throw error;
    }
  }
  const writes = await dated(ctx, drafts);
  if (writes.length > 0) {
    const by = { ...postedBy(ctx), clerk: ctx.actor.username, device: null };
    const { collections, done } = writePlans({ tx, tenant, accounts, by }, writes);
    await done;
    ctx.markChanged(...collections);
    // The run is taken back, so the month is free for its customers again; who voids one bill by hand means just that.
    const voided = writes.flatMap(({ plan }) => plan.voided ?? []);
    const not_recurring = voided.map((id) => ({ id, is_recurring: false }));
    await Promise.all(updateRows(tx, "invoices", tenant.id, RECURRING, not_recurring));
    await restorePromos(
      ctx,
      writes.map(({ plan }) => plan),
    );
    const after_all = { billing_month: month, invoices: writes.length };
    ctx.audit(invoiceVoidBatch, { id: null, after: after_all, note: reason });
  }
  const last = next.length < CHUNK ? null : (next.at(-1)?.customer ?? null);
  return { made: writes.length, last };
}

/** The task behind it; after a crash it goes on with the bills that still stand. */
export const voidBatchTask: TaskDefinition = {
  kind: KIND,
  async run({ services, tenant_id, input, requested_by, held, done_before, progress, progressWith }) {
    const tenant = await loadTenant(services.db.platform, tenant_id);
    if (!tenant) throw new Failure("NOT_FOUND", "The tenant is gone");
    const [month, reason] = [String(input.billing_month), String(input.reason)];
    const principal = systemPrincipal(tenant, requested_by);
    const bills = await inTenantSnapshot(services.db, tenant, (tx) => readBillsOfRun(tx, tenant, month));
    const total = done_before + bills.count;
    await progress(done_before, total);
    const accounts = await systemAccounts(services.db, tenant);
    let made = done_before;
    for (let after: string | null = BEFORE_ALL; after !== null; ) {
      const from: string = after;
      held.throwIfAborted();
      const before = made;
      const call = systemCall(tenant, new Date(), principal);
      const chunk = await runAsSystem(services, tenant, call, async (ctx) => {
        const done = await voidChunk(ctx, accounts, { month, reason, after: from });
        progressWith(ctx, before + done.made, Math.max(before + done.made, total));
        return done;
      });
      made += chunk.made;
      after = chunk.last;
    }
    return { invoices_voided: made, billing_month: month };
  },
};
