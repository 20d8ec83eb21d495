// What a drop on the board means: the wishes for the job, and for those whose turns have to make room. Pure.
import { isOpenJob, proposeOrder, type Task, turnsFor, type Wish } from "../../../shared/helpdesk/index.ts";
import type { VisitWindow } from "../../../shared/platform/index.ts";
import type { BoardDay } from "./use-day.ts";
import type { Change } from "./use-moves.ts";

/** Where something is dropped: with no person, or with a person in a window (null: none); `before` another job of theirs. */
export interface Target {
  readonly person: string | null;
  /** Left out: it keeps its window. */
  readonly window?: VisitWindow | null;
  readonly before?: string;
}

/** A person's jobs that have a place to get: what is done with keeps the one that it had. */
const openOf = (board: BoardDay, person: string): readonly Task[] => board.of(person).filter(isOpenJob);

/** Turns for a person's day in this order, with the further wishes for the one that is moved. */
function inOrder(order: readonly Task[], moved: Task, wish: Wish): Change[] {
  const turns = turnsFor(order, moved.id);
  const own = turns.find(({ id }) => id === moved.id);
  const sequence = own?.sequence ?? moved.sequence;
  const others = turns.flatMap(({ id, sequence }) => {
    const job = order.find((one) => one.id === id);
    return job && id !== moved.id ? [{ job, wish: { sequence } }] : [];
  });
  return [{ job: moved, wish: { ...wish, sequence } }, ...others];
}

export function planDrop(board: BoardDay, job: Task, target: Target): Change[] {
  const { person, window, before } = target;
  if (person === null) return job.assigned_to === null ? [] : [{ job, wish: { assigned_to: null } }];
  const hours =
    window === undefined ? {} : { window_from: window?.from ?? null, window_to: window?.to ?? null };
  const wish: Wish = { assigned_to: person, due_date: board.day, ...hours };
  const others = openOf(board, person).filter(({ id }) => id !== job.id);
  const moved = { ...job, ...hours, assigned_to: person, due_date: board.day, sequence: null };
  if (before !== undefined) {
    const at = others.findIndex(({ id }) => id === before);
    const order = [...others.slice(0, at), moved, ...others.slice(at)];
    return inOrder(order, { ...moved }, wish).map((change) =>
      change.job.id === job.id ? { ...change, job } : change,
    );
  }
  const isSame =
    job.assigned_to === person &&
    job.due_date === board.day &&
    (window === undefined || (job.window_from === hours.window_from && job.window_to === hours.window_to));
  if (isSame) return [];
  // Without an order made by hand there is none to keep.
  if (others.every(({ sequence }) => sequence === null)) return [{ job, wish: { ...wish, sequence: null } }];
  const order = proposeOrder([...others, moved], board.place);
  return inOrder(order, moved, wish).map((change) =>
    change.job.id === job.id ? { ...change, job } : change,
  );
}

/** One place earlier or later in the person's day. */
export function planTurn(board: BoardDay, job: Task, step: 1 | -1): Change[] {
  const order = [...openOf(board, job.assigned_to ?? "")];
  const at = order.findIndex(({ id }) => id === job.id);
  const other = order[at + step];
  if (at < 0 || !other) return [];
  order[at] = other;
  order[at + step] = job;
  return inOrder(order, job, {}).filter(({ job: one, wish }) => wish.sequence !== one.sequence);
}

/** The proposed order of a person's day; `anew`: also where one was made by hand. */
export function planDay(board: BoardDay, person: string, anew: boolean): Change[] {
  const jobs = openOf(board, person);
  const order = proposeOrder(anew ? jobs.map((job) => ({ ...job, sequence: null })) : jobs, board.place);
  return order.flatMap(({ id }, at) => {
    const job = jobs.find((one) => one.id === id);
    const sequence = (at + 1) * 100;
    return job && job.sequence !== sequence ? [{ job, wish: { sequence } }] : [];
  });
}
