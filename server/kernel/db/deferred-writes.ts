// What is still to be written. Rows become statements as late as can be: those of several pieces of work become few.
import type { Fragment, Row } from "./sql-types.ts";

/** Rows to be written, of which no statement is made yet. */
export class DeferredRows {
  /** Alike are those with the same. */
  readonly like: unknown;
  readonly rows: readonly Row[];
  readonly #write: (rows: readonly Row[]) => Fragment[];

  /** @param write makes the statements that write these rows, or these and others alike. */
  constructor(like: unknown, rows: readonly Row[], write: (rows: readonly Row[]) => Fragment[]) {
    this.like = like;
    this.rows = rows;
    this.#write = write;
  }

  statements(): Fragment[] {
    return this.#write(this.rows);
  }

  /** As few statements as write the rows of all of these. A row that is written twice is written in order. */
  static together(alike: readonly DeferredRows[]): Fragment[] {
    const [first] = alike;
    if (!first || alike.length === 1) return first?.statements() ?? [];
    const rows = alike.flatMap((one) => one.rows);
    const isOnceEach = new Set(rows.map(({ id }) => id)).size === rows.length;
    return isOnceEach ? first.#write(rows) : alike.flatMap((one) => one.statements());
  }
}

/** A statement that is not sent yet, or rows. */
export type DeferredWrite = Fragment | DeferredRows;

/** The statements of one piece of work, in its order. */
export const statementsOf = (planned: readonly DeferredWrite[]): Fragment[] =>
  planned.flatMap((one) => (one instanceof DeferredRows ? one.statements() : [one]));

/** Sends them all. */
export const sendDeferred = (planned: readonly DeferredWrite[]): Promise<unknown> =>
  Promise.all(statementsOf(planned).map((statement) => statement.execute()));

/**
 * The statements of several pieces of work that write different rows, as one list in which each keeps its order, and those
 * alike are merged.
 */
export function merged(works: readonly (readonly DeferredWrite[])[]): Fragment[] {
  const alike = new Map<unknown, DeferredWrite[]>();
  const before = new Map<unknown, Set<unknown>>();
  for (const planned of works) {
    let last: unknown = null;
    for (const one of planned) {
      const like = one instanceof DeferredRows ? one.like : one;
      const those = alike.get(like);
      if (those) those.push(one);
      else alike.set(like, [one]);
      const waitsFor = before.get(like) ?? new Set();
      if (last !== null) waitsFor.add(last);
      before.set(like, waitsFor);
      last = like;
    }
  }
  const order: unknown[] = [];
  for (let next: unknown; before.size > 0; order.push(next)) {
    next = [...before].find(([, waitsFor]) => [...waitsFor].every((one) => !before.has(one)))?.[0];
    // Two of them write the same in different orders: as they came, then.
    if (next === undefined) return works.flatMap(statementsOf);
    before.delete(next);
  }
  return order.flatMap((like) => {
    const those = alike.get(like) ?? [];
    return those[0] instanceof DeferredRows
      ? DeferredRows.together(those as DeferredRows[])
      : (those as Fragment[]);
  });
}
