// Tickets under one outage: POST /tickets/{id}/join-incident/, and POST /incidents/{id}/close-tickets/ that queues the task.
import { CLOSE_TICKETS, closeTickets, joinIncident } from "../../shared/helpdesk/index.ts";
import { Failure } from "../../shared/kernel/failure.ts";
import { incident } from "../../shared/network/index.ts";
import { queueTask } from "../kernel/jobs/background-tasks.ts";
import { implement } from "../kernel/operation/run-operation.ts";
import { requireReference } from "../kernel/resource/draft.ts";
import { requireRecord } from "../kernel/resource/record.ts";
import { changeRecord } from "../kernel/resource/write-record.ts";

export const outageOperations = [
  implement(joinIncident, (ctx, { incident: to }, id) =>
    changeRecord(ctx, joinIncident, id, async (record) => {
      if (record.incident === to) return null;
      if (to !== null) await requireReference(ctx, "incident", "incident", to);
      return { set: { incident: to } };
    }),
  ),

  implement(closeTickets, async (ctx, { message, status = "RESOLVED" }, id) => {
    const { tx, tenant } = ctx;
    await requireRecord(ctx, incident, id);
    // Two who press at once: the second one finds the task of the first.
    await tx`select pg_advisory_xact_lock(hashtextextended(${`${CLOSE_TICKETS}:${tenant.id}:${id}`}, 0))`;
    const [under_way] = await tx`select 1 from background_tasks where tenant_id = ${tenant.id}
      and kind = ${CLOSE_TICKETS} and status in ('QUEUED', 'RUNNING') and input->>'incident' = ${id} limit 1`;
    if (under_way)
      throw new Failure("BATCH_IN_PROGRESS", "The tickets of this outage are being closed already");
    const open = await tx<{ id: string; version: number }[]>`select id, version from tickets
      where tenant_id = ${tenant.id} and incident = ${id} and status not in ('RESOLVED', 'CLOSED')
      order by id`;
    const tickets = open.map((ticket) => [ticket.id, ticket.version]);
    const author = ctx.actor.full_name || ctx.actor.username;
    const task_id = await queueTask(ctx, CLOSE_TICKETS, { incident: id, message, status, author, tickets });
    ctx.audit(closeTickets, { id, after: { task_id, message, status, tickets: tickets.length } });
    return { success: true, task_id, status: "QUEUED", async: true, tickets: tickets.length };
  }),
];
