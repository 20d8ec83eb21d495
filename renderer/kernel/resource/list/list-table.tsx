// A list's table with what belongs to it: how many there are, views, columns, a file, and what is done to chosen rows.
import { Box, Button, Group, Text } from "@mantine/core";
import { type ReactNode, type Ref, useMemo } from "react";
import { type Key, useWords } from "../../i18n/index.ts";
import { type Column, sorted } from "../../table/columns.ts";
import { DataTable } from "../../table/data-table.tsx";
import { type Selection, useSelection } from "../../table/selection.ts";
import { TableTools } from "../../table/table-tools.tsx";
import type { TableChoice } from "../../table/use-table-choice.ts";
import { useNarrow } from "../../theme/narrow.ts";
import { useFormat } from "../../use-format.ts";
import { NotHere } from "../not-here.tsx";
import type { Source } from "../source/use-source.ts";
import { CardList } from "./card-list.tsx";
import type { Asked } from "./filter.ts";
import { PreviewPane, useBeside } from "./preview-pane.tsx";
import { type ViewsOfList, ViewTabs } from "./view-tabs.tsx";

/** What a list that is made from a declaration and one of other rows have in common. */
export interface TableParts<T> {
  /** How many are shown: of all, and of so many; in the words that things without a name of their own have. */
  counted?: { readonly all: Key; readonly some: Key } | undefined;
  /** The order of rows that are here, until another is chosen. */
  arrange?: ((rows: readonly T[]) => readonly T[]) | undefined;
  asked: Asked;
  onAsk: (asked: Asked) => void;
  onOpen: (record: T) => void;
  /** What is done to a row by a key. */
  keys?: Readonly<Record<string, (record: T) => void>> | undefined;
  /** What can be done to many; without it rows can't be chosen. */
  bulk?: ((chosen: readonly T[], selection: Selection) => ReactNode) | undefined;
  /** A preview of the focused row, beside the list on wide screens. */
  preview?: ((record: T) => ReactNode) | undefined;
  /** A record as a card: on a phone, in place of the table. */
  card?: ((record: T) => ReactNode) | undefined;
  /** What else stands in a row, at its end: buttons. */
  rowActions?: Column<T> | undefined;
  views?: ViewsOfList | undefined;
}

interface ListTableProps<T> extends TableParts<T> {
  label: string;
  /** Under this name views are kept. */
  list: string;
  /** Of the file, before the day. */
  fileName: string;
  columns: readonly Column<T>[];
  choice: TableChoice;
  source: Source<T>;
  empty: ReactNode;
  frame?: Ref<HTMLDivElement>;
}

type CountedProps = Pick<ListTableProps<object>, "counted" | "source"> & { shown: number };

/** How many are shown of how many there are, and how old that is. */
function Counted({ source, shown, counted }: CountedProps) {
  const t = useWords();
  const format = useFormat();
  const { total, at_least } = source;
  const { all, some } = counted ?? { all: "list.all", some: "list.some" };
  const n = format.number(shown);
  const of = total === null ? n : `${format.number(total)}${at_least ? "+" : ""}`;
  // Of what the server has, the beginning was read: nothing of it is hidden.
  const part = source.readAll === null ? some : "list.first";
  const text = total === null || total === shown ? t(all, { count: shown, n }) : t(part, { n, total: of });
  return (
    <Text fz="sm" c="dimmed" role="status" className="figures">
      {source.at ? `${text} · ${t("list.as_of", { time: format.time(source.at) })}` : text}
    </Text>
  );
}

export function ListTable<T extends { readonly id: string }>(props: ListTableProps<T>) {
  const { columns, choice, source, arrange, asked, onAsk, bulk, rowActions } = props;
  const t = useWords();
  const format = useFormat();
  const { rows: found, in_order } = source;
  const rows = useMemo(
    () => (in_order ? found : sorted(arrange ? arrange(found) : found, columns, choice.sort, format.locale)),
    [found, in_order, arrange, columns, choice.sort, format.locale],
  );
  const ids = useMemo(() => rows.map(({ id }) => id), [rows]);
  const selection = useSelection(ids);
  const chosen = useMemo(() => rows.filter(({ id }) => selection.ids.has(id)), [rows, selection.ids]);
  const shown = useMemo(() => (rowActions ? [...columns, rowActions] : columns), [columns, rowActions]);
  const known = source.state === "ready";
  const narrow = useNarrow();
  const { record: beside, onCurrent } = useBeside(rows, props.preview !== undefined);
  return (
    <>
      <Group justify="space-between" mih={34} gap="xs">
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
          <ViewTabs
            {...props.views}
            list={props.list}
            asked={asked}
            choice={choice}
            onChoose={onAsk}
            shown={rows.length}
          />
        )}
        <Group gap="xs">
          {known ? <Counted source={source} shown={rows.length} counted={props.counted} /> : null}
          <TableTools
            columns={columns}
            choice={choice}
            rows={chosen.length > 0 ? chosen : rows}
            readAll={chosen.length > 0 ? null : source.readAll}
            fileName={`${props.fileName}-${format.today()}`}
          />
        </Group>
      </Group>
      <Group flex={1} mih={0} gap="md" wrap="nowrap" align="stretch">
        <Box flex={1} mih={180} miw={0} ref={props.frame}>
          {known && narrow && props.card ? (
            <CardList
              label={props.label}
              rows={rows}
              card={props.card}
              onEnd={source.more}
              empty={props.empty}
            />
          ) : known ? (
            <DataTable
              label={props.label}
              rows={rows}
              columns={shown}
              choice={choice}
              rowKey={({ id }) => id}
              onOpen={props.onOpen}
              keys={props.keys}
              selection={bulk ? selection : undefined}
              onEnd={source.more}
              onCurrent={onCurrent}
              current={beside?.id}
              empty={props.empty}
            />
          ) : (
            <NotHere {...source} />
          )}
        </Box>
        {known && beside && props.preview ? (
          <PreviewPane key={beside.id} onOpen={() => props.onOpen(beside)}>
            {props.preview(beside)}
          </PreviewPane>
        ) : null}
      </Group>
    </>
  );
}
