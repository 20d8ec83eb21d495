// One person's replica: what screens read and write, whichever window leads the syncing.
import { newId } from "../../../shared/kernel/id.ts";
import type { Client } from "../connection/client.ts";
import type { Connection } from "../connection/connection.ts";
import { Registration } from "./connection/registration.ts";
import { hydrate } from "./disk/hydrate.ts";
import type { Profile, ProfileStore } from "./disk/profile.ts";
import type { Query, ReplicaRecord } from "./memory/memory.ts";
import { targetsOf } from "./memory/tables.ts";
import { type Observable, observable, until } from "./observable.ts";
import { createConfirmer } from "./outbox/confirm.ts";
import { handInBeforeWipe, handInFor, type LeftBehind } from "./outbox/hand-in.ts";
import type { Correction, OutboxState } from "./outbox/outbox.ts";
import type { QueuedCommand } from "./outbox/outbox-store.ts";
import { Puller } from "./pull/pull.ts";
import { Sync } from "./pull/sync.ts";
import type { ReplicaOptions, SendOptions } from "./replica-options.ts";
import { openReplicaParts, type ReplicaParts } from "./replica-parts.ts";
import type { SearchOptions, SearchResult } from "./search/search.ts";
import type { Progress, SyncState } from "./state.ts";
import type { TabMessage } from "./tabs.ts";

/** The time of the last contact is written down this often at most. */
const CONTACT_MS = 60_000;
/** After a defect in syncing, which the window's error handler hears of, it starts again. */
const RESTART_MS = 2000;

/**
 * Opens a replica: the outbox first, then memory from the log in the background (see `progress$`), then the line.
 * @throws LocalFailure DISK, INSECURE_CONTEXT.
 */
export async function openReplica(options: ReplicaOptions): Promise<Replica> {
  let gone = () => {};
  const parts = await openReplicaParts(options.database, options.key, () => gone());
  const replica = new Replica(options, parts);
  gone = () => replica.storeGone();
  return replica;
}

/** Its functions are bound: they may be handed around. */
export class Replica {
  readonly client: Client;
  /** The outbox, settled commands of the last 30 days included. */
  readonly outbox$: Observable<OutboxState>;
  readonly #options: ReplicaOptions;
  readonly #parts: ReplicaParts;
  readonly #puller: Puller;
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
  readonly #registration: Registration;
  #clockAhead = 0;
  #contactAt = 0;
  #storeGone = false;
  /** Hydration, then what other windows announce, one after the other. */
  #following: Promise<unknown>;
  #closed: Promise<void> | null = null;

