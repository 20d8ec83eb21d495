// Jobs in words and what can be done with them. Pure.
import { type NetworkSyncJob, networkSyncJob } from "../../../shared/network/index.ts";
import { type Language, resourceWords, wordsIn } from "../../kernel/i18n/index.ts";

export const JOB_FILTERS = ["OPEN", "FAILED", "SUCCEEDED", "ALL"] as const;
export type JobFilter = (typeof JOB_FILTERS)[number];

type Status = NetworkSyncJob["status"];

const STATUSES: Readonly<Record<JobFilter, readonly Status[]>> = {
  OPEN: ["QUEUED", "LEASED"],
  FAILED: ["FAILED"],
  SUCCEEDED: ["SUCCEEDED"],
  ALL: ["QUEUED", "LEASED", "FAILED", "SUCCEEDED", "CANCELLED"],
};

export const isAmong = (filter: JobFilter, status: Status) => STATUSES[filter].includes(status);

/** A job's kind for people; a comparison is no change. */
export function kindWords(job: Pick<NetworkSyncJob, "kind" | "payload">, language: Language): string {
  return job.kind === "SYNC_ROUTER" && job.payload.dry_run === true
    ? wordsIn(language)("net.job.compare")
    : resourceWords(networkSyncJob, language).choice("kind", job.kind);
}

export const canRetry = ({ status }: Pick<NetworkSyncJob, "status">) =>
  status === "FAILED" || status === "CANCELLED";

/** Waiting for its next try after a failure: it can be hurried. */
export const canHurry = ({ status, attempts }: Pick<NetworkSyncJob, "status" | "attempts">) =>
  status === "QUEUED" && attempts > 0;

export const canCancel = ({ status }: Pick<NetworkSyncJob, "status">) =>
  status === "QUEUED" || status === "FAILED";

/** Failures that nothing has made good since: no later job for the same customer, or router, succeeded. */
export function openFailures(
  failed: readonly NetworkSyncJob[],
  succeeded: readonly NetworkSyncJob[],
): readonly NetworkSyncJob[] {
  const changes = succeeded.filter(({ payload }) => payload.dry_run !== true);
  return failed.filter(
    (failure) =>
      !changes.some(
        ({ customer, router, kind, created_at }) =>
          router === failure.router &&
          created_at > failure.created_at &&
          (kind === "SYNC_ROUTER" || (customer !== null && customer === failure.customer)),
      ),
  );
}

/** Newest first. */
export function newestFirst(jobs: readonly NetworkSyncJob[]): NetworkSyncJob[] {
  return [...jobs].sort((a, b) => (a.created_at < b.created_at ? 1 : a.created_at > b.created_at ? -1 : 0));
}
