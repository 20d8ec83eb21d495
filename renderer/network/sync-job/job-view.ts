// Jobs in words and what can be done with them. Pure.
import { isRestart, type NetworkSyncJob, networkSyncJob } from "../../../shared/network/index.ts";
import { type Key, type Language, resourceWords, wordsIn } from "../../kernel/i18n/index.ts";

/** A job's kind for people; a comparison is no change. */
export function kindWords(job: Pick<NetworkSyncJob, "kind" | "payload">, language: Language): string {
  return job.kind === "SYNC_ROUTER" && job.payload.dry_run === true
    ? wordsIn(language)("net.job.compare")
    : resourceWords(networkSyncJob, language).choice("kind", job.kind);
}

/** What helps, by what went wrong. */
const NEXT_STEPS = {
  NEEDS_CONFIRMATION: "net.next.confirm",
  CONFLICT: "net.next.conflict",
  NOT_VERIFIED: "net.next.compare",
  NOT_REPEATED: "net.next.not_repeated",
  TOO_LATE: "net.next.too_late",
  NO_PASSWORD: "net.next.password",
  NO_ADDRESS: "net.next.address",
  TRIAL: "net.next.trial",
  EAUTH: "net.next.sign_in",
  ETLSPIN: "net.next.sign_in",
  ETLS: "net.next.sign_in",
  ECONNREFUSED: "net.next.reach",
  ETIMEDOUT: "net.next.reach",
  EUNREACHABLE: "net.next.reach",
  ECLOSED: "net.next.reach",
  ETRAP: "net.next.rights",
} as const satisfies Record<string, Key>;
const isExplained = (code: string): code is keyof typeof NEXT_STEPS => Object.hasOwn(NEXT_STEPS, code);

/** Null: it is done or under way, or nothing is known that helps. */
export function nextStepOf({
  status,
  attempts,
  error_code,
}: Pick<NetworkSyncJob, "status" | "attempts" | "error_code">): Key | null {
  if (status === "SUCCEEDED" || status === "CANCELLED" || status === "LEASED") return null;
  if (error_code !== null && isExplained(error_code)) return NEXT_STEPS[error_code];
  return status === "QUEUED" && attempts === 0 ? "net.agent_hint" : null;
}

/** What can be done with a job depends on it. */
type JobState = Readonly<Record<"kind" | "status" | "attempts", unknown>>;

/** Given up or failed; or waiting for its next try after a failure: it can be made due. Restarts are ordered again. */
export const canRetry = ({ kind, status, attempts }: JobState) =>
  !isRestart(String(kind)) &&
  (status === "FAILED" || status === "CANCELLED" || (status === "QUEUED" && Number(attempts) > 0));

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
