// The helpdesk area's public names.
import { assignTask, cancelTask, completeTask, startTask, task, taskVerbs } from "./task.ts";
import { moveTicket, replyToTicket, ticket, ticketReply, ticketVerbs } from "./ticket.ts";
import { ticketCategory, ticketCategoryVerbs } from "./ticket-category.ts";

export * from "./task.rules.ts";
export * from "./task.ts";
export * from "./ticket.rules.ts";
export * from "./ticket.ts";
export * from "./ticket-category.ts";

export const helpdeskResources = [ticket, ticketReply, ticketCategory, task] as const;
export const helpdeskOperations = [
  ...Object.values(ticketVerbs),
  replyToTicket,
  moveTicket,
  ...Object.values(ticketCategoryVerbs),
  ...Object.values(taskVerbs),
  assignTask,
  startTask,
  completeTask,
  cancelTask,
] as const;
