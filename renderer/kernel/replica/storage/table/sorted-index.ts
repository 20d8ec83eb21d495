// Rows in the order of a text made of their indexed fields: a change touches one small block.

/** A block of an index is split at this many entries: an insertion moves at most these. */
const BLOCK = 512;

interface Entry<R> {
  readonly at: string;
  row: R;
}

/** The part of an index that a query asks for. */
export interface Range {
  readonly from: string;
  readonly to: string;
  readonly inclusive: { readonly start: boolean; readonly end: boolean };
}

/** Rows in the order of a text made of their indexed fields. */
export class SortedIndex<R extends object> {
  readonly #textOf: (row: R) => string;
  #blocks: Entry<R>[][] = [];

  constructor(textOf: (row: R) => string) {
    this.#textOf = textOf;
  }

  /** The first block that may hold this text, and its place in there. */
  #find(at: string, after: boolean): { block: number; place: number } {
    const before = (text: string) => (after ? text <= at : text < at);
    let low = 0;
    let high = this.#blocks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (before(this.#blocks[middle]!.at(-1)!.at)) low = middle + 1;
      else high = middle;
    }
    const entries = this.#blocks[low];
    if (!entries) return { block: low, place: 0 };
    let from = 0;
    let to = entries.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      if (before(entries[middle]!.at)) from = middle + 1;
      else to = middle;
    }
    return { block: low, place: from };
  }

  #insert(entry: Entry<R>): void {
    const found = this.#find(entry.at, false);
    // Behind everything: the last block takes it.
    const block = Math.min(found.block, this.#blocks.length - 1);
    const entries = this.#blocks[block];
    if (!entries) {
      this.#blocks = [[entry]];
      return;
    }
    entries.splice(block === found.block ? found.place : entries.length, 0, entry);
    if (entries.length > BLOCK) this.#blocks.splice(block + 1, 0, entries.splice(BLOCK >> 1));
  }

  #entryOf(row: R): { block: number; place: number } {
    const { block, place } = this.#find(this.#textOf(row), false);
    for (let at = block, from = place; at < this.#blocks.length; at++, from = 0) {
      const found = this.#blocks[at]!.findIndex((entry, n) => n >= from && entry.row === row);
      if (found >= 0) return { block: at, place: found };
    }
    throw new Error("An index has lost a row");
  }

  /** Puts `after` in the place of `before`; null for what was or is not there. */
  change(before: R | null, after: R | null): void {
    const text = after ? this.#textOf(after) : null;
    if (before) {
      const { block, place } = this.#entryOf(before);
      const entries = this.#blocks[block]!;
      if (after && entries[place]!.at === text) {
        entries[place]!.row = after;
        return;
      }
      entries.splice(place, 1);
      if (entries.length === 0) this.#blocks.splice(block, 1);
    }
    if (after) this.#insert({ at: text!, row: after });
  }

  /** Rows between two texts, in order, until `take` says that it has enough. */
  walk({ from, to, inclusive }: Range, take: (row: R) => boolean): void {
    const start = this.#find(from, !inclusive.start);
    for (let block = start.block, place = start.place; block < this.#blocks.length; block++, place = 0) {
      const entries = this.#blocks[block]!;
      for (; place < entries.length; place++) {
        const { at, row } = entries[place]!;
        if (inclusive.end ? at > to : at >= to) return;
        if (!take(row)) return;
      }
    }
  }
}
