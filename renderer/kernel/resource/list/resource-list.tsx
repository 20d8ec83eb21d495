// The list of a resource: what its address asks for, as a table, with everything that is done to rows.
import { Box, Button, Group, Text } from "@mantine/core";
import { type KeyboardEvent, type ReactNode, useDeferredValue, useMemo, useRef } from "react";
import type { Resource } from "../../../../shared/kernel/resource.ts";
import { useWords } from "../../i18n/index.ts";
import { NothingHere } from "../../screen/arriving.tsx";
import { type Column, type Sort, sorted } from "../../table/columns.ts";
import { DataTable } from "../../table/data-table.tsx";
import { type Selection, useSelection } from "../../table/selection.ts";
import { TableTools } from "../../table/table-tools.tsx";
import { useTableChoice } from "../../table/use-table-choice.ts";
import { useFormat } from "../../use-format.ts";
import type { AnyRecord } from "../fields.ts";
import { NotHere } from "../not-here.tsx";
import { useLive } from "../source/use-live.ts";
import { type Source, useSource } from "../source/use-source.ts";
import { useReading } from "../use-reading.ts";
import { columnsOf, type OwnCells } from "./columns-of.tsx";
import type { Asked, Filter } from "./filter.ts";
import { FilterBar } from "./filter-bar.tsx";
import { SavedViews } from "./saved-views.tsx";

const NO_FILTER: Filter = {};

type Icon = Parameters<typeof NothingHere>[0]["icon"];

export interface ResourceListProps<T = AnyRecord> {
  resource: Resource;
  icon: Icon;
  /** In their order. */
  columns: readonly string[];
  /** Columns that are not shown until chosen. */
  hidden: readonly string[];
  cells: OwnCells;
  /** Other widths than the kinds', by column. */
  widths?: Readonly<Record<string, number>>;
  /** Columns of a screen's own, by the names that stand for them among the others. */
  own?: Readonly<Record<string, Column<T>>>;
  /** The order of rows that are here, as long as nobody chose another. */
  arrange?: (rows: readonly T[]) => readonly T[];
  /** Fields that it can be narrowed down by. */
  filters: readonly string[];
  order: Sort | null;
  /** Its figures are asked of the server so often. */
  live_ms?: number | undefined;
  /** Shown as the server has them, although this computer holds them. */
  at_server?: boolean;
  asked: Asked;
  /** What it begins with: narrowed down no further, an empty list says how the first one comes to be. */
  begin?: Filter;
  onAsk: (asked: Asked) => void;
  onOpen: (record: T) => void;
  /** What is done to a row by a key. */
  keys?: Readonly<Record<string, (record: T) => void>>;
  /** What can be done to many; without it rows can't be chosen. */
  bulk?: (chosen: readonly T[], selection: Selection) => ReactNode;
  /** How the first one is made. */
  firstStep?: ReactNode;
  /** What else stands in a row, at its end: buttons. */
  rowActions?: Column<T> | undefined;
}

/** How many are shown of how many there are, and how old that is. */
function Counted({ source, shown }: { source: Source; shown: number }) {
  const t = useWords();
  const format = useFormat();
  const { total, at_least } = source;
  const n = format.number(shown);
  const all = total === null ? n : `${format.number(total)}${at_least ? "+" : ""}`;
  const text = total === null || total === shown ? t("list.all", { n }) : t("list.some", { n, total: all });
  return (
    <Text fz="sm" c="dimmed" role="status" className="figures">
      {source.at ? `${text} · ${t("list.as_of", { time: format.time(source.at) })}` : text}
    </Text>
  );
}

export function ResourceList<T extends object>(given: ResourceListProps<T>) {
  // A screen's own parts take the resource's own records; the list reads those of any resource alike.
  const props = given as unknown as ResourceListProps;
  const {
    resource,
    columns: names,
    hidden,
    cells,
    widths,
    own,
    arrange,
    asked,
    onAsk,
    onOpen,
    bulk,
    rowActions,
  } = props;
  const reading = useReading(resource);
  const { t, format, words } = reading;
  const columns = useMemo(
    () => columnsOf({ resource, names, hidden, cells, widths, own, reading }),
    [resource, names, hidden, cells, widths, own, reading],
  );
  const choice = useTableChoice(resource.collection, columns, props.order);
  const source = useSource(resource, useDeferredValue(asked), choice.sort, props.at_server);
  const found = useLive(resource, source.rows, asked, props.live_ms);
  const rows = useMemo(
    () =>
      source.in_order ? found : sorted(arrange ? arrange(found) : found, columns, choice.sort, format.locale),
    [found, source.in_order, arrange, columns, choice.sort, format.locale],
  );
  const ids = useMemo(() => rows.map(({ id }) => id), [rows]);
  const selection = useSelection(ids);
  const chosen = useMemo(() => rows.filter(({ id }) => selection.ids.has(id)), [rows, selection.ids]);
  const known = source.state === "ready";
  const table = useRef<HTMLDivElement>(null);
  const shown = useMemo(() => (rowActions ? [...columns, rowActions] : columns), [columns, rowActions]);
  const narrowed =
    asked.query !== "" || JSON.stringify(asked.filter) !== JSON.stringify(props.begin ?? NO_FILTER);
  const intoTable = (event: KeyboardEvent) => {
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    table.current?.querySelector<HTMLElement>('tr[tabindex="0"]')?.focus();
  };
  return (
    <>
      <FilterBar
        resource={resource}
        fields={props.filters}
        asked={asked}
        reading={reading}
        onChange={onAsk}
        onKeyDown={intoTable}
      />
      <Group justify="space-between" mih={34}>
        {chosen.length > 0 && bulk ? (
          <Group gap="xs" role="toolbar" aria-label={t("list.chosen", { n: chosen.length })}>
            <Text fz="sm" fw={600} role="status">
              {t("list.chosen", { n: chosen.length })}
            </Text>
            {bulk(chosen, selection)}
            <Button variant="subtle" size="compact-sm" onClick={selection.clear}>
              {t("list.choose_none")}
            </Button>
          </Group>
        ) : (
          <span>{known ? <Counted source={source} shown={rows.length} /> : null}</span>
        )}
        <Group gap="xs">
          <SavedViews list={resource.collection} asked={asked} choice={choice} onChoose={onAsk} />
          <TableTools
            columns={columns}
            choice={choice}
            rows={chosen.length > 0 ? chosen : rows}
            readAll={chosen.length > 0 ? null : source.readAll}
            fileName={`${resource.path}-${format.today()}`}
          />
        </Group>
      </Group>
      <Box flex={1} mih={0} ref={table}>
        {known ? (
          <DataTable
            label={words.title}
            rows={rows}
            columns={shown}
            choice={choice}
            rowKey={({ id }) => id}
            onOpen={onOpen}
            keys={props.keys}
            selection={bulk ? selection : undefined}
            onEnd={source.more}
            empty={
              <NothingHere
                icon={props.icon}
                title={narrowed ? t("list.none_found") : words.none}
                hint={narrowed ? t("list.none_found_hint") : (words.empty ?? "")}
                action={
                  narrowed ? (
                    <Button variant="light" mt="sm" onClick={() => onAsk({ query: "", filter: {} })}>
                      {t("list.clear")}
                    </Button>
                  ) : (
                    props.firstStep
                  )
                }
              />
            }
          />
        ) : (
          <NotHere {...source} />
        )}
      </Box>
    </>
  );
}
