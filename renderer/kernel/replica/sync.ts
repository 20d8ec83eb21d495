// Keeping the replica in step with the server: what to pull when, and what an answer means for the whole.
import type { CollectionInfo } from "../../../shared/kernel/wire.ts";
import type { Client } from "../client.ts";
import type { ConnectionState } from "../connection.ts";
import type { createConfirmer } from "./confirm.ts";
import { createDrain } from "./drain.ts";
import { failedWith, LocalFailure, wordsOf } from "./failure.ts";
import { createFeed } from "./feed.ts";
import { type Line, watchLine } from "./line.ts";
import { until, variable } from "./live.ts";
import { isWaiting, type Outbox } from "./outbox.ts";
import type { Puller } from "./pull.ts";
import { inOrder, touchedBy } from "./tables.ts";

/** Everything is checked this often even when the feed says nothing. */
const RECHECK_MS = 120_000;
/** How long the first check waits for the feed to stand, so that it is not done twice. */
const FEED_GRACE_MS = 1500;
const RETRY_MS = 5000;
const REOPEN_MS = 1000;
const AT_ONCE = 3;

export interface Progress {
  readonly phase: "hydrating" | "pulling" | "ready";
  /** Collections finished, of how many. */
  readonly done: number;
  readonly total: number;
  /** The collection under way. */
  readonly current: string | null;
  /** Records read or pulled so far in this phase. */
  readonly documents: number;
}

export interface SyncState {
  readonly state: ConnectionState;
  readonly last_in_sync_at: string | null;
  readonly problem: { readonly code: string; readonly message: string } | null;
}

export interface SyncOptions {
  client: Client;
  puller: Puller;
  outbox: Outbox;
  confirmer: ReturnType<typeof createConfirmer>;
  /** Whether there is a token; the server may still refuse it. */
  signedIn: () => boolean;
  /** Registers this device where that was not done yet. */
  registered: () => Promise<void>;
  onState: (state: SyncState) => void;
  onProgress: (progress: Progress) => void;
  /** The replica was emptied since the device was revoked; whether the outbox was handed in before. */
  onRevoked: (handedIn: boolean) => void;
}

export interface Sync {
  /** Leads until the signal is aborted. */
  run(signal: AbortSignal): Promise<void>;
  /** Try everything now. */
  wake(): void;
  /** There is another token. */
  tokenChanged(): void;
  /** Bytes arrived from the server. */
  heard(): void;
  /** A call gets no answer for longer than it should. */
  suspect(): void;
}

