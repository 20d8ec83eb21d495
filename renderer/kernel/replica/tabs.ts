// Several tabs or windows of one profile: one leads (Web Locks), all hear what happens (BroadcastChannel).
import { Locks } from "./locks.ts";
import type { Progress, SyncState } from "./state.ts";

/** Why everything of an account went from this computer. */
export type WipeReason =
  /** The person asked for it, in another window. */
  | "wiped"
  /** Another company's sign-in on this computer. */
  | "other-tenant"
  | "revoked"
  | "ended";

export type TabMessage =
  /** A batch was appended to the log. */
  | { type: "batch"; collection: string; generation: string; n: number }
  /** A log was written anew: what was read of the one before is there no more. */
  | { type: "compacted"; collection: string }
  /** A collection was emptied. */
  | { type: "cleared"; collection: string }
  /** These places of the outbox changed on disk. */
  | { type: "outbox"; seqs: readonly number[] }
  /** Files of commands changed on disk. */
  | { type: "attachments" }
  /** Commands that the leader has under way now. */
  | { type: "sending"; ids: readonly string[] }
  /** A command was queued, or somebody wants the connection tried now. */
  | { type: "wake" }
  /** Connections are known to be dead. */
  | { type: "reconnect" }
  /** Token or identity changed on disk. */
  | { type: "token" }
  | { type: "status"; status: SyncState }
  | { type: "progress"; progress: Progress }
  /** A new window asks the leader to say its status again. */
  | { type: "hello" }
  /** Every window lets go of the replica: it is about to be deleted, or (null) the person locked it or left. */
  | { type: "over"; why: WipeReason | null };

export interface Tabs {
  /** To the other windows; never to this one. */
  post(message: TabMessage): void;
  onMessage(listener: (message: TabMessage) => void): void;
  /** Runs `work` while this window leads; the signal is aborted on close, and when another window has taken over (locks.ts). */
  lead(work: (signal: AbortSignal) => Promise<void>): void;
  /**
   * Runs `work` while no other window runs its own under the same name. One that stands still in its work is passed over: what
   * that work still writes when it wakes has to be refused by what it writes to.
   */
  exclusive<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Resolves when this window no longer leads. */
  close(): Promise<void>;
}

const channelName = (database: string) => `lastmile|${database}`;
const LEADER = "leader";

/** The windows that have the database `name` open. */
export function joinTabs(name: string): Tabs {
  const channel = new BroadcastChannel(channelName(name));
  const locks = new Locks(name);
  const closing = new AbortController();
  let leading: Promise<unknown> = Promise.resolve();

  /** Leads until closed or until there is nothing more to do; who was overtaken waits for the next turn. */
  async function takeTurns(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    let isOvertaken = true;
    while (isOvertaken && !closing.signal.aborted) {
      isOvertaken = await locks.hold(
        LEADER,
        async (taken) => {
          await work(AbortSignal.any([closing.signal, taken]));
          return taken.aborted;
        },
        closing.signal,
      );
    }
  }

  return {
    post(message) {
      if (!closing.signal.aborted) channel.postMessage(message);
    },
    onMessage(listener) {
      channel.addEventListener("message", (event) => {
        if (!closing.signal.aborted) listener((event as MessageEvent<TabMessage>).data);
      });
    },
    lead(work) {
      leading = takeTurns(work).catch((error: unknown) => {
        if (!closing.signal.aborted) throw error;
      });
    },
    exclusive: (what, work) => locks.hold(what, work),
    async close() {
      closing.abort();
      await leading;
      channel.close();
      locks.close();
    },
  };
}

/** Tells every window that has this database open to let go of it, and why. */
export function tellWiped(database: string, why: WipeReason): void {
  const channel = new BroadcastChannel(channelName(database));
  channel.postMessage({ type: "over", why } satisfies TabMessage);
  channel.close();
}

/**
 * Runs `work` while no window leads this database; answers whether it could. `patience_ms` is how long windows have to
 * let go of it: 0 leaves one that is open alone.
 */
export async function whileNobodyLeads(
  database: string,
  patience_ms: number,
  work: () => Promise<void>,
): Promise<boolean> {
  const locks = new Locks(database);
  try {
    if (patience_ms === 0) return await locks.holdIfFree(LEADER, work);
    await locks.hold(LEADER, work, AbortSignal.timeout(patience_ms));
    return true;
  } catch (error) {
    if (error instanceof DOMException && error.name === "TimeoutError") return false;
    throw error;
  } finally {
    locks.close();
  }
}
