// Tickets and the replies to them.
import { planReply, replyToTicket, ticketReply, ticketVerbs } from "../../shared/helpdesk/index.ts";
import { implement } from "../kernel/operation/run-operation.ts";
import { crudOperations } from "../kernel/resource/crud.ts";
import { changeRecord, createRecord } from "../kernel/resource/write-record.ts";

export const ticketOperations = [
  ...crudOperations(ticketVerbs),
  implement(replyToTicket, async (ctx, { message, is_internal = false, status }, id) => {
    const at = ctx.call.occurred_at.toISOString();
    const offline = ctx.call.command !== null;
    await changeRecord(ctx, replyToTicket, id, (record) => ({
      set: planReply(record, status, { at, offline }),
    }));
    const author = ctx.actor.full_name || ctx.actor.username;
    return createRecord(ctx, ticketReply, { ticket: id, message, is_internal, author, written_at: at });
  }),
];
