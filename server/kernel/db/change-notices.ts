// Wakes those who wait for changes: readers of the tables at the commit, readers of the change feed once it shows the change.
import { EventEmitter } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { type HeldNews, shownOnNodes } from "./cluster/feed-visibility.ts";
import type { Database } from "./db.ts";

/** Of commits. The database itself tells some (0003-identity.sql, database-identity.ts). */
const COMMITS = "lastmile_commits";
const FEED = "lastmile_feed";
/** Commits of this process in so short a time are told together: telling costs both sides. One that comes alone is told at once. */
const LATELY_MS = 50;
const COALESCE_MS = 5;
const BUSY = { commits: 8, coalesce_ms: 20 };
const FEED_POLL_MS = 10;
/** In how many milliseconds a commit is told with those that follow. @param lately when the last ones were, the oldest first. */
export function tellWithin(lately: readonly number[], now: number): number {
  const commits = lately.filter((at) => now - at < LATELY_MS).length;
  if (commits <= 1) return 0;
  return commits < BUSY.commits ? COALESCE_MS : BUSY.coalesce_ms;
}

/** News that waits for so many looks may wait for a transaction that is none of ours. */
const LOOKS_IN_VAIN = 3;

/** All who hear of a change are given the same set. */
export type ChangeListener = (collections: ReadonlySet<string>) => void;
type CommitListener = (collections: ReadonlySet<string>, tenantId: string) => void;

/** Whether the tables show a change to who reads now, or the feed does, too. */
export type Shown = "COMMITTED" | "IN_FEED";

/** Under which name of an event those are told who hear of all tenants. */
const EVERY = "every commit";

const CHANNELS: Record<Shown, string> = { COMMITTED: COMMITS, IN_FEED: FEED };
/** The one that is listened to last: from then on nothing is missed. */
const LAST = FEED;
/** Of whatever a reader sees something may be new. */
export const EVERYTHING = "*";
/** As if it were another database: streams end (http/stream.ts). */
const ENDED: ReadonlySet<string> = new Set(["incarnation"]);
/** What could not be told is tried again so much later: the database is away, or a connection of it has ended. */
const RETRY_MS = 500;

/**
 * The feed stops at its bound (sync/pull.ts), which any long transaction holds back: a reader of the feed that is woken
 * earlier finds nothing and sleeps again. Who reads the tables themselves has no reason to wait for other people's
 * transactions. NOTIFY carries both between processes.
 */
export class ChangeNotices {
  readonly #db: Database;
  readonly #listeners = new EventEmitter().setMaxListeners(0);
  readonly #pending = new Map<string, Set<string>>();
  /** Committed, and not in the feed yet; oldest first. */
  readonly #held: HeldNews[] = [];
  #following = false;
  /** News is told one batch after the other, so that changes are heard in the order in which they were made. */
  #last: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | null = null;
  /** When the last commits were. */
  readonly #lately: number[] = [];
  #closed = false;
  /** Work under way: the database must not be closed under it. */
  readonly #working = new Set<Promise<void>>();
  readonly #unlisten: (() => Promise<void>)[] = [];
  readonly #onError: (error: unknown) => void;

  constructor(db: Database, onError: (error: unknown) => void) {
    this.#db = db;
    this.#onError = onError;
  }

  async start(): Promise<void> {
    for (const channel of Object.values(CHANNELS)) {
      const hear = (payload: string) => {
        const [tenant = "", list = ""] = payload.split(" ");
        const names = new Set(list.split(","));
        if (channel === COMMITS) this.#tell(tenant, names);
        this.#listeners.emit(`${channel} ${tenant}`, names);
      };
      let has_listened = false;
      const onListen = () => {
        if (has_listened && channel === LAST) this.#endStreams();
        has_listened = true;
      };
      const { unlisten } = await this.#db.platform.listen(channel, hear, onListen);
      this.#unlisten.push(unlisten);
    }
  }

  /**
   * The connection was lost, and what was told since is unknown: readers of streams open them again, and ask for what
   * they have missed.
   */
  #endStreams(): void {
    const toAll = `${EVERY} `;
    for (const name of this.#listeners.eventNames())
      if (String(name).startsWith(toAll)) this.#listeners.emit(name, ENDED);
  }

  /** Says that a transaction which changed these collections has committed. */
  committed(tenantId: string, collections: ReadonlySet<string>): void {
    if (collections.size === 0 || this.#closed) return;
    this.#tell(tenantId, collections);
    this.#lately.push(performance.now());
    this.#lately.splice(0, this.#lately.length - BUSY.commits);
    this.#add(tenantId, collections);
    this.#timer ??= this.#tellIn(tellWithin(this.#lately, performance.now()));
  }

  /** A process that died may not have announced its last commits: readers of the feed here ask for everything. */
  lookAnew(): void {
    for (const name of this.#listeners.eventNames()) {
      const [channel, tenant] = String(name).split(" ");
      if (channel === FEED && tenant) this.committed(tenant, new Set([EVERYTHING]));
    }
  }

  #tell(tenantId: string, names: ReadonlySet<string>): void {
    this.#listeners.emit(EVERY, names, tenantId);
    this.#listeners.emit(`${EVERY} ${tenantId}`, names);
  }

  /** Hears of every tenant's commits: of those of this process before they are answered, of the others' as they are told; until the returned function is called. */
  onCommit(listener: CommitListener): () => void {
    this.#listeners.on(EVERY, listener);
    return () => this.#listeners.off(EVERY, listener);
  }

