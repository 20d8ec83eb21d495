// What a dispatcher does: gives work orders their places in people's days, and makes them of tickets.
import { z } from "zod";
import { date, nullable, reference, text } from "../../kernel/field.ts";
import { operation } from "../../kernel/operation.ts";
import { recordSchema } from "../../kernel/resource.ts";
import { task } from "../task.ts";
import { ticket } from "../ticket.ts";

const { task_type, window_from, window_to, sequence } = task.fields;

export const arrangeTask = operation({
  on: task,
  name: "arrange",
  summary:
    "Give a work order another person (null: nobody's again), day, window or turn in one act. `seen` says where it was when it was moved, so that two who move it are told of each other",
  allows: "Plan people's days",
  permission: "operations.task.assign",
  input: z.strictObject({
    assigned_to: nullable(reference("staff")).optional(),
    due_date: nullable(date()).optional(),
    window_from: window_from.optional(),
    window_to: window_to.optional(),
    sequence: sequence.optional(),
    seen: z
      .strictObject({ assigned_to: nullable(reference("staff")), due_date: nullable(date()) })
      .optional(),
  }),
  failures: ["ILLEGAL_TRANSITION", "STALE_VERSION"],
  offline: true,
  changes: ["review_items"],
});

/** POST /tickets/{id}/tasks/: of a desktop's command the work order has the command's id. */
export const dispatchTicket = operation({
  on: ticket,
  name: "dispatch",
  path: "/tickets/{id}/tasks/",
  summary:
    "Make a work order of a ticket: it takes customer, place, description, priority and outage over, and the ticket is in progress",
  allows: "Make work orders of tickets",
  permission: "operations.task.create",
  input: z.strictObject({
    title: text({ max: 200 }).optional(),
    task_type: task_type.optional(),
    template: nullable(reference("task_template")).optional(),
    assigned_to: nullable(reference("staff")).optional(),
    due_date: nullable(date()).optional(),
    window_from: window_from.optional(),
    window_to: window_to.optional(),
  }),
  output: recordSchema(task),
  status: 201,
  failures: ["ILLEGAL_TRANSITION"],
  offline: true,
  changes: ["tasks", "review_items"],
});
