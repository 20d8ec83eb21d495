// Making the month's invoices: what it will do, start, progress, outcome.

import {
  Alert,
  Button,
  Group,
  NativeSelect,
  Paper,
  Progress,
  SimpleGrid,
  Stack,
  Text,
  Title,
} from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck, IconCloudOff } from "@tabler/icons-react";
import { Link } from "react-router";
import { type BackgroundTask, backgroundTask } from "../../../shared/platform/index.ts";
import { useOnline } from "../../kernel/connection/use-connection.ts";
import { resourceWords, useWords } from "../../kernel/i18n/index.ts";
import { problemSays } from "../../kernel/problem-words.ts";
import { Fact, Trouble } from "../../kernel/screen/parts.tsx";
import { useFormat } from "../../kernel/use-format.ts";
import { type BatchPreview, monthChoices } from "./month-figures.ts";
import { createdBy, dayOfRun, isOpen, type useBatch } from "./use-batch.ts";

interface RunningTaskProps {
  task: BackgroundTask;
  /** What it is doing. */
  title: string;
  /** The bar's name. */
  label: string;
  maw?: number;
}

/** How far a task in the background has come; whoever watches may leave. */
export function RunningTask({ task, title, label, maw }: RunningTaskProps) {
  const t = useWords();
  const format = useFormat();
  const { done, total } = task.progress ?? { done: 0, total: null };
  const known = total !== null && total > 0;
  return (
    <Stack gap={6} role="status" maw={maw}>
      <Group justify="space-between" gap="sm">
        <Text fz="sm" fw={600}>
          {title}
        </Text>
        {known ? (
          <Text fz="sm" c="dimmed" className="figures">
            {t("month.batch.of", { done: format.number(done), total: format.number(total) })}
          </Text>
        ) : null}
      </Group>
      <Progress value={known ? (done / total) * 100 : 100} animated aria-label={label} />
      <Text fz="sm" c="dimmed">
        {t("month.batch.leave")}
      </Text>
    </Stack>
  );
}

function Running({ task }: { task: BackgroundTask }) {
  const t = useWords();
  const title = t(task.status === "QUEUED" ? "month.batch.queued" : "month.batch.running");
  return <RunningTask task={task} title={title} label={t("month.batch.running")} />;
}

/** What came of a run, in one line. */
export function RunOutcome({ task }: { task: BackgroundTask }) {
  const t = useWords();
  const format = useFormat();
  if (isOpen(task)) return <>—</>;
  if (task.status === "FAILED") return <>{problemSays(task.error, t) ?? t("month.batch.failed")}</>;
  const created = createdBy(task);
  if (created === null) return <>{resourceWords(backgroundTask, t.language).choice("status", task.status)}</>;
  return (
    <>{created === 0 ? t("month.batch.done_none") : t("month.batch.done", { n: format.number(created) })}</>
  );
}

function Ended({ task }: { task: BackgroundTask }) {
  const t = useWords();
  const format = useFormat();
  const dated = dayOfRun(task);
  if (task.status === "FAILED")
    return (
      <Alert color="red" icon={<IconAlertTriangle size={18} />} title={t("month.batch.failed")} role="alert">
        <Text fz="sm">{problemSays(task.error, t)}</Text>
        <Text fz="sm">{t("month.batch.failed_hint")}</Text>
        <Text fz="xs" c="dimmed" mt={2}>
          {String(task.error?.code ?? "")}
        </Text>
      </Alert>
    );
  return (
    <Alert color="green" icon={<IconCircleCheck size={18} />} role="status">
      <Text fz="sm" fw={600}>
        <RunOutcome task={task} />
      </Text>
      {dated ? (
        <Text fz="sm">
          {t(dated.wanted ? "month.batch.dated_later" : "month.batch.dated", {
            day: format.day(dated.day),
            wanted: format.day(dated.wanted),
          })}
        </Text>
      ) : null}
    </Alert>
  );
}

function Start({
  month,
  preview,
  batch,
}: {
  month: string;
  preview: BatchPreview;
  batch: ReturnType<typeof useBatch>;
}) {
  const t = useWords();
  const format = useFormat();
  const online = useOnline();
  const { to_bill } = preview;
  const name = format.month(month);
  return (
    <>
      <Text fz="sm">
        {to_bill > 0
          ? t("month.batch.will", { n: format.number(to_bill) })
          : t("month.batch.nobody", { month: name })}
      </Text>
      {online ? null : (
        <Alert color="orange" icon={<IconCloudOff size={18} />} py={8}>
          {t("month.batch.offline")}
        </Alert>
      )}
      <Trouble error={batch.start.error} />
      <Group justify="flex-end">
        <Button
          variant={to_bill > 0 ? "filled" : "default"}
          disabled={!online}
          loading={batch.start.busy}
          onClick={() => void batch.start.run(month)}
        >
          {to_bill > 0 ? t("month.batch.start", { n: format.number(to_bill) }) : t("month.batch.start_any")}
        </Button>
      </Group>
    </>
  );
}

interface BatchCardProps {
  month: string;
  /** Left out: the month is given. */
  onMonth?: (month: string) => void;
  preview: BatchPreview | null;
  batch: ReturnType<typeof useBatch>;
}

export function BatchCard({ month, onMonth, preview, batch }: BatchCardProps) {
  const t = useWords();
  const format = useFormat();
  const { current } = batch;
  const running = current !== null && isOpen(current);
  const figure = (value: number | undefined) => (value === undefined ? "—" : format.number(value));
  return (
    <Paper p="md" component="section" aria-label={t("month.batch")}>
      <Stack gap="md">
        <Group justify="space-between" wrap="nowrap">
          <Title order={2}>{t("month.batch")}</Title>
          {onMonth ? (
            <NativeSelect
              aria-label={t("month.batch.month")}
              value={month}
              onChange={(event) => onMonth(event.currentTarget.value)}
              data={monthChoices(format.today()).map((value) => ({ value, label: format.month(value) }))}
            />
          ) : null}
        </Group>
        <SimpleGrid cols={2} spacing="sm" verticalSpacing="sm">
          <Fact label={t("month.batch.active")}>{figure(preview?.active)}</Fact>
          <Fact label={t("month.batch.to_bill")}>{figure(preview?.to_bill)}</Fact>
          <Fact label={t("month.batch.billed")}>{figure(preview?.billed)}</Fact>
          <Fact label={t("month.batch.without_package")}>{figure(preview?.without_package)}</Fact>
        </SimpleGrid>
        {current && !running ? <Ended task={current} /> : null}
        {running ? <Running task={current} /> : null}
        {!running && preview ? <Start month={month} preview={preview} batch={batch} /> : null}
        <Text
          component={Link}
          to={`/month-end?month=${month}&view=invoices`}
          fz="sm"
          c="var(--mantine-color-anchor)"
        >
          {t("month.batch.see", { month: format.month(month) })}
        </Text>
      </Stack>
    </Paper>
  );
}
