// Work orders for the field: what is to be done at whose place, by whom and until when.
import { z } from "zod";
import {
  choice,
  count,
  date,
  decimal,
  flag,
  instant,
  json,
  nullable,
  prose,
  reference,
  text,
} from "../kernel/field.ts";
import { operation, plainOperations } from "../kernel/operation.ts";
import { type RecordOf, resource } from "../kernel/resource.ts";
import { PRIORITIES } from "./priority.ts";
import { CHECKLIST_MAX, TASK_STATUSES, TASK_TYPES } from "./task.rules.ts";

const never = { writable: "never" } as const;

const location = z.strictObject({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
});

/** A time of the day where the tenant is. */
const clock = text({ pattern: /^([01]\d|2[0-3]):[0-5]\d$/, hint: "Not a time of the day (HH:MM)", max: 5 });

const power = { signed: true, digits: 2 } as const;

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
    task_type: choice(TASK_TYPES, { required: true }),
    priority: choice(PRIORITIES, { initial: "MEDIUM" }),
    status: choice(TASK_STATUSES, { ...never, initial: "PENDING" }),
    assigned_to: nullable(reference("staff", { writable: "create", outlived: true })),
    due_date: nullable(date()),
    /** The hours of the visit on that day: both or none. */
    window_from: nullable(clock),
    window_to: nullable(clock),
    /** Its place in the person's day, in the order of travel. */
    sequence: nullable(count()),
    /** What it came from. */
    ticket: nullable(reference("ticket", { writable: "create" })),
    incident: nullable(reference("incident", { outlived: true })),
    template: nullable(reference("task_template", { writable: "create", outlived: true })),
    /** The work order whose trouble this one goes on with. */
    follows: nullable(reference("task", never)),
    location: nullable(json(location)),
    checklist: json(checklist, { initial: [] }),
    started_at: nullable(instant(never)),
    /** Since when it has been worked on without a break. */
    resumed_at: nullable(instant(never)),
    /** Since when the work rests; null: it does not. */
    paused_at: nullable(instant(never)),
    /** Up to the last break, or the end. */
    worked_seconds: count({ ...never, initial: 0 }),
    /** Power of the light at the customer's ONU, before the work and after it. */
    rx_before_dbm: nullable(decimal(power)),
    rx_after_dbm: nullable(decimal({ ...never, ...power })),
    /** Who signed for the work. */
    signed_by: nullable(text(never)),
    /** Why the trouble was not over at the end of the work. */
    left_unfixed: nullable(text({ ...never, max: 500 })),
    completed_at: nullable(instant(never)),
    // Longer than what one person writes: who did the same offline adds theirs.
    completion_notes: nullable(prose({ ...never, max: 100_000 })),
    cancel_reason: nullable(text({ ...never, max: 500 })),
  },
  verbs: ["list", "read", "create", "update"],
  large: { filters: ["status", "customer", "assigned_to", "due_date", "ticket", "incident"] },
  search: ["title", "description"],
  display: {
    customer_name: { via: "customer", column: "name" },
    assigned_to_name: { via: "assigned_to", column: "full_name" },
  },
  replica: {
    indexes: [
      ["customer"],
      ["status", "updated_at"],
      ["assigned_to", "status", "updated_at"],
      ["ticket"],
      ["incident"],
      ["due_date"],
    ],
  },
  offline: ["create", "update"],
});

export type Task = RecordOf<typeof task>;

export const taskVerbs = plainOperations(task, {
  // The specification's table has it among the fields that may be sent; it begins as nothing else.
  create: { more: { status: z.literal("PENDING").optional() }, changes: ["review_items"] },
  // A step that says nothing besides may be sent as the status that it leaves: it needs the step's own right.
  update: {
    more: { status: z.enum(TASK_STATUSES).optional() },
    failures: ["ILLEGAL_TRANSITION"],
    further_permissions: ["operations.task.start", "operations.task.cancel"],
  },
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
  summary: "Begin the work, or go on with it after a break",
  allows: "Begin work orders",
  input: z.strictObject({}),
});

export const pauseTask = operation({
  ...step,
  name: "pause",
  summary: "Let the work rest: the time does not count until it is gone on with",
  allows: "Let the work on a work order rest",
  input: z.strictObject({}),
});

export const completeTask = operation({
  ...step,
  name: "complete",
  summary:
    "Mark a work order as done, with notes on what was done. Where the light is too weak, or the trouble not over, " +
    "`left_unfixed` says why: a new work order goes on with it",
  allows: "Complete work orders",
  changes: ["review_items", "ticket_replies"],
  failures: ["ILLEGAL_TRANSITION", "SIGNAL_TOO_WEAK"],
  input: z.strictObject({
    completion_notes: prose({ required: true }),
    rx_after_dbm: nullable(decimal(power)).optional(),
    signed_by: nullable(text()).optional(),
    left_unfixed: nullable(text({ max: 500 })).optional(),
  }),
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
