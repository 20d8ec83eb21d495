// What came of a job on a router: how many writes, what happened to whom, and whether it was found so afterwards.
import { Alert, Text } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck } from "@tabler/icons-react";
import type { JobResult } from "../../../../shared/network/agent-wire.ts";
import { useWords } from "../../../kernel/i18n/index.ts";
import { useFormat } from "../../../kernel/use-format.ts";

export function SyncOutcome({ report }: { report: JobResult }) {
  const t = useWords();
  const format = useFormat();
  const counts = new Map<JobResult["users"][number]["outcome"], number>();
  for (const { outcome } of report.users) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  const seconds = format.number(Math.max(1, Math.round(report.duration_ms / 100)) / 10);
  const trouble = report.verified === false;
  return (
    <Alert
      color={trouble ? "orange" : "green"}
      icon={trouble ? <IconAlertTriangle size={18} /> : <IconCircleCheck size={18} />}
      title={t("net.sync.applied", { n: format.number(report.writes) })}
      role="status"
    >
      <Text fz="sm">
        {[...counts]
          .map(([outcome, n]) => `${format.number(n)} ${t(`net.sync.outcome.${outcome}`)}`)
          .concat(t("net.sync.duration", { seconds }))
          .join(" · ")}
      </Text>
      {trouble ? <Text fz="sm">{t("net.sync.applied_unverified")}</Text> : null}
    </Alert>
  );
}
