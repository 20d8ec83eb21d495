// POST /closings/ and its reversal: refused or begun here, done in chunks in the background, or while the caller waits.
import { closing, createClosing, reverseClosing } from "../../../shared/billing/index.ts";
import { type Day, lastDayOf, type Month } from "../../../shared/kernel/day.ts";
import { Failure, invalid } from "../../../shared/kernel/failure.ts";
import { loadTenant } from "../../identity/index.ts";
import { beforehand } from "../../kernel/db/client-pool.ts";
import type { Row } from "../../kernel/db/db.ts";
import { openTask, queueTask, type TaskDefinition } from "../../kernel/jobs/background-tasks.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { systemPrincipal } from "../../kernel/operation/principal.ts";
import { runAsSystem, systemCall } from "../../kernel/operation/run-as-system.ts";
import { implement, Reply } from "../../kernel/operation/run-operation.ts";
import { requireRecord } from "../../kernel/resource/record.ts";
import { accountingDay, postedBy } from "../ledger/journal.ts";
import { planContext } from "../ledger/snapshot.ts";
import { type Closing, runClosing } from "./run-closing.ts";

const KIND = "closing";

/** The day that a month's closing books on. @throws Failure VALIDATION for a month to come. */
function dayOfClosing(month: Month, today: Day): Day {
  const last = lastDayOf(month);
  if (`${month}-01` > today) throw invalid("month", "This month has not begun", "TOO_LARGE");
  return last < today ? last : today;
}

