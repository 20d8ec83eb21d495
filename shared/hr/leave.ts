// Leave: asked for, decided on, taken back.
import { z } from "zod";
import { choice, date, instant, nullable, prose, reference, text } from "../kernel/field.ts";
import { operation, plainOperations } from "../kernel/operation.ts";
import { type RecordOf, resource } from "../kernel/resource.ts";
import { DAY_PARTS, LEAVE_STATUSES, LEAVE_TYPES } from "./leave.rules.ts";

const never = { writable: "never" } as const;
const required = { required: true } as const;

export const leave = resource({
  name: "leave",
  path: "leaves",
  area: "hr",
  module: "hr",
  summary: "Somebody's leave from one day to another, both included",
  fields: {
    employee: reference("employee", { required: true, writable: "create" }),
    leave_type: choice(LEAVE_TYPES, required),
    start_date: date(required),
    end_date: date(required),
    /** A half only of a leave of one day. */
    day_part: choice(DAY_PARTS, { initial: "WHOLE" }),
    reason: nullable(prose({ max: 2_000 })),
    status: choice(LEAVE_STATUSES, { ...never, initial: "PENDING" }),
    decided_by: nullable(text(never)),
    decided_at: nullable(instant(never)),
    decision_reason: nullable(text(never)),
  },
  verbs: ["list", "read", "create", "update"],
  large: { filters: ["employee", "status", "start_date"] },
  order: ["-start_date"],
  display: { employee_name: { via: "employee", column: "name" } },
  own: "employee",
  replica: { own: true, indexes: [] },
});

export type Leave = RecordOf<typeof leave>;

export const leaveVerbs = plainOperations(leave, {
  create: { failures: ["LEAVE_OVERLAPS"] },
  update: { failures: ["ILLEGAL_TRANSITION", "LEAVE_OVERLAPS"] },
});

export const requestLeave = operation({
  on: leave,
  name: "request",
  path: "/leaves/request/",
  summary: "Ask for leave for oneself",
  status: 201,
  input: z.strictObject({
    id: z.uuidv7().optional(),
    leave_type: choice(LEAVE_TYPES, required),
    start_date: date(required),
    end_date: date(required),
    day_part: choice(DAY_PARTS).optional(),
    reason: nullable(prose({ max: 2_000 })).optional(),
  }),
  failures: ["NO_EMPLOYEE", "LEAVE_OVERLAPS"],
  changes: ["review_items"],
  offline: true,
});

const decision = z.strictObject({ reason: text().optional() });
/** Leave without pay lowers the salary of a month whose payroll is drawn up. */
const priced = {
  failures: ["ILLEGAL_TRANSITION", "PAYROLL_PAID", "NEGATIVE_TOTAL"],
  changes: ["payrolls"],
} as const;

export const approveLeave = operation({
  on: leave,
  name: "approve",
  summary: "Grant a leave that was asked for",
  input: z.strictObject({}),
  ...priced,
  failures: [...priced.failures, "LEAVE_OVERLAPS", "OWN_REQUEST"],
});

export const rejectLeave = operation({
  on: leave,
  name: "reject",
  summary: "Refuse a leave that was asked for",
  input: decision,
  failures: ["ILLEGAL_TRANSITION"],
});

export const cancelLeave = operation({
  on: leave,
  name: "cancel",
  summary: "Take a leave back that is not decided yet, or has not begun",
  input: decision,
  ...priced,
  offline: true,
});
