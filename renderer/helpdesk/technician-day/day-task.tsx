// One work order during the work: its customer and how to get there, the line, the steps, and its end.
import { ActionIcon, Badge, Box, Button, Group, Kbd, Paper, Stack, Text, Title } from "@mantine/core";
import {
  IconArrowLeft,
  IconCheck,
  IconPlayerPause,
  IconPlayerPlay,
  IconZoomQuestion,
} from "@tabler/icons-react";
import { type ReactNode, useRef, useState } from "react";
import { Link, useNavigate } from "react-router";
import {
  completeTask,
  mayPause,
  mayStart,
  pauseTask,
  startTask,
  type Task,
  task,
  taskMayBecome,
  workedUntil,
} from "../../../shared/helpdesk/index.ts";
import { useCall } from "../../kernel/connection/use-connection.ts";
import { useExpectedRecord } from "../../kernel/expected/use-expected.ts";
import { useResourceWords, useWords } from "../../kernel/i18n/index.ts";
import { durationText } from "../../kernel/money-format.ts";
import { usePageActions } from "../../kernel/page-actions/page-actions.ts";
import { useOperate } from "../../kernel/resource/operation/use-operate.ts";
import { NothingHere } from "../../kernel/screen/arriving.tsx";
import { PendingClock, StateBadge, StatusBadge, Trouble } from "../../kernel/screen/parts.tsx";
import { useFormat } from "../../kernel/use-format.ts";
import { jobWindowText } from "../board/clock-text.ts";
import { TaskPhotos } from "../photo/task-photos.tsx";
import { Checklist } from "../task-work.tsx";
import classes from "./day.module.css";
import { DayCustomer } from "./day-customer.tsx";
import { DayEnd } from "./day-end.tsx";
import { LightBefore, type TypedBefore } from "./light-before.tsx";

interface DayTaskProps {
  id: string;
  parts: ((task: Task) => ReactNode) | undefined;
  /** It has the page for itself: there is a way back. */
  is_alone?: boolean;
}

function Head({ of, pending, is_alone }: { of: Task; pending: boolean; is_alone: boolean }) {
  const t = useWords();
  const words = useResourceWords(task);
  const format = useFormat();
  const worked = workedUntil(of, new Date().toISOString());
  return (
    <Group wrap="nowrap" align="flex-start" gap="xs">
      {is_alone ? (
        <ActionIcon component={Link} to="/day" size="lg" variant="subtle" aria-label={t("day.back")}>
          <IconArrowLeft size={20} aria-hidden />
        </ActionIcon>
      ) : null}
      <Box miw={0} flex={1}>
        <Title order={is_alone ? 1 : 2} className={classes.title}>
          {of.title}
        </Title>
        <Group gap={6} mt={4}>
          <StatusBadge of={task} status={of.status} />
          {of.paused_at ? <Badge color="gray">{t("day.rests")}</Badge> : null}
          <StateBadge state={of.priority} label={words.choice("priority", of.priority)} />
          <Text fz="sm" c="dimmed">
            {[
              words.choice("task_type", of.task_type),
              of.due_date ? format.day(of.due_date) : null,
              jobWindowText(of, format.locale),
              worked > 0 ? t("day.worked", { duration: durationText(worked, format.locale) }) : null,
            ]
              .filter(Boolean)
              .join(" · ")}
          </Text>
          {pending ? <PendingClock /> : null}
        </Group>
      </Box>
    </Group>
  );
}

