// A column of a board: its name, how many stand in it, and its cards, of many the first.
import { Anchor, Button, ColorSwatch, Group, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import type { Resource } from "../../../../shared/kernel/resource.ts";
import { Known } from "../../screen/arriving.tsx";
import { stateColor } from "../../screen/parts.tsx";
import type { AnyRecord } from "../fields.ts";
import type { Reading } from "../kinds/kind.ts";
import { type Asked, writeAsked } from "../list/filter.ts";
import type { AnyBoard } from "../resource-options.ts";
import classes from "./board.module.css";
import { RECENT_DAYS, withoutField } from "./board-columns.ts";
import type { ColumnOfCards } from "./cards.tsx";

/** So many cards are drawn at first, and so many more each time one asks. */
const DRAWN = 30;

interface BoardColumnProps {
  resource: Resource;
  board: AnyBoard;
  asked: Asked;
  reading: Reading;
  column: ColumnOfCards;
  /** Whether the card that is dragged may come here; undefined while none is. */
  takes: boolean | undefined;
  onDrop: () => void;
  card: (record: AnyRecord) => ReactNode;
}

export function BoardColumn({
  resource,
  board,
  asked,
  reading,
  column,
  takes,
  onDrop,
  card,
}: BoardColumnProps) {
  const { t, words, format } = reading;
  const { value, closed, cards, count } = column;
  const [drawn, setDrawn] = useState(DRAWN);
  const colour = `var(--mantine-color-${stateColor(value) ?? "gray"}-filled)`;
  const name = words.choice(board.by, value);
  const more = Math.min(DRAWN, cards.length - drawn);
  const all = writeAsked({
    ...asked,
    filter: { ...withoutField(asked.filter, board.by), [board.by]: value },
  });
  return (
    <section
      className={classes.column}
      aria-label={name}
      data-takes={takes}
      onDragOver={(event) => {
        if (takes) event.preventDefault();
      }}
      onDrop={(event) => {
        event.preventDefault();
        onDrop();
      }}
    >
      <Group className={classes.heading} gap={6} wrap="nowrap" component="h2" m={0} fz="sm">
        <ColorSwatch size={9} withShadow={false} color={colour} aria-hidden />
        <Text span fw={650} fz="sm">
          {name}
        </Text>
        <Text span c="dimmed" fz="sm" className="figures">
          <Known width={16}>{format.number(count)}</Known>
        </Text>
        {closed ? (
          <Text span c="dimmed" fz="xs" ml="auto">
            {t("board.recent", { n: format.number(RECENT_DAYS) })}
          </Text>
        ) : null}
      </Group>
      <ul className={classes.cards}>{cards.slice(0, drawn).map(card)}</ul>
      {cards.length === 0 ? (
        <Text fz="xs" c="dimmed" px={4}>
          <Known width={120}>{t("board.nothing")}</Known>
        </Text>
      ) : null}
      {more > 0 ? (
        <Button variant="subtle" size="compact-sm" mt={8} onClick={() => setDrawn(drawn + DRAWN)}>
          {t("board.more", { n: format.number(more) })}
        </Button>
      ) : null}
      {closed ? (
        <Anchor component={Link} to={`/${resource.path}?${all}`} fz="xs" mt={8} px={4}>
          {t("board.all")}
        </Anchor>
      ) : null}
    </section>
  );
}