  constructor(options: ReplicaOptions, parts: ReplicaParts) {
    this.#options = options;
    this.#parts = parts;
    const { tabs, log, memory, outbox, lastInSync } = parts;
    this.outbox$ = outbox.state;
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
    };
    const since = new Date().toISOString();
    this.#status = observable<Connection>({ ...this.#syncState, since, waiting: 0, need_you: 0 });
    outbox.onChange(() => this.#showStatus());
    this.#showStatus();
    const client = this.client;
    this.#registration = new Registration({
      parts,
      client,
      device_name: options.device_name,
      device_id: options.device_id ?? null,
      onDevice: (device_id) => {
        options.onDevice?.(device_id);
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
        confirmer: createConfirmer(outbox, memory),
        signedIn: () => parts.token !== null,
        registered: async () => {
          await this.#registration.register();
        },
        unregistered: () => this.#registration.forget(),
        device_id: () => this.#registration.device().device_id,
        epoch: {
          get: () => parts.profile.get("epoch"),
          set: (epoch) => parts.profile.set("epoch", epoch),
        },
        onState: (state) => this.#takeState(state),
        onProgress: (progress) => this.#takeProgress(progress),
        onEnded: (why, handedIn) => options.onEnded?.(why, handedIn && outbox.unsent === 0),
      },
      lastInSync,
    );
    this.#following = this.#hydrate();
    this.#joinOthers();
  }

  async #hydrate(): Promise<void> {
    const { log, memory } = this.#parts;
    const onCollection = (current: string, more: number) => {
      const { done, documents } = this.#progress.getSnapshot();
      const next = { done: done + 1, total: done + 1, current, documents: documents + more };
      this.#progress.set({ phase: "hydrating", ...next });
    };
    const hydrated = await hydrate(log, memory, onCollection, this.#closing.signal);
    for (const [collection, head] of hydrated.heads) this.#puller.heads.set(collection, head);
    this.#progress.set({ ...this.#progress.getSnapshot(), phase: "ready", current: null });
  }

  #joinOthers(): void {
    const { tabs, log } = this.#parts;
    tabs.onMessage((message) => {
      // A wipe waits for nothing, and above all not for itself.
      if (message.type === "wiped") {
        const { why } = message;
        return void this.close().then(() => this.#options.onWiped?.(why));
      }
      this.#following = this.#following
        .then(() => this.#onMessage(message))
        .catch((error: unknown) => this.#report(error));
    });
    tabs.lead(async (signal) => {
      this.#leading = true;
      await this.#following;
      while (!signal.aborted) {
        try {
          for (const collection of await log.names()) await this.#puller.catchUp(collection);
          return await this.#sync.run(signal);
        } catch (error) {
          this.#report(error);
          await new Promise((resolve) => setTimeout(resolve, RESTART_MS));
        }
      }
    });
    tabs.post({ type: "hello" });
  }

  #report(error: unknown): void {
    if (!this.#closed) queueMicrotask(() => Promise.reject(error));
  }

  async #onMessage(message: TabMessage): Promise<void> {
    const { outbox, memory, profile, tabs } = this.#parts;
    switch (message.type) {
      case "batch":
        return this.#puller.catchUp(message.collection);
      case "cleared":
        this.#puller.heads.delete(message.collection);
        return memory.clear(message.collection);
      case "outbox":
        await outbox.refresh(message.seqs);
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
        return this.#takeState(message.status);
      case "progress":
        return this.#takeProgress(message.progress);
      case "hello":
        if (this.#leading) tabs.post({ type: "status", status: this.#syncState });
        return;
      case "wiped":
        return;
    }
  }

  #showStatus(): void {
    const before = this.#status.getSnapshot();
    const { waiting, needing, sealed } = this.#parts.outbox;
    const next: Connection = {
      ...this.#syncState,
      since: before.state === this.#syncState.state ? before.since : new Date().toISOString(),
      ...(this.#storeGone ? { state: "store-gone" as const } : {}),
      waiting: waiting.length + sealed,
      need_you: needing,
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

  /** The line's state, the age of what is here, and how many commands wait or need somebody. */
  get status$(): Observable<Connection> {
    return this.#status;
  }

  /** How far reading from disk, then the first pull, has come. */
  get progress$(): Observable<Progress> {
    return this.#progress;
  }

  /** Changes whenever `search` may answer differently. */
  get searchVersion(): Observable<number> {
    return this.#parts.search.version;
  }

  /** The session's own sealed values. */
  get profile(): ProfileStore {
    return this.#parts.profile;
  }

  /** A live query. The snapshot is undefined until the first answer, and the same array until it changes. */
  readonly observe = (
    collection: string,
    query: Query = {},
  ): Observable<readonly ReplicaRecord[] | undefined> => this.#parts.memory.observe(collection, query);

  readonly get = (collection: string, id: string): Promise<ReplicaRecord | null> =>
    this.#parts.memory.get(collection, id);

  readonly find = (
    collection: string,
    selector?: Query["selector"],
    sort?: Query["sort"],
    limit?: number,
  ): Promise<ReplicaRecord[]> => this.#parts.memory.find(collection, { selector, sort, limit });

  /** How many records of a collection are here. */
  readonly count = (collection: string): number => this.#parts.memory.count(collection);

  /** Customers whose name, phone, username, code or area contain every word; synchronous. */
  readonly search = (query: string, options?: SearchOptions): SearchResult =>
    this.#parts.search.search(query, options);

  /**
   * Queues a command (contract §5); when it resolves the command is safe on disk, and visible in `outbox$`.
   * `expected` is what the screen shows meanwhile; it is never sent.
   * @throws LocalFailure DEVICE_NOT_REGISTERED before the first on-line sign-in; DISK.
   */
  readonly send = async (
    kind: string,
    payload: Record<string, unknown>,
    expected: unknown = null,
    { targets = [], occurred_at }: SendOptions = {},
  ): Promise<QueuedCommand> => {
    const { device_id } = this.#registration.device();
    const queued = await this.#parts.outbox.add({
      id: newId(),
      kind,
      payload,
      expected,
      occurred_at: occurred_at ?? new Date().toISOString(),
      device_id,
      ...(this.#options.user_id ? { author: this.#options.user_id } : {}),
      targets: [...targetsOf(kind, payload), ...targets],
    });
    this.syncNow();
    return queued;
  };

  /** The next receipt number, `<device code>-<sequence>`; never given out twice. */
  readonly nextReceiptNumber = async (): Promise<string> => {
    const { device_code } = this.#registration.device();
    return `${device_code}-${await this.#parts.store.allocate(`receipt:${device_code}`)}`;
  };

  /** Open commands about a record: waiting, in need of somebody, or applied with the records still on their way. */
  readonly pendingFor = (collection: string, id: string): Observable<readonly QueuedCommand[]> =>
    this.#parts.outbox.pendingFor(collection, id);

  /** Queues a rejected command again, as it was or corrected, as a new command; the old one is dismissed. */
  readonly retry = async (id: string, corrected?: Correction): Promise<QueuedCommand> => {
    const queued = await this.#parts.outbox.retry(id, corrected);
    this.syncNow();
    return queued;
  };

  /** Takes a damaged record (see `outbox$`) off the list; it stays on disk. */
  readonly dismissDamaged = (device_seq: number): Promise<void> =>
    this.#parts.outbox.dismissDamaged(device_seq);

  /** Takes a rejected command or one in suspense off the list. */
  readonly dismiss = (id: string): Promise<void> => this.#parts.outbox.dismiss(id);

  /** Tries the line, the outbox and everything else at once. */
  readonly syncNow = (): void => {
    this.#sync.wake();
    this.#parts.tabs.post({ type: "wake" });
  };

  /** The computer woke up: open connections are dead even where nothing says so. */
  readonly reconnect = (): void => {
    this.#sync.reconnect();
    this.#parts.tabs.post({ type: "reconnect" });
  };

  /** Sets the token of a new sign-in, or removes it. */
  readonly setToken = async (token: string | null): Promise<void> => {
    const { profile, tabs } = this.#parts;
    this.#parts.token = token;
    if (token === null) await profile.remove("token");
    else await profile.set("token", token);
    this.#sync.tokenChanged();
    tabs.post({ type: "token" });
  };

  readonly hasToken = (): boolean => this.#parts.token !== null;

  /** Makes this device known to the server, once for every token. @throws LocalFailure DEVICE_REVOKED. */
  readonly register = (): Promise<Profile["device"]> => this.#registration.register();

  /** Hands in what another account of this computer and tenant left behind; answers whether this window may. */
  readonly handInFor = async (left: LeftBehind): Promise<boolean> => {
    if (!this.#leading || this.#status.getSnapshot().state !== "online") return false;
    const { device_name } = this.#options;
    await this.#registration.lend(() =>
      this.#sync.aside(() => handInFor(left, this.client, device_name, this.#closing.signal)),
    );
    return true;
  };

  /** The database was closed from elsewhere: what waits is handed in from memory, then this is over. */
  readonly storeGone = (): void => {
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
  };

  /**
   * Hands in what waits, as far as the line lets it.
   * @throws LocalFailure WIPE_REFUSED (with `pending`) when work would be lost, unless `force`.
   */
  readonly readyToWipe = (force: boolean): Promise<void> =>
    force ? Promise.resolve() : handInBeforeWipe(this.#parts.outbox, this.#status, this.syncNow);

  readonly close = (): Promise<void> => {
    this.#closed ??= (async () => {
      const { tabs, memory, disk } = this.#parts;
      this.#closing.abort();
      await tabs.close();
      await this.#following.catch(() => undefined);
      await memory.close();
      disk.close();
    })();
    return this.#closed;
  };
}
