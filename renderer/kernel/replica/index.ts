// The replica's only door: open one per signed-in person, read from it, queue commands into it, close it.
import { newId } from "../../../shared/kernel/id.ts";
import type { Client } from "../client.ts";
import type { Connection } from "../connection.ts";
import { createConfirmer } from "./confirm.ts";
import { openDisk } from "./disk.ts";
import { LocalFailure } from "./failure.ts";
import { hydrate } from "./hydrate.ts";
import { type Live, until, variable } from "./live.ts";
import { createLog } from "./log.ts";
import { createMemory, type Query, type ReplicaRecord } from "./memory.ts";
import { isWaiting, needsYou, type OutboxState, openOutbox } from "./outbox.ts";
import { createOutboxStore, type QueuedCommand } from "./outbox-store.ts";
import { createProfileStore, type ProfileStore } from "./profile.ts";
import { createPuller } from "./pull.ts";
import { createSearch, type SearchOptions, type SearchResult } from "./search.ts";
import { createSync, type Progress, type Sync, type SyncState } from "./sync.ts";
import { type Target, targetsOf } from "./tables.ts";
import { joinWindows, type WindowMessage } from "./windows.ts";

export { failedWith, LocalFailure, type LocalFailureCode, wordsOf } from "./failure.ts";
export type { Live } from "./live.ts";
export type { Query, ReplicaRecord } from "./memory.ts";
export type { OutboxState } from "./outbox.ts";
export type { CommandState, QueuedCommand } from "./outbox-store.ts";
export type { SearchFilter, SearchOptions, SearchResult, SearchRow } from "./search.ts";
export type { Progress } from "./sync.ts";
export type { Target } from "./tables.ts";
export { type Account, openVault, type SecretStore, type Vault } from "./vault.ts";

export interface ReplicaOptions {
  /** Name of its IndexedDB database. */
  database: string;
  key: CryptoKey;
  /** Makes the client that this replica syncs with; it must ask `token` and report to the two functions. */
  connect: (line: { token: () => string | null; onHeard: () => void; onSlow: () => void }) => Client;
  /** How this machine is called in the tenant's list of devices. */
  device_name: string;
  /** The device was revoked and the replica emptied; with `handedIn` nothing worth keeping is left. */
  onRevoked?: (handedIn: boolean) => void;
  /** Another window wiped this replica; this one is closed. */
  onWiped?: () => void;
}

export interface SendOptions {
  /** Records whose screens show the command, besides those that the payload names (id, customer, customer_id). */
  targets?: readonly Target[];
  /** When it happened, RFC 3339; now unless told. */
  occurred_at?: string;
}

export interface Replica {
  readonly client: Client;
  /** A live query. The snapshot is undefined until the first answer, and the same array until it changes. */
  observe(collection: string, query?: Query): Live<readonly ReplicaRecord[] | undefined>;
  get(collection: string, id: string): Promise<ReplicaRecord | null>;
  find(
    collection: string,
    selector?: Query["selector"],
    sort?: Query["sort"],
    limit?: number,
  ): Promise<ReplicaRecord[]>;
  /** How many records of a collection are here. */
  count(collection: string): number;
  /** Customers whose name, phone, username, code or area contain every word; synchronous. */
  search(query: string, options?: SearchOptions): SearchResult;
  /** Changes whenever `search` may answer differently. */
  readonly searchVersion: Live<number>;
  /**
   * Queues a command (contract §5); when it resolves the command is safe on disk, and visible in `outbox$`.
   * `expected` is what the screen shows meanwhile.
   * @throws LocalFailure DEVICE_NOT_REGISTERED before the first on-line sign-in; DISK.
   */
  send(
    kind: string,
    payload: Record<string, unknown>,
    expected?: unknown,
    options?: SendOptions,
  ): Promise<QueuedCommand>;
  /** The next receipt number, `<device code>-<sequence>`; never given out twice. */
  nextReceiptNumber(): Promise<string>;
  readonly outbox$: Live<OutboxState>;
  readonly status$: Live<Connection>;
  readonly progress$: Live<Progress>;
  /** Open commands about a record: waiting, in need of somebody, or applied with the records still on their way. */
  pendingFor(collection: string, id: string): Live<readonly QueuedCommand[]>;
  /** Queues a rejected command's payload again, as a new command; the old one is dismissed. */
  retry(id: string): Promise<QueuedCommand>;
  dismiss(id: string): Promise<void>;
  /** Tries the line, the outbox and everything else at once. */
  syncNow(): void;
  /** Sets the token of a new sign-in, or removes it. */
  setToken(token: string | null): Promise<void>;
  hasToken(): boolean;
  /** Registers this device with the server, once. */
  register(): Promise<{ device_id: string; device_code: string }>;
  readonly profile: ProfileStore;
  /** Refuses while work is not handed in. Call `close`, then delete the database. @throws LocalFailure WIPE_REFUSED */
  readyToWipe(force: boolean): Promise<void>;
  /** Tells the other windows that the database is about to go. */
  announceWipe(): void;
  close(): Promise<void>;
}

