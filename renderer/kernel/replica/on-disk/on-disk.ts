// The collections whose records are kept on disk: in memory is where each lies; a query reads the batches that it needs.
import type { ReplicaDocument } from "../../../../shared/kernel/sync/wire.ts";
import { pause } from "../memory/pause.ts";
import { type ReplicaRecord, type Row, recordOf } from "../memory/replica-record.ts";
import type { Planned } from "../storage/table/planner.ts";
import { fieldsFound } from "./columns.ts";
import { DiskTable, type Places } from "./disk-table.ts";

/** Batches that were read last, kept for the next query about the same customer. */
const KEPT_BATCHES = 24;

/** The log, as records are read from it. */
export interface BatchReader {
  batch(collection: string, generation: string, n: number): Promise<readonly ReplicaDocument[]>;
  /**
   * A batch could not be read: says whether to look again, since the log was written anew meanwhile. Where it is damaged, or
   * the store is closed, nothing is there.
   */
  failed(collection: string, generation: string, error: unknown): Promise<"again" | "nothing">;
}

/** Where a batch lies in the log, and its cells. */
export interface Shelved {
  readonly generation: string;
  readonly n: number;
  readonly cells: Uint32Array;
}

/** What is asked, and how answers are chosen and ordered. */
export interface DiskQuery {
  readonly planned: Planned<Row>;
  readonly selector: Readonly<Record<string, unknown>>;
  readonly limit: number | undefined;
  /** Without an order, whichever are read first will do. */
  readonly sort: readonly Readonly<Record<string, "asc" | "desc">>[] | undefined;
}

/** A record, and the batch of the log that it was read from. */
export interface Found {
  readonly document: ReplicaDocument;
  readonly generation: string;
  readonly batch: number;
}

/** A batch that was read, or is being read. */
interface Kept {
  readonly reading: Promise<readonly ReplicaDocument[]>;
  documents: readonly ReplicaDocument[] | null;
}

export class OnDisk {
  readonly #reader: BatchReader;
  readonly #tables = new Map<string, DiskTable>();
  readonly #kept = new Map<string, Kept>();

  constructor(reader: BatchReader) {
    this.#reader = reader;
  }

  count(collection: string): number {
    return this.#tables.get(collection)?.live ?? 0;
  }

  isLive(collection: string, batch: number, at: number): boolean {
    return this.#tables.get(collection)?.isLive(batch, at) ?? false;
  }

  /** Takes over a whole log, by the cells of its batches, instead of what was known. */
  async shelve(collection: string, generation: string, batches: readonly Uint32Array[]): Promise<void> {
    const table = new DiskTable(generation, fieldsFound(collection));
    for (const [n, cells] of batches.entries()) {
      if (n % 50 === 49) await pause();
      table.add(cells);
    }
    this.#tables.set(collection, table);
  }

  /** Takes the next batch of a log. */
  add(collection: string, { generation, n, cells }: Shelved): void {
    let table = this.#tables.get(collection);
    if (table?.generation !== generation) {
      table = new DiskTable(generation, fieldsFound(collection));
      this.#tables.set(collection, table);
    }
    if (table.batches !== n) throw new Error(`Batch ${n} of ${collection} follows ${table.batches} others`);
    table.add(cells);
  }

  clear(collection: string): void {
    this.#tables.delete(collection);
  }

  #batch(
    collection: string,
    generation: string,
    n: number,
    keep: boolean,
  ): Promise<readonly ReplicaDocument[]> {
    const key = `${collection}|${generation}|${n}`;
    const kept = this.#kept.get(key);
    if (kept) {
      // The one that was asked for last goes last.
      this.#kept.delete(key);
      this.#kept.set(key, kept);
      return kept.reading;
    }
    const reading = this.#reader.batch(collection, generation, n);
    if (!keep) return reading;
    const read: Kept = { reading, documents: null };
    this.#kept.set(key, read);
    reading.then(
      (documents) => {
        read.documents = documents;
      },
      () => this.#kept.delete(key),
    );
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= KEPT_BATCHES) break;
      this.#kept.delete(oldest);
    }
    return reading;
  }

  async #read(
    collection: string,
    table: DiskTable,
    steps: readonly (readonly Places[])[],
    { planned, limit = Number.POSITIVE_INFINITY }: DiskQuery,
  ): Promise<Found[]> {
    const { generation } = table;
    const found: Found[] = [];
    const many = steps.reduce((sum, places) => sum + places.length, 0);
    for (const places of steps) {
      for (const { batch, at } of places) {
        const documents = await this.#batch(collection, generation, batch, many <= KEPT_BATCHES);
        for (const n of at) {
          const document = documents[n];
          if (document && planned.matches(document)) found.push({ document, generation, batch });
        }
        if (many > 1) await pause();
      }
      // What comes in later steps comes later in the order, too.
      if (found.length >= limit) break;
    }
    found.sort((a, b) => planned.compare(a.document, b.document));
    return found.length > limit ? found.slice(0, limit) : found;
  }

  /** The records that a query means, in its order. */
  async find(collection: string, query: DiskQuery): Promise<readonly ReplicaDocument[]> {
    return (await this.look(collection, query)).map(({ document }) => document);
  }

  /** The same, and where each lies; `begins` is called before it is looked up what lies where. */
  async look(collection: string, query: DiskQuery, begins = () => {}): Promise<readonly Found[]> {
    for (;;) {
      begins();
      const table = this.#tables.get(collection);
      if (!table) return [];
      const { keys } = query.planned;
      const steps = keys ? [table.placesOf(keys)] : table.placesFor(query.selector, query);
      try {
        return await this.#read(collection, table, steps, query);
      } catch (error) {
        if ((await this.#reader.failed(collection, table.generation, error)) === "nothing") return [];
      }
    }
  }

  /** A record that was read lately; null says nothing of whether there is one. */
  peek(collection: string, id: string): ReplicaRecord | null {
    const table = this.#tables.get(collection);
    const place = table?.placesOf([id])[0];
    const at = place?.at[0];
    if (!table || !place || at === undefined) return null;
    const kept = this.#kept.get(`${collection}|${table.generation}|${place.batch}`);
    const document = kept?.documents?.[at];
    return document?.id === id ? recordOf(document) : null;
  }

  close(): void {
    this.#kept.clear();
  }
}
