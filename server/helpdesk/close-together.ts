// The task that closes an outage's tickets with one message: in chunks that commit separately; what moved on since is left.
import {
  CLOSE_TICKETS,
  type CLOSED_WITH,
  type ClosedTogether,
  moveTicket,
  planReply,
  ticket,
  ticketReply,
  type WhyLeft,
  whyLeft,
} from "../../shared/helpdesk/index.ts";
import { Failure } from "../../shared/kernel/failure.ts";
import { idOf } from "../../shared/kernel/id.ts";
import { loadTenant } from "../identity/index.ts";
import { lockByIds, rowsByIds } from "../kernel/db/bulk.ts";
import type { Row } from "../kernel/db/db.ts";
import type { TaskDefinition, TaskRun } from "../kernel/jobs/background-tasks.ts";
import type { OperationContext } from "../kernel/operation/context.ts";
import { systemPrincipal } from "../kernel/operation/principal.ts";
import { runAsSystem, systemCall } from "../kernel/operation/run-as-system.ts";
import { changeRecord, createRecord } from "../kernel/resource/write-record.ts";

/** So many tickets are locked at once: replies to one of them wait for these. */
const CHUNK = 25;

interface Asked {
  incident: string;
  message: string;
  status: (typeof CLOSED_WITH)[number];
  author: string;
  /** Id and version of each, in order of their ids, as they were when it was asked for. */
  tickets: readonly (readonly [string, number])[];
}

type Left = ClosedTogether["left"];

interface Standing {
  id: string;
  ticket_number: string;
  subject: string;
  is_still_down: boolean;
  has_open_work: boolean;
  is_closed_already: boolean;
}

/** Locks a chunk's tickets and reads, under the lock, what decides about them. */
async function lockChunk(ctx: OperationContext, task_id: string, asked: Asked, ids: readonly string[]) {
  const { tx, tenant } = ctx;
  await lockByIds(tx, "tickets", tenant.id, ids);
  const replies = ids.map((id) => idOf(task_id, id));
  const said = await tx<{ id: string }[]>`
    select t.id from ${rowsByIds(tx, "ticket_replies", tenant.id, replies)} t`;
  const rows = await tx<Omit<Standing, "is_closed_already">[]>`
    select t.id, t.ticket_number, t.subject,
      exists (select from incident_onus o where o.tenant_id = t.tenant_id and o.incident = ${asked.incident}
        and o.customer = t.customer and o.back_at is null) as is_still_down,
      exists (select from tasks w where w.tenant_id = t.tenant_id and w.ticket = t.id
        and w.status in ('PENDING', 'ASSIGNED', 'IN_PROGRESS')) as has_open_work
    from ${rowsByIds(tx, "tickets", tenant.id, ids)} t order by t.id`;
  const done = new Set(said.map(({ id }) => id));
  return rows.map((row): Standing => ({ ...row, is_closed_already: done.has(idOf(task_id, row.id)) }));
}

/** Answers one ticket and closes it, or says why it is left. */
async function closeOne(
  ctx: OperationContext,
  task_id: string,
  { message, status: to, author }: Asked,
  asked_version: number,
  standing: Standing,
): Promise<WhyLeft | null> {
  // What a run before this one has done, before it was stopped.
  if (standing.is_closed_already) return null;
  const at = ctx.call.occurred_at.toISOString();
  let why: WhyLeft | null = null;
  await changeRecord(ctx, { name: moveTicket.name, on: ticket }, standing.id, (record) => {
    why = whyLeft({ ...record, ...standing, asked_version }, to);
    return why === null ? { set: planReply(record, to, { at, offline: false }), note: message } : null;
  });
  if (why !== null) return why;
  const id = idOf(task_id, standing.id);
  const reply = { id, ticket: standing.id, message, is_internal: false, author, written_at: at };
  await createRecord(ctx, ticketReply, reply);
  return null;
}

async function run({ services, tenant_id, task_id, input, requested_by, held, progressWith }: TaskRun) {
  const tenant = await loadTenant(services.db.platform, tenant_id);
  if (!tenant) throw new Failure("NOT_FOUND", "The tenant is gone");
  const asked = input as Row & Asked;
  const versions = new Map(asked.tickets);
  const ids = [...versions.keys()];
  const left: Left[number][] = [];
  const principal = systemPrincipal(tenant, requested_by);
  for (let first = 0; first < ids.length; first += CHUNK) {
    held.throwIfAborted();
    const chunk = ids.slice(first, first + CHUNK);
    const found = await runAsSystem(
      services,
      tenant,
      systemCall(tenant, new Date(), principal),
      async (ctx) => {
        const kept: Left[number][] = [];
        for (const one of await lockChunk(ctx, task_id, asked, chunk)) {
          const reason = await closeOne(ctx, task_id, asked, versions.get(one.id) ?? 0, one);
          const { id, ticket_number, subject } = one;
          if (reason !== null) kept.push({ ticket: id, ticket_number, subject, reason });
        }
        progressWith(ctx, first + chunk.length, ids.length);
        return kept;
      },
    );
    left.push(...found);
  }
  return { incident: asked.incident, closed: ids.length - left.length, left } satisfies ClosedTogether;
}

/** POST /incidents/{id}/close-tickets/; begun again after a crash it closes and answers nothing twice. */
export const closeTicketsTask: TaskDefinition = { kind: CLOSE_TICKETS, run };
