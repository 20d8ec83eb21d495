// What syncing works with, and whom it tells.
import type { Client } from "../../connection/client.ts";
import type { Attachments } from "../outbox/attachments.ts";
import type { Confirmer } from "../outbox/confirm.ts";
import type { Outbox } from "../outbox/outbox.ts";
import type { Progress, SyncState } from "../state.ts";
import type { Puller } from "./pull.ts";

export interface SyncOptions {
  client: Client;
  puller: Puller;
  outbox: Outbox;
  /** Files of its commands. */
  attachments: Attachments;
  confirmer: Confirmer;
  /** Whether there is a token; the server may still refuse it. */
  signedIn: () => boolean;
  /** Makes sure that the server knows this device, and that the token is its own. */
  registered: () => Promise<void>;
  /** The server does not know this device (any more): `registered` has to ask again. */
  unregistered: () => void;
  device_id: () => string;
  onState: (state: SyncState) => void;
  onProgress: (progress: Progress) => void;
  /** The epoch that the replica follows. */
  epoch: { get: () => Promise<string | null>; set: (epoch: string) => Promise<void> };
  /** The replica was emptied for this reason; whether the outbox was handed in before. */
  onEnded: (why: "revoked" | "ended", handedIn: boolean) => void;
}
