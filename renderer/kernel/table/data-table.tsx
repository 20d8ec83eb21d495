// The table of every list: virtual rows, sorting, chosen columns, keys; as fast with 100,000 rows as with ten.

import { Box, Checkbox } from "@mantine/core";
import {
  columnVisibilityFeature,
  createColumnHelper,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { useVirtualizer } from "@tanstack/react-virtual";
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { own } from "../../../shared/kernel/safe-lookup.ts";
import { useWords } from "../i18n/index.ts";
import { useKeyHints } from "../page-actions/page-actions.ts";
import type { Column } from "./columns.ts";
import classes from "./data-table.module.css";
import type { Selection } from "./selection.ts";
import { TableHead } from "./table-head.tsx";
import { useFocusTable } from "./use-focus-table.ts";
import { useRowPosition } from "./use-row-position.ts";
import type { TableChoice } from "./use-table-choice.ts";
import { CHOOSER, neededWidth } from "./widths.ts";

const features = tableFeatures({ rowSortingFeature, columnVisibilityFeature });
const ROW = 40;
const PAGE = 12;

interface DataTableProps<T> {
  label: string;
  rows: readonly T[];
  columns: readonly Column<T>[];
  choice: TableChoice;
  rowKey: (row: T) => string;
  onOpen?: (row: T) => void;
  empty: ReactNode;
  /** What is done to a row by a key, e.g. `Delete`, besides opening it. */
  keys?: Readonly<Record<string, (row: T) => void>>;
  /** Rows can be chosen: by their boxes, by `x` and by Space. */
  selection?: Selection;
  /** Told which row is stood on. A click stands on it then; a double click or Enter opens it. */
  onCurrent?: ((row: T) => void) | undefined;
  /** The key of the row that is shown elsewhere. */
  current?: string | undefined;
  /** Told when the last rows come into view: there may be more. */
  onEnd?: () => void;
  /** Height of the scrolled part; fills its parent unless told. */
  height?: number | string;
}

/** The place of the rows that are not drawn. */
function Gap({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null;
  return (
    <tr>
      <td colSpan={columns} style={{ height, padding: 0, border: 0 }} />
    </tr>
  );
}

/** One component for all columns: a change of columns renders a row's content again, and leaves open what was opened from it. */
function Cell<T>({ column, row }: { column: Column<T>; row: T }) {
  const { cell, text, value } = column;
  return cell?.(row) ?? text?.(row) ?? String(value(row) ?? "—");
}

/** Rows come sorted (`choice.sort`, `sorted`): only those in view are given to the table's model. */
export function DataTable<T extends object>(props: DataTableProps<T>) {
  const { label, rows, columns, choice, rowKey, onOpen, empty, selection, onEnd, height = "100%" } = props;
  const { onCurrent } = props;
  const t = useWords();
  const scroller = useRef<HTMLDivElement>(null);
  useFocusTable(scroller);
  const [current, setCurrent] = useState(0);
  /** Where the keys have moved to while the focus is still on its way. */
  const moving = useRef<number | null>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 8,
  });
  const items = virtual.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? -1;
  const data = useMemo(() => rows.slice(first, last + 1), [rows, first, last]);
  const defs = useMemo(() => {
    const helper = createColumnHelper<typeof features, T>();
    return columns.map(({ id, header }) => helper.display({ id, header }));
  }, [columns]);
  const table = useTable({
    features,
    columns: defs,
    data,
    manualSorting: true,
    getRowId: rowKey,
    state: { sorting: choice.sort ? [choice.sort] : [], columnVisibility: choice.visibility },
  });
  const atEnd = rows.length > 0 && last >= rows.length - PAGE;
  useEffect(() => {
    if (atEnd) onEnd?.();
  }, [atEnd, onEnd]);
  const shown = columns.filter(({ id }) => choice.visibility[id] !== false);
  const before = items[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);

  const moveTo = (index: number) => {
    const next = Math.max(0, Math.min(index, rows.length - 1));
    setCurrent(next);
    moving.current = next;
    virtual.scrollToIndex(next);
    requestAnimationFrame(() => {
      if (moving.current !== next) return;
      scroller.current?.querySelector<HTMLElement>(`[data-index="${next}"]`)?.focus();
      moving.current = null;
    });
  };
  const notePlace = useRowPosition(label, rows.length > 0, (key) => {
    const index = rows.findIndex((row) => rowKey(row) === key);
    if (index >= 0) moveTo(index);
    return index >= 0;
  });
  const onKeyDown = (event: KeyboardEvent, focused: number) => {
    // A held key is faster than the focus that follows it.
    const index = moving.current ?? focused;
    const steps: Record<string, number> = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      PageDown: index + PAGE,
      PageUp: index - PAGE,
      Home: 0,
      End: rows.length - 1,
    };
    const next = own(steps, event.key);
    const row = rows[index];
    if (next !== undefined) {
      event.preventDefault();
      if (event.shiftKey && selection && row) selection.toggle(rowKey(row));
      return moveTo(next);
    }
    // What stands in a row has its own keys.
    if (event.target !== event.currentTarget || !row || event.ctrlKey || event.metaKey || event.altKey)
      return;
    const chooses = selection && (event.key === "x" || event.key === " ");
    const act = chooses
      ? () => selection.toggle(rowKey(row), event.shiftKey)
      : event.key === "Enter"
        ? onOpen
        : own(props.keys ?? {}, event.key);
    if (!act) return;
    event.preventDefault();
    // The same key may mean something else on the page.
    event.stopPropagation();
    // The focus may still be on its way to it.
    notePlace(rowKey(row));
    act(row);
  };
  useKeyHints([
    { keys: ["↑", "↓"], label: t("shortcuts.rows") },
    ...(onOpen ? [{ keys: ["Enter"], label: t("shortcuts.open_row") }] : []),
    ...(selection
      ? [
          { keys: ["X"], label: t("shortcuts.choose_row") },
          { keys: ["Shift", "↓"], label: t("shortcuts.choose_rows") },
        ]
      : []),
  ]);
  // Nobody scrolls inside it: nothing there takes the focus.
  if (rows.length === 0)
    return (
      <Box className={classes.frame} flex="none">
        {empty}
      </Box>
    );
  const reachable = Math.min(current, rows.length - 1);
  const tabStop = reachable >= first && reachable <= last ? reachable : first;
  return (
    <div ref={scroller} className={classes.frame} style={{ height }}>
      <table
        className={classes.table}
        aria-label={label}
        aria-rowcount={rows.length + 1}
        // Narrower than this the table scrolls; no column is squeezed away.
        style={{
          minWidth: shown.reduce((sum, column) => sum + neededWidth(column), 0),
        }}
      >
        <colgroup>
          {selection ? <col style={{ width: CHOOSER }} /> : null}
          {shown.map((column, at) => (
            // Room that is left is shared by their widths, so that no title takes all of a large screen.
            <col
              key={column.id}
              className={at === 0 ? classes.title : undefined}
              style={{ "--width": `${neededWidth(column)}px` } as CSSProperties}
            />
          ))}
        </colgroup>
        <TableHead columns={shown} choice={choice} selection={selection} count={rows.length} />
        <tbody>
          <Gap height={before} columns={shown.length + Number(selection !== undefined)} />
          {table.getRowModel().rows.map((row, offset) => {
            const index = first + offset;
            const chosen = selection?.ids.has(row.id) ?? false;
            return (
              <tr
                key={row.id}
                data-index={index}
                aria-rowindex={index + 2}
                tabIndex={index === tabStop ? 0 : -1}
                className={onOpen ? classes.open : undefined}
                onClick={({ currentTarget, target }) => {
                  // What is pressed in a dialog that was opened from the row is no press on the row.
                  if (!onCurrent && target instanceof Node && currentTarget.contains(target))
                    onOpen?.(row.original);
                }}
                onDoubleClick={onCurrent ? () => onOpen?.(row.original) : undefined}
                onKeyDown={(event) => onKeyDown(event, index)}
                onFocus={() => {
                  setCurrent(index);
                  notePlace(row.id);
                  onCurrent?.(row.original);
                }}
                aria-current={row.id === props.current || undefined}
                style={{ height: ROW }}
                data-chosen={chosen || undefined}
              >
                {selection ? (
                  // Choosing a row does not open it.
                  // biome-ignore lint/a11y/useKeyWithClickEvents: by key a row is chosen on the row itself
                  <td onClick={(event) => event.stopPropagation()}>
                    <Checkbox
                      size="xs"
                      tabIndex={-1}
                      aria-label={t("list.choose")}
                      checked={chosen}
                      onChange={({ nativeEvent }) =>
                        selection.toggle(row.id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
                      }
                    />
                  </td>
                ) : null}
                {row.getVisibleCells().map((cell, at) => (
                  <td
                    key={cell.id}
                    data-align={shown[at]?.align}
                    data-pinned={shown[at]?.pinned}
                    data-title={at === 0 || undefined}
                  >
                    {shown[at] ? <Cell column={shown[at]} row={row.original} /> : null}
                  </td>
                ))}
              </tr>
            );
          })}
          <Gap height={after} columns={shown.length + Number(selection !== undefined)} />
        </tbody>
      </table>
    </div>
  );
}
