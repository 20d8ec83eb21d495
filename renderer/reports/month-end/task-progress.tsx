// How far a background task has come, and its outcome; it is here again after a visit to another page.
import { Alert, Text } from "@mantine/core";
import type { BackgroundTask } from "../../../shared/platform/index.ts";
import { RunningTask } from "../../billing/index.ts";
import { useAsk } from "../../kernel/connection/server-answers.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { problemSays } from "../../kernel/problem-words.ts";
import { useRecord } from "../../kernel/replica-hooks.ts";
import { useFormat } from "../../kernel/use-format.ts";

const LOOK_MS = 2_000;

export function TaskProgress({ task_id }: { task_id: string }) {
  const t = useWords();
  const format = useFormat();
  const held = useRecord("background_tasks", task_id);
  // Until it has reached this computer.
  const asked = useAsk<BackgroundTask>(held ? null : `/api/v1/background-tasks/${task_id}/`, LOOK_MS);
  const task = held ?? asked.data;
  if (!task) return null;
  if (task.status === "FAILED")
    return (
      <Alert color="red" role="alert">
        {t("steps.task_failed")} {problemSays(task.error, t)}
      </Alert>
    );
  if (task.status === "SUCCEEDED")
    return (
      <Text fz="sm" role="status">
        {t("steps.task_done", { n: format.number(task.progress?.done ?? 0) })}
      </Text>
    );
  const title = t("steps.task_running");
  return <RunningTask task={task} title={title} label={title} maw={560} />;
}
