// What is said about a ticket, and how it is moved.
import { moveTicket, planReply, replyToTicket, ticketReply } from "../../shared/helpdesk/index.ts";
import { Failure } from "../../shared/kernel/failure.ts";
import type { OperationContext } from "../kernel/operation/context.ts";
import { isGranted } from "../kernel/operation/principal.ts";
import { implement } from "../kernel/operation/run-operation.ts";
import { addPart, changeRecord } from "../kernel/resource/write-record.ts";

/** When a ticket was moved, and whether that was without a line. */
const momentOf = ({ call }: OperationContext) => ({
  at: call.occurred_at.toISOString(),
  offline: call.command !== null,
});

export const ticketOperations = [
  implement(replyToTicket, async (ctx, { message, is_internal = false, status }, id) => {
    if (is_internal && !isGranted(ctx.actor, "operations.ticket.view"))
      throw new Failure("PERMISSION_DENIED", "A note is for the staff, who see every ticket");
    const moment = momentOf(ctx);
    await changeRecord(ctx, replyToTicket, id, (record) => ({ set: planReply(record, status, moment) }));
    const author = ctx.actor.full_name || ctx.actor.username;
    return addPart(ctx, ticketReply, id, { message, is_internal, author, written_at: moment.at });
  }),
  implement(moveTicket, (ctx, { status }, id) =>
    changeRecord(ctx, moveTicket, id, (record) => ({ set: planReply(record, status, momentOf(ctx)) })),
  ),
];
