// On which days people work, and how a day's salary is counted. Pure.
import { type Day, weekdayOf } from "../kernel/day.ts";

export const SALARY_DAYS = ["CALENDAR", "30", "WORKING"] as const;
export type SalaryDays = (typeof SALARY_DAYS)[number];

export const WEEKDAYS = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"] as const;

/** @param days_off weekdays of the settings, e.g. "FRI,SAT". */
export const isDayOff = (day: Day, days_off: string): boolean =>
  days_off.split(",").includes(WEEKDAYS[weekdayOf(day)] ?? "");
