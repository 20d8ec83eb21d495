// The day board: people's days by windows, jobs that are not assigned beside them; moved by mouse and by keys, also without a line.
import { ActionIcon, Button, Group, Skeleton, Text, VisuallyHidden } from "@mantine/core";
import { IconCalendarTime, IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { type Task, windowsOf } from "../../../shared/helpdesk/index.ts";
import { addDays, isDay } from "../../../shared/kernel/day.ts";
import { DateField } from "../../kernel/form/date-field.tsx";
import { useWords } from "../../kernel/i18n/index.ts";
import { Known, WhenHere } from "../../kernel/screen/arriving.tsx";
import { Page } from "../../kernel/screen/parts.tsx";
import { useFormat } from "../../kernel/use-format.ts";
import { windowText } from "./clock-text.ts";
import classes from "./day-board.module.css";
import { DaysGrid } from "./days-grid.tsx";
import { JobCard } from "./job-card.tsx";
import { JobPane } from "./job-pane.tsx";
import { planDay } from "./plan-move.ts";
import { useBoardKeys } from "./use-board-keys.ts";
import { type BoardDay, useDay } from "./use-day.ts";
import { useMoves } from "./use-moves.ts";
import { useVisitWindows } from "./use-visit-windows.ts";
import { WaitingList } from "./waiting-list.tsx";

/** Why members of the staff are away on a day, by their ids; an area that knows says it. */
export type UseAway = (day: string) => ReadonlyMap<string, string>;

function DayPicker({ day, onChange }: { day: string; onChange: (day: string) => void }) {
  const t = useWords();
  const { today } = useFormat();
  return (
    <Group gap={4} align="flex-start">
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={t("board_day.earlier")}
        onClick={() => onChange(addDays(day, -1))}
      >
        <IconChevronLeft size={16} />
      </ActionIcon>
      <DateField
        w={140}
        aria-label={t("board_day.day")}
        value={day}
        onChange={(next) => isDay(next) && onChange(next)}
      />
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={t("board_day.later")}
        onClick={() => onChange(addDays(day, 1))}
      >
        <IconChevronRight size={16} />
      </ActionIcon>
      <Button variant="default" disabled={day === today()} onClick={() => onChange(today())}>
        {t("board_day.today")}
      </Button>
    </Group>
  );
}

function Board({ board, away }: { board: BoardDay; away: ReadonlyMap<string, string> }) {
  const t = useWords();
  const format = useFormat();
  const frame = useRef<HTMLDivElement>(null);
  const moves = useMoves();
  const [focused, setFocused] = useState<string | null>(null);
  const [dragged, setDragged] = useState<Task | null>(null);
  const following = useRef<string | null>("");
  const windows = windowsOf(board.jobs, useVisitWindows());
  const all = [...board.waiting, ...board.jobs];
  const current = all.find(({ id }) => id === focused) ?? all[0];
  const follow = (id: string) => {
    following.current = id;
  };
  const keys = useBoardKeys({ board, windows, moves, frame, follow });
  // After each drawing: where a job now stands its card is another element, and the focus was lost with the one before.
  useEffect(() => {
    const id = following.current;
    if (id === null || document.activeElement !== document.body) return;
    const card = frame.current?.querySelector<HTMLElement>(id === "" ? "[data-card]" : `[data-card="${id}"]`);
    if (!card) return;
    following.current = null;
    card.focus();
  });
  const { carried } = keys;
  const carriedJob = all.find(({ id }) => id === carried?.id);
  const target = (column: number, row: number) =>
    carried?.column === column && (column === 0 || carried.row === row);
  const window = carried ? windows[carried.row] : undefined;
  const said =
    carried && carriedJob
      ? t("board_day.carried", {
          title: carriedJob.title,
          person: board.people[carried.column - 1]?.name ?? t("board_day.waiting"),
          window: window ? windowText(window, format.locale) : t("board_day.no_window"),
        })
      : "";
  const put = (to: Parameters<typeof keys.drop>[1]) => {
    if (dragged) keys.drop(dragged, to);
    setDragged(null);
  };
  const card = (job: Task, turn?: number) => (
    <JobCard
      key={job.id}
      {...{ board, job }}
      {...(turn === undefined ? {} : { turn })}
      current={job.id === current?.id}
      carried={carried?.id === job.id}
      onFocus={() => {
        setFocused(job.id);
        if (carried && carried.id !== job.id) keys.setCarried(null);
      }}
      onKeyDown={(event) => keys.onKeyDown(event, job)}
      onDrag={(begins) => setDragged(begins ? job : null)}
      {...(turn === undefined
        ? {}
        : {
            onDropHere: () => {
              const { assigned_to: person, window_from: from, window_to: to } = job;
              if (dragged?.id === job.id) return setDragged(null);
              put({ person, window: from && to ? { from, to } : null, before: job.id });
            },
          })}
    />
  );
  return (
    <div className={classes.board} ref={frame}>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      <WaitingList board={board} isTarget={target(0, -1)} card={card} onDrop={() => put({ person: null })} />
      <DaysGrid
        {...{ board, windows, away, card }}
        isTarget={target}
        onDrop={put}
        onPropose={(person) => void moves.move(planDay(board, person, false))}
      />
      <JobPane board={board} job={current} />
    </div>
  );
}

export function DayBoard({ useAway }: { useAway: UseAway }) {
  const t = useWords();
  const format = useFormat();
  const [params, setParams] = useSearchParams();
  const asked = params.get("day") ?? "";
  const day = isDay(asked) ? asked : format.today();
  const board = useDay(day);
  const away = useAway(day);
  return (
    <Page
      fill
      title={t("nav.day_board")}
      subtitle={
        board ? (
          <Known width={160}>
            {t("board_day.subtitle", {
              n: format.number(board.jobs.length),
              waiting: format.number(board.waiting.length),
            })}
          </Known>
        ) : undefined
      }
      actions={<DayPicker day={day} onChange={(next) => setParams({ day: next }, { replace: true })} />}
    >
      <Text fz="xs" c="dimmed" visibleFrom="xs">
        {t("board_day.keys")}
      </Text>
      <WhenHere icon={IconCalendarTime}>
        {board ? <Board key={day} board={board} away={away} /> : <Skeleton h={400} />}
      </WhenHere>
    </Page>
  );
}
