// What live queries need of RxDB, loaded with the first of them: what is asked before is answered without it.
import type { RxDatabase } from "rxdb";
import type { ReplicaDocument } from "../../../../shared/kernel/sync/wire.ts";
import type { Row } from "../memory/replica-record.ts";
import { isLarge, SMALL, schemaOf, tableOf } from "../memory/tables.ts";
import { isOnDisk } from "../on-disk/columns.ts";
import type { OnDisk, Shelved } from "../on-disk/on-disk.ts";
import { Collections, type User } from "./collections.ts";
import { openDatabase } from "./database.ts";
import { DiskState } from "./disk-state.ts";
import { RowsSource } from "./rows-source.ts";
import type { RowsState } from "./rows-state.ts";
import type { Source } from "./source.ts";
import type { Planner } from "./table/planner.ts";

interface Records {
  readonly disk: OnDisk;
  /** The rows of a table in memory. */
  readonly rowsOf: (table: string) => RowsState<Row>;
  readonly plannerOf: (collection: string) => Planner<Row>;
}

/** The RxDatabase of one replica, and its RxCollections over the records that are here. */
export class LiveDatabase {
  readonly #records: Records;
  readonly #disk = new Map<string, DiskState>();
  readonly #collections = new Collections(() => openDatabase((name) => this.#source(name)), schemaOf);

  constructor(records: Records) {
    this.#records = records;
  }

  /** What stands behind an RxCollection: a large collection, or all small ones. */
  #source(name: string): Source<Row> | null {
    if (name !== SMALL && !isLarge(name)) return null;
    if (!isOnDisk(name)) return new RowsSource(this.#records.rowsOf(name));
    let state = this.#disk.get(name);
    if (!state) {
      state = new DiskState(name, this.#records.disk, this.#records.plannerOf(name));
      this.#disk.set(name, state);
    }
    return state;
  }

  /** To look into: its RxCollections are those that are watched just now. */
  database(): Promise<RxDatabase> {
    return this.#collections.database();
  }

  /** Has an RxCollection open until the answer is called. */
  use(table: string, user: User): () => void {
    return this.#collections.use(table, user);
  }

  /** A batch was added to those on disk. */
  added(collection: string, shelved: Shelved, documents: readonly ReplicaDocument[]): void {
    this.#disk.get(collection)?.added(shelved, documents);
  }

  /** What is in a collection is another thing now: who watches it asks anew. */
  renew(collection: string): void {
    this.#disk.get(collection)?.forget();
    this.#collections.renew(tableOf(collection));
  }

  close(): Promise<void> {
    return this.#collections.close();
  }
}
