// Windows of one computer over one log, led by the test: which of them pulls, and when the others hear of it.
import "fake-indexeddb/auto";
import "../../../shared/resources.ts";
import { openDisk, type Store } from "../../../renderer/kernel/replica/disk/disk.ts";
import { hydrate } from "../../../renderer/kernel/replica/disk/hydrate.ts";
import { IndexStore } from "../../../renderer/kernel/replica/disk/index-store.ts";
import { Log } from "../../../renderer/kernel/replica/disk/log.ts";
import { readerOf } from "../../../renderer/kernel/replica/disk/reader.ts";
import { Memory } from "../../../renderer/kernel/replica/memory/memory.ts";
import { Puller } from "../../../renderer/kernel/replica/pull/pull.ts";
import { Projections } from "../../../renderer/kernel/replica/search/projection.ts";
import type { TabMessage } from "../../../renderer/kernel/replica/tabs.ts";
import { newId } from "../../../shared/kernel/id.ts";
import type { CollectionInfo, PullOutput, ReplicaDocument } from "../../../shared/kernel/sync/wire.ts";
import { pageAfter, type Version } from "./versions.ts";

interface Versions {
  readonly epoch: number;
  readonly newest: Map<string, Version>;
  readonly all: Version[];
}

/** What windows pull from: every version of each collection's records. */
export class Pulled {
  readonly #collections = new Map<string, Versions>();
  #seq = 0;

  #of(name: string): Versions {
    const known = this.#collections.get(name) ?? { epoch: 1, newest: new Map(), all: [] };
    this.#collections.set(name, known);
    return known;
  }

  info(name: string): CollectionInfo {
    return { name, schema_version: 1, epoch: String(this.#of(name).epoch) };
  }

  put(name: string, documents: readonly ReplicaDocument[]): void {
    const { newest, all } = this.#of(name);
    for (const doc of documents) {
      const version = { seq: ++this.#seq, doc };
      newest.set(doc.id, version);
      all.push(version);
    }
  }

  /** Nothing of it is as it was: whoever has it begins anew. */
  begin(name: string): void {
    const { epoch } = this.#of(name);
    this.#collections.set(name, { epoch: epoch + 1, newest: new Map(), all: [] });
  }

  /** The records that are there. */
  live(name: string): ReplicaDocument[] {
    return [...this.#of(name).newest.values()].map(({ doc }) => doc).filter(({ _deleted }) => !_deleted);
  }

  async page(name: string, last: string | null, limit: number): Promise<PullOutput> {
    const { newest, all } = this.#of(name);
    const { page, done } = pageAfter(all, newest, Number(last ?? 0), limit);
    const checkpoint = page.length > 0 ? String(page.at(-1)!.seq) : last;
    return { documents: page.map(({ doc }) => structuredClone(doc)), checkpoint, done };
  }
}

/** More than a log keeps of what is superseded. */
const MANY = 1010;

export class Window {
  readonly memory: Memory;
  readonly puller: Puller;
  readonly #pulled: Pulled;
  readonly #log: Log;
  readonly #disk: Store;
  readonly #kept: IndexStore;
  readonly #inbox: TabMessage[] = [];
  readonly #ending = new AbortController();
  #turn: Promise<unknown> = Promise.resolve();

  constructor(
    disk: Store,
    key: CryptoKey,
    name: string,
    pulled: Pulled,
    post: (message: TabMessage) => void,
  ) {
    this.#disk = disk;
    this.#pulled = pulled;
    this.#log = new Log(disk, key, name);
    this.#kept = new IndexStore(disk, key, name);
    // Of a damaged log nobody here pulls another: it is empty, which is found.
    this.memory = new Memory(readerOf(this.#log, () => {}));
    const client = {
      pull: (collection: string, checkpoint: string | null, limit: number) =>
        pulled.page(collection, checkpoint, limit),
      pullMany: async () => ({ pages: [] }),
    };
    this.puller = new Puller({ client, log: this.#log, memory: this.memory, tabs: { post } });
  }

  /** One after the other, as a window does it. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#turn.then(work);
    this.#turn = result.catch(() => undefined);
    return result;
  }

  /** Reads what is on disk. */
  fill(): Promise<void> {
    return this.#inTurn(async () => {
      const { heads } = await hydrate(
        {
          log: this.#log,
          memory: this.memory,
          projections: new Projections([]),
          store: this.#kept,
          onCollection: () => {},
        },
        this.#ending.signal,
      );
      for (const [name, head] of heads) this.puller.heads.set(name, head);
    });
  }

  /** Another window said something: it is read when its turn comes (`hear`). */
  told(message: TabMessage): void {
    this.#inbox.push(message);
  }

  /** Reads all that the others have said by now. */
  hear(): Promise<void> {
    return this.#inTurn(async () => {
      for (const message of this.#inbox.splice(0)) {
        if (message.type === "batch" || message.type === "compacted")
          await this.puller.catchUp(message.collection);
        else if (message.type === "cleared") {
          this.puller.heads.delete(message.collection);
          await this.memory.clear(message.collection);
        }
      }
    });
  }

  /** Begins to lead, as one does whose predecessor has come to an end. */
  async lead(): Promise<void> {
    await this.hear();
    await this.#inTurn(async () => {
      await this.#log.lead();
      for (const name of await this.#log.names()) await this.puller.catchUp(name);
    });
  }

  async follow(): Promise<void> {
    await this.#inTurn(async () => this.#log.follow());
  }

  /** Leads: pulls what is new of a collection. */
  pull(name: string): Promise<number> {
    return this.#inTurn(() => this.puller.pull(this.#pulled.info(name), {}));
  }

  /** Leads: many records come and go, so that the log is compacted. */
  async storm(name: string): Promise<void> {
    const ids = Array.from({ length: MANY }, () => newId());
    for (const _deleted of [false, true]) {
      const documents = ids.map((id) => ({ id, _deleted, status: "LEFT", due_date: "2025-01-01" }));
      await this.#inTurn(async () => {
        this.#pulled.put(name, documents);
        await this.puller.pull(this.#pulled.info(name), {});
      });
    }
  }

  /** Leads: nothing of a collection is as it was. */
  begin(name: string, documents: readonly ReplicaDocument[]): Promise<number> {
    return this.#inTurn(() => {
      this.#pulled.begin(name);
      this.#pulled.put(name, documents);
      return this.puller.pull(this.#pulled.info(name), {});
    });
  }

  async close(): Promise<void> {
    this.#ending.abort();
    await this.#turn;
    await this.memory.close();
    this.#disk.close();
  }
}

/** A computer, whose windows are opened over one disk. */
export async function openComputer() {
  const name = `windows-${newId()}`;
  const key = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, [
    "encrypt",
    "decrypt",
  ]);
  const pulled = new Pulled();
  const windows = new Set<Window>();
  return {
    pulled,
    /** @param over What stands between a window and the disk. */
    async open(over: (disk: Store) => Store = (disk) => disk): Promise<Window> {
      const disk = over(await openDisk(name));
      const window: Window = new Window(disk, key, name, pulled, (message) => {
        for (const other of windows) if (other !== window) other.told(message);
      });
      windows.add(window);
      return window;
    },
    async shut(window: Window): Promise<void> {
      windows.delete(window);
      await window.close();
    },
    async close(): Promise<void> {
      for (const window of windows) await window.close();
    },
  };
}
