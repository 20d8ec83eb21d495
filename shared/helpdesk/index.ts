// The helpdesk area's public names.
import { operationsOf } from "../kernel/operation.ts";
import { assignTask, cancelTask, checkTask, completeTask, startTask, task, taskVerbs } from "./task.ts";
import { moveTicket, replyToTicket, ticket, ticketReply } from "./ticket.ts";
import { ticketCategory } from "./ticket-category.ts";

export * from "./priority.ts";
export * from "./task.rules.ts";
export * from "./task.ts";
export * from "./ticket.rules.ts";
export * from "./ticket.ts";
export * from "./ticket-category.ts";

export const helpdeskResources = [ticket, ticketReply, ticketCategory, task] as const;
export const helpdeskOperations = operationsOf(helpdeskResources, [
  replyToTicket,
  moveTicket,
  ...Object.values(taskVerbs),
  assignTask,
  startTask,
  completeTask,
  cancelTask,
  checkTask,
]);
