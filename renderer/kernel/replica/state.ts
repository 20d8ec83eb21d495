// What syncing says of itself: to the screens of this window, and to the other windows.
import type { ConnectionState, SyncProblem } from "../connection/connection.ts";

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
  readonly problem: SyncProblem | null;
  readonly clock_ahead_ms: number | null;
  /** Something between holds the server's news back: it is asked every few seconds instead. */
  readonly late: boolean;
}
