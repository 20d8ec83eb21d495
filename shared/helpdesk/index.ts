// The helpdesk area's public names.
import { replyToTicket, ticket, ticketReply, ticketVerbs } from "./ticket.ts";
import { ticketCategory, ticketCategoryVerbs } from "./ticket-category.ts";

export * from "./ticket.rules.ts";
export * from "./ticket.ts";
export * from "./ticket-category.ts";

export const helpdeskResources = [ticket, ticketReply, ticketCategory] as const;
export const helpdeskOperations = [
  ...Object.values(ticketVerbs),
  replyToTicket,
  ...Object.values(ticketCategoryVerbs),
] as const;
