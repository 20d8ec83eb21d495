// Lines of many lists as one, the newest first; of what is read page by page nothing is shown that a later page would stand
// above. Pure.

/** Something that happened at a moment. */
export interface Happened {
  /** Unique among all lines. */
  readonly key: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The lines of one list, as far as it was read. */
export interface Part<T extends Happened> {
  readonly lines: readonly T[];
  /** Back to this moment the list was read, whatever of it is told; null: there is nothing older. */
  readonly read_to: number | null;
}

export interface Merged<T> {
  readonly lines: readonly T[];
  /** Whether there are older ones. */
  readonly has_older: boolean;
  /** Indexes of the lists that must be read on before as many lines as were asked for can be shown. */
  readonly behind: readonly number[];
}

const newestFirst = (a: Happened, b: Happened): number =>
  b.at - a.at || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);

/**
 * @param count So many lines at most.
 * @example merged([{ lines: bills, read_to: null }, { lines: edits, read_to: Date.parse("2026-03-01") }], 50)
 */
export function merged<T extends Happened>(parts: readonly Part<T>[], count: number): Merged<T> {
  const horizon = Math.max(...parts.map(({ read_to }) => read_to ?? Number.NEGATIVE_INFINITY));
  // What happened at the horizon itself may have others of its moment on the next page.
  const certain = parts.flatMap(({ lines }) => lines.filter(({ at }) => at > horizon));
  const lines = certain.sort(newestFirst).slice(0, count);
  const is_short = certain.length < count;
  return {
    lines,
    has_older: certain.length > count || horizon !== Number.NEGATIVE_INFINITY,
    behind: is_short
      ? parts.flatMap(({ read_to }, index) => (read_to !== null && read_to === horizon ? [index] : []))
      : [],
  };
}

/** Lines that follow each other, by day. */
export function byDay<T extends { readonly day: string }>(
  lines: readonly T[],
): readonly { readonly day: string; readonly lines: readonly T[] }[] {
  const days: { day: string; lines: T[] }[] = [];
  for (const line of lines) {
    const last = days.at(-1);
    if (last?.day === line.day) last.lines.push(line);
    else days.push({ day: line.day, lines: [line] });
  }
  return days;
}
