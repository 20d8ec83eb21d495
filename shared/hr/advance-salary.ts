// Salary that is paid before its month is over, and taken off that month's pay.
import { z } from "zod";
import { choice, count, date, instant, money, month, nullable, reference, text } from "../kernel/field.ts";
import { operation, plainOperations } from "../kernel/operation.ts";
import { resource } from "../kernel/resource.ts";
import { MOST_INSTALMENTS } from "./advance-parts.rules.ts";
import { paidOutFields, payOut, takeBackPay } from "./pay-out.ts";

const never = { writable: "never" } as const;

export const advanceSalary = resource({
  name: "advance_salary",
  path: "advance-salaries",
  area: "hr",
  module: "hr",
  summary: "An advance on somebody's salary",
  fields: {
    employee: reference("employee", { required: true, writable: "create" }),
    amount: money({ required: true, positive: true }),
    /** Today unless given. */
    request_date: date({ writable: "create" }),
    /** The month that pays it back: that of request_date, or the first after it that is not paid yet, unless given. */
    deduction_month: month(),
    /** Over how many months' pays it is taken back, from `deduction_month` on; what a pay can't bear is due with the next. */
    instalments: count({ min: 1, max: MOST_INSTALMENTS, initial: 1 }),
    /** What paid salaries took back so far. */
    deducted: money({ ...never, initial: "0" }),
    reason: nullable(text()),
    status: choice(["PENDING", "APPROVED", "REJECTED", "DEDUCTED"], { ...never, initial: "PENDING" }),
    /** The pay that took the last of it. */
    payroll: nullable(reference("payroll", never)),
    decided_by: nullable(text(never)),
    decided_at: nullable(instant(never)),
    decision_reason: nullable(text(never)),
    ...paidOutFields,
  },
  verbs: ["list", "read", "create", "update"],
  large: { filters: ["employee", "status", "deduction_month"] },
  order: ["-request_date"],
  display: { employee_name: { via: "employee", column: "name" } },
});

export const advanceSalaryVerbs = plainOperations(advanceSalary, {
  create: { failures: ["PAYROLL_PAID"] },
  update: {
    failures: ["ILLEGAL_TRANSITION", "PAYROLL_PAID", "ADVANCE_PARTLY_DEDUCTED"],
    changes: ["payrolls"],
  },
});

export const approveAdvance = operation({
  on: advanceSalary,
  name: "approve",
  summary: "Grant an advance and pay it out; the pays of its months are lowered by it",
  input: payOut,
  failures: ["ILLEGAL_TRANSITION", "PAYROLL_PAID", "OWN_REQUEST"],
  changes: ["payrolls", "ledger_entries"],
});

/** POST /advance-salaries/{id}/reverse/: the money came back, or never left; a repeat answers the same. */
export const reverseAdvance = operation({
  on: advanceSalary,
  name: "reverse",
  summary: "Take a paid advance back: it waits for its answer again; `reason` is required",
  allows: "Take paid advances back",
  input: takeBackPay,
  failures: ["ILLEGAL_TRANSITION"],
  changes: ["payrolls", "ledger_entries"],
});

export const rejectAdvance = operation({
  on: advanceSalary,
  name: "reject",
  summary: "Refuse an advance",
  input: z.strictObject({ reason: text().optional() }),
  failures: ["ILLEGAL_TRANSITION"],
});
