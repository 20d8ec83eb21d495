// What the header says about the connection to the server: on-line or since when not, what waits, what needs somebody.
import { create } from "zustand";

export type ConnectionState =
  /** Trying; nothing is known yet. */
  | "connecting"
  | "online"
  | "offline"
  /** Online, but the token is no longer valid: the password is asked for, work goes on meanwhile. */
  | "signed-out"
  /** This device was revoked. */
  | "revoked"
  /** The person is no longer a member of the tenant. */
  | "ended"
  /** App and server do not speak the same version; `problem` says which of them is too old. */
  | "incompatible"
  /** This computer's store was cleared under the open window. */
  | "store-gone";

export interface Connection {
  readonly state: ConnectionState;
  /** Since when the state holds, RFC 3339. */
  readonly since: string;
  /** When everything on the server was last known to be here, RFC 3339. */
  readonly last_in_sync_at: string | null;
  /** Commands not handed in yet. */
  readonly waiting: number;
  /** Commands rejected or in suspense, and damaged ones, that nobody has looked after. */
  readonly need_you: number;
  /** Why syncing does not advance although the server answers. */
  readonly problem: { readonly code: string; readonly message: string } | null;
  /** How far this computer's clock is ahead of the server's, in ms; null: not known yet. */
  readonly clock_ahead_ms: number | null;
}

export const NO_CONNECTION: Connection = {
  state: "offline",
  since: new Date(0).toISOString(),
  last_in_sync_at: null,
  waiting: 0,
  need_you: 0,
  problem: null,
  clock_ahead_ms: null,
};

/** The open replica's connection; kept by the session. */
export const useConnection = create<Connection>(() => NO_CONNECTION);
