// The list of a resource: what its address asks for, as a table, with everything that is done to rows.
import { Button } from "@mantine/core";
import { type KeyboardEvent, type ReactNode, useDeferredValue, useMemo, useRef } from "react";
import type { Resource } from "../../../../shared/kernel/resource.ts";
import { NothingHere } from "../../screen/arriving.tsx";
import type { Column, Sort } from "../../table/columns.ts";
import { useTableChoice } from "../../table/use-table-choice.ts";
import type { AnyRecord } from "../fields.ts";
import { useLive } from "../source/use-live.ts";
import { isHeld, type Source, useSource } from "../source/use-source.ts";
import { useReading } from "../use-reading.ts";
import { columnsOf, type OwnCells } from "./columns-of.tsx";
import type { Asked, Filter } from "./filter.ts";
import { type Counts, FilterBar } from "./filter-bar.tsx";
import { ListTable, type TableParts } from "./list-table.tsx";

const NO_FILTER: Filter = {};

type Icon = Parameters<typeof NothingHere>[0]["icon"];

interface ResourceListProps<T = AnyRecord> extends TableParts<T> {
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
  /** Fields that it can be narrowed down by. */
  filters: readonly string[];
  /** How many there are of each choice, by field that it can be narrowed down by. */
  counts?: Counts;
  /** Filters of a screen's own. */
  moreFilters?: ReactNode;
  order: Sort | null;
  /** Rows that the screen found itself; else those that the resource's own source has. */
  source?: Source<T>;
  /** Its figures are asked of the server so often. */
  live_ms?: number | undefined;
  /** Shown as the server has them, although this computer holds them. */
  at_server?: boolean;
  /** What it begins with: narrowed down no further, an empty list says how the first one comes to be. */
  begin?: Filter;
  /** How the first one is made. */
  firstStep?: ReactNode;
  /** What an empty list says of the first one, other than the resource's own words. */
  hint?: string | undefined;
}

const ALL: Asked = { query: "", filter: {} };

/**
 * Whether there is no record at all, whatever a list that found nothing was narrowed down by: most lists begin narrowed down.
 * Of what is here the count is known; the server is asked once more.
 */
function useNoneAtAll(
  resource: Resource,
  { state, rows, total }: Source<object>,
  narrowed: boolean,
  at_server = false,
): boolean {
  const isEmpty = narrowed && state === "ready" && rows.length === 0;
  const isHere = isHeld(resource) && !at_server;
  const all = useSource(resource, isEmpty && !isHere ? ALL : null, null, at_server);
  if (!isEmpty) return false;
  return isHere ? total === 0 : all.state === "ready" && all.total === 0;
}

export function ResourceList<T extends object>(given: ResourceListProps<T>) {
  // A screen's own parts take the resource's own records; the list reads those of any resource alike.
  const props = given as ResourceListProps;
  const { resource, columns: names, hidden, cells, widths, own, asked, onAsk } = props;
  const reading = useReading(resource);
  const { t, words } = reading;
  const columns = useMemo(
    () => columnsOf({ resource, names, hidden, cells, widths, own, reading }),
    [resource, names, hidden, cells, widths, own, reading],
  );
  const choice = useTableChoice(resource.collection, columns, props.order);
  const deferred = useDeferredValue(asked);
  const usual = useSource(resource, props.source ? null : deferred, choice.sort, props.at_server);
  const source = props.source ?? usual;
  const narrowed =
    asked.query !== "" || JSON.stringify(asked.filter) !== JSON.stringify(props.begin ?? NO_FILTER);
  const none = useNoneAtAll(resource, source, narrowed, props.at_server);
  const rows = useLive(resource, source.rows, asked, props.live_ms);
  const frame = useRef<HTMLDivElement>(null);
  const isMissed = narrowed && !none;
  const intoTable = (event: KeyboardEvent) => {
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    frame.current?.querySelector<HTMLElement>('tr[tabindex="0"]')?.focus();
  };
  const clear = (
    <Button variant="light" mt="sm" onClick={() => onAsk({ query: "", filter: {} })}>
      {t("list.clear")}
    </Button>
  );
  return (
    <>
      <FilterBar
        resource={resource}
        fields={props.filters}
        asked={asked}
        reading={reading}
        onChange={onAsk}
        onKeyDown={intoTable}
        counts={props.counts}
      >
        {props.moreFilters}
      </FilterBar>
      <ListTable
        {...props}
        label={words.title}
        list={resource.collection}
        views={{ resource: props.at_server ? undefined : resource, ...props.views }}
        fileName={resource.path}
        columns={columns}
        choice={choice}
        source={{ ...source, rows }}
        frame={frame}
        empty={
          <NothingHere
            icon={props.icon}
            title={isMissed ? t("list.none_found") : words.none}
            hint={isMissed ? t("list.none_found_hint") : (props.hint ?? words.empty ?? "")}
            action={isMissed ? clear : props.firstStep}
          />
        }
      />
    </>
  );
}
