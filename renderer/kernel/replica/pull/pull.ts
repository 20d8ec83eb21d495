// Pulling one collection: page by page, each into the log with its checkpoint, then into memory; one page ahead.
import {
  type CarriedPage,
  type CollectionInfo,
  PULL_MANY_MAX,
  type PullOutput,
} from "../../../../shared/kernel/sync/wire.ts";
import type { CallOptions, Client } from "../../connection/client.ts";
import { failedWith } from "../../connection/local-failure.ts";
import {
  type Batch,
  batchesOf,
  type Head,
  type Log,
  LogConflict,
  LogDamaged,
  needsCompaction,
  newHead,
} from "../disk/log.ts";
import { IdNumbers } from "../memory/id-numbers.ts";
import type { Memory } from "../memory/memory.ts";
import type { ReplicaRecord } from "../memory/replica-record.ts";
import { columnsOf, isOnDisk } from "../on-disk/columns.ts";
import type { Tabs } from "../tabs.ts";
import { isProblem } from "./refusals.ts";

/** What is read, checked and sealed in one go: small enough to be over between two keys. */
const PAGE_MAX = 1000;
/** Of a collection that is here, for then somebody may be typing: less is held at a time, and dies before it is old. */
const PAGE_FOLLOWED = 500;
const PAGE_MIN = 100;
const PAGE_FIRST = 500;
/** A page that takes longer than this is halved next time, a quick one doubled: slow connections still advance. */
const SLOW_MS = 8000;
const QUICK_MS = 2000;

/** Of each of many collections: of most of them little or nothing is new. */
const MANY_PAGE = 100;

type Asked = Pick<Head, "collection" | "checkpoint">;

interface Many {
  /** The collections that are up to date. */
  done: Set<string>;
  /** How many records came. */
  pulled: number;
}

interface PullOptions {
  client: Pick<Client, "pull" | "pullMany">;
  log: Log;
  memory: Memory;
  tabs: Pick<Tabs, "post">;
}

/** Keeps the logs' heads and moves them forward. */
export class Puller {
  readonly heads = new Map<string, Head>();
  readonly #client: PullOptions["client"];
  readonly #log: Log;
  readonly #memory: Memory;
  readonly #tabs: PullOptions["tabs"];
  #size = PAGE_FIRST;

  constructor({ client, log, memory, tabs }: PullOptions) {
    this.#client = client;
    this.#log = log;
    this.#memory = memory;
    this.#tabs = tabs;
  }

  #limitOf(collection: string): number {
    const isHere = this.heads.get(collection)?.complete ?? false;
    return isHere ? Math.min(this.#size, PAGE_FOLLOWED) : this.#size;
  }

