// Writes down what projections hold once nothing has changed for a while, so that the next session opens with it.
import { failedWith } from "../../connection/local-failure.ts";
import type { Projections } from "../search/projection.ts";
import type { IndexStore, KeptAt } from "./index-store.ts";
import type { Head } from "./log.ts";

/** So long nothing may have changed: in a storm the page is for people. */
const QUIET_MS = 2000;
/** Fewer records are read in no time. */
const KEEP_FROM = 1000;
/** After so many batches, or changes of this share of the records, what was kept is made anew. */
const BATCHES = 20;
const SHARE = 8;

interface KeeperOptions {
  readonly store: IndexStore;
  readonly projections: Projections;
  readonly heads: ReadonlyMap<string, Head>;
  /** Whether it is this window that writes. */
  readonly mayWrite: () => boolean;
  readonly onError: (error: unknown) => void;
}

export class IndexWriter {
  readonly #options: KeeperOptions;
  readonly #kept = new Map<string, KeptAt>();
  #changedAt = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #writing: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(options: KeeperOptions) {
    this.#options = options;
  }

  /** What was opened at the start. */
  opened(kept: ReadonlyMap<string, KeptAt>): void {
    for (const [collection, at] of kept) this.#kept.set(collection, at);
    this.changed();
  }

  /** Records were written. */
  changed(): void {
    this.#changedAt = performance.now();
    if (!this.#timer && !this.#isClosed) this.#wait(QUIET_MS);
  }

  #wait(ms: number): void {
    this.#timer = setTimeout(() => {
      const quiet = performance.now() - this.#changedAt;
      if (quiet < QUIET_MS) return this.#wait(QUIET_MS - quiet);
      this.#timer = null;
      this.#writing = this.#writing.then(() => this.#writeAll()).catch(this.#options.onError);
    }, ms);
  }

  #isDue({ collection, generation, batches, written, complete }: Head, count: number): boolean {
    if (!complete || count < KEEP_FROM) return false;
    const kept = this.#kept.get(collection);
    if (kept?.generation !== generation) return true;
    return batches - kept.batches > BATCHES || (written - kept.written) * SHARE > count;
  }

  async #writeAll(): Promise<void> {
    const { store, projections, heads, mayWrite } = this.#options;
    for (const head of [...heads.values()]) {
      const kept = projections.kept(head.collection);
      if (!kept || !mayWrite() || !this.#isDue(head, kept.count())) continue;
      const bytes = await kept.write();
      // Changed meanwhile: that is told here, too, and its turn comes.
      if (!bytes || this.#isClosed || heads.get(head.collection) !== head) continue;
      try {
        await store.write(head, kept, bytes);
      } catch (error) {
        // What is kept is only a shorter way: a full disk goes without, and one that is gone is told of elsewhere.
        if (!failedWith(error, "DISK", "STORE_GONE")) throw error;
      }
      this.#kept.set(head.collection, head);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#writing;
  }
}
