// What a month's work is worth: salary, unpaid days, advances. Pure.
import { type Day, daysOfMonth, type Month, monthOf, monthsFrom } from "../kernel/day.ts";
import { add, type Minor, min, subtract } from "../kernel/money.ts";
import { isDayOff, type SalaryDays } from "../platform/index.ts";
import { halvesOnLeave, type LeaveTime, type Span } from "./leave.rules.ts";

/** How the company counts days: its settings. */
export interface DayCount {
  salary_days: SalaryDays;
  /** Weekly days off, e.g. "FRI,SAT". */
  days_off: string;
}

/** The first and last day of an employment; null: unknown, and still employed. */
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
  /** Approved leaves without pay; they don't overlap. */
  unpaid_leaves: readonly LeaveTime[];
  /** Days on which they were seen at work: of a whole day's leave that is no day of leave; of half a day they worked the other half. */
  worked: readonly Day[];
}

export const isEmployedOn = ({ join_date, end_date }: Term, day: Day): boolean =>
  (join_date === null || join_date <= day) && (end_date === null || day <= end_date);

/** The days of a month without salary, and by how many days a month's salary is divided. */
export function unpaidDays(
  month: Month,
  term: Term,
  leaves: readonly LeaveTime[],
  count: DayCount,
  worked: readonly Day[] = [],
) {
  const seen = new Set(worked);
  const calendar = daysOfMonth(month);
  const working = calendar.filter((day) => !isDayOff(day, count.days_off));
  // A company that has only days off counts all of them.
  const days = count.salary_days === "WORKING" && working.length > 0 ? working : calendar;
  const employed = days.filter((day) => isEmployedOn(term, day));
  const halves = employed.reduce((sum, day) => {
    const taken = halvesOnLeave(day, leaves);
    return sum + (taken === 2 && seen.has(day) ? 0 : taken);
  }, 0);
  return {
    employed: employed.length,
    outside: days.length - employed.length,
    leave: halves / 2,
    of: days.length,
    divisor: count.salary_days === "30" ? 30 : days.length,
  };
}

type UnpaidDays = ReturnType<typeof unpaidDays>;

/** Days and half days of a salary, rounded half-up once; of all days the whole salary, also where it is divided by 30. */
function shareOf(salary: Minor, days: number, { of, divisor }: { of: number; divisor: number }): Minor {
  if (days >= of) return salary;
  const by = BigInt(divisor);
  return min(salary, ((salary * BigInt(days * 2) + by) / (2n * by)) as Minor);
}

/**
 * The salary for the days of a month on which the employee was employed. Where a month counts as 30 days whatever its length,
 * its smaller part is counted in days and the larger part is the rest: 15 days of 31 are 15/30 for joining and for leaving,
 * one day is 1/30, and an employee who leaves and a successor from the next day never get more than one salary.
 */
function earnedOf(salary: Minor, { employed, outside, divisor }: UnpaidDays): Minor {
  const by = BigInt(divisor);
  if (employed > outside)
    return subtract(salary, shareOf(salary, outside, { of: employed + outside, divisor }));
  // Half of the smallest coin is dropped, or two halves of a month would be more than the whole.
  return ((salary * BigInt(employed) * 2n + by - 1n) / (2n * by)) as Minor;
}

/**
 * A month's pay before advances (contract §3): net = basic + bonus − deductions; deductions = given + unpaid leave, and the days
 * before the employee joined or after they left. The net may be negative: who writes it refuses that. What is left of it is what
 * advances can be taken back of (advance-parts.rules.ts).
 */
export function planPayroll(input: PayrollInput, count: DayCount) {
  const { month, term, basic_salary, bonus, given, unpaid_leaves, worked } = input;
  const days = unpaidDays(month, term, unpaid_leaves, count, worked);
  const earned = earnedOf(basic_salary, days);
  const unpaid_leave =
    days.leave >= days.employed ? earned : min(earned, shareOf(basic_salary, days.leave, days));
  const outside = subtract(basic_salary, earned);
  const deductions = add(given, unpaid_leave, outside);
  return {
    deductions,
    net_salary: subtract(add(basic_salary, bonus), deductions),
    given,
    unpaid_leave,
    unpaid_leave_days: days.leave,
    outside,
    outside_days: days.outside,
  };
}

/** The months that a time touches, in order. */
export const monthsOf = ({ start_date, end_date }: Span): Month[] => [
  ...monthsFrom(monthOf(start_date), monthOf(end_date)),
];
