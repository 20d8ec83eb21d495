// Reads several lists at once, however many they are: a component for each, one inside the other.
import { type ReactNode, useMemo } from "react";
import { useWaitingIds } from "../expected/use-expected.ts";
import { type Source, useSource } from "../resource/source/use-source.ts";
import type { Told } from "./told.ts";

/** A list as far as it was read. */
export interface Read {
  readonly told: Told;
  readonly source: Source;
  /** Ids of records that something is still expected of. */
  readonly waiting: readonly string[];
}

const NONE: readonly Read[] = [];

interface ReadEachProps {
  readonly all: readonly Told[];
  /** Whose records are read. */
  readonly id: string;
  readonly before?: readonly Read[];
  readonly children: (read: readonly Read[]) => ReactNode;
}

function ReadOne({ all, id, before = NONE, children }: ReadEachProps) {
  const [told, ...rest] = all as readonly [Told, ...Told[]];
  const { resource, via, filter, at } = told;
  const asked = useMemo(() => ({ query: "", filter: { [via]: id, ...filter } }), [via, id, filter]);
  const newest = useMemo(() => ({ id: at, desc: true }), [at]);
  // More collections than may be watched at once.
  const source = useSource(resource, asked, newest, false, "read");
  const waiting = useWaitingIds(resource.collection);
  const read = useMemo(() => [...before, { told, source, waiting }], [before, told, source, waiting]);
  return (
    <ReadEach all={rest} id={id} before={read}>
      {children}
    </ReadEach>
  );
}

export function ReadEach(props: ReadEachProps) {
  if (props.all.length > 0) return <ReadOne key={props.all[0]?.id} {...props} />;
  return props.children(props.before ?? NONE);
}
