// What a month's work is worth: salary, unpaid days, advances. Pure.
import { type Day, daysOfMonth, type Month, monthOf, monthsFrom } from "../kernel/day.ts";
import { add, type Minor, min, subtract, ZERO } from "../kernel/money.ts";
import { isDayOff, type SalaryDays } from "../platform/index.ts";
import type { Span } from "./leave.rules.ts";

/** How the company counts days: its settings. */
export interface DayCount {
  salary_days: SalaryDays;
  /** Weekdays on which nobody works, e.g. "FRI,SAT". */
  days_off: string;
}

/** Of somebody's employment its first and last day; null: before anybody remembers, and still. */
export interface Term {
  join_date: Day | null;
  end_date: Day | null;
}

export interface PayrollInput {
  month: Month;
  term: Term;
  basic_salary: Minor;
  bonus: Minor;
  /** Deductions that HR gave by hand. */
  given: Minor;
  /** Approved advances that this month pays back. */
  advances: Minor;
  /** Approved leaves without pay; they don't overlap. */
  unpaid_leaves: readonly Span[];
}

export const isEmployedOn = ({ join_date, end_date }: Term, day: Day): boolean =>
  (join_date === null || join_date <= day) && (end_date === null || day <= end_date);

/** The days of a month for which somebody gets no salary, and by how many days a month's salary is divided. */
export function unpaidDays(month: Month, term: Term, leaves: readonly Span[], count: DayCount) {
  const calendar = daysOfMonth(month);
  const working = calendar.filter((day) => !isDayOff(day, count.days_off));
  // A company that has only days off counts all of them.
  const days = count.salary_days === "WORKING" && working.length > 0 ? working : calendar;
  const employed = days.filter((day) => isEmployedOn(term, day));
  const onLeave = employed.filter((day) =>
    leaves.some(({ start_date, end_date }) => start_date <= day && day <= end_date),
  );
  return {
    outside: days.length - employed.length,
    leave: onLeave.length,
    of: days.length,
    divisor: count.salary_days === "30" ? 30 : days.length,
  };
}

/** `days` of a salary, rounded half-up once; of all days the whole salary, also where it is divided by 30. */
function shareOf(salary: Minor, days: number, { of, divisor }: { of: number; divisor: number }): Minor {
  if (days >= of) return salary;
  const by = BigInt(divisor);
  return min(salary, ((salary * BigInt(days) * 2n + by) / (2n * by)) as Minor);
}

/**
 * A month's pay (contract §3): net = basic + bonus − deductions; deductions = given + advances + unpaid leave, and the days
 * before somebody joined or after they left. The net may be negative: who writes it refuses that.
 */
export function planPayroll(input: PayrollInput, count: DayCount) {
  const { month, term, basic_salary, bonus, given, advances, unpaid_leaves } = input;
  const days = unpaidDays(month, term, unpaid_leaves, count);
  const unpaid = shareOf(basic_salary, days.outside + days.leave, days);
  const unpaid_leave = days.leave === 0 ? ZERO : min(unpaid, shareOf(basic_salary, days.leave, days));
  const deductions = add(given, advances, unpaid);
  return {
    deductions,
    net_salary: subtract(add(basic_salary, bonus), deductions),
    given,
    advances,
    unpaid_leave,
    unpaid_leave_days: days.leave,
    outside: subtract(unpaid, unpaid_leave),
    outside_days: days.outside,
  };
}

/** The months that a time touches, in order. */
export const monthsOf = ({ start_date, end_date }: Span): Month[] => [
  ...monthsFrom(monthOf(start_date), monthOf(end_date)),
];
