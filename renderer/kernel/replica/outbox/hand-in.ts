// Handing in on demand: before everything is wiped, and what another account of this computer left behind.
import type { Client } from "../../connection/client.ts";
import type { Connection } from "../../connection/connection.ts";
import { LocalFailure } from "../../connection/local-failure.ts";
import { fromBase64, importKey, outboxKeyOf } from "../disk/crypto.ts";
import { openDisk } from "../disk/disk.ts";
import { type Observable, until } from "../observable.ts";
import { joinTabs, whileNobodyLeads } from "../tabs.ts";
import { createAttachmentSender } from "./attachment-sender.ts";
import { Attachments } from "./attachments.ts";
import { Outbox } from "./outbox.ts";
import { createOutboxStore } from "./outbox-store.ts";
import { createSender } from "./sender.ts";

const HAND_IN_MS = 10_000;

/** Another account's outbox on this computer. */
export interface LeftBehind {
  /** Name of its database. */
  readonly database: string;
  /** The device under which its commands were queued. */
  readonly device_id: string;
  /** What this computer shows that it is that device. */
  readonly device_secret: string;
}

/**
 * Registers this session as the other's device and pushes what waits there, in order. The caller registers its own
 * device again afterwards. An account that is open in a window is left to that window.
 * @throws LocalFailure when the server can't be asked or refuses the device.
 */
export async function handInFor(
  left: LeftBehind,
  client: Client,
  device_name: string,
  signal: AbortSignal,
): Promise<void> {
  await whileNobodyLeads(left.database, 0, async () => {
    const { device_id, device_secret } = left;
    const known = await client.register(device_name, { device_id, device_secret }, { signal });
    // The server forgot that device and made another: this one's key is not for those commands.
    if (known.device_id !== device_id) return;
    const { outbox_key } = known;
    const key = await importKey(fromBase64(await outboxKeyOf({ device_id, device_secret, outbox_key })));
    const disk = await openDisk(left.database);
    const tabs = joinTabs(left.database);
    try {
      const ring = (device_id: string) => (device_id === left.device_id ? key : null);
      const outbox = await Outbox.open(
        createOutboxStore(disk, { ring, provers: () => null }, left.database),
        tabs,
      );
      await drainOnce(outbox, client, left.device_id, signal);
      const attachments = await Attachments.open(disk, ring, left.database, tabs);
      const files = { client, attachments, outbox, ready: () => true, onFailure: () => undefined };
      await createAttachmentSender(files).once(signal);
    } finally {
      await tabs.close();
      disk.close();
    }
  });
}

/** Pushes until nothing waits, or until something fails: the next try comes later. */
async function drainOnce(outbox: Outbox, client: Client, device_id: string, signal: AbortSignal) {
  const ending = new AbortController();
  let failure: unknown = null;
  const stopWhenEmpty = () => {
    if (outbox.waiting.length === 0) ending.abort();
  };
  const sender = createSender({
    client,
    outbox,
    device_id: () => device_id,
    ready: () => true,
    lost: () => signal,
    onSettled: stopWhenEmpty,
    onFailure: (error) => {
      failure = error;
      ending.abort();
    },
  });
  stopWhenEmpty();
  await sender.run(AbortSignal.any([signal, ending.signal]));
  if (failure) throw failure;
}

/** Hands in what waits, as far as the connection lets it. @throws LocalFailure WIPE_REFUSED (with `pending`) when work is left. */
export async function handInBeforeWipe(
  { outbox, attachments }: { outbox: Outbox; attachments: Attachments },
  status: Observable<Connection>,
  syncNow: () => void,
): Promise<void> {
  const left = () => outbox.unsent + attachments.unsent;
  if (left() === 0) return;
  syncNow();
  if (status.getSnapshot().state === "online") {
    const patience = AbortSignal.timeout(HAND_IN_MS);
    await until(status, ({ waiting, photos }) => waiting + photos === 0, patience).catch(() => undefined);
  }
  const pending = left();
  if (pending === 0) return;
  const words = `${pending} commands and files have not been handed in yet.`;
  throw new LocalFailure("WIPE_REFUSED", words, { details: { pending } });
}
