// Another epoch: the server was restored or moved; what it took from here lately is handed in again.
import type { CollectionInfo } from "../../../../shared/kernel/sync/wire.ts";
import type { SyncOptions } from "./sync-options.ts";

/** Compares the epoch of what the server offers with the one that is followed here, and follows it from now on. */
export async function followEpoch(
  infos: readonly CollectionInfo[],
  { get, set }: SyncOptions["epoch"],
  resend: () => Promise<void>,
): Promise<void> {
  const epoch = [...new Set(infos.map((info) => info.epoch))].sort().join(" ");
  const before = await get();
  if (epoch === "" || epoch === before) return;
  if (before !== null) await resend();
  await set(epoch);
}
