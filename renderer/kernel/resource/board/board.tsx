// Records as cards in the columns of a choice. A card that is moved, by mouse, menu or key, runs the operation that leads there.
import { Text } from "@mantine/core";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { Resource } from "../../../../shared/kernel/resource.ts";
import { own } from "../../../../shared/kernel/safe-lookup.ts";
import type { AnyRecord } from "../fields.ts";
import type { Asked } from "../list/filter.ts";
import { NotHere } from "../not-here.tsx";
import { useOperate } from "../operation/use-operate.ts";
import { useStart } from "../operation/use-start.tsx";
import type { AnyBoard, AnyOptions } from "../resource-options.ts";
import { useReading } from "../use-reading.ts";
import classes from "./board.module.css";
import { BoardCard } from "./board-card.tsx";
import { BoardColumn } from "./board-column.tsx";
import { type Move, movesOf, moveTowards } from "./board-columns.ts";
import type { ColumnOfCards } from "./cards.tsx";

interface BoardProps {
  resource: Resource;
  options: AnyOptions;
  board: AnyBoard;
  asked: Asked;
  columns: readonly ColumnOfCards[];
}

/** The card that the keys lead to from another one; undefined where there is none on that side. */
function neighbour(board: HTMLElement, id: string, key: string): HTMLElement | undefined {
  const columns = [...board.querySelectorAll("ul")].map((list) => [
    ...list.querySelectorAll<HTMLElement>("[data-card]"),
  ]);
  const column = columns.findIndex((cards) => cards.some((card) => card.dataset.card === id));
  const cards = columns[column] ?? [];
  const at = cards.findIndex((card) => card.dataset.card === id);
  const inColumn: Readonly<Record<string, number>> = {
    ...{ ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: cards.length - 1 },
  };
  const next = own(inColumn, key);
  if (next !== undefined) return cards[next];
  const filled = (list: readonly HTMLElement[]) => list.length > 0;
  const beside =
    key === "ArrowRight" ? columns.slice(column + 1).find(filled) : columns.slice(0, column).findLast(filled);
  return beside?.[Math.min(at, beside.length - 1)];
}

const ARROWS: readonly string[] = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End"];

export function Board({ resource, options, board, asked, columns }: BoardProps) {
  const reading = useReading(resource);
  const { may, ready } = useOperate();
  const { start, dialog } = useStart(resource);
  const [focused, setFocused] = useState<string | null>(null);
  const [menu, setMenu] = useState<string | null>(null);
  const [dragged, setDragged] = useState<AnyRecord | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  /** A card that is on its way to another column: the focus goes with it. */
  const following = useRef<{ id: string; from: unknown } | null>(null);
  const ids = columns.flatMap(({ cards }) => cards.map(({ id }) => id));
  const current = focused !== null && ids.includes(focused) ? focused : ids[0];
  const cardOf = (id: string) => frame.current?.querySelector<HTMLElement>(`[data-card="${id}"]`);
  // After each drawing: where it now stands it is another element, and the focus was lost with the one before.
  useEffect(() => {
    const moved = following.current;
    const column = moved && columns.find(({ cards }) => cards.some(({ id }) => id === moved.id));
    if (!column || column.value === moved.from || document.activeElement !== document.body) return;
    following.current = null;
    cardOf(moved.id)?.focus();
  });
  const allowed = (record: AnyRecord) =>
    movesOf(resource, board, options.actions, record).filter(
      ({ action }) => may(action.operation) && ready(action.operation),
    );
  const move = (record: AnyRecord, { action, given }: Move) => {
    following.current = { id: record.id, from: record[board.by] };
    start(action, [record], given);
  };
  const values = columns.map(({ value }) => value);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, record: AnyRecord) => {
    const moves = allowed(record);
    if (event.key.toLowerCase() === "m" && !event.ctrlKey && !event.metaKey && moves.length > 0) {
      event.preventDefault();
      setMenu(record.id);
      return;
    }
    if (!ARROWS.includes(event.key) || !frame.current) return;
    event.preventDefault();
    if (event.shiftKey && (event.key === "ArrowLeft" || event.key === "ArrowRight")) {
      const side = event.key === "ArrowRight" ? 1 : -1;
      const towards = moveTowards(values, String(record[board.by]), moves, side);
      if (towards) move(record, towards);
      return;
    }
    neighbour(frame.current, record.id, event.key)?.focus();
  };
  const [unknown] = columns;
  if (unknown && columns.every(({ source }) => source.state !== "ready"))
    return <NotHere {...unknown.source} />;
  const draggedTo = dragged ? allowed(dragged) : [];
  return (
    <>
      <Text fz="xs" c="dimmed" id="board-keys">
        {reading.t("board.keys")}
      </Text>
      <section
        ref={frame}
        className={classes.board}
        aria-label={reading.words.title}
        aria-describedby="board-keys"
      >
        {columns.map((column) => (
          <BoardColumn
            key={column.value}
            {...{ resource, board, asked, reading, column }}
            takes={dragged ? draggedTo.some(({ to }) => to === column.value) : undefined}
            onDrop={() => {
              const way = draggedTo.find(({ to }) => to === column.value);
              if (dragged && way) move(dragged, way);
              setDragged(null);
            }}
            card={(record) => (
              <BoardCard
                key={record.id}
                {...{ resource, record, board, reading }}
                cells={options.cells}
                moves={allowed(record)}
                current={record.id === current}
                menuOpen={menu === record.id}
                onMenu={(open) => {
                  setMenu(open ? record.id : null);
                  if (!open) cardOf(record.id)?.focus();
                }}
                onMove={(way) => move(record, way)}
                onFocus={() => setFocused(record.id)}
                onKeyDown={(event) => onKeyDown(event, record)}
                onDrag={(begins) => setDragged(begins ? record : null)}
              />
            )}
          />
        ))}
      </section>
      {dialog}
    </>
  );
}
