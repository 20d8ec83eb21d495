// Keeps an open replica going: fills memory from the disk, follows the other windows, leads the syncing, shows its state.
import type { Client } from "../connection/client.ts";
import type { Connection } from "../connection/connection.ts";
import { failedWith } from "../connection/local-failure.ts";
import { Registration } from "./connection/registration.ts";
import { hydrate } from "./disk/hydrate.ts";
import type { KeptAt } from "./disk/index-store.ts";
import type { IndexWriter } from "./disk/index-writer.ts";
import { type Observable, observable, until } from "./observable.ts";
import { createConfirmer } from "./outbox/confirm.ts";
import { handInFor, type LeftBehind } from "./outbox/hand-in.ts";
import { Overtaken } from "./overtaken.ts";
import { Puller } from "./pull/pull.ts";
import { Sync } from "./pull/sync.ts";
import type { ReplicaOptions } from "./replica-options.ts";
import type { ReplicaParts } from "./replica-parts.ts";
import type { Progress, SyncState } from "./state.ts";
import type { TabMessage } from "./tabs.ts";

/** The time of the last contact is written down this often at most. */
const CONTACT_MS = 60_000;
/** After a defect in syncing, which the window's error handler hears of, it starts again. */
const RESTART_MS = 2000;

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve());
  });

