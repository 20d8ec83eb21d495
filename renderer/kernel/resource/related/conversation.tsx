// Records that are said rather than named, one below the other: who, when, and what.
import { Group, Paper, Text } from "@mantine/core";
import { Fragment } from "react";
import type { Resource } from "../../../../shared/kernel/resource.ts";
import { type AnyRecord, fieldOf, isMissing, readableFields } from "../fields.ts";
import type { Reading } from "../kinds/kind.ts";
import { FieldCell } from "../list/columns-of.tsx";

const proseOf = (resource: Resource) =>
  readableFields(resource).filter((name) => fieldOf(resource, name).meta.kind === "prose");

/** Whether records have no name of their own, and a text. */
export const isConversation = (resource: Resource): boolean =>
  resource.title === null && proseOf(resource).length > 0;

interface ConversationProps {
  resource: Resource;
  rows: readonly AnyRecord[];
  /** The field that is the same in all. */
  via: string;
  reading: Reading;
}

/** What is set apart by a flag, such as a note for the staff, is coloured. */
export function Conversation({ resource, rows, via, reading }: ConversationProps) {
  const prose = proseOf(resource);
  const short = readableFields(resource).filter((name) => name !== via && !prose.includes(name));
  const kindOf = (name: string) => fieldOf(resource, name).meta.kind;
  const isSet = (record: AnyRecord, name: string) => kindOf(name) === "flag" && record[name] === true;
  const saysMore = (record: AnyRecord, name: string) =>
    isSet(record, name) || (kindOf(name) !== "flag" && !isMissing(record[name]));
  return rows.map((record) => {
    const said = short.filter((name) => saysMore(record, name));
    const apart = said.some((name) => isSet(record, name));
    return (
      <Paper key={record.id} p="md" bg={apart ? "var(--mantine-color-yellow-light)" : undefined}>
        <Group gap={6} fz="xs" c="dimmed">
          {said.map((name, at) => (
            <Fragment key={name}>
              {at > 0 ? <span aria-hidden>·</span> : null}
              {isSet(record, name) ? (
                reading.words.field(name)
              ) : (
                <FieldCell field={fieldOf(resource, name)} {...{ record, reading }} />
              )}
            </Fragment>
          ))}
        </Group>
        {prose.map((name) => (
          <Text key={name} style={{ whiteSpace: "pre-wrap" }}>
            {String(record[name] ?? "")}
          </Text>
        ))}
      </Paper>
    );
  });
}
