// What the header says about the connection to the server: on-line or since when not, what waits, what needs a person.
import { create } from "zustand";
import type { LocalFailure } from "./local-failure.ts";

export type ConnectionState =
  /** Trying; nothing is known yet. */
  | "connecting"
  | "online"
  | "offline"
  /** Online, but the token is no longer valid: the password is asked for, work goes on. */
  | "signed-out"
  /** This device was revoked. */
  | "revoked"
  /** The person is no longer a member of the tenant. */
  | "ended"
  /** App and server do not speak the same version; `problem` says which of them is too old. */
  | "incompatible"
  /** This computer's store was cleared under the open window. */
  | "store-gone"
  /** Somebody practises: there is no server at all. */
  | "practice";

/** A failure as another window can be told of it; its words are those of syncProblemWords. */
export type SyncProblem = Pick<LocalFailure, "message" | "problem"> & {
  /** Of the refusal, else the failure's own; DEFECT: nothing that anybody expected. */
  readonly code: string;
  /** Numbers that its words speak of. */
  readonly details?: LocalFailure["details"];
};

export interface Connection {
  readonly state: ConnectionState;
  /** Since when the state holds, RFC 3339. */
  readonly since: string;
  /** When everything on the server was last known to be here, RFC 3339. */
  readonly last_in_sync_at: string | null;
  /** Commands not handed in yet. */
  readonly waiting: number;
  /** Files of commands, as photos are, that were not handed in yet. */
  readonly photos: number;
  /** Commands rejected or in suspense, and damaged ones, that are not handled yet. */
  readonly need_you: number;
  /** Why syncing does not advance although the server answers. */
  readonly problem: SyncProblem | null;
  /** How far this computer's clock is ahead of the server's, in ms; null: not known yet. */
  readonly clock_ahead_ms: number | null;
  /** Something between holds the server's news back: changes arrive some seconds late. */
  readonly late: boolean;
  /** The disk of this computer takes nothing: what is done now is not kept, and is refused. */
  readonly disk_full: boolean;
}

export const NO_CONNECTION: Connection = {
  state: "offline",
  since: new Date(0).toISOString(),
  last_in_sync_at: null,
  waiting: 0,
  photos: 0,
  need_you: 0,
  problem: null,
  clock_ahead_ms: null,
  late: false,
  disk_full: false,
};

/** The connection as screens see it. */
export const useConnection = create<Connection>(() => NO_CONNECTION);

let line = NO_CONNECTION;
let before: Connection | null = null;

const show = () => useConnection.setState(before ?? line, true);

/** The open replica's connection, whatever is shown; kept by the session. */
export const lineNow = (): Connection => line;

export function lineIs(now: Connection): void {
  line = now;
  show();
}

/** Something else is shown in its place, until null. */
export function standBefore(shown: Connection | null): void {
  before = shown;
  show();
}
