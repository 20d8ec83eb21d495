// The month's invoices of a whole tenant, in chunks of their own transactions: a crash leaves whole chunks, and the next
// run goes on where it stopped (contract §4.7).

import { invoiceGenerateBatch } from "../../../shared/billing/index.ts";
import { checkedMonth } from "../../../shared/billing/invoice/billing-month.rules.ts";
import {
  type Day,
  dayOf,
  type Month,
  momentOf,
  monthName,
  monthOf,
  nextMonth,
} from "../../../shared/kernel/day.ts";
import { Failure } from "../../../shared/kernel/failure.ts";
import { BEFORE_ALL } from "../../../shared/kernel/id.ts";
import type { InputOf } from "../../../shared/kernel/operation.ts";
import { loadTenant } from "../../identity/index.ts";
import { beforehand } from "../../kernel/db/client-pool.ts";
import { inTenantSnapshot, type Row } from "../../kernel/db/db.ts";
import { openTask, queueTask, type TaskDefinition } from "../../kernel/jobs/background-tasks.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { type Principal, systemPrincipal, type Tenant } from "../../kernel/operation/principal.ts";
import { runAsSystem, systemCall } from "../../kernel/operation/run-as-system.ts";
import { implement, Reply } from "../../kernel/operation/run-operation.ts";
import type { Services } from "../../kernel/services.ts";
import { coversFromBefore } from "../../subscribers/index.ts";
import { type SystemAccounts, systemAccounts } from "../ledger/journal.ts";
import { planContext } from "../ledger/snapshot.ts";
import { type Billing, type Draft, draftChunk, writeChunk } from "./batch-chunk.ts";
import { askedRunDay, type RunDay } from "./run-day.ts";

export const BATCH_KIND = "generate-batch";

interface Batch extends Billing {
  services: Services;
  principal: Principal;
  /** Aborted when the tenant's lock is lost. */
  held: AbortSignal;
  /** Called in each chunk's transaction with the number of invoices that this run has made with it. */
  progress(ctx: OperationContext, made: number): void;
}

/** What a run has made with its chunks so far. */
interface Made {
  count: number;
  /** Of the last bill; empty: there is none yet. */
  last_number: string;
}

/** A chunk that is being written. Both fail where it fails. */
interface OpenChunk {
  /** Its bills have their numbers, and go to the database. */
  sent: Promise<Made>;
  committed: Promise<Made>;
}

/** Begins a chunk, which gets its numbers when the one `before` is committed. */
function beginChunk(batch: Batch, accounts: SystemAccounts, draft: Draft, before: OpenChunk): OpenChunk {
  const { services, tenant } = batch;
  let onSent: (made: Made) => void = () => {};
  const numbered = new Promise<Made>((resolve) => {
    onSent = resolve;
  });
  const call = systemCall(tenant, batch.at, batch.principal);
  const work = runAsSystem(services, tenant, call, async (ctx) => {
    batch.held.throwIfAborted();
    const { last_number } = await before.sent;
    const written = await writeChunk({ ...batch, ctx, accounts }, draft, last_number);
    const { count } = await before.committed;
    const made = { ...written, count: count + written.count };
    batch.progress(ctx, made.count);
    onSent(made);
    return made;
  });
  // Over when the one before is over, too, whatever it fails with.
  const committed = work.finally(() => before.committed.catch(() => undefined));
  return { sent: Promise.race([numbered, committed]), committed };
}

/** Makes the month's missing invoices; answers how many. The caller holds the tenant's lock. */
async function generate(batch: Batch): Promise<number> {
  const { services, tenant } = batch;
  const accounts = await systemAccounts(services.db, tenant);
  const draftAfter = async (after: string | null) =>
    after === null ? null : inTenantSnapshot(services.db, tenant, (tx) => draftChunk(tx, batch, after));
  const none = Promise.resolve<Made>({ count: 0, last_number: "" });
  let chunk: OpenChunk = { sent: none, committed: none };
  let drafted = draftAfter(BEFORE_ALL);
  try {
    for (let draft = await drafted; draft !== null; draft = await drafted) {
      drafted = draftAfter(draft.next);
      if (draft.bills.size > 0) chunk = beginChunk(batch, accounts, draft, chunk);
      // A draft that fails meanwhile is told of when it is wanted.
      await Promise.all([chunk.sent, drafted.catch(() => null)]);
    }
  } finally {
    // Where something failed meanwhile, that is told; nothing of the run is under way any more then.
    await Promise.allSettled([chunk.committed, drafted]);
  }
  return (await chunk.committed).count;
}

