// OLTs, their ports and ONUs as one tree: virtual rows, arrows open and close, Enter opens the ONU.
import { Badge, Box, Text } from "@mantine/core";
import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { olt as oltResource } from "../../../../shared/network/index.ts";
import { useWords } from "../../../kernel/i18n/index.ts";
import { StatusBadge } from "../../../kernel/screen/parts.tsx";
import { useFormat } from "../../../kernel/use-format.ts";
import { powerText } from "../../diagnosis/verdict-text.ts";
import { SignalMark } from "../signal-mark.tsx";
import classes from "./tree.module.css";
import { isPortDown, type OltRow, type OnuRow, type PortRow, type TreeRow } from "./tree-rows.ts";

const ROW = 36;
const PAGE = 12;

interface OltTreeProps {
  readonly label: string;
  readonly rows: readonly TreeRow[];
  /** The name of the customer of an ONU; null: it has none. */
  readonly nameOf: (customer: string | null) => string | null;
  readonly onToggle: (key: string, open: boolean) => void;
  readonly onOpen: (row: TreeRow) => void;
}

function OltLine({ row: { olt } }: { row: OltRow }) {
  const t = useWords();
  const format = useFormat();
  const figures = { online: format.number(olt.onu_online), total: format.number(olt.onu_count) };
  return (
    <>
      <span className={classes.name}>{olt.name}</span>
      {olt.onu_los > 0 ? <Badge color="red">{t("tree.los", { n: format.number(olt.onu_los) })}</Badge> : null}
      {olt.onu_weak > 0 ? (
        <Badge color="orange">{t("tree.weak", { n: format.number(olt.onu_weak) })}</Badge>
      ) : null}
      <Text span fz="sm" className="figures">
        {t("tree.online", figures)}
      </Text>
      <StatusBadge of={oltResource} status={olt.status} />
    </>
  );
}

function PortLine({ row }: { row: PortRow }) {
  const t = useWords();
  const format = useFormat();
  const figures = { online: format.number(row.online), total: format.number(row.total) };
  return (
    <>
      <span className={classes.name}>{t("tree.port", { port: row.pon_port })}</span>
      {isPortDown(row) ? <Badge color="red">{t("tree.port_down")}</Badge> : null}
      {row.los > 0 ? <Badge color="red">{t("tree.los", { n: format.number(row.los) })}</Badge> : null}
      {row.power > 0 ? <Badge color="red">{t("tree.power", { n: format.number(row.power) })}</Badge> : null}
      {row.weak > 0 ? <Badge color="orange">{t("tree.weak", { n: format.number(row.weak) })}</Badge> : null}
      <Text span fz="sm" c="dimmed" className={`figures ${classes.wide}`}>
        {row.weakest_dbm === null
          ? ""
          : t("tree.weakest", { dbm: powerText(row.weakest_dbm, format.locale) })}
      </Text>
      <Text span fz="sm" className="figures">
        {t("tree.online", figures)}
      </Text>
    </>
  );
}

function OnuLine({ row: { onu }, name }: { row: OnuRow; name: string | null }) {
  const t = useWords();
  const format = useFormat();
  return (
    <>
      <Text span fz="sm" c="dimmed" className="figures" w={32} ta="right">
        {format.number(onu.onu_index)}
      </Text>
      <span className={classes.name}>
        {name ?? t("tree.no_customer")}
        <Text span fz="xs" c="dimmed" ml={8}>
          {onu.serial_number ?? ""}
        </Text>
      </span>
      <SignalMark onu={onu} />
    </>
  );
}

function lineOf(row: TreeRow, nameOf: OltTreeProps["nameOf"]): ReactNode {
  switch (row.kind) {
    case "olt":
      return <OltLine row={row} />;
    case "port":
      return <PortLine row={row} />;
    case "onu":
      return <OnuLine row={row} name={nameOf(row.onu.customer)} />;
  }
}

export function OltTree({ label, rows, nameOf, onToggle, onOpen }: OltTreeProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState<string | null>(null);
  /** Where the keys have moved to while the focus is still on its way. */
  const moving = useRef<string | null>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 10,
  });
  const at = Math.max(
    0,
    rows.findIndex(({ key }) => key === current),
  );
  const moveTo = (index: number) => {
    const next = rows[Math.max(0, Math.min(index, rows.length - 1))];
    if (!next) return;
    setCurrent(next.key);
    moving.current = next.key;
    virtual.scrollToIndex(rows.indexOf(next));
    requestAnimationFrame(() => {
      if (moving.current !== next.key) return;
      scroller.current?.querySelector<HTMLElement>(`[data-key="${next.key}"]`)?.focus();
      moving.current = null;
    });
  };
  const press = (row: TreeRow) => (row.is_open === null ? onOpen(row) : onToggle(row.key, !row.is_open));
  const inward = (row: TreeRow, index: number) => {
    if (row.is_open === false) onToggle(row.key, true);
    else if (row.is_open) moveTo(index + 1);
  };
  const outward = (row: TreeRow) => {
    if (row.is_open) onToggle(row.key, false);
    else if (row.parent) moveTo(rows.findIndex(({ key }) => key === row.parent));
  };
  const onKeyDown = (event: KeyboardEvent, focused: number) => {
    const ahead = rows.findIndex(({ key }) => key === moving.current);
    const index = ahead < 0 ? focused : ahead;
    const row = rows[index];
    if (!row) return;
    const moves: Readonly<Record<string, () => void>> = {
      ArrowDown: () => moveTo(index + 1),
      ArrowUp: () => moveTo(index - 1),
      PageDown: () => moveTo(index + PAGE),
      PageUp: () => moveTo(index - PAGE),
      Home: () => moveTo(0),
      End: () => moveTo(rows.length - 1),
      ArrowRight: () => inward(row, index),
      ArrowLeft: () => outward(row),
      Enter: () => press(row),
      " ": () => press(row),
    };
    const move = Object.hasOwn(moves, event.key) ? moves[event.key] : undefined;
    if (!move || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    move();
  };
  return (
    <Box ref={scroller} className={classes.frame}>
      <Box role="tree" aria-label={label} className={classes.rows} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          if (!row) return null;
          return (
            <div
              key={row.key}
              role="treeitem"
              aria-level={row.level}
              aria-expanded={row.is_open ?? undefined}
              aria-selected={index === at}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              tabIndex={index === at ? 0 : -1}
              data-key={row.key}
              className={classes.row}
              style={{ height: ROW, transform: `translateY(${start}px)` }}
              onClick={() => {
                setCurrent(row.key);
                press(row);
              }}
              onFocus={() => setCurrent(row.key)}
              onKeyDown={(event) => onKeyDown(event, index)}
            >
              {row.is_open === null ? null : row.is_open ? (
                <IconChevronDown size={16} aria-hidden />
              ) : (
                <IconChevronRight size={16} aria-hidden />
              )}
              {lineOf(row, nameOf)}
            </div>
          );
        })}
      </Box>
    </Box>
  );
}