export class ReplicaRunner {
  readonly client: Client;
  readonly registration: Registration;
  readonly #options: ReplicaOptions;
  readonly #parts: ReplicaParts;
  readonly #puller: Puller;
  /** Loaded once everything is read: nothing is written down before. */
  #keeper: IndexWriter | null = null;
  readonly #sync: Sync;
  readonly #closing = new AbortController();
  readonly #progress = observable<Progress>({
    phase: "hydrating",
    done: 0,
    total: 0,
    current: null,
    documents: 0,
  });
  readonly #status;
  #syncState: SyncState;
  #leading = false;
  #clockAhead = 0;
  #contactAt = 0;
  #storeGone = false;
  #diskFull = false;
  /** Hydration, then what other windows announce, one after the other. */
  #following: Promise<unknown>;
  #closed: Promise<void> | null = null;

  constructor(options: ReplicaOptions, parts: ReplicaParts) {
    this.#options = options;
    this.#parts = parts;
    const { tabs, log, memory, outbox, lastInSync } = parts;
    this.client = options.connect({
      token: () => parts.token,
      onHeard: () => this.#sync.heard(),
      onSlow: () => this.#sync.suspect(),
    });
    this.#syncState = {
      state: "connecting",
      last_in_sync_at: lastInSync,
      problem: null,
      clock_ahead_ms: null,
      late: false,
    };
    const since = new Date().toISOString();
    const nothing = { waiting: 0, photos: 0, need_you: 0, disk_full: false };
    this.#status = observable<Connection>({ ...this.#syncState, since, ...nothing });
    outbox.onChange(() => this.#showStatus());
    parts.attachments.state.subscribe(() => this.#showStatus());
    this.#showStatus();
    const client = this.client;
    this.registration = new Registration({
      parts,
      client,
      device_name: options.device_name,
      known: options.known_device ?? null,
      onDevice: (device) => {
        options.onDevice?.(device);
        // What could not be read without the server's key waits now.
        this.#sync.wake();
      },
      onClock: (ahead_ms) => {
        this.#clockAhead = ahead_ms;
        this.#sync.clockIs(ahead_ms);
      },
    });
    this.#puller = new Puller({ client, log, memory, tabs });
    this.#sync = new Sync(
      {
        client,
        puller: this.#puller,
        outbox,
        attachments: parts.attachments,
        confirmer: createConfirmer(outbox, memory),
        signedIn: () => parts.token !== null,
        registered: async () => {
          await this.registration.register();
        },
        unregistered: () => this.registration.forget(),
        device_id: () => this.registration.device().device_id,
        epoch: {
          get: () => parts.profile.get("epoch"),
          set: (epoch) => parts.profile.set("epoch", epoch),
        },
        onState: (state) => this.#takeState(state),
        onProgress: (progress) => this.#takeProgress(progress),
        onEnded: (why, handedIn) =>
          options.onEnded?.(why, handedIn && outbox.unsent + parts.attachments.unsent === 0),
      },
      lastInSync,
    );
    this.#following = this.#hydrate();
    parts.damaged.subscribe((collection) => {
      if (collection === null) return;
      this.#following = this.#following
        .then(() => this.#puller.forget(collection))
        .then(() => this.#sync.recheck())
        .catch((error: unknown) => this.#report(error));
    });
    this.#joinOthers();
  }

  async #hydrate(): Promise<void> {
    const { log, memory, projections, kept } = this.#parts;
    const onCollection = (current: string, more: number) => {
      const { done, documents } = this.#progress.getSnapshot();
      const next = { done: done + 1, total: done + 1, current, documents: documents + more };
      this.#progress.set({ phase: "hydrating", ...next });
    };
    const options = { log, memory, projections, store: kept, onCollection };
    const hydrated = await hydrate(options, this.#closing.signal);
    for (const [collection, head] of hydrated.heads) this.#puller.heads.set(collection, head);
    this.#keep(hydrated.kept).catch((error: unknown) => this.#report(error));
    for (const collection of hydrated.kept.keys())
      projections
        .kept(collection)
        ?.settle()
        .catch((error: unknown) => this.#report(error));
    this.#progress.set({ ...this.#progress.getSnapshot(), phase: "ready", current: null });
  }

  async #keep(kept: ReadonlyMap<string, KeptAt>): Promise<void> {
    const { IndexWriter: Loaded } = await import("./disk/index-writer.ts");
    if (this.#closed) return;
    const keeper = new Loaded({
      store: this.#parts.kept,
      projections: this.#parts.projections,
      heads: this.#puller.heads,
      mayWrite: () => this.#leading && !this.#storeGone,
      onError: (error) => this.#report(error),
    });
    this.#keeper = keeper;
    this.#parts.memory.onWrite(() => keeper.changed());
    keeper.opened(kept);
  }

  #joinOthers(): void {
    const { tabs, log } = this.#parts;
    tabs.onMessage((message) => {
      // The end waits for nothing, and above all not for itself.
      if (message.type === "over") {
        const { why } = message;
        return void this.close().then(() => this.#options.onOver?.(why));
      }
      this.#following = this.#following
        .then(() => this.#onMessage(message))
        .catch((error: unknown) => this.#report(error));
    });
    tabs.lead(async (signal) => {
      this.#leading = true;
      // This window stood still, and another one took over: nothing more is said or written by it as the leader.
      signal.addEventListener("abort", () => {
        this.#leading = false;
      });
      await this.#following;
      try {
        await this.#lead(signal);
      } finally {
        log.follow();
        tabs.post({ type: "hello" });
      }
    });
    tabs.post({ type: "hello" });
  }

  async #lead(signal: AbortSignal): Promise<void> {
    const { log } = this.#parts;
    while (!signal.aborted) {
      try {
        await log.lead();
        for (const collection of await log.names()) await this.#puller.catchUp(collection);
        return await this.#sync.run(signal);
      } catch (error) {
        // The disk knew of it first: that the lock is gone comes to be known, too.
        if (error instanceof Overtaken) return aborted(signal);
        this.#report(error);
        await new Promise((resolve) => setTimeout(resolve, RESTART_MS));
      }
    }
  }

  #report(error: unknown): void {
    // What a full disk refuses is said by the state, and done again. What was overtaken is done by who leads.
    if (error instanceof Overtaken) return;
    if (!this.#closed && !(this.#diskFull && failedWith(error, "DISK")))
      queueMicrotask(() => Promise.reject(error));
  }

  async #onMessage(message: TabMessage): Promise<void> {
    const { outbox, memory, profile, tabs } = this.#parts;
    switch (message.type) {
      case "batch":
      case "compacted":
        return this.#puller.catchUp(message.collection);
      case "cleared":
        this.#puller.heads.delete(message.collection);
        return memory.clear(message.collection);
      case "outbox":
        await outbox.refresh(message.seqs);
        return this.#sync.wake();
      case "attachments":
        await this.#parts.attachments.reload();
        return this.#sync.wake();
      case "sending":
        return outbox.markSending(message.ids, false);
      case "wake":
        return this.#sync.wake();
      case "reconnect":
        return this.#sync.reconnect();
      case "token":
        this.#parts.token = await profile.get("token");
        this.#parts.device = await profile.get("device");
        await this.#parts.keys.load();
        return this.#sync.tokenChanged();
      case "status":
        if (!this.#leading) this.#takeState(message.status);
        return;
      case "progress":
        if (!this.#leading) this.#takeProgress(message.progress);
        return;
      case "hello":
        if (this.#leading) tabs.post({ type: "status", status: this.#syncState });
        return;
      case "over":
        return;
    }
  }

  #showStatus(): void {
    const before = this.#status.getSnapshot();
    const { attachments, outbox } = this.#parts;
    const { waiting, needing, sealed } = outbox;
    const next: Connection = {
      ...this.#syncState,
      since: before.state === this.#syncState.state ? before.since : new Date().toISOString(),
      ...(this.#storeGone ? { state: "store-gone" as const } : {}),
      waiting: waiting.length + sealed,
      photos: attachments.unsent,
      need_you: needing + attachments.refused,
      disk_full: this.#diskFull,
    };
    const fields = Object.keys(next) as (keyof Connection)[];
    if (fields.some((field) => next[field] !== before[field])) this.#status.set(next);
  }

  #takeState(state: SyncState): void {
    const { profile, tabs } = this.#parts;
    const moved = state.last_in_sync_at !== this.#syncState.last_in_sync_at;
    this.#syncState = state;
    this.#showStatus();
    if (!this.#leading) return;
    tabs.post({ type: "status", status: state });
    if (!moved || !state.last_in_sync_at || this.#storeGone) return;
    profile.set("last_in_sync_at", state.last_in_sync_at).catch((error: unknown) => this.#report(error));
    if (performance.now() - this.#contactAt < CONTACT_MS && this.#contactAt > 0) return;
    this.#contactAt = performance.now();
    this.#options.onContact?.(new Date(Date.now() - this.#clockAhead).toISOString());
  }

  #takeProgress(progress: Progress): void {
    this.#progress.set(progress);
    if (this.#leading) this.#parts.tabs.post({ type: "progress", progress });
  }

  /** The connection's state, the age of what is here, and how many commands wait or need somebody. */
  get status(): Observable<Connection> {
    return this.#status;
  }

  /** How far reading from disk, then the first pull, has come. */
  get progress(): Observable<Progress> {
    return this.#progress;
  }

  /** Tries the connection, the outbox and everything else at once. */
  wake(): void {
    this.#sync.wake();
    this.#parts.tabs.post({ type: "wake" });
  }

  reconnect(): void {
    this.#sync.reconnect();
    this.#parts.tabs.post({ type: "reconnect" });
  }

  tokenChanged(): void {
    this.#sync.tokenChanged();
    this.#parts.tabs.post({ type: "token" });
  }

  /** The person leaves: the other windows let go, too. */
  over(): void {
    this.#parts.tabs.post({ type: "over", why: null });
  }

  /** Hands in what another account left behind; answers whether this window may. */
  async handInFor(left: LeftBehind): Promise<boolean> {
    if (!this.#leading || this.#status.getSnapshot().state !== "online") return false;
    const { device_name } = this.#options;
    await this.registration.lend(() =>
      this.#sync.cryptoJob(() => handInFor(left, this.client, device_name, this.#closing.signal)),
    );
    return true;
  }

  /** The database was closed from elsewhere: what waits is handed in from memory, then this is over. */
  storeGone(): void {
    if (this.#closed || this.#storeGone) return;
    this.#storeGone = true;
    this.#parts.outbox.diskGone();
    this.#sync.halt();
    this.#showStatus();
    const done = ({ waiting }: Connection) => waiting === 0 || !this.#leading;
    until(this.#status, done, this.#closing.signal).then(
      () => this.#options.onStoreGone?.(),
      () => undefined, // closed before
    );
  }

  /** The disk takes nothing (true), or takes what is written again: then what was put off is done. */
  diskFull(full: boolean): void {
    if (this.#closed) return;
    this.#diskFull = full;
    this.#showStatus();
    if (full) return;
    this.#parts.store.dropDoubtful().catch((error: unknown) => this.#report(error));
    this.#sync.wake();
    this.#sync.recheck();
  }

  close(): Promise<void> {
    this.#closed ??= (async () => {
      const { tabs, memory, disk } = this.#parts;
      this.#closing.abort();
      await tabs.close();
      await this.#following.catch(() => undefined);
      await this.#keeper?.close();
      await memory.close();
      disk.close();
    })();
    return this.#closed;
  }
}
