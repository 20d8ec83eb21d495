// Pulling one collection: page by page, each into the log with its checkpoint, then into memory; one page ahead.
import type { CollectionInfo, PullOutput } from "../../../shared/kernel/wire.ts";
import type { CallOptions, Client } from "../client.ts";
import { failedWith } from "./failure.ts";
import { type Head, type Log, LogConflict, LogDamaged, needsCompaction, newHead } from "./log.ts";
import type { Memory } from "./memory.ts";
import type { Windows } from "./windows.ts";

const PAGE_MAX = 5000;
const PAGE_MIN = 100;
const PAGE_FIRST = 1000;
/** A page that takes longer than this is halved next time, a quick one doubled: slow lines still advance. */
const SLOW_MS = 8000;
const QUICK_MS = 2000;

export interface PullOptions {
  client: Pick<Client, "pull">;
  log: Log;
  memory: Memory;
  windows: Windows;
  /** Records of the collection pulled so far in this call. */
  onPage: (collection: string, documents: number) => void;
}

/** Keeps the logs' heads and moves them forward. */
export type Puller = ReturnType<typeof createPuller>;

export function createPuller({ client, log, memory, windows, onPage }: PullOptions) {
  const heads = new Map<string, Head>();
  let size = PAGE_FIRST;

  async function page(collection: string, checkpoint: string | null, call: CallOptions): Promise<PullOutput> {
    for (;;) {
      const start = performance.now();
      const limit = size;
      try {
        const answer = await client.pull(collection, checkpoint, limit, call);
        const took = performance.now() - start;
        if (took > SLOW_MS) size = Math.max(PAGE_MIN, limit >> 1);
        else if (took < QUICK_MS && answer.documents.length === limit) size = Math.min(PAGE_MAX, limit * 2);
        return answer;
      } catch (error) {
        if (!failedWith(error, "TIMEOUT") || limit === PAGE_MIN || call.signal?.aborted) throw error;
        size = Math.max(PAGE_MIN, limit >> 2);
      }
    }
  }

  /** Forgets a collection on disk and in memory, in every window. */
  async function forget(collection: string): Promise<void> {
    heads.delete(collection);
    await log.drop(collection);
    await memory.clear(collection);
    windows.post({ type: "cleared", collection });
  }

  /** Whether what is on disk belongs to what the server offers; otherwise it is dropped. */
  async function fit(info: CollectionInfo): Promise<Head> {
    const head = heads.get(info.name);
    if (head && head.epoch === info.epoch && head.schema_version === info.schema_version) return head;
    if (head) await forget(info.name);
    const begun = newHead(info);
    heads.set(info.name, begun);
    return begun;
  }

  async function follow(info: CollectionInfo, call: CallOptions): Promise<void> {
    let head = await fit(info);
    let ahead: Promise<PullOutput> | null = null;
    let pulled = 0;
    try {
      for (;;) {
        const { documents, checkpoint, done } = await (ahead ?? page(info.name, head.checkpoint, call));
        ahead = null;
        if (!done && checkpoint !== null && checkpoint !== head.checkpoint) {
          ahead = page(info.name, checkpoint, call);
          // Its failure is met when it is awaited; until then it must not count as unhandled.
          ahead.catch(() => undefined);
        }
        const moved = checkpoint !== null && checkpoint !== head.checkpoint;
        if (documents.length > 0 || moved || !head.complete) {
          const n = head.batches;
          head = await log.append(head, documents, checkpoint, done);
          heads.set(info.name, head);
          await memory.write(info.name, documents);
          const { collection, generation } = head;
          if (documents.length > 0) windows.post({ type: "batch", collection, generation, n });
        }
        pulled += documents.length;
        onPage(info.name, pulled);
        if (ahead === null) return;
      }
    } finally {
      await ahead?.catch(() => undefined);
    }
  }

  /** Takes over what another window wrote to a collection's log. */
  async function catchUp(collection: string): Promise<void> {
    const known = heads.get(collection);
    const head = await log.head(collection);
    if (!head) return;
    if (known?.generation !== head.generation) {
      // Compacted or begun anew over there; whatever was emptied was announced.
      await memory.write(collection, await log.documents(head));
    } else {
      for (let n = known.batches; n < head.batches; n++)
        await memory.write(collection, await log.batch(collection, head.generation, n));
    }
    heads.set(collection, head);
  }

  return {
    heads,
    forget,

    async catchUp(collection: string): Promise<void> {
      try {
        await catchUp(collection);
      } catch (error) {
        if (!(error instanceof LogDamaged)) throw error;
        await forget(collection);
      }
    },

    /** Brings a collection up to date. @throws LocalFailure when the server can't be asked. */
    async pull(info: CollectionInfo, call: CallOptions): Promise<void> {
      try {
        await follow(info, call);
      } catch (error) {
        if (!(error instanceof LogConflict)) throw error;
        // Another window led meanwhile and wrote: what this one believes is old. Begin anew.
        await forget(info.name);
        await follow(info, call);
      }
      const head = heads.get(info.name);
      if (!head || !needsCompaction(head, memory.count(info.name))) return;
      try {
        heads.set(info.name, await log.compact(head));
      } catch (error) {
        if (!(error instanceof LogDamaged || error instanceof LogConflict)) throw error;
        await forget(info.name);
        await follow(info, call);
      }
    },
  };
}
