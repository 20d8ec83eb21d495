// All of one collection whose records stay on disk, as RxDB is told of it. In memory is where each record lies (on-disk/), and
// the rows that RxDB may still have.
import type { PreparedQuery } from "rxdb";
import type { ReplicaDocument } from "../../../../shared/kernel/sync/wire.ts";
import type { MarkedRow, Row } from "../memory/replica-record.ts";
import type { Found, OnDisk, Shelved } from "../on-disk/on-disk.ts";
import { type Marks, marksOf, PULLED } from "./marks.ts";
import { type Change, type Listener, Listeners, type Source } from "./source.ts";
import type { Planned, Planner } from "./table/planner.ts";
import { PreparedQueries } from "./table/prepared.ts";

/** More batches than a log ever has: of one generation each record's height is less than any of the next one's. */
const BATCHES_MAX = 1_000_000;
/** So long what was written is kept from RxDB at most while it reads: it would read all over again. */
const HOLD_MS = 100;
/** Rows that RxDB may have are looked through when there are so many, and twice as many again. */
const SWEEP_FROM = 1000;

type Heights = (generation: string, batch: number) => number;

/** Generations of the log in the order in which this window met them. */
function heights(): Heights {
  const met = new Map<string, number>();
  return (generation, batch) => {
    const turn = met.get(generation) ?? met.size + 1;
    met.set(generation, turn);
    return turn * BATCHES_MAX + batch;
  };
}

/** The rows that were handed to RxDB, as long as it has them: what it is told of a change is what it knew before. */
class Handed {
  readonly #rows = new Map<string, WeakRef<MarkedRow>>();
  #sweepAt = SWEEP_FROM;

  get(id: string): MarkedRow | undefined {
    return this.#rows.get(id)?.deref();
  }

  set(id: string, row: MarkedRow): void {
    this.#rows.set(id, new WeakRef(row));
    if (this.#rows.size < this.#sweepAt) return;
    for (const [key, held] of this.#rows) if (!held.deref()) this.#rows.delete(key);
    this.#sweepAt = Math.max(SWEEP_FROM, this.#rows.size * 2);
  }

  delete(id: string): void {
    this.#rows.delete(id);
  }

  clear(): void {
    this.#rows.clear();
    this.#sweepAt = SWEEP_FROM;
  }
}

interface Batch {
  readonly marks: Marks;
  readonly documents: readonly ReplicaDocument[];
}

export class DiskState implements Source<Row> {
  readonly #collection: string;
  readonly #disk: OnDisk;
  readonly #planner: Planner<Row>;
  readonly #queries: PreparedQueries<Row>;
  readonly #listeners = new Listeners<Row>();
  readonly #heightOf = heights();
  readonly #handed = new Handed();
  /** Batches that RxDB was not told of yet. */
  #held: Batch[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** How many of RxDB's queries are reading. */
  #reading = 0;
  /** Goes up with everything that is told: what was looked up before is older than what RxDB knows. */
  #told = 0;

  constructor(collection: string, disk: OnDisk, planner: Planner<Row>) {
    this.#collection = collection;
    this.#disk = disk;
    this.#planner = planner;
    this.#queries = new PreparedQueries(planner);
  }

  listen(listener: Listener<Row>): () => void {
    const undo = this.#listeners.add(listener);
    return () => {
      undo();
      if (!this.#listeners.isHeard) this.forget();
    };
  }

  /** What RxDB was handed says nothing any more: nobody has the collection open, or it is about to be opened anew. */
  forget(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#held = [];
    this.#handed.clear();
    this.#told++;
  }

  /** A batch was added to those on disk. */
  added({ generation, n }: Shelved, documents: readonly ReplicaDocument[]): void {
    const marks = marksOf(this.#heightOf(generation, n));
    if (!this.#listeners.isHeard) return;
    this.#held.push({ marks, documents });
    if (this.#reading > 0) this.#timer ??= setTimeout(() => this.#tell(), HOLD_MS);
    // Of what was read RxDB may not have taken note yet.
    else if (!this.#timer) this.#tell();
  }

  #tell(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const held = this.#held.splice(0);
    if (held.length === 0) return;
    this.#told++;
    for (const { marks, documents } of held) {
      // Of a record that comes twice at once only the last state is ever read.
      const last = new Map(documents.map((document) => [document.id, document]));
      const changes: Change<Row>[] = [];
      for (const document of last.values()) changes.push(this.#changeOf(document, marks));
      this.#listeners.tell(changes, PULLED);
    }
  }

  /** When RxDB has taken note of what was read: told before, it would read again. */
  #tellSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#tell());
  }

  /** What RxDB does not have is told as new to it: no query of its shows it, whatever it was before. */
  #changeOf(document: ReplicaDocument, marks: Marks): Change<Row> {
    const documentId = document.id;
    const previousDocumentData = this.#handed.get(documentId);
    if (document._deleted) {
      const documentData = { ...previousDocumentData, ...document, ...marks };
      this.#handed.delete(documentId);
      return {
        operation: "DELETE",
        documentId,
        documentData,
        previousDocumentData,
      };
    }
    const documentData: MarkedRow = { ...document, ...marks };
    this.#handed.set(documentId, documentData);
    return previousDocumentData
      ? { operation: "UPDATE", documentId, documentData, previousDocumentData }
      : { operation: "INSERT", documentId, documentData, previousDocumentData };
  }

  /** A record as RxDB has it already, or as it is handed it now. */
  #rowOf({ document, generation, batch }: Found, isKnown: boolean): MarkedRow {
    const marks = marksOf(this.#heightOf(generation, batch));
    const handed = this.#handed.get(document.id);
    if (handed?._rev === marks._rev) return handed;
    const row = { ...document, ...marks };
    if (isKnown) this.#handed.set(document.id, row);
    return row;
  }

  /** Reads for RxDB: what is written meanwhile is told of afterwards. */
  async #read(planned: Planned<Row>): Promise<MarkedRow[]> {
    const { selector, sort, limit, skip = 0 } = planned.prepared.query;
    const end = limit === undefined ? undefined : skip + limit;
    if (end === 0) return [];
    const query = { planned, selector, sort, limit: end };
    let told = 0;
    this.#reading++;
    try {
      const found = await this.#disk.look(this.#collection, query, () => {
        // What is looked up now has these: whoever read before them reads again.
        this.#tell();
        told = this.#told;
      });
      const isKnown = told === this.#told && this.#listeners.isHeard;
      return found.slice(skip).map((one) => this.#rowOf(one, isKnown));
    } finally {
      if (--this.#reading === 0) this.#tellSoon();
    }
  }

  find(keys: readonly string[]): Promise<MarkedRow[]> {
    const { primary } = this.#planner;
    return this.#read(this.#planner.plan({ selector: { [primary]: { $in: [...keys] } } }));
  }

  query(prepared: PreparedQuery<Row>): Promise<MarkedRow[]> {
    return this.#read(this.#queries.planned(prepared));
  }

  async count(prepared: PreparedQuery<Row>): Promise<number> {
    const { selector } = prepared.query;
    if (Object.keys(selector).every((field) => field === "_deleted"))
      return this.#disk.count(this.#collection);
    const { limit: _, ...query } = prepared.query;
    const all = { ...prepared, query: { ...query, skip: 0 } };
    return (await this.#read(this.#queries.planned(all))).length;
  }
}
