// A record as a card: what it is called, a few of its fields, and the menu that moves it.

import { ActionIcon, Group, Menu, Text } from "@mantine/core";
import { IconArrowRight, IconDotsVertical } from "@tabler/icons-react";
import type { KeyboardEvent } from "react";
import { Link } from "react-router";
import type { Resource } from "../../../../shared/kernel/resource.ts";
import { usePending } from "../../replica-hooks.ts";
import { PendingClock } from "../../screen/parts.tsx";
import { type AnyRecord, fieldOf, isMissing, nameBeside, titleOf } from "../fields.ts";
import type { Reading } from "../kinds/kind.ts";
import { FieldCell, type OwnCells } from "../list/columns-of.tsx";
import type { AnyBoard } from "../resource-options.ts";
import classes from "./board.module.css";
import type { Move } from "./board-columns.ts";
import cardLink from "./card-link.module.css";

interface BoardCardProps {
  resource: Resource;
  record: AnyRecord;
  board: AnyBoard;
  cells: OwnCells;
  reading: Reading;
  moves: readonly Move[];
  /** Where the keys are: the one card that Tab reaches. */
  current: boolean;
  menuOpen: boolean;
  onMenu: (open: boolean) => void;
  onMove: (move: Move) => void;
  onFocus: () => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  onDrag: (dragged: boolean) => void;
}

/** A field's value; the name of another record as plain text, so that a card leads to one place only. */
function Said({
  name,
  ...card
}: Pick<BoardCardProps, "resource" | "record" | "cells" | "reading"> & { name: string }) {
  const { resource, record, cells, reading } = card;
  const field = fieldOf(resource, name);
  const { kind, references = "" } = field.meta;
  const own = cells[name];
  if (own) return own(record);
  if (kind === "reference")
    return reading.nameOf(references, String(record[name])) ?? nameBeside(resource, name, record) ?? "";
  return <FieldCell field={field} record={record} reading={reading} />;
}

export function BoardCard(props: BoardCardProps) {
  const { resource, record, board, reading, moves, current, menuOpen, onMenu, onMove, onDrag } = props;
  const { t, words } = reading;
  const waiting = usePending(resource.collection, record.id).length > 0;
  const name = titleOf(resource, record);
  const said = board.card.filter((one) => !isMissing(record[one]));
  return (
    <li
      className={classes.card}
      draggable={moves.length > 0}
      onDragStart={(event) => {
        event.dataTransfer.setData("text/plain", name);
        event.dataTransfer.effectAllowed = "move";
        onDrag(true);
      }}
      onDragEnd={() => onDrag(false)}
    >
      <div style={{ flex: 1, minWidth: 0 }}>
        <Group gap={6} wrap="nowrap" align="start">
          <Link
            className={cardLink.title}
            to={`/${resource.path}/${record.id}`}
            draggable={false}
            data-card={record.id}
            tabIndex={current ? 0 : -1}
            aria-keyshortcuts={moves.length > 0 ? "M" : undefined}
            onFocus={props.onFocus}
            onKeyDown={props.onKeyDown}
          >
            {name}
          </Link>
          {waiting ? <PendingClock /> : null}
        </Group>
        <Group gap={6} mt={4} fz="xs" c="dimmed">
          {said.map((one) => (
            <Text key={one} span inherit title={words.field(one)}>
              <Said {...props} name={one} />
            </Text>
          ))}
        </Group>
      </div>
      {moves.length > 0 ? (
        <Menu opened={menuOpen} onChange={onMenu} position="bottom-end" shadow="md" withinPortal>
          <Menu.Target>
            <ActionIcon
              className={classes.menu}
              size="sm"
              tabIndex={-1}
              aria-label={t("board.move", { name })}
            >
              <IconDotsVertical size={15} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {moves.map((move) => (
              <Menu.Item
                key={move.to}
                leftSection={<IconArrowRight size={15} aria-hidden />}
                onClick={() => onMove(move)}
              >
                {words.choice(board.by, move.to)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      ) : null}
    </li>
  );
}