const HAND_IN_MS = 10_000;

/**
 * Opens a replica: the outbox first, then memory from the log in the background (see `progress$`), then the line.
 * @throws LocalFailure DISK, INSECURE_CONTEXT.
 */
export async function openReplica(options: ReplicaOptions): Promise<Replica> {
  const { database: name, key } = options;
  const disk = await openDisk(name);
  const windows = joinWindows(name);
  const log = createLog(disk, key, name);
  const profile = createProfileStore(disk, key, name);
  const store = createOutboxStore(disk, key, name);
  const outbox = await openOutbox(store, windows);
  const memory = await createMemory();
  const search = createSearch();
  memory.onWrite((collection, documents) => {
    if (collection === "customers") search.apply(documents);
  });

  let token = await profile.get("token");
  let device = await profile.get("device");
  let leading = false;
  let sync: Sync | null = null;
  const client = options.connect({
    token: () => token,
    onHeard: () => sync?.heard(),
    onSlow: () => sync?.suspect(),
  });
  const lastInSync = await profile.get("last_in_sync_at");
  const progress$ = variable<Progress>({
    phase: "hydrating",
    done: 0,
    total: 0,
    current: null,
    documents: 0,
  });
  const status$ = variable<Connection>({
    state: "connecting",
    since: new Date().toISOString(),
    last_in_sync_at: lastInSync,
    waiting: 0,
    need_you: 0,
    problem: null,
  });
  let syncState: SyncState = { state: "connecting", last_in_sync_at: lastInSync, problem: null };

  function showStatus(): void {
    const before = status$.getSnapshot();
    const { commands, damaged } = outbox.state.getSnapshot();
    const next: Connection = {
      ...syncState,
      since: before.state === syncState.state ? before.since : new Date().toISOString(),
      waiting: commands.filter(isWaiting).length,
      need_you: commands.filter(needsYou).length + damaged.length,
    };
    const keys = Object.keys(next) as (keyof Connection)[];
    if (keys.some((field) => next[field] !== before[field])) status$.set(next);
  }
  outbox.state.subscribe(showStatus);
  showStatus();

  function takeState(state: SyncState): void {
    if (leading && state.last_in_sync_at && state.last_in_sync_at !== syncState.last_in_sync_at) {
      profile.set("last_in_sync_at", state.last_in_sync_at).catch(() => undefined);
    }
    syncState = state;
    showStatus();
    if (leading) windows.post({ type: "status", status: state });
  }

  function takeProgress(progress: Progress): void {
    progress$.set(progress);
    if (leading) windows.post({ type: "progress", progress });
  }

  async function register() {
    if (device) return device;
    device = (await profile.get("device")) ?? (await client.register(options.device_name, null));
    await profile.set("device", device);
    return device;
  }

  const puller = createPuller({ client, log, memory, windows, onPage: () => undefined });
  sync = createSync(
    {
      client,
      puller,
      outbox,
      confirmer: createConfirmer(outbox, memory),
      signedIn: () => token !== null,
      registered: async () => {
        await register();
      },
      onState: takeState,
      onProgress: takeProgress,
      onRevoked: (handedIn) => options.onRevoked?.(handedIn),
    },
    lastInSync,
  );
  const leader = sync;

  // Other windows' batches are applied one after the other, and none before this window has read its log.
  const closing = new AbortController();
  let following: Promise<unknown> = hydrate(
    log,
    memory,
    (collection, documents) => {
      const { done, documents: before } = progress$.getSnapshot();
      const now = { done: done + 1, total: done + 1, current: collection, documents: before + documents };
      progress$.set({ phase: "hydrating", ...now });
    },
    closing.signal,
  ).then((hydrated) => {
    for (const [collection, head] of hydrated.heads) puller.heads.set(collection, head);
    const { done, documents } = progress$.getSnapshot();
    progress$.set({ phase: "ready", done, total: done, current: null, documents });
  });

  async function onMessage(message: WindowMessage): Promise<void> {
    switch (message.type) {
      case "batch":
        return puller.catchUp(message.collection);
      case "cleared":
        puller.heads.delete(message.collection);
        return memory.clear(message.collection);
      case "outbox":
        await outbox.reload();
        return leader.wake();
      case "sending":
        return outbox.markSending(message.ids, false);
      case "wake":
        return leader.wake();
      case "token":
        token = await profile.get("token");
        device = await profile.get("device");
        return leader.tokenChanged();
      case "status":
        return takeState(message.status as SyncState);
      case "progress":
        return takeProgress(message.progress as Progress);
      case "hello":
        if (leading) windows.post({ type: "status", status: syncState });
        return;
      case "wiped":
        await close();
        return options.onWiped?.();
    }
  }
  windows.onMessage((message) => {
    // A wipe waits for nothing, and above all not for itself.
    const before = message.type === "wiped" ? Promise.resolve() : following;
    const handled = before.then(() => onMessage(message));
    following = message.type === "wiped" ? following : handled.catch(() => undefined);
    if (message.type === "wiped") handled.catch(() => undefined);
  });

  windows.lead(async (signal) => {
    leading = true;
    await following;
    if (signal.aborted) return;
    for (const collection of await log.names()) await puller.catchUp(collection);
    await outbox.prune(new Date());
    await leader.run(signal);
  });
  windows.post({ type: "hello" });

  function announce(): void {
    leader.wake();
    windows.post({ type: "wake" });
  }

  let closed: Promise<void> | null = null;
  function close(): Promise<void> {
    closed ??= (async () => {
      closing.abort();
      await windows.close();
      await following.catch(() => undefined);
      await memory.close();
      disk.close();
    })();
    return closed;
  }

  return {
    client,
    observe: (collection, query = {}) => memory.observe(collection, query),
    get: memory.get,
    find: (collection, selector, sort, limit) => memory.find(collection, { selector, sort, limit }),
    count: memory.count,
    search: search.search,
    searchVersion: search.version,
    async send(kind, payload, expected = null, { targets = [], occurred_at } = {}) {
      if (!device) {
        throw new LocalFailure("DEVICE_NOT_REGISTERED", "This device must have signed in on-line once.");
      }
      const queued = await outbox.add({
        id: newId(),
        kind,
        payload,
        expected,
        occurred_at: occurred_at ?? new Date().toISOString(),
        device_id: device.device_id,
        targets: [...targetsOf(kind, payload), ...targets],
      });
      announce();
      return queued;
    },
    async nextReceiptNumber() {
      if (!device) {
        throw new LocalFailure("DEVICE_NOT_REGISTERED", "This device must have signed in on-line once.");
      }
      return `${device.device_code}-${await store.allocate(`receipt:${device.device_code}`)}`;
    },
    outbox$: outbox.state,
    status$,
    progress$,
    pendingFor: outbox.pendingFor,
    async retry(id) {
      const queued = await outbox.retry(id);
      announce();
      return queued;
    },
    dismiss: outbox.dismiss,
    syncNow: announce,
    async setToken(next) {
      token = next;
      if (next === null) await profile.remove("token");
      else await profile.set("token", next);
      leader.tokenChanged();
      windows.post({ type: "token" });
    },
    hasToken: () => token !== null,
    register,
    profile,
    async readyToWipe(force) {
      const left = () => {
        const { commands, damaged } = outbox.state.getSnapshot();
        return commands.filter(isWaiting).length + damaged.filter(({ settled }) => !settled).length;
      };
      if (force || left() === 0) return;
      announce();
      if (status$.getSnapshot().state === "online") {
        await until(outbox.state, () => left() === 0, AbortSignal.timeout(HAND_IN_MS)).catch(() => undefined);
      }
      const pending = left();
      if (pending === 0) return;
      throw new LocalFailure("WIPE_REFUSED", `${pending} commands have not been handed in yet.`, {
        details: { pending },
      });
    },
    announceWipe: () => windows.post({ type: "wiped" }),
    close,
  };
}
