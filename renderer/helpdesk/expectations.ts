// What a reply will leave: on its ticket, and as a reply of its own.
import { planReply, replyToTicket, ticketReply } from "../../shared/helpdesk/index.ts";
import { newId } from "../../shared/kernel/id.ts";
import { created } from "../kernel/expected/drafts.ts";
import { expect } from "../kernel/expected/rules.ts";

export const helpdeskExpectations = [
  expect(
    replyToTicket,
    (ticket, { status }, { now }) => planReply(ticket, status, { at: now, offline: false }),
    (ticket, reply, moment) => [created(ticketReply, { ...reply, ticket: ticket.id, id: newId() }, moment)],
  ),
];
