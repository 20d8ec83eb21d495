// Where the people of the day are, as far as their jobs say. Pure.
import { inTurn, type Task } from "../../shared/helpdesk/index.ts";

export interface Whereabouts {
  readonly person: string;
  /** What they have begun and not paused; else what comes next; null: all is done. */
  readonly job: Task | null;
  readonly is_there: boolean;
  readonly done: number;
  readonly all: number;
}

/**
 * One line for each person with a job that day, who is at work first.
 * @param jobs the day's, of everybody
 */
export function whereabouts(jobs: readonly Task[]): readonly Whereabouts[] {
  const known = jobs.filter(({ status, assigned_to }) => status !== "CANCELLED" && assigned_to !== null);
  const people = [...new Set(known.flatMap(({ assigned_to }) => assigned_to ?? []))];
  return people
    .map((person): Whereabouts => {
      const own = inTurn(known.filter(({ assigned_to }) => assigned_to === person));
      const left = own.filter(({ status }) => status !== "COMPLETED");
      const begun = left.find(({ status, paused_at }) => status === "IN_PROGRESS" && paused_at === null);
      return {
        ...{ person, job: begun ?? left[0] ?? null, is_there: begun !== undefined },
        ...{ done: own.length - left.length, all: own.length },
      };
    })
    .sort((a, b) => Number(b.is_there) - Number(a.is_there) || b.all - b.done - (a.all - a.done));
}
