// The office's records with what was done in practice laid over them: read where they are, written nowhere but here.

import { allResources } from "../../../shared/kernel/registry.ts";
import { fieldsOf } from "../../../shared/kernel/resource.ts";
import { type Effect, expectedRows, layOver } from "../expected/effects.ts";
import type { HowKept, Observable, Query, Replica } from "../replica/index.ts";

/** What practice reads of a replica; there is nothing in it that could write or send. */
export type Reading = Pick<Replica, "observe" | "get" | "find" | "arrangement" | "records" | "count">;

type Kept = NonNullable<Awaited<ReturnType<Reading["get"]>>>;
type Rows = readonly Kept[];

/** What practice has made of one collection: records that it wrote, null for those that it deleted. */
interface Written {
  readonly records: Map<string, Kept | null>;
  readonly listeners: Set<() => void>;
  version: number;
  /** How many more records there are than at the office. */
  more: number;
}

/** Numbers that the server gives out, as practice makes them up. */
const numbered = (collection: string): readonly string[] => {
  const resource = allResources().find((one) => one.collection === collection);
  return resource ? fieldsOf(resource).flatMap(([name, meta]) => (meta.numbered ? [name] : [])) : [];
};

const NOTHING_READ: ReadonlyMap<string, null> = new Map();

export class PracticeRecords {
  readonly #office: Reading;
  readonly #written = new Map<string, Written>();
  #numbers = 0;

  constructor(office: Reading) {
    this.#office = office;
  }

  #of(collection: string): Written {
    let written = this.#written.get(collection);
    if (!written) {
      written = { records: new Map(), listeners: new Set(), version: 0, more: 0 };
      this.#written.set(collection, written);
    }
    return written;
  }

  /** Does what a command is expected to do, at once and as if the server had. */
  apply(effects: readonly Effect[], read: ReadonlyMap<string, Kept | null> = NOTHING_READ): void {
    const touched = new Set<Written>();
    for (const effect of effects) {
      const { collection, id } = effect;
      const written = this.#of(collection);
      const own = written.records.get(id);
      const before =
        own === undefined ? (this.#office.records.peek(collection, id) ?? read.get(id) ?? null) : own;
      const after = layOver(before, [effect]);
      if (before === after) continue;
      written.records.set(id, after && (before ? after : this.#asMade(collection, after)));
      written.more += Number(after !== null) - Number(before !== null);
      touched.add(written);
    }
    for (const written of touched) {
      written.version++;
      for (const listener of [...written.listeners]) listener();
    }
  }

  /** A new record as the server would have made it: it has its numbers, and it counts as known over there. */
  #asMade(collection: string, record: Kept): Kept {
    const numbers = numbered(collection).flatMap((name) =>
      record[name] ? [] : [[name, `PRACTICE-${++this.#numbers}`]],
    );
    return { ...record, ...Object.fromEntries(numbers), version: 1 };
  }

  #laidOver(collection: string, query: Query, rows: Rows): Rows {
    const { records } = this.#of(collection);
    const effects = [...records].map(
      ([id, record]): Effect => ({
        collection,
        id,
        change: record ? "created" : "deleted",
        values: record ?? {},
      }),
    );
    return expectedRows(rows, [], effects, this.#office.arrangement(collection, query));
  }

  /** The same question with room for the records that practice takes out of the answer. */
  #withRoom(collection: string, query: Query): Query {
    const { limit } = query;
    return limit === undefined ? query : { ...query, limit: limit + this.#of(collection).records.size };
  }

  /** Does the same where some of the records lie on disk. */
  async applyRead(effects: readonly Effect[]): Promise<void> {
    const read = new Map<string, Kept | null>();
    for (const { collection, id } of effects) {
      const isOwn = this.#written.get(collection)?.records.has(id);
      if (!isOwn) read.set(id, await this.#office.get(collection, id));
    }
    this.apply(effects, read);
  }

  async get(collection: string, id: string): Promise<Kept | null> {
    const own = this.#written.get(collection)?.records.get(id);
    return own === undefined ? this.#office.get(collection, id) : own;
  }

  /** As the office's: of records on disk only what was read lately. */
  peek(collection: string, id: string): Kept | null {
    const own = this.#written.get(collection)?.records.get(id);
    return own === undefined ? this.#office.records.peek(collection, id) : own;
  }

  some(collection: string, matches: (record: Kept) => boolean, limit: number): Kept[] {
    const { records } = this.#of(collection);
    const own = [...records.values()].filter((record) => record !== null && matches(record)) as Kept[];
    if (own.length >= limit) return own.slice(0, limit);
    const untouched = (record: Kept) => !records.has(record.id) && matches(record);
    return [...own, ...this.#office.records.some(collection, untouched, limit - own.length)];
  }

  count(collection: string): number {
    return this.#office.count(collection) + (this.#written.get(collection)?.more ?? 0);
  }

  async find(collection: string, query: Query): Promise<Kept[]> {
    const { selector, sort, limit } = this.#withRoom(collection, query);
    const rows = await this.#office.find(collection, selector, sort, limit);
    return [...this.#laidOver(collection, query, rows)];
  }

  observe(collection: string, query: Query, how?: HowKept): Observable<Rows | undefined> {
    const written = this.#of(collection);
    const ask = () => this.#office.observe(collection, this.#withRoom(collection, query), how);
    let office = ask();
    let seen: { rows: Rows; version: number; answer: Rows } | null = null;
    const getSnapshot = () => {
      const rows = office.getSnapshot();
      if (rows === undefined) return undefined;
      if (seen?.rows !== rows || seen.version !== written.version) {
        const answer = written.records.size === 0 ? rows : this.#laidOver(collection, query, rows);
        seen = { rows, version: written.version, answer };
      }
      return seen.answer;
    };
    return {
      getSnapshot,
      subscribe: (listener) => {
        const tell = () => listener(getSnapshot());
        let undo = office.subscribe(tell);
        const onWritten = () => {
          if (query.limit !== undefined) {
            undo();
            office = ask();
            undo = office.subscribe(() => tell());
          }
          tell();
        };
        written.listeners.add(onWritten);
        return () => {
          undo();
          written.listeners.delete(onWritten);
        };
      },
    };
  }
}
