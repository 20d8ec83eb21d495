// Work orders for the field: what is to be done at whose place, by whom and until when.
import { z } from "zod";
import { choice, date, flag, instant, json, nullable, prose, reference, text } from "../kernel/field.ts";
import { operation, plainOperations } from "../kernel/operation.ts";
import { type RecordOf, resource } from "../kernel/resource.ts";
import { PRIORITIES } from "./priority.ts";
import { CHECKLIST_MAX, TASK_STATUSES } from "./task.rules.ts";

const never = { writable: "never" } as const;

const location = z.strictObject({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
});

const point = { text: text({ required: true }), done: flag() };
const checklist = z.array(z.strictObject({ ...point, done: z.boolean().default(false) })).max(CHECKLIST_MAX);

export const task = resource({
  name: "task",
  path: "tasks",
  area: "helpdesk",
  module: "operations",
  summary: "A work order for the field",
  fields: {
    title: text({ required: true, max: 200 }),
    description: prose({ required: true }),
    customer: nullable(reference("customer", { outlived: true })),
    task_type: choice(["INSTALLATION", "REPAIR", "INSPECTION"], { required: true }),
    priority: choice(PRIORITIES, { initial: "MEDIUM" }),
    status: choice(TASK_STATUSES, { ...never, initial: "PENDING" }),
    assigned_to: nullable(reference("staff", { writable: "create", outlived: true })),
    due_date: nullable(date()),
    location: nullable(json(location)),
    checklist: json(checklist, { initial: [] }),
    completed_at: nullable(instant(never)),
    // Longer than what one person writes: who did the same offline adds theirs.
    completion_notes: nullable(prose({ ...never, max: 100_000 })),
    cancel_reason: nullable(text({ ...never, max: 500 })),
  },
  verbs: ["list", "read", "create", "update"],
  large: { filters: ["status", "customer", "assigned_to", "due_date"] },
  search: ["title", "description"],
  display: {
    customer_name: { via: "customer", column: "name" },
    assigned_to_name: { via: "assigned_to", column: "full_name" },
  },
  replica: { indexes: [["customer"], ["status", "updated_at"], ["assigned_to"]] },
  offline: ["create", "update"],
});

export type Task = RecordOf<typeof task>;

export const taskVerbs = plainOperations(task, {
  // The specification's table has it among the fields that may be sent; it begins as nothing else.
  create: { more: { status: z.literal("PENDING").optional() }, changes: ["review_items"] },
});

/** What was done offline is never refused: where it comes too late, it is reviewed. */
const step = {
  on: task,
  failures: ["ILLEGAL_TRANSITION"],
  offline: true,
  changes: ["review_items"],
} as const;

export const assignTask = operation({
  ...step,
  name: "assign",
  summary: "Give a work order to a member of the staff, or to another one before the work has begun",
  allows: "Assign work orders",
  input: z.strictObject({ assigned_to: reference("staff", { required: true }) }),
});

export const startTask = operation({
  ...step,
  name: "start",
  summary: "Begin the work",
  allows: "Begin work orders",
  input: z.strictObject({}),
});

export const completeTask = operation({
  ...step,
  name: "complete",
  summary: "Mark a work order as done, with notes on what was done",
  allows: "Complete work orders",
  input: z.strictObject({ completion_notes: prose({ required: true }) }),
});

export const cancelTask = operation({
  ...step,
  name: "cancel",
  summary: "Call a work order off, with the reason",
  allows: "Cancel work orders",
  input: z.strictObject({ reason: text({ required: true, max: 500 }) }),
});

export const checkTask = operation({
  on: task,
  name: "check",
  summary: "Tick a point of a work order's checklist, or add one",
  permission: "operations.task.update",
  input: z.strictObject(point),
  offline: true,
});
