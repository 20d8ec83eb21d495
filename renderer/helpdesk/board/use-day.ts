// Everything that the day board shows, out of the replica: the day's jobs by its index, those that are not assigned, and the people.
import { useMemo } from "react";
import {
  conflictsIn,
  duplicatesIn,
  inTurn,
  isOpenJob,
  type Point,
  type Task,
  task,
} from "../../../shared/helpdesk/index.ts";
import type { Day } from "../../../shared/kernel/day.ts";
import type { ReviewItem } from "../../../shared/platform/index.ts";
import type { Customer } from "../../../shared/subscribers/index.ts";
import { useExpectedRows } from "../../kernel/expected/use-expected.ts";
import { useById, useRows } from "../../kernel/replica-hooks.ts";
import { useAddresses } from "../address/use-addresses.ts";
import { type Person, peopleOf } from "./people.ts";

const NONE: readonly never[] = [];

export interface BoardDay {
  readonly day: Day;
  readonly people: readonly Person[];
  /** The day's assigned jobs, without those called off. */
  readonly jobs: readonly Task[];
  /** A person's jobs in the order of their day. */
  of(person: string): readonly Task[];
  /** Jobs that are not assigned: of this day, of none, and those left on a day before. */
  readonly waiting: readonly Task[];
  customer(job: Pick<Task, "customer" | "location">): Customer | undefined;
  place(job: Task): Point | null;
  /** When a job would be done that can't be done within its window. */
  readonly conflicts: ReadonlyMap<string, string>;
  /** By a job's id, the others at its house that day. */
  readonly duplicates: ReadonlyMap<string, readonly Task[]>;
  /** What was done at the same house before, the newest first. */
  before(job: Task): readonly Task[];
  /** What the server told of moves that crossed, by the job's id. */
  readonly crossed: ReadonlyMap<string, ReviewItem>;
}

function useWaiting(day: Day): readonly Task[] | undefined {
  const pending = useExpectedRows(task, { selector: { status: "PENDING" } });
  const assigned = useExpectedRows(task, { selector: { status: "ASSIGNED" } });
  return useMemo(() => {
    if (!pending || !assigned) return undefined;
    const nobodys = pending.filter(({ due_date }) => due_date === null || due_date <= day);
    const left = assigned.filter(({ due_date }) => due_date !== null && due_date < day);
    return inTurn([...nobodys, ...left].map((one) => ({ ...one, sequence: null })));
  }, [pending, assigned, day]);
}

function useCrossed(): ReadonlyMap<string, ReviewItem> {
  const items = useRows("review_items", { selector: { status: "OPEN", kind: "CONFLICT" } });
  return useMemo(() => new Map((items ?? []).map((item) => [String(item.payload?.id ?? ""), item])), [items]);
}

/** Undefined until the replica has answered. */
export function useDay(day: Day): BoardDay | undefined {
  const dated = useExpectedRows(task, { selector: { due_date: day } });
  const waiting = useWaiting(day);
  const members = useRows("staff");
  const roles = useById("roles");
  const templates = useById("task_templates");
  const crossed = useCrossed();
  const jobs = useMemo(
    () => (dated ?? NONE).filter(({ assigned_to, status }) => assigned_to !== null && status !== "CANCELLED"),
    [dated],
  );
  const here = useMemo(() => [...jobs, ...(waiting ?? NONE)], [jobs, waiting]);
  const houses = useAddresses(day, here);
  return useMemo(() => {
    if (!dated || !waiting || !members) return undefined;
    const people = peopleOf(members, roles, jobs);
    const days = new Map(
      people.map(({ id }) => [id, inTurn(jobs.filter(({ assigned_to }) => assigned_to === id))]),
    );
    const { customer, spot, before } = houses;
    const place = (job: Task) => spot(job).place;
    const minutes = (job: Task) => templates.get(job.template ?? "")?.minutes_expected ?? null;
    const conflicts = [...days.values()].flatMap((order) => [...conflictsIn(order, place, minutes)]);
    // A job of no day may become one of this: with it there would be two at its house.
    const sameDay = here.filter(isOpenJob).map((job) => ({ ...job, due_date: day }));
    return {
      ...{ day, people, jobs, waiting, place, before, crossed },
      of: (person) => days.get(person) ?? NONE,
      customer,
      conflicts: new Map(conflicts),
      duplicates: duplicatesIn(sameDay, spot),
    };
  }, [dated, waiting, members, roles, templates, jobs, here, houses, crossed, day]);
}
