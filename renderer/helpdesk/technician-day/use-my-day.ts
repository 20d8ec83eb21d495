// The work orders of the person signed in: today's parts of the day, each in its order.
import { useMemo } from "react";
import { type Task, task } from "../../../shared/helpdesk/index.ts";
import { dayOf } from "../../../shared/kernel/day.ts";
import { useExpectedRows } from "../../kernel/expected/use-expected.ts";
import { useRows } from "../../kernel/replica-hooks.ts";
import { useSession } from "../../kernel/session/session-store.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { DAY_PARTS, type DayPart, dayPartOf, inOrderOfDay } from "./day.rules.ts";

const OPEN = ["ASSIGNED", "IN_PROGRESS"] as const;
/** The last ones that were done, among which are today's. */
const DONE_READ = 50;

export interface MyDay {
  readonly parts: readonly { readonly part: DayPart; readonly tasks: readonly Task[] }[];
  /** In the order of the page, without those that are done. */
  readonly open: readonly Task[];
  /** Work orders of later days. */
  readonly later: number;
}

function arranged(tasks: readonly Task[], today: string, timezone: string): MyDay {
  const of = (one: Task) =>
    dayPartOf(one, today, one.completed_at ? dayOf(new Date(one.completed_at), timezone) : null);
  const parts = DAY_PARTS.map((part) => ({
    part,
    tasks: tasks.filter((one) => of(one) === part).sort(inOrderOfDay),
  })).filter((group) => group.tasks.length > 0);
  const open = parts.filter(({ part }) => part !== "done").flatMap((group) => group.tasks);
  const later = tasks.filter(({ status, due_date }) => status === "ASSIGNED" && (due_date ?? "") > today);
  return { parts, open, later: later.length };
}

/** Undefined while it is read; null: the signed-in person is not of the staff. */
export function useMyDay(): MyDay | null | undefined {
  const user = useSession(({ identity }) => identity?.user.id ?? "");
  const format = useFormat();
  const today = format.today();
  const { timezone } = format;
  const staff = useRows("staff", { selector: { user } });
  const me = staff?.[0]?.id;
  const open = useExpectedRows(task, me ? { selector: { assigned_to: me, status: { $in: OPEN } } } : null);
  const done = useExpectedRows(
    task,
    me
      ? {
          selector: { assigned_to: me, status: "COMPLETED" },
          sort: [{ assigned_to: "desc" }, { status: "desc" }, { updated_at: "desc" }],
          limit: DONE_READ,
        }
      : null,
  );
  return useMemo(() => {
    if (staff !== undefined && me === undefined) return null;
    if (open === undefined || done === undefined) return undefined;
    const all = new Map([...done, ...open].map((one) => [one.id, one]));
    return arranged([...all.values()], today, timezone);
  }, [staff, me, open, done, today, timezone]);
}
