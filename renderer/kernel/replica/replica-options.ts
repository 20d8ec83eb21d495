// What a replica needs of the session that opens it, and what it tells it.
import type { Client } from "../connection/client.ts";
import type { KnownDevice } from "./connection/registration.ts";
import type { NewAttachment } from "./outbox/attachments.ts";
import type { Target } from "./outbox/scope.ts";
import type { Projection } from "./search/projection.ts";
import type { WipeReason } from "./tabs.ts";

export interface ReplicaOptions {
  /** Name of its IndexedDB database. */
  database: string;
  key: CryptoKey;
  /** Makes the client that this replica syncs with; it must ask `token` and report to the two functions. */
  connect: (connection: { token: () => string | null; onHeard: () => void; onSlow: () => void }) => Client;
  /** How this machine is called in the tenant's list of devices. */
  device_name: string;
  /** The device that this account had here before, as the list of accounts knows it. */
  known_device?: KnownDevice | null;
  /** What areas keep of collections beside the records. */
  projections?: readonly Projection[];
  /** Who makes the commands. */
  user_id?: string;
  /** Device revoked or membership ended, and the replica emptied; with `handedIn` nothing worth keeping is left. */
  onEnded?: (why: "revoked" | "ended", handedIn: boolean) => void;
  /** Another window wipes this replica, or (null) the person left it there; this one is closed. */
  onOver?: (why: WipeReason | null) => void;
  /** The store was cleared under this window, and what waited is handed in. */
  onStoreGone?: () => void;
  /** The server was heard, at this time by its own clock (RFC 3339). */
  onContact?: (at: string) => void;
  /** The server knows this machine under this id; with the secret the computer shows that it is it. */
  onDevice?: (device: KnownDevice) => void;
}

export interface SendOptions {
  /** The command's id, where what is expected speaks of it. */
  id?: string;
  /** What the screens show meanwhile; never sent. */
  expected?: unknown;
  /** Records whose screens show the command, besides those that the payload names. */
  targets?: readonly Target[];
  /** A file that belongs to it: on disk with it, handed in after it. */
  attachment?: NewAttachment;
  /** When it happened, RFC 3339; now unless told. */
  occurred_at?: string;
}
