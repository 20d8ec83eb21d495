// The helpdesk area's public names.
import { operationsOf } from "../kernel/operation.ts";
import { arrangeTask, dispatchTicket } from "./board/board.ts";
import { closeTickets, joinIncident } from "./outage.ts";
import {
  assignTask,
  cancelTask,
  checkTask,
  completeTask,
  pauseTask,
  startTask,
  task,
  taskVerbs,
} from "./task.ts";
import { addTaskPhoto, removeTaskPhoto, taskPhoto } from "./task-photo.ts";
import { taskTemplate } from "./task-template.ts";
import { moveTicket, replyToTicket, ticket, ticketReply } from "./ticket.ts";
import { ticketCategory } from "./ticket-category.ts";

export * from "./board/arrange.rules.ts";
export * from "./board/board.ts";
export * from "./board/day.rules.ts";
export * from "./board/dispatch.rules.ts";
export * from "./board/same-address.rules.ts";
export * from "./outage.rules.ts";
export * from "./outage.ts";
export * from "./priority.ts";
export * from "./task.rules.ts";
export * from "./task.ts";
export * from "./task-photo.ts";
export * from "./task-proof.rules.ts";
export * from "./task-template.ts";
export * from "./ticket.rules.ts";
export * from "./ticket.ts";
export * from "./ticket-category.ts";

export const helpdeskResources = [
  ticket,
  ticketReply,
  ticketCategory,
  task,
  taskTemplate,
  taskPhoto,
] as const;
export const helpdeskOperations = operationsOf(helpdeskResources, [
  replyToTicket,
  moveTicket,
  joinIncident,
  closeTickets,
  ...Object.values(taskVerbs),
  assignTask,
  startTask,
  pauseTask,
  completeTask,
  cancelTask,
  checkTask,
  addTaskPhoto,
  removeTaskPhoto,
  arrangeTask,
  dispatchTicket,
]);
