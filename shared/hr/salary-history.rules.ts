// An employee's salaries by their first month: a month's pay is made with the salary of that month. Pure.
import { z } from "zod";
import type { Month } from "../kernel/day.ts";
import { money, month, nullable } from "../kernel/field.ts";

/** A salary and the first month that it holds for; null: since ever. */
export const salarySince = z.object({ from: nullable(month()), salary: money() });
export type SalarySince = z.output<typeof salarySince>;

const isBefore = ({ from }: SalarySince, month: Month | null): boolean =>
  month !== null && (from === null || from < month);

/** The salary that holds for a month; before the first one that is known, the first. */
export function salaryIn(history: readonly SalarySince[], month: Month): string {
  const found = history.findLast(({ from }) => from === null || from <= month) ?? history[0];
  if (!found) throw new Error("Somebody's salary has a beginning");
  return found.salary;
}

/** The history once a salary holds from a month on: what was known from there on gives way. The last one is the present one. */
export const withSalary = (history: readonly SalarySince[], since: SalarySince): SalarySince[] => [
  ...history.filter((known) => isBefore(known, since.from)),
  since,
];
