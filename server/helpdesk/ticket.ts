// Tickets: their numbers, and replies.
import {
  planReply,
  replyToTicket,
  type ticket,
  ticketReply,
  ticketVerbs,
} from "../../shared/helpdesk/index.ts";
import { implement } from "../kernel/operation/run-operation.ts";
import { nextNumber } from "../kernel/resource/counters.ts";
import { crudOperations } from "../kernel/resource/crud.ts";
import type { Hooks } from "../kernel/resource/hooks.ts";
import { changeRecord, createRecord } from "../kernel/resource/write-record.ts";

const hooks: Hooks<typeof ticket> = {
  create: {
    async before(ctx, draft) {
      const number = await nextNumber(ctx.tx, ctx.tenant.id, "ticket_number");
      return { ...draft, ticket_number: `T${String(number).padStart(5, "0")}` };
    },
  },
};

export const ticketOperations = [
  ...crudOperations(ticketVerbs, hooks),
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
