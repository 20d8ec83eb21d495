// The end of a right, of a device or a person: first the outbox is handed in, then nothing of the replica is left.
import { observable, until } from "./observable.ts";
import type { SyncOptions } from "./pull/sync-options.ts";

/** How long what may not be seen any more waits for the outbox. */
const PATIENCE_MS = 10_000;

/** Resolves when the outbox is handed in and the replica is empty; tells early when only the first is left. */
export async function revokeAndWipe(
  why: "revoked" | "ended",
  { outbox, puller, onEnded }: Pick<SyncOptions, "outbox" | "puller" | "onEnded">,
  signal: AbortSignal,
): Promise<void> {
  const waiting = observable(outbox.waiting.length);
  const unwatch = outbox.onChange(() => waiting.set(outbox.waiting.length));
  const empty = (left: number) => left === 0;
  const patience = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
  try {
    // Refused or without a connection: what may not be seen goes all the same, and the work stays, sealed.
    await until(waiting, empty, patience).catch(() => undefined);
    for (const name of [...puller.heads.keys()]) await puller.forget(name);
    if (outbox.waiting.length > 0) {
      onEnded(why, false);
      await until(waiting, empty, signal);
    }
  } finally {
    unwatch();
  }
  onEnded(why, true);
}
