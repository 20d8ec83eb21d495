// The fields of a record that say something, in their groups.
import { Group, Paper, SimpleGrid, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { Resource } from "../../../shared/kernel/resource.ts";
import type { Key } from "../i18n/index.ts";
import { Fact } from "../screen/parts.tsx";
import { type AnyRecord, fieldOf, isMissing, isReadable, readableFields, titleField } from "./fields.ts";
import { FieldCell, type OwnCells } from "./list/columns-of.tsx";
import type { AnyOptions } from "./resource-options.ts";
import { useReading } from "./use-reading.ts";

/** Kinds that need the whole width. */
const WIDE: readonly string[] = ["prose", "json"];

interface FieldsCardProps {
  resource: Resource;
  record: AnyRecord;
  legend?: Key | undefined;
  fields: readonly string[];
  cells: OwnCells;
  /** What can be done with these fields. */
  action?: ReactNode;
}

/** Some fields of a record under a heading; a dash where there is nothing. */
export function FieldsCard({ resource, record, legend, fields, cells, action }: FieldsCardProps) {
  const reading = useReading(resource);
  return (
    <Paper p="md">
      {legend ? (
        <Group justify="space-between" mb="xs">
          <Text fw={650}>{reading.t(legend)}</Text>
          {action}
        </Group>
      ) : null}
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }} spacing="md" verticalSpacing="sm">
        {fields.map((name) => {
          const field = fieldOf(resource, name);
          const own = isMissing(record[name]) ? undefined : cells[name];
          const wide = WIDE.includes(field.meta.kind);
          return (
            <div key={name} style={wide ? { gridColumn: "1 / -1", whiteSpace: "pre-wrap" } : undefined}>
              <Fact label={reading.words.field(name)}>
                {own ? own(record) : <FieldCell field={field} record={record} reading={reading} />}
              </Fact>
            </div>
          );
        })}
      </SimpleGrid>
    </Paper>
  );
}

interface RecordFieldsProps {
  resource: Resource;
  options: Pick<AnyOptions, "groups" | "cells" | "without" | "in_head">;
  record: AnyRecord;
}

/** What is in no group comes last; when it was made is said at the end. */
export function RecordFields({ resource, options, record }: RecordFieldsProps) {
  const grouped = (options.groups ?? []).flatMap(({ fields }) => fields);
  const { without, in_head } = options;
  const { sees } = useReading(resource);
  const isSaid = (name: string) =>
    (options.cells[name] && !isMissing(record[name])) ||
    isReadable(fieldOf(resource, name), record[name], sees);
  const rest = readableFields(resource).filter(
    (name) => !grouped.includes(name) && !without.includes(name) && name !== titleField(resource),
  );
  const groups = [...(options.groups ?? []), { legend: undefined, fields: rest }]
    .map(({ legend, fields }) => ({
      legend,
      fields: fields.filter((name) => !in_head.includes(name) && isSaid(name)),
    }))
    .filter(({ fields }) => fields.length > 0);
  const end = groups.length - 1;
  return groups.map(({ legend, fields }, index) => {
    const said = index === end ? [...fields, "created_at"] : fields;
    return (
      <FieldsCard key={fields.join()} {...{ resource, record, legend }} fields={said} cells={options.cells} />
    );
  });
}
