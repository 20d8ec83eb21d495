// A query that is asked again after each write to its collection: for screens that show more collections than RxDB may have
// open at once. It costs a whole read for each write, where a watched query costs what has changed.
import { observable } from "../observable.ts";
import type { ReplicaRecord } from "./replica-record.ts";

interface RereadOptions {
  readonly find: () => Promise<readonly ReplicaRecord[]>;
  /** Calls what it is given after each write to the collection, until the answer is called. */
  readonly onChange: (changed: () => void) => () => void;
}

export class Reread {
  readonly value = observable<readonly ReplicaRecord[] | undefined>(undefined);
  readonly #options: RereadOptions;
  #undo: (() => void) | null = null;
  #isReading = false;
  /** Something was written while it read. */
  #isOld = false;

  constructor(options: RereadOptions) {
    this.#options = options;
  }

  ask(): void {
    const read = () => {
      this.#read().catch(this.failed);
    };
    this.#undo = this.#options.onChange(read);
    read();
  }

  stop(): void {
    this.#undo?.();
    this.#undo = null;
  }

  /** One read at a time, and one more for all that was written meanwhile. */
  async #read(): Promise<void> {
    this.#isOld = true;
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      while (this.#isOld && this.#undo) {
        this.#isOld = false;
        this.#show(await this.#options.find());
      }
    } finally {
      this.#isReading = false;
    }
  }

  /** Tells nobody of records that are shown already. */
  #show(rows: readonly ReplicaRecord[]): void {
    const shown = this.value.getSnapshot();
    const isSame = shown?.length === rows.length && rows.every((row, n) => row === shown[n]);
    if (!isSame) this.value.set(rows);
  }

  /** Nobody waits for it: the window's handler hears of it. */
  readonly failed = (error: unknown): void => {
    queueMicrotask(() => Promise.reject(error));
  };
}
