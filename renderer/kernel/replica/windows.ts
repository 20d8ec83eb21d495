// Several windows of one profile: one leads (Web Locks), all hear what happens (BroadcastChannel).
import type { Progress, SyncState } from "./state.ts";

export type WindowMessage =
  /** A batch was appended to the log. */
  | { type: "batch"; collection: string; generation: string; n: number }
  /** A collection was emptied. */
  | { type: "cleared"; collection: string }
  /** Something in the outbox changed on disk. */
  | { type: "outbox" }
  /** Commands that the leader has under way now. */
  | { type: "sending"; ids: readonly string[] }
  /** A command was queued, or somebody wants the line tried now. */
  | { type: "wake" }
  /** Connections are known to be dead. */
  | { type: "reconnect" }
  /** Token or identity changed on disk. */
  | { type: "token" }
  | { type: "status"; status: SyncState }
  | { type: "progress"; progress: Progress }
  /** A new window asks the leader to say its status again. */
  | { type: "hello" }
  /** The replica was wiped. */
  | { type: "wiped" };

export interface Windows {
  /** To the other windows; never to this one. */
  post(message: WindowMessage): void;
  onMessage(listener: (message: WindowMessage) => void): void;
  /** Runs `work` while this window leads; the signal is aborted on close. */
  lead(work: (signal: AbortSignal) => Promise<void>): void;
  /** Runs `work` while no other window runs its own under the same name. */
  exclusive<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Resolves when this window no longer leads. */
  close(): Promise<void>;
}

/** The windows that have the database `name` open. */
export function joinWindows(name: string): Windows {
  const channel = new BroadcastChannel(`lastmile|${name}`);
  const closing = new AbortController();
  let leading: Promise<unknown> = Promise.resolve();
  return {
    post(message) {
      if (!closing.signal.aborted) channel.postMessage(message);
    },
    onMessage(listener) {
      channel.addEventListener("message", (event) => {
        if (!closing.signal.aborted) listener((event as MessageEvent<WindowMessage>).data);
      });
    },
    lead(work) {
      leading = navigator.locks
        .request(`lastmile|${name}|leader`, { signal: closing.signal }, () =>
          closing.signal.aborted ? undefined : work(closing.signal),
        )
        .catch((error: unknown) => {
          if (!closing.signal.aborted) throw error;
        });
    },
    exclusive: (what, work) => navigator.locks.request(`lastmile|${name}|${what}`, work) as Promise<never>,
    async close() {
      closing.abort();
      await leading;
      channel.close();
    },
  };
}