export function createSync(options: SyncOptions, lastInSync: string | null): Sync {
  const { client, puller, outbox, confirmer } = options;
  const dirty = new Set<string>();
  const kicks = variable(0);
  let line: Line | null = null;
  let offered: CollectionInfo[] | null = null;
  let everything = false;
  let refused = false;
  let revoked = false;
  let feedOpened = false;
  let problem: SyncState["problem"] = null;
  let last_in_sync_at = lastInSync;
  const timers = new Set<ReturnType<typeof setTimeout>>();

  const online = () => line?.state.getSnapshot() === "online";
  const kick = () => kicks.set(kicks.getSnapshot() + 1);

  function stateNow(): ConnectionState {
    if (revoked) return "revoked";
    if (!line) return "connecting";
    const at = line.state.getSnapshot();
    return at === "online" && (refused || !options.signedIn()) ? "signed-out" : at;
  }
  const report = () => options.onState({ state: stateNow(), last_in_sync_at, problem });

  function later(ms: number, work: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, ms);
    timers.add(timer);
  }

  function checkAll(): void {
    everything = true;
    kick();
  }

  function onFailure(error: unknown): void {
    if (failedWith(error, "OFFLINE", "TIMEOUT")) line?.suspect();
    else if (failedWith(error, "UNAUTHENTICATED")) {
      refused = true;
      feed.close();
    } else if (failedWith(error, "DEVICE_REVOKED")) {
      revoked = true;
      feed.close();
      kick();
    } else {
      const code = error instanceof LocalFailure ? (error.problem?.code ?? error.code) : "DEFECT";
      problem = { code, message: wordsOf(error) };
    }
    report();
  }

  const drain = createDrain({
    client,
    outbox,
    ready: () => online() && options.signedIn() && !refused,
    lost: () => line!.lost(),
    onFailure,
    onSettled: (commands) => {
      for (const { kind } of commands) for (const name of touchedBy(kind)) dirty.add(name);
      kick();
    },
  });

  const feed = createFeed(client, {
    onOpen: () => {
      feedOpened = true;
      checkAll();
    },
    onChange: (collections) => {
      for (const name of collections) dirty.add(name);
      kick();
    },
    onAlive: () => line?.heard(),
    onSilence: () => {
      line?.suspect();
      later(0, openFeed);
    },
    onEnd: (failure) => {
      onFailure(failure);
      later(REOPEN_MS, openFeed);
    },
  });

  function openFeed(): void {
    if (online() && options.signedIn() && !refused && !revoked) feed.open();
  }

  function lineChanged(): void {
    report();
    if (!online()) return feed.close();
    feedOpened = false;
    openFeed();
    drain.wake();
    later(FEED_GRACE_MS, () => {
      if (!feedOpened) checkAll();
    });
  }

  /** Asks what this role may see, and forgets at once what it may not see any more. */
  async function ask(signal: AbortSignal): Promise<CollectionInfo[]> {
    await options.registered();
    let now: CollectionInfo[];
    try {
      now = await client.collections({ signal });
    } catch (error) {
      if (!failedWith(error, "PERMISSION")) throw error;
      now = [];
    }
    const names = new Set(now.map(({ name }) => name));
    for (const name of [...puller.heads.keys()]) if (!names.has(name)) await puller.forget(name);
    offered = now;
    return now;
  }

  async function pullAll(infos: readonly CollectionInfo[], signal: AbortSignal): Promise<void> {
    const byName = new Map(infos.map((info) => [info.name, info]));
    const queue = inOrder([...byName.keys()]).map((name) => byName.get(name)!);
    const first = queue.some(({ name }) => !puller.heads.get(name)?.complete);
    let done = 0;
    let documents = 0;
    const one = async (info: CollectionInfo) => {
      const begun = performance.now();
      const progress = { phase: "pulling", total: queue.length, current: info.name } as const;
      if (first) options.onProgress({ ...progress, done, documents });
      await puller.pull(info, { signal });
      confirmer.pulled(info.name, begun);
      done++;
      documents += puller.heads.get(info.name)?.written ?? 0;
      if (first) options.onProgress({ ...progress, done, documents });
    };
    // Alone and first: with customers here the counter can work.
    if (queue[0]?.name === "customers" && first) await one(queue.shift()!);
    const work = async () => {
      for (let info = queue.shift(); info; info = queue.shift()) await one(info);
    };
    const outcomes = await Promise.allSettled(Array.from({ length: AT_ONCE }, work));
    const failed = outcomes.find((outcome) => outcome.status === "rejected");
    if (failed) throw failed.reason;
    if (first) options.onProgress({ phase: "ready", done, total: done, current: null, documents });
  }

  /** Answers whether it got through. */
  async function round(signal: AbortSignal): Promise<boolean> {
    const all = everything || offered === null;
    const names = new Set(dirty);
    everything = false;
    dirty.clear();
    try {
      const begun = new Date().toISOString();
      const infos = all ? await ask(signal) : (offered ?? []).filter(({ name }) => names.has(name));
      await pullAll(infos, signal);
      if (all) last_in_sync_at = begun;
      problem = null;
      const again = await confirmer.check(new Set(offered?.map(({ name }) => name)));
      if (again.length > 0) {
        const soon = again.some((name) => !infos.some((info) => info.name === name)) ? 0 : 500;
        later(soon, () => {
          for (const name of again) dirty.add(name);
          kick();
        });
      }
      report();
    } catch (error) {
      everything ||= all || failedWith(error, "PERMISSION");
      for (const name of names) dirty.add(name);
      onFailure(error);
      later(failedWith(error, "OFFLINE", "TIMEOUT") ? REOPEN_MS : RETRY_MS, kick);
      return false;
    }
    return true;
  }

  /** The device was revoked: first the outbox, then nothing of the replica is left. */
  async function surrender(signal: AbortSignal): Promise<void> {
    const empty = () => !outbox.state.getSnapshot().commands.some(isWaiting);
    drain.wake();
    const patience = AbortSignal.any([signal, AbortSignal.timeout(10_000)]);
    await until(outbox.state, empty, patience).catch(() => undefined);
    for (const name of [...puller.heads.keys()]) await puller.forget(name);
    options.onRevoked(empty());
    await until(outbox.state, empty, signal);
    options.onRevoked(true);
  }

  async function follow(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const seen = kicks.getSnapshot();
      if (revoked) return surrender(signal);
      const due = everything || dirty.size > 0;
      if (due && online() && options.signedIn() && !refused) {
        if (await round(AbortSignal.any([signal, line!.lost()]))) continue;
      }
      await until(kicks, (now) => now !== seen, signal);
    }
  }

  async function attempt(signal: AbortSignal): Promise<void> {
    try {
      await client.collections({ signal, timeout_ms: 60_000 });
    } catch (error) {
      // Any answer will do, also a refusal: that is not the line's fault.
      if (failedWith(error, "OFFLINE", "TIMEOUT")) throw error;
    }
  }

  return {
    async run(signal) {
      line = watchLine(attempt);
      line.state.subscribe(lineChanged);
      report();
      const up = () => line?.networkChanged(true);
      const down = () => line?.networkChanged(false);
      globalThis.addEventListener?.("online", up);
      globalThis.addEventListener?.("offline", down);
      const recheck = setInterval(checkAll, RECHECK_MS);
      try {
        await Promise.all([drain.run(signal), follow(signal)]);
      } catch (error) {
        if (!signal.aborted) throw error;
      } finally {
        clearInterval(recheck);
        for (const timer of timers) clearTimeout(timer);
        globalThis.removeEventListener?.("online", up);
        globalThis.removeEventListener?.("offline", down);
        feed.close();
        line.stop();
        line = null;
      }
    },
    wake() {
      drain.wake();
      if (!online()) line?.networkChanged(true);
    },
    tokenChanged() {
      refused = false;
      offered = null;
      report();
      openFeed();
      drain.wake();
      checkAll();
    },
    heard: () => line?.heard(),
    suspect: () => line?.suspect(),
  };
}
