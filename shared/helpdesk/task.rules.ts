// How a work order moves from state to state (contract §3). Pure.
import { Failure } from "../kernel/failure.ts";

export const TASK_STATUSES = ["PENDING", "ASSIGNED", "IN_PROGRESS", "COMPLETED", "CANCELLED"] as const;
type Status = (typeof TASK_STATUSES)[number];

/** Who is assigned may be another one tomorrow; once they have begun, the work is theirs. */
const NEXT: Readonly<Record<Status, readonly Status[]>> = {
  PENDING: ["ASSIGNED", "COMPLETED", "CANCELLED"],
  ASSIGNED: ["ASSIGNED", "IN_PROGRESS", "COMPLETED", "CANCELLED"],
  IN_PROGRESS: ["COMPLETED", "CANCELLED"],
  COMPLETED: [],
  CANCELLED: [],
};

export const taskMayBecome = (from: Status, to: Status): boolean => NEXT[from].includes(to);

/**
 * A step of a work order: the fields that it changes, where its state allows it.
 * @throws Failure ILLEGAL_TRANSITION.
 */
export function planStep<S extends { status: Status }>(task: { status: Status }, step: S): S {
  if (taskMayBecome(task.status, step.status)) return step;
  throw new Failure("ILLEGAL_TRANSITION", `A task that is ${task.status} can't become ${step.status}`);
}

/** The notes on what was done with those of one more person below them. */
export const withNotes = (notes: string | null, author: string, more: string): string =>
  notes === null ? more : `${notes}\n\n${author}: ${more}`;

/** So many points a checklist has at most. */
export const CHECKLIST_MAX = 50;

interface Point {
  text: string;
  done: boolean;
}

/** A checklist with this point ticked or not; one that it does not have yet is added. */
export const withPoint = (checklist: readonly Point[], point: Point): Point[] =>
  checklist.some(({ text }) => text === point.text)
    ? checklist.map((other) => (other.text === point.text ? point : other))
    : [...checklist, point];
