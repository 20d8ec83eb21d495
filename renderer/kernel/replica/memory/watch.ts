// A live query: what is known at once, then what RxDB's query says.
import type { MangoQuery, RxCollection } from "rxdb";
import { failedWith } from "../../connection/local-failure.ts";
import { observable } from "../observable.ts";
import type { User } from "../storage/collections.ts";
import type { LiveDatabase } from "../storage/live-database.ts";
import { type ReplicaRecord, type Row, recordOf } from "./replica-record.ts";

interface WatchOptions {
  /** @throws LocalFailure PART_MISSING */
  readonly live: () => Promise<LiveDatabase>;
  /** Name of the RxCollection. */
  readonly name: string;
  readonly query: MangoQuery<Row>;
  /** The rows as they are, where that is known at once; null where it is not. */
  readonly now: () => readonly Row[] | null;
  /** Resolves once the query can be answered in full. */
  readonly known: () => Promise<void>;
}

/** A part of the application that did not come is asked for again after so long: meanwhile nothing comes from the server, either. */
const AGAIN_MS = 5000;

export class Watch implements User {
  readonly value = observable<readonly ReplicaRecord[] | undefined>(undefined);
  readonly #options: WatchOptions;
  #shown: readonly Row[] = [];
  #following: { unsubscribe(): void } | null = null;
  #letGo: (() => void) | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Goes up with every beginning and end: what an older one waited for is not wanted any more. */
  #turn = 0;

  constructor(options: WatchOptions) {
    this.#options = options;
  }

  ask(): void {
    const turn = ++this.#turn;
    const isShown = this.#showNow();
    this.#begin(turn, isShown).catch((error: unknown) => {
      if (!failedWith(error, "PART_MISSING")) return this.failed(error);
      if (turn === this.#turn) this.#timer = setTimeout(() => this.ask(), AGAIN_MS);
    });
  }

  async #begin(turn: number, isShown: boolean): Promise<void> {
    const { live, name, known } = this.#options;
    await known();
    if (turn === this.#turn && !isShown) this.#showNow();
    const database = await live();
    if (turn === this.#turn) this.#letGo = database.use(name, this);
  }

  stop(): void {
    this.#turn++;
    clearTimeout(this.#timer);
    this.#unfollow();
    this.#letGo?.();
    this.#letGo = null;
  }

  #unfollow(): void {
    this.#following?.unsubscribe();
    this.#following = null;
  }

  #showNow(): boolean {
    const rows = this.#options.now();
    if (rows) this.#show(rows);
    return rows !== null;
  }

  /** Tells nobody of rows that are shown already. */
  #show(rows: readonly Row[]): void {
    const isSame =
      this.value.getSnapshot() !== undefined &&
      rows.length === this.#shown.length &&
      rows.every((row, n) => row === this.#shown[n]);
    if (isSame) return;
    this.#shown = rows;
    this.value.set(rows.map(recordOf));
  }

  opened(collection: RxCollection<Row>, failed: (error: unknown) => void): void {
    this.#unfollow();
    this.#following = collection.find(this.#options.query).$.subscribe({
      // The row of a document is that of the storage: the same object as long as it does not change.
      next: (documents) => this.#show(documents.map(({ _data }) => _data)),
      error: failed,
    });
  }

  emptied(): void {
    this.#unfollow();
    this.#showNow();
  }

  /** Nobody waits for it: the window's handler hears of it. */
  readonly failed = (error: unknown): void => {
    queueMicrotask(() => Promise.reject(error));
  };
}
