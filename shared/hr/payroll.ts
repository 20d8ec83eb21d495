// An employee's pay of a month: drawn up, then paid.
import { z } from "zod";
import { choice, count, instant, json, money, month, nullable, reference, text } from "../kernel/field.ts";
import { operation, plainOperations } from "../kernel/operation.ts";
import { type RecordOf, resource } from "../kernel/resource.ts";
import { paidOutFields, payOut, takeBackPay } from "./pay-out.ts";
import { PAYROLL_GAPS } from "./payroll-gaps.rules.ts";

const never = { writable: "never" } as const;

/** What the deductions are made of; they add up to `deductions`. */
const breakdown = z.object({
  given: money(),
  advances: money(),
  /** Of which advances that is. */
  of_advances: z.array(z.object({ advance: z.uuidv7(), amount: money() })),
  unpaid_leave: money(),
  /** A half for half a day. */
  unpaid_leave_days: z.number().nonnegative().multipleOf(0.5),
  /** Of the days before the employee joined or after they left. */
  outside: money(),
  outside_days: z.int(),
});

export const payroll = resource({
  name: "payroll",
  path: "payrolls",
  area: "hr",
  module: "hr",
  summary: "Somebody's pay of a month",
  fields: {
    employee: reference("employee", { required: true, writable: "create" }),
    month: month({ required: true, writable: "create" }),
    /** The employee's salary of that month, as it was known when the pay was drawn up. */
    basic_salary: money(never),
    bonus: money({ initial: "0" }),
    /** A write gives what HR takes off by hand; advances and unpaid days are added to it. */
    deductions: money({ initial: "0" }),
    net_salary: money(never),
    breakdown: json(breakdown, never),
    status: choice(["DRAFT", "PAID"], { ...never, initial: "DRAFT" }),
    paid_at: nullable(instant(never)),
    paid_by: nullable(text(never)),
    ...paidOutFields,
  },
  verbs: ["list", "read", "create", "update", "delete"],
  large: { filters: ["employee", "month", "status"] },
  order: ["-month"],
  display: { employee_name: { via: "employee", column: "name" } },
});

export type Payroll = RecordOf<typeof payroll>;

export const payrollVerbs = plainOperations(payroll, {
  create: { failures: ["NEGATIVE_TOTAL"] },
  update: { failures: ["ILLEGAL_TRANSITION", "NEGATIVE_TOTAL"] },
  delete: { failures: ["ILLEGAL_TRANSITION"] },
});

export const payPayroll = operation({
  on: payroll,
  name: "pay",
  summary: "Pay it: its advances are deducted, it is booked, and nothing changes it afterwards",
  allows: "Pay salaries",
  input: payOut,
  failures: ["ILLEGAL_TRANSITION"],
  changes: ["advance_salaries", "ledger_entries"],
});

/** POST /payrolls/{id}/reverse/: it is a draft again, its advances are owed again; a repeat answers the same. */
export const reversePayroll = operation({
  on: payroll,
  name: "reverse",
  summary: "Take a paid salary back: it is a draft again, and what it took off as well; `reason` is required",
  allows: "Take paid salaries back",
  input: takeBackPay,
  failures: ["ILLEGAL_TRANSITION"],
  changes: ["advance_salaries", "ledger_entries"],
});

const gap = z.object({
  employee: reference("employee"),
  employee_name: z.string(),
  gap: choice(PAYROLL_GAPS),
  /** Days, or requests. */
  count: count(),
});

export const payrollGapsQuery = z.strictObject({ month: month() });
export const payrollGapsAnswer = z.object({
  month: month(),
  /** Who is to get pay for the month. */
  employees: z.int(),
  /** Who has it already. */
  existing: z.int(),
  gaps: z.array(gap),
});
export type PayrollGaps = z.output<typeof payrollGapsAnswer>;

export const generatePayrolls = operation({
  on: payroll,
  name: "generate",
  path: "/payrolls/generate/",
  summary: "Draw up the month's missing pay of everybody; whose pay can't be drawn up is among the gaps",
  allows: "Draw up everybody's pay",
  input: z.strictObject({ month: month() }),
  output: z.object({ month: month(), created: z.int(), existing: z.int(), gaps: z.array(gap) }),
  long: true,
});
