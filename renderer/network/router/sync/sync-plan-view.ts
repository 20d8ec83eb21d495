// A sync job's report as the dialog shows it: groups with counts, what is written, why it is held back. Pure.
import {
  ADOPT_AS,
  type Adoption,
  adoption,
  type JobResult,
  jobResult,
  PLAN_KINDS,
  type PlanKind,
  type PlanRow,
  ROW_WHATS,
} from "../../../../shared/network/agent-wire.ts";
import type { NetworkSyncJob } from "../../../../shared/network/index.ts";

export interface PlanGroup {
  readonly kind: PlanKind;
  readonly count: number;
  readonly rows: readonly PlanRow[];
}

/** Groups that change the router, as far as their rows go; the others are only told. */
const WRITTEN: readonly PlanKind[] = ["create", "update", "enable", "disable"];

/** The agent's report, or null where there is none yet or it is not what was agreed. */
export function reportOf(job: Pick<NetworkSyncJob, "result">): JobResult | null {
  const report = jobResult.safeParse(job.result);
  return report.success ? report.data : null;
}

/** The groups that hold anything, in the order of the plan. */
export function groupsOf({ plan }: JobResult): PlanGroup[] {
  return PLAN_KINDS.map((kind) => ({ kind, ...plan[kind] })).filter(({ count }) => count > 0);
}

/** How many changes applying the plan would write; orphans are listed, not removed. */
export function changesIn({ plan }: JobResult): number {
  return WRITTEN.reduce((total, kind) => total + plan[kind].count, 0);
}

/** Rows made by hand that a plan does or could take over, as one text a row: names may hold anything but this order. */
export type Chosen = ReadonlySet<string>;

export const choiceOf = ({ what, name }: Pick<PlanRow, "what" | "name">): string => `${what} ${name}`;

/** What the job was told to take over. */
export function chosenIn(job: Pick<NetworkSyncJob, "payload">): Chosen {
  const adopt = adoption.safeParse(job.payload.adopt ?? {}).data ?? adoption.parse({});
  return new Set(ROW_WHATS.flatMap((what) => adopt[ADOPT_AS[what]].map((name) => choiceOf({ what, name }))));
}

/** The choice as the server takes it. */
export function adoptionOf(chosen: Chosen): Adoption {
  const named = (what: PlanRow["what"]) =>
    [...chosen]
      .filter((choice) => choice.startsWith(`${what} `))
      .map((choice) => choice.slice(what.length + 1));
  return adoption.parse(Object.fromEntries(ROW_WHATS.map((what) => [ADOPT_AS[what], named(what)])));
}

export const sameChoice = (a: Chosen, b: Chosen): boolean =>
  a.size === b.size && [...a].every((choice) => b.has(choice));

/** "profile: 5M → 10M" for each owned field that differs; `password` is never shown, only named in `passwordWords`. */
export function changeLines(row: PlanRow, passwordWords: string): string[] {
  return row.changes.map(({ field, from, to }) => {
    if (field === "password") return passwordWords;
    return from === null ? `${field}: ${to ?? "—"}` : `${field}: ${from || "—"} → ${to || "—"}`;
  });
}

const FINISHED: readonly NetworkSyncJob["status"][] = ["SUCCEEDED", "FAILED", "CANCELLED"];

export const isFinished = (job: Pick<NetworkSyncJob, "status">) => FINISHED.includes(job.status);

/** Why the agent held the plan back; empty when it may be carried out unasked. */
export function reasonsOf(
  job: Pick<NetworkSyncJob, "result" | "error_code" | "last_error">,
): readonly string[] {
  const reasons = reportOf(job)?.needs_confirmation ?? [];
  if (reasons.length > 0) return reasons;
  return job.error_code === "NEEDS_CONFIRMATION" && job.last_error ? [job.last_error] : [];
}
