// What the list of router jobs and a job's page show beyond plain fields.
import { Text } from "@mantine/core";
import type { NetworkSyncJob } from "../../../shared/network/index.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { faultText } from "../fault-text.ts";
import { ErrorWords } from "../router/router-state.tsx";
import { kindWords } from "./job-view.ts";
import { SnapshotLink } from "./snapshot-link.tsx";

function Kind({ job }: { job: NetworkSyncJob }) {
  return kindWords(job, useWords().language);
}

function Asked({ job: { created_at } }: { job: NetworkSyncJob }) {
  const format = useFormat();
  return <span title={format.instant(created_at)}>{format.ago(created_at)}</span>;
}

/** Why it is not done: what went wrong and when it is tried again, or whom it waits for. */
function Problem({ job }: { job: NetworkSyncJob }) {
  const t = useWords();
  const format = useFormat();
  const { status, attempts, error_code, next_attempt_at } = job;
  const fault = faultText(job, t, job.olt ? "olt" : "router");
  if (status === "SUCCEEDED") return null;
  if (status === "QUEUED" && attempts === 0) {
    return (
      <Text span fz="sm" c="dimmed">
        {t("net.job.waiting_for_agent")}
      </Text>
    );
  }
  const again = fault && status === "QUEUED" ? t("net.job.next", { ago: format.ago(next_attempt_at) }) : null;
  return <ErrorWords text={[fault, again].filter(Boolean).join(" · ")} code={error_code} />;
}

export const JOB_CELLS = {
  kind: (job: NetworkSyncJob) => <Kind job={job} />,
  created_at: (job: NetworkSyncJob) => <Asked job={job} />,
  snapshot_at: (job: NetworkSyncJob) => <SnapshotLink job={job} />,
  last_error: (job: NetworkSyncJob) => <Problem job={job} />,
};
