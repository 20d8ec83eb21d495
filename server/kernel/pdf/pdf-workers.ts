// Documents are made in worker threads, a few at a time for each caller, so that the slowest document delays only the caller who
// asked for it.
import { availableParallelism } from "node:os";
import { Tinypool } from "tinypool";
import { Failure } from "../../../shared/kernel/failure.ts";
import type { Asked, make } from "./pdf-worker.ts";

/** A function that makes a document of what can be sent to a thread. */
// biome-ignore lint/suspicious/noExplicitAny: whatever a document is made of
export type Maker = (...args: any[]) => Promise<Uint8Array>;

/** A document's maker, by its name: its module is read in the threads alone. */
export interface DocumentKind<F extends Maker> {
  readonly module: string;
  readonly name: string;
  /** Types alone: nothing is ever called here. */
  readonly like?: F;
}

/** @param module where the function is, as `import.meta.resolve` says it. */
export const documentKind = <F extends Maker>(module: string, name: string): DocumentKind<F> => ({
  module,
  name,
});

/** Of one caller so many are made at once, and so many more wait. */
const AT_ONCE = 2;
const WAITING = 20;
/** The function of the thread's module. */
const MAKE: (typeof make)["name"] = "make";
/** Longer than any document that fits into a request's limits takes; what takes longer is given up. */
const LONGEST_MS = 30_000;
const MEMORY_MB = 512;
/** An idle thread ends after this. */
const IDLE_MS = 30_000;

interface Lane {
  running: number;
  waiting: (() => void)[];
}

export class PdfWorkers {
  readonly #pool: Tinypool;
  readonly #lanes = new Map<string, Lane>();

  constructor(threads = Math.max(1, Math.min(2, availableParallelism() - 1))) {
    this.#pool = new Tinypool({
      filename: new URL("./pdf-worker.ts", import.meta.url).href,
      runtime: "worker_threads",
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: IDLE_MS,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    });
  }

  /**
   * Makes a document for a caller, in their turn.
   * @param caller a token, or the program itself.
   * @throws Failure RATE_LIMITED when too many of the caller's wait already, UNAVAILABLE when it takes too long.
   */
  async make<F extends Maker>(
    caller: string,
    { module, name }: DocumentKind<F>,
    ...args: Parameters<F>
  ): Promise<Uint8Array> {
    const lane = this.#lanes.get(caller) ?? { running: 0, waiting: [] };
    this.#lanes.set(caller, lane);
    if (lane.running >= AT_ONCE) {
      if (lane.waiting.length >= WAITING)
        throw new Failure("RATE_LIMITED", "Too many documents of yours are being made; try again", {
          extra: { retry_after: 5 },
        });
      await new Promise<void>((resolve) => lane.waiting.push(resolve));
    } else lane.running += 1;
    try {
      return await this.#run({ module, name, args });
    } finally {
      // The place goes to the next one who waits, before any newcomer.
      const next = lane.waiting.shift();
      if (next) next();
      else {
        lane.running -= 1;
        if (lane.running === 0) this.#lanes.delete(caller);
      }
    }
  }

  async #run(asked: Asked): Promise<Uint8Array> {
    const signal = AbortSignal.timeout(LONGEST_MS);
    try {
      return await this.#pool.run(asked, { signal, name: MAKE });
    } catch (error) {
      if (signal.aborted) throw new Failure("UNAVAILABLE", "The document took too long to make");
      throw error;
    }
  }

  /** Ends the threads. */
  async close(): Promise<void> {
    await this.#pool.destroy();
  }
}
