// Jobs in words and what can be done with them. Pure.
import { type NetworkSyncJob, networkSyncJob } from "../../../shared/network/index.ts";
import { type Language, resourceWords, wordsIn } from "../../kernel/i18n/index.ts";

/** A job's kind for people; a comparison is no change. */
export function kindWords(job: Pick<NetworkSyncJob, "kind" | "payload">, language: Language): string {
  return job.kind === "SYNC_ROUTER" && job.payload.dry_run === true
    ? wordsIn(language)("net.job.compare")
    : resourceWords(networkSyncJob, language).choice("kind", job.kind);
}

/** What can be done with a job depends on it. */
type JobState = Readonly<Record<"status" | "attempts", unknown>>;

/** Given up or failed; or waiting for its next try after a failure: it can be hurried. */
export const canRetry = ({ status, attempts }: JobState) =>
  status === "FAILED" || status === "CANCELLED" || (status === "QUEUED" && Number(attempts) > 0);

export const canCancel = ({ status }: Pick<JobState, "status">) => status === "QUEUED" || status === "FAILED";

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
