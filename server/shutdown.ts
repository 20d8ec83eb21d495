// What was opened, closed again: at the stop, and when the start fails half-way.
import { isConnectionError } from "./kernel/db/db.ts";

/** Closes in the opposite order. */
export class Shutdown {
  readonly #closers: (() => Promise<unknown>)[] = [];

  add(close: () => Promise<unknown>): void {
    this.#closers.push(close);
  }

  /** Whatever fails to close keeps nothing else open; a database that is gone already is no failure. */
  async closeAll(): Promise<void> {
    const failed: unknown[] = [];
    for (let close = this.#closers.pop(); close; close = this.#closers.pop()) {
      await close().catch((error: unknown) => {
        if (!isConnectionError(error)) failed.push(error);
      });
    }
    if (failed.length > 0) throw failed[0];
  }
}
