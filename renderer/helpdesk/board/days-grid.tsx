// People's days: a column for each person, a row for each window, and in the cells their jobs in the order of the way.
import { Button, Group, Text } from "@mantine/core";
import { IconRoute } from "@tabler/icons-react";
import { Fragment, type ReactNode } from "react";
import { type Task, windowOf } from "../../../shared/helpdesk/index.ts";
import type { VisitWindow } from "../../../shared/platform/index.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { windowText } from "./clock-text.ts";
import classes from "./day-board.module.css";
import type { Target } from "./plan-move.ts";
import type { BoardDay } from "./use-day.ts";

interface DaysGridProps {
  board: BoardDay;
  windows: readonly VisitWindow[];
  /** By the id of a member of the staff, why they are away that day. */
  away: ReadonlyMap<string, string>;
  isTarget: (column: number, row: number) => boolean;
  card: (job: Task, turn: number) => ReactNode;
  onDrop: (target: Target) => void;
  onPropose: (person: string) => void;
}

export function DaysGrid({ board, windows, away, isTarget, card, onDrop, onPropose }: DaysGridProps) {
  const t = useWords();
  const format = useFormat();
  const { people } = board;
  // The last row is for what has no window.
  const rows = [...windows.map((window, row) => ({ window, row })), { window: null, row: -1 }];
  const hours = (window: VisitWindow | null) =>
    window === null ? t("board_day.no_window") : windowText(window, format.locale);
  const inCell = (person: string, window: VisitWindow | null) =>
    board
      .of(person)
      .flatMap((job, at) =>
        windowOf(job) === (window === null ? "" : `${window.from}–${window.to}`)
          ? [{ job, turn: at + 1 }]
          : [],
      );
  if (people.length === 0)
    return (
      <Text c="dimmed" p="md">
        {t("board_day.nobody_goes")}
      </Text>
    );
  return (
    <div
      className={classes.days}
      style={{ gridTemplateColumns: `84px repeat(${people.length}, minmax(168px, 1fr))` }}
    >
      <div className={`${classes.head} ${classes.corner}`} />
      {people.map(({ id, name, key }) => (
        <Group key={id} className={classes.head} gap={6} wrap="nowrap" data-head={id}>
          <div style={{ flex: 1, minWidth: 0 }}>
            <Text component="h2" m={0} fw={650} fz="sm" className="cut">
              {name}
            </Text>
            <Text fz="xs" c="dimmed" className="cut">
              {t("board_day.jobs", { count: board.of(id).length, n: format.number(board.of(id).length) })}
              {away.has(id) ? (
                <Text span inherit c="var(--mantine-color-error)">
                  {" "}
                  · {away.get(id)}
                </Text>
              ) : null}
            </Text>
          </div>
          {board.of(id).length > 1 ? (
            <Button
              size="compact-xs"
              variant="subtle"
              tabIndex={-1}
              aria-label={`${t("board_day.arrive")}: ${name}`}
              title={`${t("board_day.arrive")} (P)`}
              onClick={() => onPropose(id)}
            >
              <IconRoute size={15} aria-hidden />
            </Button>
          ) : null}
          {key ? <kbd className={classes.key}>{key}</kbd> : null}
        </Group>
      ))}
      {rows.map(({ window, row }) => (
        <Fragment key={row}>
          <Text className={`${classes.hours} figures`} fz="xs" fw={600}>
            {hours(window)}
          </Text>
          {people.map(({ id, name }, at) => {
            const jobs = inCell(id, window);
            return (
              <section
                key={id}
                className={classes.cell}
                aria-label={`${name}, ${hours(window)}`}
                data-column={id}
                data-target={isTarget(at + 1, row)}
                onDragOver={(event) => event.preventDefault()}
                onDrop={(event) => {
                  event.preventDefault();
                  onDrop({ person: id, window });
                }}
              >
                {jobs.length > 0 ? (
                  <ul className={classes.cards}>{jobs.map(({ job, turn }) => card(job, turn))}</ul>
                ) : null}
              </section>
            );
          })}
        </Fragment>
      ))}
    </div>
  );
}
