// Wakes readers of the change feed: after a commit, once the change is visible to every reader, coalesced.
import { EventEmitter } from "node:events";
import type { Database } from "./db.ts";

const CHANNEL = "lastmile_changes";
const COALESCE_MS = 5;
const VISIBILITY_POLL_MS = 10;

export type ChangeListener = (collections: ReadonlySet<string>) => void;

/**
 * A change is told to readers only when the feed's bound has passed its transaction: the feed (sync/pull.ts) stops
 * there, and a reader that is woken earlier would find nothing and sleep again. NOTIFY carries it between processes.
 */
export class ChangeNotices {
  readonly #db: Database;
  readonly #listeners = new EventEmitter().setMaxListeners(0);
  readonly #pending = new Map<string, Set<string>>();
  #timer: NodeJS.Timeout | null = null;
  #closed = false;
  /** Publications under way: the database must not be closed under them. */
  readonly #publishing = new Set<Promise<void>>();
  #unlisten: (() => Promise<void>) | null = null;
  readonly #onError: (error: unknown) => void;

  constructor(db: Database, onError: (error: unknown) => void) {
    this.#db = db;
    this.#onError = onError;
  }

  async start(): Promise<void> {
    const { unlisten } = await this.#db.platform.listen(CHANNEL, (payload) => {
      const [tenant = "", names = ""] = payload.split(" ");
      this.#listeners.emit(tenant, new Set(names.split(",")));
    });
    this.#unlisten = unlisten;
  }

  /** Says that a transaction which changed these collections has committed. */
  committed(tenantId: string, collections: ReadonlySet<string>): void {
    if (collections.size === 0 || this.#closed) return;
    const names = this.#pending.get(tenantId) ?? new Set();
    for (const name of collections) names.add(name);
    this.#pending.set(tenantId, names);
    this.#timer ??= setTimeout(() => {
      const work = this.#publish().catch(this.#onError);
      this.#publishing.add(work);
      void work.finally(() => this.#publishing.delete(work));
    }, COALESCE_MS);
  }

  /** Hears of changes of one tenant until the returned function is called. */
  subscribe(tenantId: string, listener: ChangeListener): () => void {
    this.#listeners.on(tenantId, listener);
    return () => this.#listeners.off(tenantId, listener);
  }

  async #publish(): Promise<void> {
    const batch = [...this.#pending];
    this.#pending.clear();
    this.#timer = null;
    // Every change in the batch has committed, so its transaction id is below the next one to be assigned.
    const [row] = await this.#db.platform<
      { upto: string }[]
    >`select pg_snapshot_xmax(pg_current_snapshot())::text as upto`;
    const upto = BigInt(row?.upto ?? "0");
    while (!this.#closed) {
      const [seen] = await this.#db.platform<{ xmin: string }[]>`select feed_bound()::text as xmin`;
      if (BigInt(seen?.xmin ?? "0") >= upto) break;
      await new Promise((resolve) => setTimeout(resolve, VISIBILITY_POLL_MS));
    }
    for (const [tenant, names] of batch) {
      await this.#db.platform`select pg_notify(${CHANNEL}, ${`${tenant} ${[...names].join(",")}`})`;
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer) clearTimeout(this.#timer);
    await Promise.all(this.#publishing);
    await this.#unlisten?.();
  }
}
