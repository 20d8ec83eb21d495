// Filling memory from the log at the start, and what to do with a log that can't be trusted.

import type { Memory } from "../memory/memory.ts";
import { inOrder, isLarge } from "../memory/tables.ts";
import { isOnDisk } from "../on-disk/columns.ts";
import type { Projections } from "../search/projection.ts";
import type { IndexStore, KeptAt } from "./index-store.ts";
import type { Log } from "./log.ts";
import { type Head, LogDamaged } from "./log.ts";

interface Hydrated {
  heads: Map<string, Head>;
  /** Collections whose log was torn or tampered with; they were dropped and are pulled again. */
  dropped: string[];
  documents: number;
  /** How far the projections go that were opened as they had been kept. */
  kept: Map<string, KeptAt>;
}

interface HydrateOptions {
  log: Log;
  memory: Memory;
  projections: Projections;
  store: IndexStore;
  onCollection: (collection: string, documents: number) => void;
}

/** A projection that knows its records before they are read; `over` says that they are. */
interface Opened {
  readonly at: KeptAt;
  readonly over: () => void;
}

/** Opens the projection of a collection as it was kept, and lays over it what came since; null where it has to be made anew. */
async function openKept(
  collection: string,
  { log, memory, projections, store }: HydrateOptions,
): Promise<Opened | null> {
  const kept = projections.kept(collection);
  if (!kept) return null;
  try {
    const head = await log.head(collection);
    const at = head && (await store.open(head, kept));
    if (!head || !at) return null;
    for await (const documents of log.read(head, at.batches)) projections.apply(collection, documents);
    return { at, over: memory.fill(collection, kept.count) };
  } catch (error) {
    // Met again, and seen to, when the records are read.
    if (!(error instanceof LogDamaged)) throw error;
    projections.apply(collection, null);
    return null;
  }
}

/** Reads a log into memory; answers its head, null where there is none. @throws LogDamaged */
async function readLog(
  { log, memory }: Pick<HydrateOptions, "log" | "memory">,
  collection: string,
  isTold: boolean,
): Promise<Head | null> {
  const head = await log.head(collection);
  if (!head) return null;
  try {
    if (isOnDisk(collection)) await memory.shelve(collection, head.generation, await log.cells(head));
    else for await (const documents of log.read(head)) await memory.write(collection, documents, isTold);
    return head;
  } catch (error) {
    if (!(error instanceof LogDamaged) || !(await log.isReplaced(head))) throw error;
    // Another window has begun it anew meanwhile.
    await memory.clear(collection);
    return readLog({ log, memory }, collection, true);
  }
}

/** Reads every log into memory; where projections were opened, what is small comes first. */
async function readAll(
  { log, memory, onCollection }: HydrateOptions,
  opened: ReadonlyMap<string, Opened>,
  names: readonly string[],
  signal: AbortSignal,
): Promise<Omit<Hydrated, "kept">> {
  const heads = new Map<string, Head>();
  const dropped: string[] = [];
  let total = 0;
  const small = (name: string) => !isLarge(name) && !opened.has(name);
  const first = opened.size > 0 ? names.filter(small) : [];
  for (const collection of new Set([...first, ...names])) {
    if (signal.aborted) break;
    const isTold = !opened.has(collection);
    try {
      const head = await readLog({ log, memory }, collection, isTold);
      if (!head) continue;
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
    } finally {
      opened.get(collection)?.over();
    }
    await new Promise((resolve) => setTimeout(resolve));
  }
  return { heads, dropped, documents: total };
}

/**
 * Reads every log into memory, customers first. What was kept of projections is opened before, so that people find whom they
 * look for at once; the records of those come after what is small. Stops early when the signal is aborted.
 */
export async function hydrate(options: HydrateOptions, signal: AbortSignal): Promise<Hydrated> {
  const opened = new Map<string, Opened>();
  const names = inOrder(await options.log.names());
  try {
    for (const collection of names) {
      const one = await openKept(collection, options);
      if (one) opened.set(collection, one);
    }
    const read = await readAll(options, opened, names, signal);
    return { ...read, kept: new Map([...opened].map(([collection, { at }]) => [collection, at])) };
  } finally {
    // Ended in the middle: nobody waits for what does not come any more.
    for (const { over } of opened.values()) over();
  }
}