  /** The same of one tenant, until the returned function is called; a commit of this process is heard of twice. */
  onCommitOf(tenantId: string, listener: ChangeListener): () => void {
    const name = `${EVERY} ${tenantId}`;
    this.#listeners.on(name, listener);
    return () => this.#listeners.off(name, listener);
  }

  /** Hears of one tenant's changes, as soon as they are shown in this way, until the returned function is called. */
  subscribe(tenantId: string, shown: Shown, listener: ChangeListener): () => void {
    const name = `${CHANNELS[shown]} ${tenantId}`;
    this.#listeners.on(name, listener);
    return () => this.#listeners.off(name, listener);
  }

  #work(work: () => Promise<void>): void {
    const working: Promise<void> = work()
      .catch(this.#onError)
      .finally(() => this.#working.delete(working));
    this.#working.add(working);
  }

  #inTurn(): Promise<void> {
    const turn = this.#last.then(() => this.#publish());
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #publish(): Promise<void> {
    const pending = [...this.#pending];
    this.#pending.clear();
    this.#timer = null;
    try {
      await this.#tellOthers(pending);
    } catch (error) {
      for (const [tenant, names] of pending) this.#add(tenant, names);
      if (!this.#closed) this.#timer ??= this.#tellIn(RETRY_MS);
      throw error;
    }
  }

  /** Told with the next ones. */
  #add(tenantId: string, collections: ReadonlySet<string>): void {
    const names = this.#pending.get(tenantId) ?? new Set();
    for (const name of collections) names.add(name);
    this.#pending.set(tenantId, names);
  }

  #tellIn(ms: number): NodeJS.Timeout {
    return setTimeout(() => this.#work(() => this.#inTurn()), ms);
  }

  async #tellOthers(pending: readonly [string, ReadonlySet<string>][]): Promise<void> {
    const news = pending.map(([company, names]) => ({
      company,
      payload: `${company} ${[...names].join(",")}`,
    }));
    const payloads = news.map(({ payload }) => payload);
    if (this.#db.is_cluster) {
      await this.#notify(COMMITS, payloads);
      this.#hold(
        news.map(({ company, payload }) => ({ company, payloads: [payload], upto: null, place: "" })),
      );
      return;
    }
    // Every change in the batch has committed, so its transaction id is below the next one to be assigned. Where nothing older
    // is under way, the feed shows it already, and who reads the feed is told in the same statement, unless earlier news waits.
    const is_first = this.#held.length === 0 && !this.#following;
    const [row] = await this.#db.platform<{ upto: string; told: boolean }[]>`
      with now as materialized (
        select pg_snapshot_xmax(pg_current_snapshot()) as upto,
          ${is_first} and feed_bound() >= pg_snapshot_xmax(pg_current_snapshot()) as told)
      select now.upto::text as upto, now.told, count(pg_notify(${COMMITS}, payload)),
        count(pg_notify(${FEED}, payload)) filter (where now.told)
      from now, unnest(${payloads}::text[]) as payload group by 1, 2`;
    if (!row?.told) this.#hold([{ company: "", payloads, upto: BigInt(row?.upto ?? "0"), place: "" }]);
  }

  async #notify(channel: string, payloads: readonly string[]): Promise<void> {
    await this.#db.platform`
      select count(pg_notify(${channel}, payload)) from unnest(${[...new Set(payloads)]}::text[]) as payload`;
  }

  #hold(news: readonly HeldNews[]): void {
    this.#held.push(...news);
    if (this.#following) return;
    this.#following = true;
    this.#work(() => this.#followFeed());
  }

  /** What the feed shows by now of what waits. */
  async #shown(): Promise<Set<HeldNews>> {
    if (this.#db.is_cluster) return shownOnNodes(this.#db.platform, this.#held);
    const [seen] = await this.#db.platform<{ bound: string }[]>`select feed_bound()::text as bound`;
    const bound = BigInt(seen?.bound ?? "0");
    return new Set(this.#held.filter(({ upto }) => upto !== null && upto <= bound));
  }

  /** Has the feed's bound pass over what can write no row of ours: other databases, the database's own upkeep (migration 0023). */
  async #passOver(): Promise<void> {
    if (!this.#db.is_cluster) await this.#db.platform`select pass_over_foreign_transactions()`;
  }

  /** Tells of what the feed shows by now, until it shows everything. */
  async #followFeed(): Promise<void> {
    let in_vain = 0;
    while (this.#held.length > 0 && !this.#closed) {
      try {
        in_vain = (await this.#tellShown()) ? 0 : in_vain + 1;
        if (in_vain > 0 && in_vain % LOOKS_IN_VAIN === 0) await this.#passOver();
        else if (in_vain > 0) await pause(FEED_POLL_MS);
      } catch (error) {
        this.#onError(error);
        await pause(RETRY_MS);
      }
    }
    this.#following = false;
  }

  /** @returns whether the feed shows anything more. */
  async #tellShown(): Promise<boolean> {
    const shown = await this.#shown();
    if (shown.size === 0) return false;
    const payloads = [...shown].flatMap((news) => news.payloads);
    await this.#notify(FEED, payloads);
    this.#held.splice(0, this.#held.length, ...this.#held.filter((news) => !shown.has(news)));
    return true;
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer) clearTimeout(this.#timer);
    await Promise.all(this.#working);
    for (const unlisten of this.#unlisten) await unlisten();
  }
}