async function countBillable(services: Services, tenant: Tenant, month: Month): Promise<number> {
  const end = momentOf(`${nextMonth(month)}-01`, tenant.settings.timezone);
  const [row] = await services.db.platform<{ count: number }[]>`
    select count(*) as count from customers c
    where c.tenant_id = ${tenant.id} and c.status = 'ACTIVE' and c.package is not null and c.joined_at < ${end}
      and not exists (select from invoices i
        where i.tenant_id = c.tenant_id and i.customer = c.id and i.billing_month = ${month} and i.is_recurring)
      and not exists (select from invoices t where t.tenant_id = c.tenant_id and t.customer = c.id
        and ${coversFromBefore(services.db.platform, month)} and t.voided_at is null)`;
  return row?.count ?? 0;
}

/** What an answer says of the day: nothing where the bills are of today. */
function said({ issue_date, wanted_date }: RunDay, { settings }: Tenant, at: Date) {
  return {
    ...(issue_date === dayOf(at, settings.timezone) ? {} : { issue_date }),
    ...(wanted_date === null ? {} : { wanted_date }),
  };
}

async function runInline(ctx: OperationContext, month: Month, day: RunDay): Promise<Row> {
  const { services, tenant, actor: principal } = ctx;
  const { issue_date } = day;
  const batch = { services, tenant, principal, month, issue_date, at: ctx.call.received_at };
  // The chunks are transactions of their own, so the request's own has to make room for them.
  const done = await beforehand(BATCH_KIND, () =>
    services.db.locks.run(tenant.id, BATCH_KIND, (held) => generate({ ...batch, held, progress: () => {} })),
  );
  if (done === null) throw new Failure("BATCH_IN_PROGRESS");
  return {
    success: true,
    invoices_created: done.result,
    month: monthName(month),
    async: false,
    ...said(day, tenant, batch.at),
  };
}

/** Two requests at once must not both find that no run is open. */
export async function lockBatchQueue({ tx, tenant }: OperationContext): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`${BATCH_KIND}-queue:${tenant.id}`}, 0))`;
}

async function queueBatch(ctx: OperationContext, month: Month, day: RunDay): Promise<Reply> {
  await lockBatchQueue(ctx);
  const open = await openTask(ctx, BATCH_KIND);
  const task_id = open?.id ?? (await queueTask(ctx, BATCH_KIND, { billing_month: month, ...day }));
  return new Reply(202, { success: true, task_id, status: "QUEUED", async: true });
}

export const batchOperations = [
  implement(invoiceGenerateBatch, async (ctx, input: InputOf<typeof invoiceGenerateBatch>) => {
    const { today } = planContext(ctx.tenant, ctx.call.received_at);
    const month = checkedMonth(input.billing_month ?? monthOf(today), today);
    const day = await askedRunDay(ctx, month, input.issue_date);
    return input.async === false ? runInline(ctx, month, day) : queueBatch(ctx, month, day);
  }),
];

/** The task behind the asynchronous mode; after a crash it goes on with the customers that have no invoice yet. */
export const batchTask: TaskDefinition = {
  kind: BATCH_KIND,
  async run({ services, tenant_id, input, requested_by, held, done_before, progress, progressWith }) {
    const tenant = await loadTenant(services.db.platform, tenant_id);
    if (!tenant) throw new Failure("NOT_FOUND", "The tenant is gone");
    const month = String(input.billing_month);
    const at = new Date();
    // A task that was queued by an older release names no day.
    const today = dayOf(at, tenant.settings.timezone);
    const dayIn = (value: unknown): Day | null => (typeof value === "string" ? value : null);
    const issue_date = dayIn(input.issue_date) ?? today;
    const day = said({ issue_date, wanted_date: dayIn(input.wanted_date) }, tenant, at);
    const total = done_before + (await countBillable(services, tenant, month));
    await progress(done_before, total);
    const principal = systemPrincipal(tenant, requested_by);
    const made = await generate({
      services,
      tenant,
      principal,
      ...{ month, issue_date, at },
      held,
      progress: (ctx, done) => progressWith(ctx, done_before + done, Math.max(done_before + done, total)),
    });
    return { invoices_created: done_before + made, month: monthName(month), billing_month: month, ...day };
  },
};
