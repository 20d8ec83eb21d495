// Jobs that are not assigned, beside the people's days: by words and by urgency.
import { Group, NativeSelect, Text, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { PRIORITIES, type Task, task } from "../../../shared/helpdesk/index.ts";
import { useResourceWords, useWords } from "../../kernel/i18n/index.ts";
import { fold } from "../../kernel/replica/search/search-words.ts";
import { useFormat } from "../../kernel/use-format.ts";
import classes from "./day-board.module.css";
import type { BoardDay } from "./use-day.ts";

/** So many cards are drawn: among more one finds by typing. */
const DRAWN = 60;

interface WaitingListProps {
  board: BoardDay;
  isTarget: boolean;
  card: (job: Task) => ReactNode;
  onDrop: () => void;
}

export function WaitingList({ board, isTarget, card, onDrop }: WaitingListProps) {
  const t = useWords();
  const words = useResourceWords(task);
  const format = useFormat();
  const [typed, setTyped] = useState("");
  const [priority, setPriority] = useState("");
  const parts = fold(typed).split(/\s+/).filter(Boolean);
  const found = board.waiting.filter((job) => {
    if (priority !== "" && job.priority !== priority) return false;
    const customer = board.customer(job);
    const text = fold([job.title, customer?.name, customer?.area, customer?.address].join("\n"));
    return parts.every((part) => text.includes(part));
  });
  return (
    <section
      className={classes.waiting}
      aria-label={t("board_day.waiting")}
      data-column=""
      data-target={isTarget}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        onDrop();
      }}
    >
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text component="h2" m={0} fw={650} fz="sm">
          {t("board_day.waiting")}{" "}
          <Text span c="dimmed" inherit className="figures">
            {format.number(found.length)}
          </Text>
        </Text>
        <kbd className={classes.key}>0</kbd>
      </Group>
      <TextInput
        size="xs"
        aria-label={t("board_day.find")}
        placeholder={t("board_day.find")}
        leftSection={<IconSearch size={14} aria-hidden />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <NativeSelect
        size="xs"
        aria-label={words.field("priority")}
        data={[
          { value: "", label: t("board_day.any_priority") },
          ...[...PRIORITIES].reverse().map((value) => ({ value, label: words.choice("priority", value) })),
        ]}
        value={priority}
        onChange={(event) => setPriority(event.currentTarget.value)}
      />
      {found.length === 0 ? (
        <Text fz="sm" c="dimmed">
          {t("board_day.nothing_waits")}
        </Text>
      ) : (
        <ul className={classes.cards}>{found.slice(0, DRAWN).map((job) => card(job))}</ul>
      )}
      {found.length > DRAWN ? (
        <Text fz="xs" c="dimmed">
          {t("board_day.more", { n: format.number(found.length - DRAWN) })}
        </Text>
      ) : null}
    </section>
  );
}
