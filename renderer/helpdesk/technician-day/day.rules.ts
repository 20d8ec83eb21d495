// What of a person's work orders is today's, and in which order they are gone through. Pure.
import type { Task } from "../../../shared/helpdesk/index.ts";
import type { Day } from "../../../shared/kernel/day.ts";

/** Where a work order stands on the page of the day; null: on another day's. */
export type DayPart = "now" | "today" | "carried" | "undated" | "done";
export const DAY_PARTS: readonly DayPart[] = ["now", "today", "carried", "undated", "done"];

type Planned = Pick<
  Task,
  "id" | "status" | "due_date" | "priority" | "window_from" | "sequence" | "created_at"
>;

/** @param doneOn the day on which it was completed; null: it is not. */
export function dayPartOf(
  { status, due_date }: Pick<Task, "status" | "due_date">,
  today: Day,
  doneOn: Day | null,
): DayPart | null {
  if (status === "COMPLETED") return doneOn === today ? "done" : null;
  if (status === "CANCELLED") return null;
  if (status === "IN_PROGRESS") return "now";
  if (due_date === null) return "undated";
  if (due_date === today) return "today";
  return due_date < today ? "carried" : null;
}

const URGENCY: Readonly<Record<Task["priority"], number>> = { URGENT: 0, HIGH: 1, MEDIUM: 2, LOW: 3 };
const LAST = "99:99";

/** What is urgent first, then the order of travel where there is one, then by priority and window. */
export function inOrderOfDay(a: Planned, b: Planned): number {
  const urgent = Number(b.priority === "URGENT") - Number(a.priority === "URGENT");
  const travel = (a.sequence ?? Number.MAX_SAFE_INTEGER) - (b.sequence ?? Number.MAX_SAFE_INTEGER);
  const window = (a.window_from ?? LAST).localeCompare(b.window_from ?? LAST);
  return (
    urgent ||
    travel ||
    URGENCY[a.priority] - URGENCY[b.priority] ||
    window ||
    a.created_at.localeCompare(b.created_at) ||
    a.id.localeCompare(b.id)
  );
}
