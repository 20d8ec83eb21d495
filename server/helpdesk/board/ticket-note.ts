// What the end of a work order leaves on the ticket that it came from.
import { type Task, ticketReply } from "../../../shared/helpdesk/index.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { createRecord } from "../../kernel/resource/write-record.ts";

/** Puts on the ticket, for the staff, what was done in the field. */
export async function noteOnTicket(ctx: OperationContext, { ticket }: Task, message: string): Promise<void> {
  if (ticket === null) return;
  await createRecord(ctx, ticketReply, {
    ...{ id: ctx.call.command ?? ctx.newId(), ticket, message, is_internal: true },
    author: ctx.actor.full_name || ctx.actor.username,
    written_at: ctx.call.occurred_at.toISOString(),
  });
}
