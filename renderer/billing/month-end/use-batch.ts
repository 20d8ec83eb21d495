// The batch run: starting it, the one under way, and those that were.
import { useMemo, useState } from "react";
import type { Invoice } from "../../../shared/billing/index.ts";
import type { Month } from "../../../shared/kernel/day.ts";
import type { BackgroundTask } from "../../../shared/platform/index.ts";
import { useAsk } from "../../kernel/connection/server-answers.ts";
import { type Call, useCall } from "../../kernel/connection/use-connection.ts";
import { useReplica, useRows } from "../../kernel/replica-hooks.ts";
import { useArriving } from "../../kernel/screen/arriving.tsx";
import { useFormat } from "../../kernel/use-format.ts";
import { type BatchPreview, batchPreview } from "./month-figures.ts";

const BATCH_KIND = "generate-batch";
const ASK_MS = 1000;

export const isOpen = ({ status }: Pick<BackgroundTask, "status">) =>
  status === "QUEUED" || status === "RUNNING";

/** How many invoices a run made; null where its result does not say. */
export function createdBy(task: Pick<BackgroundTask, "result">): number | null {
  const created = task.result?.invoices_created;
  return typeof created === "number" ? created : null;
}

const dayIn = (task: Pick<BackgroundTask, "result">, name: "issue_date" | "wanted_date"): string | null => {
  const day = task.result?.[name];
  return typeof day === "string" ? day : null;
};

/** Of which day a run's bills are, and which was meant where its books are closed; null: of the day of the run. */
export function dayOfRun(
  task: Pick<BackgroundTask, "result">,
): { day: string; wanted: string | null } | null {
  const day = dayIn(task, "issue_date");
  return day === null ? null : { day, wanted: dayIn(task, "wanted_date") };
}

/** Which month a run was for; null while its result is not there. */
export function monthOfRun(task: Pick<BackgroundTask, "result">): string | null {
  const month = task.result?.billing_month;
  return typeof month === "string" ? month : null;
}

/** Newest first. */
function newestFirst(tasks: readonly BackgroundTask[]): BackgroundTask[] {
  return [...tasks].sort((a, b) => (a.created_at < b.created_at ? 1 : a.created_at > b.created_at ? -1 : 0));
}

interface Batch {
  /** Runs that are known here, the newest first. */
  readonly runs: readonly BackgroundTask[];
  /** The one under way, else the one that was started from here. */
  readonly current: BackgroundTask | null;
  readonly start: Call<[billing_month: string], string>;
}

/** Whom a run would bill, by this computer's records; null until they are all here: nobody bills by a part of them. */
export function useBatchPreview(invoicesOfMonth: readonly Invoice[], month: Month): BatchPreview | null {
  const { timezone } = useFormat();
  const arriving = useArriving();
  const customers = useRows("customers", { selector: { status: "ACTIVE" } });
  return useMemo(
    () => (customers && !arriving ? batchPreview(customers, invoicesOfMonth, { month, timezone }) : null),
    [customers, arriving, invoicesOfMonth, month, timezone],
  );
}

const NONE: readonly BackgroundTask[] = [];

export function useBatch(): Batch {
  const replica = useReplica();
  const tasks = useRows("background_tasks", { selector: { kind: BATCH_KIND } }) ?? NONE;
  const [started, setStarted] = useState<string | null>(null);
  const start = useCall(async (billing_month: string) => {
    const answer = await replica.client.rest("POST", "/api/v1/invoices/generate-batch/", { billing_month });
    const { task_id } = answer as { task_id: string };
    setStarted(task_id);
    replica.syncNow();
    return task_id;
  });
  const runs = useMemo(() => newestFirst(tasks), [tasks]);
  const own = runs.find(({ id }) => id === started) ?? null;
  // Until the task has reached this computer, the server is asked for it.
  const asked = useAsk<BackgroundTask>(
    started && !own ? `/api/v1/background-tasks/${started}/` : null,
    ASK_MS,
  );
  return { runs, current: runs.find(isOpen) ?? own ?? asked.data, start };
}
