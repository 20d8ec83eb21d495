// The columns of a resource's list, made from its declaration.
import { Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { Resource } from "../../../../shared/kernel/resource.ts";
import { own as ownOf } from "../../../../shared/kernel/safe-lookup.ts";
import { usePending } from "../../replica-hooks.ts";
import { PendingClock } from "../../screen/parts.tsx";
import type { Column } from "../../table/columns.ts";
import {
  type AnyRecord,
  type FieldOf,
  fieldOf,
  isMissing,
  isNamed,
  nameBeside,
  shownValue,
  titleField,
  titleOf,
} from "../fields.ts";
import type { Reading } from "../kinds/kind.ts";
import { KINDS } from "../kinds/kinds.tsx";

/** Cells of a screen's own, by field. */
export type OwnCells = Readonly<Partial<Record<string, (record: AnyRecord) => ReactNode>>>;

/** Columns of a screen's own, by name. */
export type OwnColumns = Readonly<Record<string, Column<AnyRecord>>>;

/** One value as its kind shows it; a dash where there is none. */
export function FieldCell({
  field,
  record,
  reading,
}: {
  field: FieldOf;
  record: AnyRecord;
  reading: Reading;
}) {
  const value = shownValue(field, record);
  const { cell: Cell } = KINDS[field.meta.kind];
  if (isMissing(value)) return "—";
  return <Cell {...{ field, value, reading }} named={nameBeside(field.resource, field.name, record)} />;
}

/** What a record is called, with the clock while something about it still waits for the server. */
function TitleCell({ resource, id, children }: { resource: Resource; id: string; children: ReactNode }) {
  const waiting = usePending(resource.collection, id).length > 0;
  return (
    <Group gap={6} wrap="nowrap">
      <Text span fz="sm" fw={600} className="cut">
        {children}
      </Text>
      {waiting ? <PendingClock /> : null}
    </Group>
  );
}

interface ColumnsOf {
  resource: Resource;
  /** In their order; the first is always shown. */
  names: readonly string[];
  /** Not shown until chosen; those that are not among the names come last. */
  hidden: readonly string[];
  cells: OwnCells;
  /** Other widths than the kinds', by name. */
  widths?: Readonly<Record<string, number>> | undefined;
  own?: OwnColumns | undefined;
  reading: Reading;
}

export function columnsOf({
  resource,
  names,
  hidden,
  cells,
  widths = {},
  own: given,
  reading,
}: ColumnsOf): Column<AnyRecord>[] {
  const title = titleField(resource);
  const isShown = (name: string) =>
    ownOf(given ?? {}, name) ||
    cells[name] ||
    name === title ||
    isNamed(fieldOf(resource, name), reading.sees);
  return [...new Set([...names, ...hidden])].filter(isShown).map((name) => {
    const column = ownOf(given ?? {}, name);
    if (column) return column;
    const field = fieldOf(resource, name);
    const kind = KINDS[field.meta.kind];
    const own = cells[name];
    const valueIn = (record: AnyRecord) => shownValue(field, record);
    const shown = (record: AnyRecord) => {
      if (own) return own(record);
      if (name === title && isMissing(record[name])) return titleOf(resource, record);
      return <FieldCell field={field} record={record} reading={reading} />;
    };
    return {
      id: name,
      header: reading.words.field(name),
      width: ownOf(widths, name) ?? (name === title ? 200 : kind.width),
      grow: name === title || kind.grow,
      ...(kind.align && name !== title ? { align: kind.align } : {}),
      unsortable: kind.sort === null,
      fixed: name === title,
      hidden: hidden.includes(name),
      value: (record) => {
        if (isMissing(valueIn(record))) return null;
        const known = kind.sort?.(valueIn(record), field, reading) ?? null;
        return known === "" ? nameBeside(resource, name, record) : known;
      },
      text: (record) => {
        if (isMissing(valueIn(record))) return "";
        return kind.csv(valueIn(record), field, reading) || (nameBeside(resource, name, record) ?? "");
      },
      cell: (record) =>
        name === title ? (
          <TitleCell resource={resource} id={record.id}>
            {shown(record)}
          </TitleCell>
        ) : (
          shown(record)
        ),
    };
  });
}
