// Today's work orders as cards: what, where, when and how pressing. Arrows go from one to the next, Enter opens it.
import { Badge, Box, Group, Paper, Stack, Text, Title } from "@mantine/core";
import type { KeyboardEvent } from "react";
import { Link } from "react-router";
import { type Task, task } from "../../../shared/helpdesk/index.ts";
import { useWaitingIds } from "../../kernel/expected/use-expected.ts";
import { useResourceWords, useWords } from "../../kernel/i18n/index.ts";
import { useKeyHints } from "../../kernel/page-actions/page-actions.ts";
import { useRecord } from "../../kernel/replica-hooks.ts";
import { PendingClock, StateBadge } from "../../kernel/screen/parts.tsx";
import { useFormat } from "../../kernel/use-format.ts";
import { jobWindowText } from "../board/clock-text.ts";
import classes from "./day.module.css";
import type { MyDay } from "./use-my-day.ts";

/** The cards of one list in the order of the page. */
const cardsOf = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>("a[data-card]")];

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const cards = cardsOf(event.currentTarget);
  const at = cards.indexOf(document.activeElement as HTMLElement);
  const next = cards[Math.max(0, Math.min(cards.length - 1, at + step))];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function Card({ of, active, waits }: { of: Task; active: boolean; waits: boolean }) {
  const t = useWords();
  const format = useFormat();
  const words = useResourceWords(task);
  const customer = useRecord("customers", of.customer);
  const where = [customer?.name, customer?.address ?? customer?.area].filter(Boolean).join(" · ");
  const window = jobWindowText(of, format.locale);
  const isOpen = of.status !== "COMPLETED";
  return (
    <Paper
      component={Link}
      to={`/day?task=${of.id}`}
      data-card
      data-active={active || undefined}
      aria-current={active ? "true" : undefined}
      p="sm"
      className={classes.card}
    >
      <Group justify="space-between" wrap="nowrap" gap="xs" align="flex-start">
        <Text fw={650} className={classes.title}>
          {of.title}
        </Text>
        <Group gap={6} wrap="nowrap" flex="none">
          {waits ? <PendingClock /> : null}
          {of.status === "IN_PROGRESS" ? (
            <Badge color={of.paused_at ? "gray" : "blue"}>
              {t(of.paused_at ? "day.rests" : "day.at_work")}
            </Badge>
          ) : null}
          {isOpen && (of.priority === "URGENT" || of.priority === "HIGH") ? (
            <StateBadge state={of.priority} label={words.choice("priority", of.priority)} />
          ) : null}
        </Group>
      </Group>
      {where ? (
        <Text fz="sm" c="dimmed" className={classes.title}>
          {where}
        </Text>
      ) : null}
      <Group gap="xs">
        {window ? (
          <Text fz="sm" fw={600} className="figures">
            {window}
          </Text>
        ) : null}
        <Text fz="sm" c="dimmed">
          {words.choice("task_type", of.task_type)}
          {of.due_date && of.due_date < format.today() && isOpen ? ` · ${format.day(of.due_date)}` : ""}
          {of.left_unfixed ? ` · ${t("day.left")}` : ""}
        </Text>
      </Group>
    </Paper>
  );
}

export function DayList({ day, shown }: { day: MyDay; shown: string | undefined }) {
  const t = useWords();
  const format = useFormat();
  const waiting = useWaitingIds(task.collection);
  useKeyHints([{ keys: ["↑", "↓", "Enter"], label: t("shortcuts.pick") }]);
  return (
    <Box component="nav" aria-label={t("day.list")} onKeyDown={moveFocus}>
      <Stack gap="md">
        {day.parts.map(({ part, tasks }) => (
          <Stack key={part} gap="xs" component="section" aria-labelledby={`day-${part}`}>
            <Title order={2} fz="sm" c="dimmed" id={`day-${part}`}>
              {t(`day.part.${part}`)} · {format.number(tasks.length)}
            </Title>
            {tasks.map((one) => (
              <Card key={one.id} of={one} active={one.id === shown} waits={waiting.includes(one.id)} />
            ))}
          </Stack>
        ))}
      </Stack>
    </Box>
  );
}