/** One request at a time finds out what there is of a month. */
async function lockMonths({ tx, tenant }: OperationContext): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`${KIND}-months:${tenant.id}`}, 0))`;
}

/** The month's closing, to be run: the one that there is, or a new one. @throws Failure PERIOD_LOCKED and the operation's own. */
async function openClosing(ctx: OperationContext, month: Month): Promise<Closing> {
  const { tx, tenant } = ctx;
  if (!tenant.settings.earn_prepaid) throw new Failure("PREPAID_NOT_EARNED");
  const { today } = planContext(tenant, ctx.call.received_at);
  const day = accountingDay(tenant, postedBy(ctx), dayOfClosing(month, today));
  await lockMonths(ctx);
  const [known] = await tx<{ id: string; status: string }[]>`select id, status from closings
    where tenant_id = ${tenant.id} and month = ${month} and status <> 'REVERSED'`;
  if (known?.status === "REVERSING") throw new Failure("CLOSING_IN_PROGRESS");
  const id = known?.id ?? ctx.newId();
  if (known) {
    await tx`update closings set status = 'RUNNING', day = ${day} where tenant_id = ${tenant.id} and id = ${id}`;
  } else {
    const row = { tenant_id: tenant.id, id, month, day, status: "RUNNING", closed_by: ctx.actor.username };
    await tx`insert into closings ${tx(row)}`;
  }
  const record = await requireRecord(ctx, closing, id);
  ctx.noteChange(createClosing, { id, after: record });
  return record;
}

/** A closing that is to be taken back. @throws Failure PERIOD_LOCKED, CLOSING_IN_PROGRESS. */
async function beginReversal(ctx: OperationContext, id: string, reason: string): Promise<Closing> {
  const { tx, tenant } = ctx;
  await lockMonths(ctx);
  const before = await requireRecord(ctx, closing, id);
  if (before.status === "REVERSED") return before;
  accountingDay(tenant, postedBy(ctx), before.day);
  if (before.status === "RUNNING") throw new Failure("CLOSING_IN_PROGRESS");
  const how = { status: "REVERSING", reversed_by: ctx.actor.username, reversal_reason: reason };
  await tx`update closings set ${tx(how)} where tenant_id = ${tenant.id} and id = ${id}`;
  const after = await requireRecord(ctx, closing, id);
  ctx.noteChange(reverseClosing, { id, before, after, note: reason });
  return after;
}

type Begin = (ctx: OperationContext) => Promise<Closing>;

/** Begins it and does all of it before the request's own transaction: the chunks are transactions of their own. */
async function runInline(ctx: OperationContext, begin: Begin): Promise<Row> {
  const { services, tenant, call, actor: principal } = ctx;
  const done = await beforehand(KIND, () =>
    services.db.locks.run(tenant.id, KIND, async (held) => {
      const begun = await runAsSystem(services, tenant, { ...call, principal }, begin);
      const run = { services, tenant, principal, closing: begun, at: call.received_at, held };
      if (begun.status !== "REVERSED") await runClosing({ ...run, progress: () => {} });
      return begun.id;
    }),
  );
  if (done === null) throw new Failure("CLOSING_IN_PROGRESS");
  return requireRecord(ctx, closing, done.result);
}

async function queue(ctx: OperationContext, begin: Begin): Promise<Reply | Row> {
  const { id, status } = await begin(ctx);
  if (status === "REVERSED") return requireRecord(ctx, closing, id);
  const open = await openTask(ctx, KIND);
  if (open) throw new Failure("CLOSING_IN_PROGRESS");
  const task_id = await queueTask(ctx, KIND, { closing: id });
  await ctx.tx`update closings set task_id = ${task_id} where tenant_id = ${ctx.tenant.id} and id = ${id}`;
  return new Reply(202, await requireRecord(ctx, closing, id));
}

/** The closing of a month that stands; null: there is none. */
export async function readClosingOf(ctx: OperationContext, month: Month): Promise<Closing | null> {
  const [row] = await ctx.tx<{ id: string }[]>`select id from closings
    where tenant_id = ${ctx.tenant.id} and month = ${month} and status <> 'REVERSED'`;
  return row ? requireRecord(ctx, closing, row.id) : null;
}

/**
 * Begins to take a month's closing back, where there is one.
 * @returns its task.
 * @throws Failure PERIOD_LOCKED, CLOSING_IN_PROGRESS.
 */
export async function queueClosingReversal(
  ctx: OperationContext,
  month: Month,
  reason: string,
): Promise<string | null> {
  const known = await readClosingOf(ctx, month);
  if (!known) return null;
  await queue(ctx, (context) => beginReversal(context, known.id, reason));
  return (await requireRecord(ctx, closing, known.id)).task_id;
}

export const closingOperations = [
  implement(createClosing, (ctx, { month, async }) => {
    const begin: Begin = (context) => openClosing(context, month);
    return async === false ? runInline(ctx, begin) : queue(ctx, begin);
  }),
  implement(reverseClosing, (ctx, { reason, async }, id) => {
    const begin: Begin = (context) => beginReversal(context, id, reason);
    return async === false ? runInline(ctx, begin) : queue(ctx, begin);
  }),
];

/** The task behind both; after a crash it goes on with what is missing. */
export const closingTask: TaskDefinition = {
  kind: KIND,
  async run({ services, tenant_id, input, requested_by, held, progress, progressWith }) {
    const tenant = await loadTenant(services.db.platform, tenant_id);
    if (!tenant) throw new Failure("NOT_FOUND", "The tenant is gone");
    const principal = systemPrincipal(tenant, requested_by);
    const at = new Date();
    const begun = await runAsSystem(services, tenant, systemCall(tenant, at, principal), (ctx) =>
      requireRecord(ctx, closing, String(input.closing)),
    );
    const [row] = await services.db.platform<{ count: number }[]>`
      select count(*) as count from billing_accounts where tenant_id = ${tenant_id} and customer is not null`;
    const total = row?.count ?? 0;
    await progress(0, total);
    await runClosing({
      ...{ services, tenant, principal, closing: begun, at, held },
      progress: (ctx, seen) => progressWith(ctx, seen, Math.max(seen, total)),
    });
    return { closing: begun.id, month: begun.month };
  },
};
