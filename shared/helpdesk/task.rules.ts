// How a work order moves from state to state (contract §3), and how long was worked on it. Pure.
import { Failure } from "../kernel/failure.ts";

export const TASK_TYPES = ["INSTALLATION", "REPAIR", "INSPECTION"] as const;
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

/** When a work order was worked on. */
export interface Worked {
  readonly status: Status;
  /** Since when they have been at it without a break; null before the start and after the end. */
  readonly resumed_at: string | null;
  /** Since when the work rests. */
  readonly paused_at: string | null;
  /** Up to the last break or the end. */
  readonly worked_seconds: number;
}

/** The seconds of work up to a moment. A clock that was set back takes nothing away. */
export function workedUntil({ resumed_at, worked_seconds }: Omit<Worked, "status">, at: string): number {
  if (resumed_at === null) return worked_seconds;
  const seconds = Math.floor((Date.parse(at) - Date.parse(resumed_at)) / 1_000);
  return worked_seconds + Math.max(0, seconds);
}

/** Whether a work order may be begun, or gone on with after a break. */
export const mayStart = ({ status, paused_at }: Pick<Worked, "status" | "paused_at">): boolean =>
  taskMayBecome(status, "IN_PROGRESS") || (status === "IN_PROGRESS" && paused_at !== null);

/** Whether the work may rest. */
export const mayPause = ({ status, paused_at }: Pick<Worked, "status" | "paused_at">): boolean =>
  status === "IN_PROGRESS" && paused_at === null;

/**
 * The work begins, or goes on after a break.
 * @throws Failure ILLEGAL_TRANSITION.
 */
export function planStart(task: Worked & { started_at: string | null }, at: string) {
  if (!mayStart(task))
    throw new Failure("ILLEGAL_TRANSITION", `A task that is ${task.status} can't be begun`);
  return {
    status: "IN_PROGRESS" as const,
    started_at: task.started_at ?? at,
    resumed_at: at,
    paused_at: null,
  };
}

/**
 * The work rests.
 * @throws Failure ILLEGAL_TRANSITION.
 */
export function planPause(task: Worked, at: string) {
  if (!mayPause(task)) throw new Failure("ILLEGAL_TRANSITION", "Nobody is at work on this task");
  return {
    status: task.status,
    resumed_at: null,
    paused_at: at,
    worked_seconds: workedUntil(task, at),
  };
}

/** Whether work began or paused after this moment: of two who did so offline the later one counts. */
export const isOvertaken = (
  { status, resumed_at, paused_at }: Omit<Worked, "worked_seconds">,
  at: string,
): boolean => {
  const last = paused_at ?? resumed_at;
  return status === "IN_PROGRESS" && last !== null && Date.parse(at) < Date.parse(last);
};

/** What the end of the work leaves of its times. */
export const planEnd = (task: Worked, at: string) => ({
  resumed_at: null,
  paused_at: null,
  worked_seconds: workedUntil(task, at),
});

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
