// A work order gets another place in the days of the people who go out: another person, day, window or turn. Pure.
import { Failure } from "../../kernel/failure.ts";
import type { Task } from "../task.ts";
import { checkWindow } from "../task-proof.rules.ts";

type Place = Pick<Task, "assigned_to" | "due_date" | "window_from" | "window_to" | "sequence">;
type Arranged = Pick<Task, "status"> & Place;

/** What is to change; what is left out stays. */
export type Wish = { readonly [K in keyof Place]?: Place[K] | undefined };

/**
 * The new place of a work order. Who has begun keeps it on their day; what is done with stays where it was. On another
 * day, or with another person, its turn is open again.
 * @throws Failure ILLEGAL_TRANSITION, VALIDATION.
 */
export function planArrange(task: Arranged, wish: Wish): Arranged {
  const { status } = task;
  if (status === "COMPLETED" || status === "CANCELLED")
    throw new Failure("ILLEGAL_TRANSITION", `A task that is ${status} has no place in a day to come`);
  const assigned_to = wish.assigned_to === undefined ? task.assigned_to : wish.assigned_to;
  const due_date = wish.due_date === undefined ? task.due_date : wish.due_date;
  const is_moved = assigned_to !== task.assigned_to || due_date !== task.due_date;
  if (is_moved && status === "IN_PROGRESS")
    throw new Failure("ILLEGAL_TRANSITION", "The work has begun: it stays with who began it, on that day");
  const window = {
    window_from: wish.window_from === undefined ? task.window_from : wish.window_from,
    window_to: wish.window_to === undefined ? task.window_to : wish.window_to,
  };
  const hours = due_date === null ? { window_from: null, window_to: null } : window;
  checkWindow(hours);
  const sequence = wish.sequence === undefined ? (is_moved ? null : task.sequence) : wish.sequence;
  const given = status === "IN_PROGRESS" ? status : assigned_to === null ? "PENDING" : "ASSIGNED";
  return { status: given, assigned_to, due_date, ...hours, sequence };
}

/** Whether a work order is there already. */
export const isArranged = (task: Place, wish: Wish): boolean =>
  (Object.keys(wish) as (keyof Place)[]).every(
    (name) => wish[name] === undefined || wish[name] === task[name],
  );

/** Where the dispatcher saw a work order when they moved it. */
export type Seen = Pick<Task, "assigned_to" | "due_date">;

/** Whether another dispatcher had given it to another person or day since, and this move does so, too. */
export const crosses = (task: Place, wish: Wish, seen: Seen | undefined): boolean =>
  seen !== undefined &&
  (wish.assigned_to !== undefined || wish.due_date !== undefined) &&
  (task.assigned_to !== seen.assigned_to || task.due_date !== seen.due_date);