  async #page(collection: string, checkpoint: string | null, call: CallOptions): Promise<PullOutput> {
    for (;;) {
      const start = performance.now();
      const limit = this.#limitOf(collection);
      try {
        const answer = await this.#client.pull(collection, checkpoint, limit, call);
        const took = performance.now() - start;
        if (took > SLOW_MS) this.#size = Math.max(PAGE_MIN, limit >> 1);
        else if (took < QUICK_MS && answer.documents.length === limit)
          this.#size = Math.max(this.#size, Math.min(PAGE_MAX, limit * 2));
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

  /** Tells memory of batches that are in the log from the n-th on. */
  async #remember({ collection, generation }: Head, n: number, batches: readonly Batch[]): Promise<void> {
    for (const [at, { documents, cells }] of batches.entries()) {
      if (cells) await this.#memory.take(collection, { generation, n: n + at, cells }, documents);
      else await this.#memory.write(collection, documents);
    }
  }

  /** Reads a whole log anew; `isSame` says that it holds what it held before. */
  async #readAll(head: Head, isSame: boolean): Promise<void> {
    const { collection, generation } = head;
    if (isOnDisk(collection))
      return this.#memory.shelve(collection, generation, await this.#log.cells(head), isSame);
    const ids: string[] = [];
    const numbers = new IdNumbers((number) => ids[number]);
    for await (const documents of this.#log.read(head)) {
      for (const { id } of documents) ids[numbers.give(id)] = id;
      await this.#memory.write(collection, documents);
    }
    // What was deleted before it was begun is not in it.
    const isGone = ({ id }: ReplicaRecord) => numbers.of(id) < 0;
    const gone = this.#memory.some(collection, isGone, Number.POSITIVE_INFINITY);
    await this.#memory.write(
      collection,
      gone.map(({ id }) => ({ id, _deleted: true })),
    );
  }

  /** Keeps a page that follows what is here. */
  async #keep(head: Head, { documents, checkpoint, done }: PullOutput): Promise<Head> {
    const moved = checkpoint !== null && checkpoint !== head.checkpoint;
    if (documents.length === 0 && !moved && head.complete) return head;
    const { collection, batches: n } = head;
    const batches = batchesOf(collection, documents);
    // Screens do not wait for the disk, but where it is from the disk that they read.
    const shown = isOnDisk(collection) ? null : this.#remember(head, n, batches);
    const appended = this.#log.append(head, batches, checkpoint, done);
    // Both come to their end, whichever fails: what follows may not meet half of this.
    await Promise.allSettled([appended, shown]);
    const kept = await appended;
    this.heads.set(collection, kept);
    await (shown ?? this.#remember(kept, n, batches));
    const { generation } = kept;
    if (documents.length > 0) this.#tabs.post({ type: "batch", collection, generation, n });
    return kept;
  }

  /** Whether a collection is here as it was at its checkpoint, in the shape that the server offers. */
  #isFollowed({ name, epoch, schema_version }: CollectionInfo): boolean {
    const head = this.heads.get(name);
    return (head?.complete ?? false) && head?.epoch === epoch && head.schema_version === schema_version;
  }

  /**
   * Takes the next pages of collections that are here, many in one call. What is not up to date by it (new ones, those of which
   * much came, all where it is refused or takes too long) is to be pulled by itself.
   */
  async pullMany(infos: readonly CollectionInfo[], call: CallOptions): Promise<Many> {
    const many: Many = { done: new Set(), pulled: 0 };
    const followed = infos.filter((info) => this.#isFollowed(info));
    for (let at = 0; at < followed.length; at += PULL_MANY_MAX) {
      const asked = followed.slice(at, at + PULL_MANY_MAX).map(({ name }) => {
        const { collection, checkpoint } = this.heads.get(name)!;
        return { collection, checkpoint };
      });
      if (asked.length > 1) await this.#takeMany(asked, many, call);
    }
    for (const info of followed) if (many.done.has(info.name)) await this.#tidy(info, call);
    return many;
  }

  async #takeMany(asked: readonly Asked[], many: Many, call: CallOptions): Promise<void> {
    const checkpoints = new Map(asked.map(({ collection, checkpoint }) => [collection, checkpoint]));
    try {
      const { pages } = await this.#client.pullMany(asked, MANY_PAGE, call);
      for (const { collection, ...page } of pages) {
        const head = this.heads.get(collection);
        // A page follows what it was asked behind, and nothing else.
        if (!head || head.checkpoint !== checkpoints.get(collection)) continue;
        await this.#keep(head, page);
        many.pulled += page.documents.length;
        if (page.done) many.done.add(collection);
      }
    } catch (error) {
      const isRefused = isProblem(error, "VALIDATION");
      if (!isRefused && !(error instanceof LogConflict) && !failedWith(error, "TIMEOUT")) throw error;
    }
  }

  /** Takes pages that came with the news, each only where it follows what is here; answers whether the collection is up to date by them. */
  async takeCarried(
    info: CollectionInfo,
    pages: readonly CarriedPage[],
    call: CallOptions,
  ): Promise<boolean> {
    try {
      for (const { after, documents, checkpoint } of pages) {
        const head = this.heads.get(info.name);
        if (!head || !this.#isFollowed(info)) return false;
        if (head.checkpoint === checkpoint) continue;
        if (head.checkpoint !== after) return false;
        await this.#keep(head, { documents, checkpoint, done: true });
      }
    } catch (error) {
      // Another window wrote meanwhile: whoever asks for the collection sees to that.
      if (!(error instanceof LogConflict)) throw error;
      return false;
    }
    await this.#tidy(info, call);
    return true;
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
        head = await this.#keep(head, { documents, checkpoint, done });
        if (ahead === null) return pulled;
      }
    } finally {
      await ahead?.catch(() => undefined);
    }
  }

  /** Takes over what another window wrote to a collection's log. */
  async #takeOver(head: Head): Promise<void> {
    const { collection, generation, batches } = head;
    const known = this.heads.get(collection);
    if (known?.generation !== generation) {
      // Compacted or begun anew over there; whatever was emptied was announced.
      await this.#readAll(head, false);
    } else {
      for (let n = known.batches; n < batches; n++) {
        const documents = await this.#log.batch(collection, generation, n);
        const cells = isOnDisk(collection) ? columnsOf(collection, documents) : null;
        await this.#remember(head, n, [{ documents, cells }]);
      }
    }
    this.heads.set(collection, head);
  }

  /** Reads what another window wrote; a log that does not open is dropped. */
  async catchUp(collection: string): Promise<void> {
    let head: Head | null = null;
    try {
      head = await this.#log.head(collection);
      if (head) await this.#takeOver(head);
    } catch (error) {
      if (!(error instanceof LogDamaged)) throw error;
      // What another window has begun anew, or dropped, was not damaged.
      if (head && (await this.#log.isReplaced(head))) return this.catchUp(collection);
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
      const stale = isProblem(error, "VALIDATION");
      const begun = this.heads.get(info.name)?.checkpoint ?? null;
      if (!(error instanceof LogConflict) && !(stale && begun !== null)) throw error;
      await this.forget(info.name);
      pulled = await this.#follow(info, call);
    }
    await this.#tidy(info, call);
    return pulled;
  }

  /** Begins a log anew that is mostly of what changed since. */
  async #tidy(info: CollectionInfo, call: CallOptions): Promise<void> {
    const head = this.heads.get(info.name);
    if (!head || !needsCompaction(head, this.#memory.count(info.name))) return;
    try {
      const isLive = isOnDisk(info.name)
        ? (batch: number, at: number) => this.#memory.isLive(info.name, batch, at)
        : null;
      const compacted = await this.#log.compact(head, isLive);
      this.heads.set(info.name, compacted);
      this.#tabs.post({ type: "compacted", collection: info.name });
      if (isLive) await this.#readAll(compacted, true);
    } catch (error) {
      if (!(error instanceof LogDamaged || error instanceof LogConflict)) throw error;
      await this.forget(info.name);
      await this.#follow(info, call);
    }
  }
}
