// Records of collections on disk, read from the log.
import { failedWith } from "../../connection/local-failure.ts";
import type { BatchReader } from "../on-disk/on-disk.ts";
import { type Log, LogDamaged } from "./log.ts";

/** A log that is being written anew is through with it in moments. */
const AGAIN_MS = 20;
const TRIES = 100;

/**
 * A batch that can't be read is either gone, since its log was written anew, or damaged.
 * @param onDamaged Told of a collection whose log has to be dropped and pulled again.
 */
export function readerOf(log: Log, onDamaged: (collection: string) => void): BatchReader {
  const tries = new Map<string, number>();
  return {
    batch: (collection, generation, n) => log.batch(collection, generation, n),
    async failed(collection, generation, error) {
      if (failedWith(error, "STORE_GONE", "DISK")) return "nothing";
      if (!(error instanceof LogDamaged)) throw error;
      const head = await log.head(collection).catch(() => null);
      const tried = (tries.get(generation) ?? 0) + 1;
      tries.set(generation, tried);
      if (head && head.generation !== generation && tried <= TRIES) {
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
        return "again";
      }
      if (head?.generation === generation) onDamaged(collection);
      return "nothing";
    },
  };
}
