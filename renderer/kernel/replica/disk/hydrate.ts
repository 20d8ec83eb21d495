// Filling memory from the log at the start, and what to do with a log that can't be trusted.

import type { Memory } from "../memory/memory.ts";
import { inOrder } from "../memory/tables.ts";
import { isOnDisk } from "../on-disk/columns.ts";
import type { Log } from "./log.ts";
import { type Head, LogDamaged } from "./log.ts";

interface Hydrated {
  heads: Map<string, Head>;
  /** Collections whose log was torn or tampered with; they were dropped and are pulled again. */
  dropped: string[];
  documents: number;
}

/** Reads every log into memory, customers first. Stops early when the signal is aborted. */
export async function hydrate(
  log: Log,
  memory: Memory,
  onCollection: (collection: string, documents: number) => void,
  signal: AbortSignal,
): Promise<Hydrated> {
  const heads = new Map<string, Head>();
  const dropped: string[] = [];
  let total = 0;
  for (const collection of inOrder(await log.names())) {
    if (signal.aborted) break;
    try {
      const head = await log.head(collection);
      if (!head) continue;
      if (isOnDisk(collection)) await memory.shelve(collection, head.generation, await log.cells(head));
      else for await (const documents of log.read(head)) await memory.write(collection, documents);
      heads.set(collection, head);
      const documents = memory.count(collection);
      total += documents;
      onCollection(collection, documents);
      await log.sweep(collection, head.generation);
    } catch (error) {
      if (!(error instanceof LogDamaged)) throw error;
      await log.drop(collection);
      await memory.clear(collection);
      dropped.push(collection);
    }
    await new Promise((resolve) => setTimeout(resolve));
  }
  return { heads, dropped, documents: total };
}
