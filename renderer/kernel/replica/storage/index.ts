// The replica as a storage of RxDB's: what createRxDatabase is given.
import {
  ensureRxStorageInstanceParamsAreCorrect,
  INTERNAL_STORAGE_NAME,
  RXDB_VERSION,
  type RxStorage,
  type RxStorageInstanceCreationParams,
} from "rxdb/plugins/core";
import type { Log } from "../disk/log.ts";
import type { Row } from "../memory/replica-record.ts";
import { Instance } from "./instance.ts";
import { Journal } from "./journal.ts";
import { RowsSource } from "./rows-source.ts";
import { RowsState } from "./rows-state.ts";
import type { Source } from "./source.ts";
import { Writer } from "./writer.ts";

export interface StorageOptions {
  /** Where collections are kept that RxDB itself writes; null: in memory alone. */
  readonly log: Log | null;
  /** The records that are pulled, by the name of their RxCollection; null where it is none of theirs. */
  readonly pulled?: (collection: string) => Source<Row> | null;
}

/** A collection that RxDB itself writes. */
interface Own<T> {
  readonly source: RowsSource<T>;
  readonly writer: Writer<T>;
}

const NAME = "lastmile-replica";

class ReplicaStorage implements RxStorage<unknown, unknown> {
  readonly name = NAME;
  readonly rxdbVersion = RXDB_VERSION;
  readonly #log: Log | null;
  readonly #pulled: NonNullable<StorageOptions["pulled"]>;
  /** By database, collection and version. They stay when nobody has them open. */
  readonly #own = new Map<string, Promise<object>>();

  constructor({ log, pulled }: StorageOptions) {
    this.#log = log;
    this.#pulled = pulled ?? (() => null);
  }

  async #open<T>(name: string, { schema, collectionName }: RxStorageInstanceCreationParams<T, unknown>) {
    const state = new RowsState<T>(schema);
    // What RxDB notes down about its collections is made anew with every database.
    const isKept = this.#log && collectionName !== INTERNAL_STORAGE_NAME;
    const read = (key: string, row: Parameters<typeof state.table.put>[1]) => void state.table.put(key, row);
    const journal = isKept ? await Journal.open<T>(this.#log, name, read) : null;
    const source = new RowsSource(state);
    return { source, writer: new Writer(state, source, journal) } satisfies Own<T>;
  }

  async createStorageInstance<T>(params: RxStorageInstanceCreationParams<T, unknown>): Promise<Instance<T>> {
    ensureRxStorageInstanceParamsAreCorrect(params);
    const { databaseName, collectionName, schema } = params;
    if (schema.attachments)
      throw new Error("The replica keeps no attachments of RxDB's: the outbox keeps files");
    const pulled = this.#pulled(collectionName);
    // Whoever names this collection names its type.
    if (pulled) return new Instance<T>(params, pulled as Source<object> as Source<T>, null, () => {});
    const name = ["rxdb", databaseName, collectionName, schema.version].join("|");
    let opening = this.#own.get(name);
    if (!opening) {
      opening = this.#open(name, params);
      this.#own.set(name, opening);
      opening.catch(() => this.#own.delete(name));
    }
    const { source, writer } = (await opening) as Own<T>;
    return new Instance<T>(params, source, writer, () => this.#own.delete(name));
  }
}

/** RxDB's storage over the replica: `createRxDatabase({ storage: createStorage({ log }) })`. */
export const createStorage = (options: StorageOptions): RxStorage<unknown, unknown> =>
  new ReplicaStorage(options);
