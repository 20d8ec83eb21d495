// One line of a timeline: when, what, how much, and how it stands; it leads to its record.
import { Text } from "@mantine/core";
import { Fragment } from "react";
import { Link } from "react-router";
import { useWords } from "../i18n/index.ts";
import { type AnyRecord, fieldOf, isMissing, shownValue } from "../resource/fields.ts";
import type { Reading } from "../resource/kinds/kind.ts";
import { FieldCell } from "../resource/list/columns-of.tsx";
import { usePageOf } from "../resource/pages.ts";
import { useReading } from "../resource/use-reading.ts";
import { PendingClock } from "../screen/parts.tsx";
import classes from "./timeline.module.css";
import type { Line, Told } from "./told.ts";

interface ValueProps {
  readonly told: Told;
  readonly name: string;
  readonly record: AnyRecord;
  readonly reading: Reading;
}

function Value({ told, name, record, reading }: ValueProps) {
  const own = told.cells[name];
  if (own) return own(record);
  return <FieldCell field={fieldOf(told.resource, name)} record={record} reading={reading} />;
}

interface TimelineLineProps {
  readonly line: Line;
  /** The records of its list. */
  readonly all: readonly AnyRecord[];
}

export function TimelineLine({ line, all }: TimelineLineProps) {
  const t = useWords();
  const { told, record, time, pending } = line;
  const { resource, icon: Icon, acts: Acts, amount, state } = told;
  const reading = useReading(resource);
  const page = usePageOf(resource.path, record.id);
  const has = (name: string) => !isMissing(shownValue(fieldOf(resource, name), record));
  const named = told.named?.(record);
  const said = told.says.filter((name) => told.cells[name] || has(name));
  const values = said.map((name) => <Value key={name} {...{ told, name, record, reading }} />);
  // What may lead somewhere itself stands behind the link.
  const [first = ""] = said;
  const isPlain = said.length > 0 && !told.cells[first] && fieldOf(resource, first).meta.kind !== "reference";
  const title = (
    <>
      <Text span inherit fw={600}>
        {named ? t(named) : reading.words.one}
      </Text>
      {isPlain ? <> · {values[0]}</> : null}
    </>
  );
  return (
    <li className={classes.line}>
      <Text span fz="sm" c="dimmed" className={`figures ${classes.time}`}>
        {time === null ? null : reading.format.time(time)}
      </Text>
      <Icon size={16} aria-hidden className={classes.icon} />
      <Text component="div" fz="sm" fs={pending ? "italic" : undefined}>
        {page === null ? (
          title
        ) : (
          <Link to={page} data-line className={classes.link}>
            {title}
          </Link>
        )}
        {values.slice(isPlain ? 1 : 0).map((value) => (
          <Fragment key={value.key}> · {value}</Fragment>
        ))}
        {pending ? (
          <>
            {" "}
            <PendingClock />
          </>
        ) : null}
      </Text>
      <div className={classes.end}>
        {Acts ? <Acts record={record} all={all} /> : null}
        {amount && has(amount) ? (
          <Text span fz="sm" fw={600}>
            <Value {...{ told, name: amount, record, reading }} />
          </Text>
        ) : null}
        {state && has(state) ? <Value {...{ told, name: state, record, reading }} /> : null}
      </div>
    </li>
  );
}
