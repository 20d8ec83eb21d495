// What a cell of the month's sheet is, how it is coloured, and which keys mark it.
import type { AttendanceStatus, DayMark } from "../../../shared/hr/index.ts";
import type { Day } from "../../../shared/kernel/day.ts";

export interface Cell {
  readonly employee: string;
  readonly day: Day;
}

export const keyOf = (employee: string, day: Day) => `${employee} ${day}`;

/** Keys that mark the chosen cell. */
export const KEYS: Readonly<Record<AttendanceStatus, string>> = { PRESENT: "p", LATE: "l", ABSENT: "a" };

/** Marks that are counted at the end of each row. */
export const COUNTED = [
  "PRESENT",
  "LATE",
  "ABSENT",
  "ON_LEAVE",
  "HALF_LEAVE",
] as const satisfies readonly DayMark[];

/** Colours of the theme; the letter says the same. */
export const COLOURS: Readonly<Partial<Record<DayMark, string>>> = {
  PRESENT: "green",
  LATE: "orange",
  ABSENT: "red",
  ON_LEAVE: "blue",
  HALF_LEAVE: "blue",
  NONE: "yellow",
};
