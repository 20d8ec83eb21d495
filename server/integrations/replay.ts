// Events that are sent again: one of them at once, many by a task, which is told beforehand how many there are.
import {
  EVENT_TYPES,
  isPattern,
  patternsFor,
  REPLAY,
  replayInput,
  replayPreviewAnswer,
  replayToEndpoint,
  wants,
  type webhookEvent,
} from "../../shared/integrations/index.ts";
import { Failure, invalid } from "../../shared/kernel/failure.ts";
import { isId } from "../../shared/kernel/id.ts";
import type { RecordOf } from "../../shared/kernel/resource.ts";
import { loadTenant } from "../identity/index.ts";
import { route } from "../kernel/area.ts";
import type { TaskDefinition } from "../kernel/jobs/background-tasks.ts";
import type { OperationContext } from "../kernel/operation/context.ts";
import { runAsSystem, systemCall } from "../kernel/operation/run-as-system.ts";
import { tenantOf } from "../kernel/operation/run-operation.ts";

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

interface Range {
  from: string;
  to: string;
  types?: readonly string[] | undefined;
  only_failed?: boolean | undefined;
}

/** @throws Failure VALIDATION for names that no event has. */
export function requireNames(events: readonly string[], field: string): void {
  const unknown = events.findIndex((name) => !isPattern(name));
  if (unknown >= 0) throw invalid(`${field}.${unknown}`, `No event has the name ${events[unknown]}`);
}

/** @throws Failure VALIDATION. */
export function requireRange({ from, to, types }: Range): void {
  if (Date.parse(to) < Date.parse(from)) throw invalid("to", "It ends before it begins");
  if (types) requireNames(types, "types");
}

/** What the endpoint wants to hear; null: there is no such endpoint. */
async function eventsOf({ tx, tenant }: OperationContext, endpoint: string): Promise<string[] | null> {
  const [found] = await tx<{ events: string[] }[]>`
    select events from webhook_endpoints where tenant_id = ${tenant.id} and id = ${endpoint}`;
  return found?.events ?? null;
}

/** Which events `e` of a range an endpoint is sent again. */
function meantBy(
  { tx, tenant }: OperationContext,
  endpoint: string,
  { from, to, types, only_failed = false }: Range & { types: readonly string[] },
) {
  const names = EVENT_TYPES.map(({ type }) => type).filter((type) => wants(types, type));
  return tx`e.tenant_id = ${tenant.id} and e.timestamp >= ${from}::text::timestamptz and e.timestamp <= ${to}::text::timestamptz
    and e.type = any(${names}::text[])
    and (not ${only_failed} or exists (select from webhook_deliveries d
        where d.tenant_id = e.tenant_id and d.event = e.id and d.endpoint = ${endpoint} and d.status = 'FAILED')
      and not exists (select from webhook_deliveries d
        where d.tenant_id = e.tenant_id and d.event = e.id and d.endpoint = ${endpoint} and d.status <> 'FAILED'))`;
}

export const replayPreviewRoute = route({
  method: "POST",
  path: "/webhook-endpoints/{id}/replay/preview/",
  operation_id: "previewWebhookReplay",
  summary: "How many events a replay would send again; it sends none",
  area: "integrations",
  permission: replayToEndpoint.permission,
  body: replayInput,
  output: replayPreviewAnswer,
  handler: ({ services, principal, call, params: { id = "" }, body }) => {
    if (!principal || !isId(id)) throw new Failure("NOT_FOUND");
    requireRange(body);
    return runAsSystem(services, tenantOf(principal), call, async (ctx) => {
      const events = await eventsOf(ctx, id);
      if (!events) throw new Failure("NOT_FOUND");
      const meant = meantBy(ctx, id, { ...body, types: body.types ?? events });
      const [row] = await ctx.tx<
        { events: number }[]
      >`select count(*) as events from webhook_events e where ${meant}`;
      return { events: Number(row?.events ?? 0) };
    });
  },
});

const LOT = 1_000;

interface Task extends Range {
  task: string;
  endpoint: string;
}

/** Sends the next lot again. Its deliveries name the task: done again after a crash, nothing is sent twice. */
async function replayLot(
  ctx: OperationContext,
  { task, endpoint, ...range }: Task,
): Promise<{ events: number; last: string | null }> {
  const events = await eventsOf(ctx, endpoint);
  if (!events) return { events: 0, last: null };
  const meant = meantBy(ctx, endpoint, { ...range, types: range.types ?? events });
  const [lot] = await ctx.tx<{ events: number; last: string | null }[]>`
    with lot as (select e.tenant_id, e.id, e.type, e.timestamp from webhook_events e
      where ${meant} and not exists (select from webhook_deliveries d
        where d.tenant_id = e.tenant_id and d.task = ${task} and d.event = e.id)
      order by e.timestamp, e.id limit ${LOT}),
    made as (insert into webhook_deliveries (tenant_id, id, event, endpoint, type, is_replay, task)
      select tenant_id, new_id(), id, ${endpoint}, type, true, ${task} from lot)
    select count(*)::int as events, max(timestamp)::text as last from lot`;
  ctx.markChanged("webhook_deliveries");
  return lot ?? { events: 0, last: null };
}

export const replayTask: TaskDefinition = {
  kind: REPLAY,
  async run(task) {
    const { services, tenant_id, task_id, done_before } = task;
    const input = { ...(task.input as object), task: task_id } as Task;
    const tenant = await loadTenant(services.db.platform, tenant_id);
    if (!tenant) throw new Failure("NOT_FOUND");
    let done = done_before;
    for (let from = input.from, is_more = true; is_more; ) {
      task.held.throwIfAborted();
      is_more = await runAsSystem(services, tenant, systemCall(tenant), async (ctx) => {
        const { events, last } = await replayLot(ctx, { ...input, from });
        done += events;
        from = last ?? from;
        task.progressWith(ctx, done, done);
        return events === LOT;
      });
    }
    return { events: done };
  },
};
