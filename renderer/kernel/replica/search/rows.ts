// What lists show of records, by number; of those that were kept on disk a chunk at a time, when one of it is first looked at.

/** Rows that are kept and opened together: a key of search looks into few of them, and one is over in no time. */
const CHUNK = 128;

/** What a list shows of a record: texts. */
export type Shown = { readonly id: string } & Readonly<Record<string, string | null>>;

/** What a chunk holds: the texts of its rows one behind the other, and where one was there before a number, that of its place. */
type Kept = string | number | null;

const utf8 = /* @__PURE__ */ new TextEncoder();
const text = /* @__PURE__ */ new TextDecoder();

export class Rows<Row extends Shown> {
  readonly #rows: (Row | null)[] = [];
  /** Chunks as they were kept: where each begins, and its end; those that are shut are unread. */
  #kept: { readonly bytes: Uint8Array; readonly starts: Uint32Array; readonly shut: boolean[] } | null = null;
  #keys: readonly string[] = [];

  get length(): number {
    return this.#rows.length;
  }

  #open(chunk: number): void {
    const { bytes, starts, shut } = this.#kept!;
    shut[chunk] = false;
    const values: Kept[] = JSON.parse(text.decode(bytes.subarray(starts[chunk], starts[chunk + 1])));
    const width = this.#keys.length;
    for (let at = 0, record = chunk * CHUNK; at < values.length; record++) {
      // One that is not there is a null in the place of all its values.
      if (values[at] === null) {
        at++;
        continue;
      }
      const row: Record<string, Kept> = {};
      for (let n = 0; n < width; n++) {
        const value = values[at++]!;
        row[this.#keys[n]!] = typeof value === "number" ? values[value]! : value;
      }
      // Made of a row of the same declaration, with the same keys.
      this.#rows[record] = row as Row;
    }
  }

  /** Reads the n-th chunk, where it is unread; answers whether there is one. */
  openChunk(n: number): boolean {
    if (this.#kept?.shut[n]) this.#open(n);
    return n * CHUNK < this.#rows.length;
  }

  at(record: number): Row | null {
    const row = this.#rows[record];
    if (row) return row;
    const chunk = (record / CHUNK) | 0;
    if (!this.#kept?.shut[chunk]) return null;
    this.#open(chunk);
    return this.#rows[record] ?? null;
  }

  set(record: number, row: Row | null): void {
    this.at(record);
    this.#rows[record] = row;
  }

  /** The n-th chunk as it is kept, or null behind the last one. */
  chunk(n: number, keys: readonly string[]): Uint8Array | null {
    const from = n * CHUNK;
    if (from >= this.#rows.length) return null;
    if (this.#kept?.shut[n]) {
      const { bytes, starts } = this.#kept;
      return bytes.subarray(starts[n], starts[n + 1]);
    }
    const values: Kept[] = [];
    // Many live in one area and have one package: a third of the rows' bytes.
    const places = new Map<string | null, number>();
    for (let record = from; record < Math.min(from + CHUNK, this.#rows.length); record++) {
      const row = this.#rows[record];
      if (!row) {
        values.push(null);
        continue;
      }
      for (const key of keys) {
        const value = row[key] ?? null;
        const place = places.get(value);
        if (place === undefined && value !== null) places.set(value, values.length);
        values.push(place ?? value);
      }
    }
    return utf8.encode(JSON.stringify(values));
  }

  /** Rows as they were kept; nothing of them is read yet. */
  static of<Row extends Shown>(
    length: number,
    keys: readonly string[],
    starts: Uint32Array,
    bytes: Uint8Array,
  ): Rows<Row> {
    const opened = new Rows<Row>();
    opened.#rows.length = length;
    opened.#keys = keys;
    opened.#kept = { bytes, starts, shut: Array.from({ length: starts.length - 1 }, () => true) };
    return opened;
  }
}
