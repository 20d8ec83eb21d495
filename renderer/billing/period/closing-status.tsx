// A closing's status; while the server works on it, how far it has come.
import { Group, Progress, Text } from "@mantine/core";
import { closing } from "../../../shared/billing/index.ts";
import type { RecordOf } from "../../../shared/kernel/resource.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { useRecord } from "../../kernel/replica-hooks.ts";
import { StatusBadge } from "../../kernel/screen/parts.tsx";
import { useFormat } from "../../kernel/use-format.ts";

type Closing = Pick<RecordOf<typeof closing>, "status" | "task_id">;

export function ClosingStatus({ record }: { record: Closing }) {
  const t = useWords();
  const { number } = useFormat();
  const task = useRecord("background_tasks", record.task_id);
  const badge = <StatusBadge of={closing} status={record.status} />;
  const { done, total } = task?.progress ?? { done: 0, total: null };
  if ((record.status !== "RUNNING" && record.status !== "REVERSING") || total === null || total === 0)
    return badge;
  const text = t("month.batch.of", { done: number(done), total: number(total) });
  return (
    <Group gap={8} wrap="nowrap">
      {badge}
      <Progress value={(done / total) * 100} w={70} aria-label={text} />
      <Text span fz="xs" c="dimmed" className="figures">
        {text}
      </Text>
    </Group>
  );
}
