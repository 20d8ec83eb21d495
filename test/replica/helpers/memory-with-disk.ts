// A replica's memory over a log that is kept in memory as well, and that counts what is read from it.
import { Memory } from "../../../renderer/kernel/replica/memory/memory.ts";
import { columnsOf, isOnDisk } from "../../../renderer/kernel/replica/on-disk/columns.ts";
import type { ReplicaDocument } from "../../../shared/kernel/sync/wire.ts";

export function memoryWithDisk() {
  const logs = new Map<string, (readonly ReplicaDocument[])[]>();
  /** The batches that were read, in order. */
  const read: number[] = [];
  const memory = new Memory({
    batch: async (collection, _generation, n) => {
      read.push(n);
      return logs.get(collection)![n]!;
    },
    failed: async (_collection, _generation, error) => {
      throw error;
    },
  });
  /** Writes records of a collection, on disk or not, as one batch. */
  const add = async (collection: string, documents: readonly ReplicaDocument[]): Promise<void> => {
    if (!isOnDisk(collection)) return memory.write(collection, documents);
    const log = logs.get(collection) ?? [];
    logs.set(collection, log);
    const n = log.push(documents) - 1;
    await memory.take(collection, { generation: "g", n, cells: columnsOf(collection, documents) }, documents);
  };
  return { memory, read, add };
}
