// Events that are sent again: one of them at once, many by a task.
import { patternsFor, REPLAY, wants, type webhookEvent } from "../../shared/integrations/index.ts";
import { Failure } from "../../shared/kernel/failure.ts";
import type { RecordOf } from "../../shared/kernel/resource.ts";
import { loadTenant } from "../identity/index.ts";
import type { TaskDefinition } from "../kernel/jobs/background-tasks.ts";
import type { OperationContext } from "../kernel/operation/context.ts";
import { runAsSystem, systemCall } from "../kernel/operation/run-as-system.ts";

/** Sends an event again: to this endpoint, or to all that are on and want to hear of it. */
export async function addReplays(
  { tx, tenant }: OperationContext,
  { id, type }: RecordOf<typeof webhookEvent>,
  endpoint: string | null,
): Promise<void> {
  const patterns = [...patternsFor(type)];
  await tx`insert into webhook_deliveries (tenant_id, id, event, endpoint, type, is_replay)
    select e.tenant_id, new_id(), ${id}, e.id, ${type}, true from webhook_endpoints e
    where e.tenant_id = ${tenant.id} and case when ${endpoint}::uuid is null
      then e.is_active and e.events ?| ${patterns}::text[] else e.id = ${endpoint}::uuid end`;
}

interface Input {
  endpoint: string;
  from: string;
  to: string;
  types?: string[];
  only_failed?: boolean;
}

const LOT = 1_000;

/** The next of a range, behind `after`. */
function nextEvents(
  { tx, tenant }: OperationContext,
  { from, to }: Input,
  after: { at: string; id: string } | null,
): Promise<{ id: string; type: string; timestamp: string }[]> {
  return tx<{ id: string; type: string; timestamp: string }[]>`
    select id, type, timestamp::text as timestamp from webhook_events
    where tenant_id = ${tenant.id} and timestamp >= ${from} and timestamp <= ${to}
      and (${after?.id ?? null}::uuid is null
        or (timestamp, id) > (${after?.at ?? null}::text::timestamptz, ${after?.id ?? null}::uuid))
    order by timestamp, id limit ${LOT}`;
}

/** @returns how many are sent again with this lot. */
async function replayLot(
  { tx, tenant }: OperationContext,
  { task, endpoint, only_failed = false }: Input & { task: string },
  events: readonly string[],
): Promise<number> {
  const added = await tx`
    insert into webhook_deliveries (tenant_id, id, event, endpoint, type, is_replay, task)
    select e.tenant_id, new_id(), e.id, ${endpoint}, e.type, true, ${task} from webhook_events e
    where e.tenant_id = ${tenant.id} and e.id = any(${[...events]}::text[]::uuid[])
      and not exists (select from webhook_deliveries d
        where d.tenant_id = e.tenant_id and d.task = ${task} and d.event = e.id)
      and (not ${only_failed} or exists (select from webhook_deliveries d
          where d.tenant_id = e.tenant_id and d.event = e.id and d.endpoint = ${endpoint} and d.status = 'FAILED')
        and not exists (select from webhook_deliveries d
          where d.tenant_id = e.tenant_id and d.event = e.id and d.endpoint = ${endpoint} and d.status <> 'FAILED'))
    returning id`;
  return added.length;
}

/** How many deliveries a task has made, over all its runs. */
async function countOf({ tx, tenant }: OperationContext, task: string): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    select count(*) as count from webhook_deliveries where tenant_id = ${tenant.id} and task = ${task}`;
  return Number(row?.count ?? 0);
}

/** Done again after a crash, it replays nothing twice: its deliveries name it. */
export const replayTask: TaskDefinition = {
  kind: REPLAY,
  async run(task) {
    const { services, tenant_id, task_id } = task;
    const input = { ...(task.input as object), task: task_id } as Input & { task: string };
    const tenant = await loadTenant(services.db.platform, tenant_id);
    if (!tenant) throw new Failure("NOT_FOUND");
    const work = <T>(does: (ctx: OperationContext) => Promise<T>) =>
      runAsSystem(services, tenant, systemCall(tenant), does);
    for (let after: { at: string; id: string } | null = null, done = 0; ; ) {
      task.held.throwIfAborted();
      const from: typeof after = after;
      const events = await work(async (ctx) => {
        const [endpoint] = await ctx.tx<{ events: string[] }[]>`
          select events from webhook_endpoints where tenant_id = ${tenant.id} and id = ${input.endpoint}`;
        if (!endpoint) return [];
        const found = await nextEvents(ctx, input, from);
        const meant = found.filter(({ type }) => wants(input.types ?? endpoint.events, type));
        done += await replayLot(
          ctx,
          input,
          meant.map(({ id }) => id),
        );
        ctx.markChanged("webhook_deliveries");
        task.progressWith(ctx, done, done);
        return found;
      });
      const last = events.at(-1);
      if (!last || events.length < LOT) break;
      after = { at: last.timestamp, id: last.id };
    }
    return { events: await work((ctx) => countOf(ctx, task_id)) };
  },
};
