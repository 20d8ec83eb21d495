// Pulling one collection: page by page, each into the log with its checkpoint, then into memory; one page ahead.
import type { CollectionInfo, PullOutput } from "../../../../shared/kernel/sync/wire.ts";
import type { CallOptions, Client } from "../../connection/client.ts";
import { failedWith } from "../../connection/local-failure.ts";
import { type Head, type Log, LogConflict, LogDamaged, needsCompaction, newHead } from "../disk/log.ts";
import type { Memory } from "../memory/memory.ts";
import type { Tabs } from "../tabs.ts";

/** What is read, checked and sealed in one go: small enough to be over between two keys. */
const PAGE_MAX = 1000;
const PAGE_MIN = 100;
const PAGE_FIRST = 500;
/** A page that takes longer than this is halved next time, a quick one doubled: slow connections still advance. */
const SLOW_MS = 8000;
const QUICK_MS = 2000;

interface PullOptions {
  client: Pick<Client, "pull">;
  log: Log;
  memory: Memory;
  tabs: Tabs;
}

/** Keeps the logs' heads and moves them forward. */
export class Puller {
  readonly heads = new Map<string, Head>();
  readonly #client: PullOptions["client"];
  readonly #log: Log;
  readonly #memory: Memory;
  readonly #tabs: Tabs;
  #size = PAGE_FIRST;

  constructor({ client, log, memory, tabs }: PullOptions) {
    this.#client = client;
    this.#log = log;
    this.#memory = memory;
    this.#tabs = tabs;
  }

  async #page(collection: string, checkpoint: string | null, call: CallOptions): Promise<PullOutput> {
    for (;;) {
      const start = performance.now();
      const limit = this.#size;
      try {
        const answer = await this.#client.pull(collection, checkpoint, limit, call);
        const took = performance.now() - start;
        if (took > SLOW_MS) this.#size = Math.max(PAGE_MIN, limit >> 1);
        else if (took < QUICK_MS && answer.documents.length === limit)
          this.#size = Math.min(PAGE_MAX, limit * 2);
        return answer;
      } catch (error) {
        if (!failedWith(error, "TIMEOUT") || limit === PAGE_MIN || call.signal?.aborted) throw error;
        this.#size = Math.max(PAGE_MIN, limit >> 2);
      }
    }
  }

  /** Forgets a collection on disk and in memory, in every window. */
  async forget(collection: string): Promise<void> {
    this.heads.delete(collection);
    await this.#log.drop(collection);
    await this.#memory.clear(collection);
    this.#tabs.post({ type: "cleared", collection });
  }

  /** Whether what is on disk belongs to what the server offers; otherwise it is dropped. */
  async #fit(info: CollectionInfo): Promise<Head> {
    const head = this.heads.get(info.name);
    if (head && head.epoch === info.epoch && head.schema_version === info.schema_version) return head;
    if (head) await this.forget(info.name);
    const begun = newHead(info);
    this.heads.set(info.name, begun);
    return begun;
  }

  /** Answers how many records came. */
  async #follow(info: CollectionInfo, call: CallOptions): Promise<number> {
    let pulled = 0;
    let head = await this.#fit(info);
    let ahead: Promise<PullOutput> | null = null;
    try {
      for (;;) {
        const { documents, checkpoint, done } = await (ahead ?? this.#page(info.name, head.checkpoint, call));
        ahead = null;
        pulled += documents.length;
        if (!done && checkpoint !== null && checkpoint !== head.checkpoint) {
          ahead = this.#page(info.name, checkpoint, call);
          // Its failure is met when it is awaited; until then it must not count as unhandled.
          ahead.catch(() => undefined);
        }
        const moved = checkpoint !== null && checkpoint !== head.checkpoint;
        if (documents.length > 0 || moved || !head.complete) {
          const n = head.batches;
          head = await this.#log.append(head, documents, checkpoint, done);
          this.heads.set(info.name, head);
          await this.#memory.write(info.name, documents);
          const { collection, generation } = head;
          if (documents.length > 0) this.#tabs.post({ type: "batch", collection, generation, n });
        }
        if (ahead === null) return pulled;
      }
    } finally {
      await ahead?.catch(() => undefined);
    }
  }

  /** Takes over what another window wrote to a collection's log. */
  async #takeOver(collection: string): Promise<void> {
    const known = this.heads.get(collection);
    const head = await this.#log.head(collection);
    if (!head) return;
    if (known?.generation !== head.generation) {
      // Compacted or begun anew over there; whatever was emptied was announced.
      await this.#memory.write(collection, await this.#log.documents(head));
    } else {
      for (let n = known.batches; n < head.batches; n++)
        await this.#memory.write(collection, await this.#log.batch(collection, head.generation, n));
    }
    this.heads.set(collection, head);
  }

  /** Reads what another window wrote; a log that does not open is dropped. */
  async catchUp(collection: string): Promise<void> {
    try {
      await this.#takeOver(collection);
    } catch (error) {
      if (!(error instanceof LogDamaged)) throw error;
      await this.forget(collection);
    }
  }

  /** Brings a collection up to date; answers how many records came. @throws LocalFailure when the server can't be asked. */
  async pull(info: CollectionInfo, call: CallOptions): Promise<number> {
    let pulled: number;
    try {
      pulled = await this.#follow(info, call);
    } catch (error) {
      // Another window led meanwhile and wrote, or the server does not know the checkpoint: begin anew.
      const stale = failedWith(error, "PROBLEM") && error.problem?.code === "VALIDATION";
      const begun = this.heads.get(info.name)?.checkpoint ?? null;
      if (!(error instanceof LogConflict) && !(stale && begun !== null)) throw error;
      await this.forget(info.name);
      pulled = await this.#follow(info, call);
    }
    const head = this.heads.get(info.name);
    if (!head || !needsCompaction(head, this.#memory.count(info.name))) return pulled;
    try {
      this.heads.set(info.name, await this.#log.compact(head));
    } catch (error) {
      if (!(error instanceof LogDamaged || error instanceof LogConflict)) throw error;
      await this.forget(info.name);
      await this.#follow(info, call);
    }
    return pulled;
  }
}
