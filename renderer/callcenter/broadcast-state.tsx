// How far a broadcast has come, with the button that stops it; and what came of it.
import { Alert, Anchor, Button, Group, Progress, Stack, Text } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck, IconPlayerStop } from "@tabler/icons-react";
import { Link } from "react-router";
import { stopBroadcast } from "../../shared/callcenter/index.ts";
import type { BackgroundTask } from "../../shared/platform/index.ts";
import { useCall } from "../kernel/connection/use-connection.ts";
import { useWords } from "../kernel/i18n/index.ts";
import { problemSays } from "../kernel/problem-words.ts";
import { useOperate } from "../kernel/resource/operation/use-operate.ts";
import { Trouble } from "../kernel/screen/parts.tsx";
import { useFormat } from "../kernel/use-format.ts";

interface Counts {
  readonly called: number;
  readonly failed: number;
  readonly skipped: Readonly<Record<string, number>>;
}

const isRunning = ({ status }: BackgroundTask) => status === "QUEUED" || status === "RUNNING";

function Running({ task }: { task: BackgroundTask }) {
  const t = useWords();
  const format = useFormat();
  const { run, may, ready } = useOperate();
  const stopping = useCall(() => run(stopBroadcast, task.id, {}));
  const { done, total } = task.progress;
  const known = total !== null && total > 0;
  return (
    <Stack gap={6} role="status">
      <Group justify="space-between" gap="sm">
        <Text fz="sm" fw={600}>
          {t(task.status === "QUEUED" ? "calls.queued" : "calls.running")}
        </Text>
        {known ? (
          <Text fz="sm" c="dimmed" className="figures">
            {t("calls.of", { done: format.number(done), total: format.number(total) })}
          </Text>
        ) : null}
      </Group>
      <Progress value={known ? (done / total) * 100 : 100} animated aria-label={t("calls.running")} />
      <Group justify="space-between" gap="sm">
        <Text fz="sm" c="dimmed">
          {t("calls.leave")}
        </Text>
        {may(stopBroadcast) ? (
          <Button
            variant="default"
            size="compact-sm"
            c="var(--mantine-color-error)"
            leftSection={<IconPlayerStop size={16} aria-hidden />}
            disabled={!ready(stopBroadcast)}
            loading={stopping.busy}
            onClick={() => void stopping.run()}
          >
            {t("calls.stop")}
          </Button>
        ) : null}
      </Group>
      <Trouble error={stopping.error} />
    </Stack>
  );
}

function Ended({ task }: { task: BackgroundTask }) {
  const t = useWords();
  const format = useFormat();
  const counts = task.result as Counts | null;
  const failed = task.status === "FAILED";
  const Icon = failed ? IconAlertTriangle : IconCircleCheck;
  return (
    <Alert color={failed ? "orange" : "green"} icon={<Icon size={18} />} role="status">
      {failed ? <Text fz="sm">{problemSays(task.error, t)}</Text> : null}
      {counts ? (
        <Text fz="sm" fw={600}>
          {t("calls.outcome", {
            called: format.number(counts.called),
            failed: format.number(counts.failed),
            skipped: format.number(Object.values(counts.skipped).reduce((sum, n) => sum + n, 0)),
          })}
        </Text>
      ) : null}
      <Group gap="sm" fz="xs" c="dimmed">
        {format.instant(task.created_at)} · {task.requested_by}
        <Anchor component={Link} to={`/call-logs?broadcast=${task.id}`} inherit>
          {t("calls.see")}
        </Anchor>
      </Group>
    </Alert>
  );
}

export function BroadcastState({ task }: { task: BackgroundTask }) {
  return isRunning(task) ? <Running task={task} /> : <Ended task={task} />;
}
