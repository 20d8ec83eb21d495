// A job on the day board: what, for whom, how urgent, and what is wrong with its place in the day.

import { Group, Text } from "@mantine/core";
import {
  IconAlertTriangle,
  IconCalendarDue,
  IconClockExclamation,
  IconCopy,
  IconHistory,
  IconMessageExclamation,
} from "@tabler/icons-react";
import type { DragEvent, KeyboardEvent } from "react";
import { Link } from "react-router";
import { type Task, task } from "../../../shared/helpdesk/index.ts";
import { useResourceWords, useWords } from "../../kernel/i18n/index.ts";
import { usePending } from "../../kernel/replica-hooks.ts";
import cardLink from "../../kernel/resource/board/card-link.module.css";
import { PendingClock, StateBadge, stateColor } from "../../kernel/screen/parts.tsx";
import { useFormat } from "../../kernel/use-format.ts";
import { clockText, windowText } from "./clock-text.ts";
import classes from "./day-board.module.css";
import type { BoardDay } from "./use-day.ts";

export interface JobCardProps {
  board: BoardDay;
  job: Task;
  /** Its place in the person's day, from 1. */
  turn?: number;
  /** Where the keys are: the one card that Tab reaches. */
  current: boolean;
  carried: boolean;
  onFocus: () => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  onDrag: (begins: boolean) => void;
  /** Something is dropped on it: it comes before this one. */
  onDropHere?: () => void;
}

/** What is to be looked at: each a symbol with words, so that no colour has to be seen. */
function Marks({ board, job }: Pick<JobCardProps, "board" | "job">) {
  const t = useWords();
  const format = useFormat();
  const late = board.conflicts.get(job.id);
  const before = board.before(job).length;
  const isLeft = job.due_date !== null && job.due_date < board.day;
  const marks = [
    ...(late
      ? [
          {
            icon: IconClockExclamation,
            text: t("board_day.too_late", { time: clockText(late, format.locale) }),
          },
        ]
      : []),
    ...(board.duplicates.has(job.id) ? [{ icon: IconCopy, text: t("board_day.twice") }] : []),
    ...(board.crossed.has(job.id) ? [{ icon: IconMessageExclamation, text: t("board_day.crossed") }] : []),
    ...(isLeft
      ? [{ icon: IconCalendarDue, text: t("board_day.left_over", { day: format.day(job.due_date) }) }]
      : []),
  ];
  return (
    <>
      {marks.map(({ icon: Icon, text }) => (
        <Text key={text} fz="xs" c="var(--mantine-color-error)" className={classes.mark}>
          <Icon size={13} aria-hidden /> {text}
        </Text>
      ))}
      {before > 0 ? (
        <Text fz="xs" c="dimmed" className={classes.mark}>
          <IconHistory size={13} aria-hidden /> {t("board_day.been_here", { n: format.number(before) })}
        </Text>
      ) : null}
    </>
  );
}

export function JobCard(props: JobCardProps) {
  const { board, job, turn, current, carried, onDrag, onDropHere } = props;
  const words = useResourceWords(task);
  const format = useFormat();
  const waiting = usePending(task.collection, job.id).length > 0;
  const customer = board.customer(job);
  const { window_from: from, window_to: to } = job;
  const isFree = job.status === "PENDING" || job.status === "ASSIGNED";
  const window =
    turn === undefined && from !== null && to !== null ? windowText({ from, to }, format.locale) : null;
  const drop = (event: DragEvent) => {
    event.preventDefault();
    event.stopPropagation();
    onDropHere?.();
  };
  return (
    <li
      className={classes.card}
      data-carried={carried}
      data-status={job.status}
      style={{ borderInlineStartColor: `var(--mantine-color-${stateColor(job.priority) ?? "gray"}-filled)` }}
      draggable={isFree}
      onDragStart={(event) => {
        event.dataTransfer.setData("text/plain", job.title);
        event.dataTransfer.effectAllowed = "move";
        onDrag(true);
      }}
      onDragEnd={() => onDrag(false)}
      {...(onDropHere ? { onDrop: drop, onDragOver: (event: DragEvent) => event.preventDefault() } : {})}
    >
      <Group gap={6} wrap="nowrap" align="start">
        {turn === undefined ? null : (
          <Text span className={classes.turn} aria-hidden>
            {format.number(turn)}
          </Text>
        )}
        <Link
          className={cardLink.title}
          to={`/${task.path}/${job.id}`}
          draggable={false}
          data-card={job.id}
          tabIndex={current ? 0 : -1}
          onFocus={props.onFocus}
          onKeyDown={props.onKeyDown}
        >
          {job.title}
        </Link>
        {waiting ? <PendingClock /> : null}
      </Group>
      <Group gap={6} mt={2} fz="xs" c="dimmed">
        {customer ? (
          <Text span inherit className="cut" maw="100%">
            {customer.name}
            {customer.area ? ` · ${customer.area}` : ""}
          </Text>
        ) : null}
        {window ? (
          <Text span inherit className="figures">
            {window}
          </Text>
        ) : null}
        {job.priority === "URGENT" || job.priority === "HIGH" ? (
          <Text span inherit fw={650} c="var(--mantine-color-text)">
            {job.priority === "URGENT" ? <IconAlertTriangle size={12} aria-hidden /> : null}{" "}
            {words.choice("priority", job.priority)}
          </Text>
        ) : null}
        {isFree ? null : (
          <StateBadge size="xs" state={job.status} label={words.choice("status", job.status)} />
        )}
      </Group>
      <Marks board={board} job={job} />
    </li>
  );
}
