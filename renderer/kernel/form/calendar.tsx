// A month as a grid of days: one tab stop, arrows move by days and weeks, Page Up and Page Down by months.
import { ActionIcon, Group, SimpleGrid, Stack, Text, UnstyledButton } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { addDays, type Day } from "../../../shared/kernel/day.ts";
import { own } from "../../../shared/kernel/safe-lookup.ts";
import { useWords } from "../i18n/index.ts";
import { useFormat } from "../use-format.ts";
import classes from "./calendar.module.css";
import { addMonths, calendarDays, weekStart } from "./day-text.ts";

interface CalendarProps {
  value: Day | null;
  today: Day;
  min?: Day;
  max?: Day;
  onChoose: (day: Day) => void;
}

export function Calendar({ value, today, min, max, onChoose }: CalendarProps) {
  const t = useWords();
  const format = useFormat();
  const [current, setCurrent] = useState<Day>(value ?? today);
  const grid = useRef<HTMLDivElement>(null);
  const month = current.slice(0, 7);
  const first = weekStart(format.locale);
  const days = calendarDays(month, first);
  const date = (day: Day) => new Date(`${day}T00:00:00Z`);
  const weekday = new Intl.DateTimeFormat(format.locale, { weekday: "narrow", timeZone: "UTC" });
  const inWords = new Intl.DateTimeFormat(format.locale, { dateStyle: "full", timeZone: "UTC" });
  const onKeyDown = (event: KeyboardEvent) => {
    const to: Readonly<Record<string, Day>> = {
      ArrowLeft: addDays(current, -1),
      ArrowRight: addDays(current, 1),
      ArrowUp: addDays(current, -7),
      ArrowDown: addDays(current, 7),
      PageUp: addMonths(current, -1),
      PageDown: addMonths(current, 1),
    };
    const next = own(to, event.key);
    if (next === undefined) return;
    event.preventDefault();
    flushSync(() => setCurrent(next));
    grid.current?.querySelector<HTMLElement>("[data-current]")?.focus();
  };
  return (
    <Stack gap={6} w={252}>
      <Group justify="space-between" wrap="nowrap">
        <ActionIcon aria-label={t("date.previous")} onClick={() => setCurrent(addMonths(current, -1))}>
          <IconChevronLeft size={16} />
        </ActionIcon>
        <Text fz="sm" fw={600} aria-live="polite">
          {format.month(month)}
        </Text>
        <ActionIcon aria-label={t("date.next")} onClick={() => setCurrent(addMonths(current, 1))}>
          <IconChevronRight size={16} />
        </ActionIcon>
      </Group>
      <SimpleGrid ref={grid} cols={7} spacing={2} verticalSpacing={2} onKeyDown={onKeyDown}>
        {days.slice(0, 7).map((day) => (
          <Text key={day} fz="xs" c="dimmed" ta="center" aria-hidden>
            {weekday.format(date(day))}
          </Text>
        ))}
        {days.map((day) => (
          <UnstyledButton
            key={day}
            data-current={day === current || undefined}
            data-autofocus={day === current || undefined}
            className={classes.day}
            tabIndex={day === current ? 0 : -1}
            aria-label={inWords.format(date(day))}
            aria-pressed={day === value}
            aria-current={day === today ? "date" : undefined}
            data-outside={day.slice(0, 7) !== month || undefined}
            disabled={(min !== undefined && day < min) || (max !== undefined && day > max)}
            onClick={() => onChoose(day)}
          >
            {format.number(Number(day.slice(8)))}
          </UnstyledButton>
        ))}
      </SimpleGrid>
    </Stack>
  );
}