function Deeds({ of, onEnd }: { of: Task; onEnd: () => void }) {
  const t = useWords();
  const words = useResourceWords(task);
  const { may, run } = useOperate();
  const begin = useCall(() => run(startTask, of.id, {}));
  const rest = useCall(() => run(pauseTask, of.id, {}));
  const canBegin = mayStart(of) && may(startTask);
  const canRest = mayPause(of) && may(pauseTask);
  const canEnd = taskMayBecome(of.status, "COMPLETED") && may(completeTask);
  const rests = of.status === "IN_PROGRESS";
  /** What the work goes on with: S begins it, lets it rest, and begins it again. */
  const next = canBegin
    ? {
        id: "start",
        label: rests ? t("day.go_on") : words.operation("start"),
        icon: IconPlayerPlay,
        by: begin,
      }
    : canRest
      ? { id: "pause", label: words.operation("pause"), icon: IconPlayerPause, by: rest }
      : null;
  const goOn = () => void next?.by.run();
  usePageActions([
    ...(next ? [{ id: next.id, label: next.label, icon: next.icon, key: "S", run: goOn }] : []),
    ...(canEnd ? [{ id: "finish", label: t("day.to_end"), icon: IconCheck, key: "D", run: onEnd }] : []),
  ]);
  if (!next && !canEnd) return null;
  return (
    <Box className={classes.deeds}>
      <Group grow gap="xs" preventGrowOverflow={false}>
        {next ? (
          <Button
            size="md"
            variant={canBegin ? "filled" : "default"}
            loading={next.by.busy}
            leftSection={<next.icon size={18} aria-hidden />}
            rightSection={
              <Kbd size="xs" visibleFrom="md">
                S
              </Kbd>
            }
            aria-keyshortcuts="S"
            onClick={goOn}
          >
            {next.label}
          </Button>
        ) : null}
        {canEnd ? (
          <Button
            size="md"
            variant={canBegin ? "default" : "filled"}
            leftSection={<IconCheck size={18} aria-hidden />}
            rightSection={
              <Kbd size="xs" visibleFrom="md">
                D
              </Kbd>
            }
            aria-keyshortcuts="D"
            onClick={onEnd}
          >
            {t("day.to_end")}
          </Button>
        ) : null}
      </Group>
      <Trouble error={begin.error ?? rest.error} />
    </Box>
  );
}

function Done({ of }: { of: Task }) {
  const words = useResourceWords(task);
  const rows = [
    ["completion_notes", of.completion_notes],
    ["left_unfixed", of.left_unfixed],
    ["signed_by", of.signed_by],
    ["cancel_reason", of.cancel_reason],
  ] as const;
  return (
    <Paper p="md" component="section">
      <Stack gap="xs">
        {rows.map(([name, value]) =>
          value ? (
            <Box key={name}>
              <Text fz="xs" c="dimmed">
                {words.field(name)}
              </Text>
              <Text style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>{value}</Text>
            </Box>
          ) : null,
        )}
      </Stack>
    </Paper>
  );
}

export function DayTask({ id, parts, is_alone = false }: DayTaskProps) {
  const t = useWords();
  const navigate = useNavigate();
  const end = useRef<HTMLTextAreaElement>(null);
  const light = useRef<HTMLInputElement>(null);
  const [before, setBefore] = useState<TypedBefore>(null);
  const found = useExpectedRecord(task, id);
  if (found === undefined) return null;
  if (found === null) return <NothingHere icon={IconZoomQuestion} title={t("record.gone")} />;
  const { record, pending } = found;
  const isOpen = taskMayBecome(record.status, "COMPLETED");
  // The title above is the page's own where the task is alone on it.
  const level = is_alone ? 2 : 3;
  const toEnd = () => {
    end.current?.scrollIntoView({ block: "center" });
    end.current?.focus();
  };
  return (
    <Stack gap="md" p={is_alone ? "sm" : 0} component="article" aria-label={record.title}>
      <Head of={record} pending={pending} is_alone={is_alone} />
      <Text style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>{record.description}</Text>
      <DayCustomer of={record} level={level} />
      {isOpen ? <LightBefore of={record} input={light} typed={before} onTyped={setBefore} /> : null}
      <Checklist record={record} />
      <TaskPhotos task={record} />
      {parts?.(record)}
      {isOpen ? (
        <DayEnd
          of={record}
          level={level}
          notes={end}
          before={{ text: before?.text ?? "", input: light }}
          onDone={() => void navigate("/day")}
        />
      ) : (
        <Done of={record} />
      )}
      <Deeds of={record} onEnd={toEnd} />
    </Stack>
  );
}
