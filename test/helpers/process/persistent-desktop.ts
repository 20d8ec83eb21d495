// A desktop that gives nothing up: whenever its stream breaks it opens the next one at once, and asks for what it has missed.
import { setTimeout as pause } from "node:timers/promises";
import type { ChangesEvent } from "../../../shared/kernel/sync/wire.ts";
import { openStream } from "../../kernel/sync/helpers/change-stream.ts";
import { callProcedure } from "../desktop.ts";

/** A moment between two tries, or the server that comes back has no processor for it. */
const AGAIN_MS = 50;

/** Until it succeeds, whatever happens to the server. */
async function persistently<T>(work: () => Promise<T>, isOver: () => boolean): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (isOver()) throw error;
      await pause(AGAIN_MS);
    }
  }
}

/** What a desktop has of one collection: it reads on when it is told to, and not before. */
class Held {
  readonly ids = new Set<string>();
  readonly #read: (checkpoint: string | null) => Promise<Page>;
  readonly #collection: string;
  #checkpoint: string | null = null;
  #news: (ChangesEvent | "MISSED")[] = [];
  #reading: Promise<void> | null = null;

  constructor(collection: string, read: (checkpoint: string | null) => Promise<Page>) {
    this.#collection = collection;
    this.#read = read;
  }

  hear(news: ChangesEvent | "MISSED"): Promise<void> {
    this.#news.push(news);
    this.#reading ??= this.#readOn().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  async #readOn(): Promise<void> {
    while (this.#news.length > 0) {
      const is_behind = this.#news.splice(0).filter((news) => !this.#takeOver(news)).length > 0;
      for (let done = !is_behind; !done; ) {
        const page = await this.#read(this.#checkpoint);
        this.#add(page);
        done = page.done;
      }
    }
  }

  /** Takes what came with the news. @returns whether that was all. */
  #takeOver(news: ChangesEvent | "MISSED"): boolean {
    if (news === "MISSED") return false;
    if (!news.collections.includes(this.#collection)) return true;
    const page = news.pages?.find(({ collection }) => collection === this.#collection);
    if (page?.after !== this.#checkpoint) return false;
    this.#add(page);
    return true;
  }

  #add({ documents, checkpoint }: Pick<Page, "documents" | "checkpoint">): void {
    for (const { id } of documents) this.ids.add(String(id));
    this.#checkpoint = checkpoint;
  }
}

interface Page {
  documents: readonly Record<string, unknown>[];
  checkpoint: string | null;
  done: boolean;
}

export interface PersistentDesktop {
  /** The records that it has of the collection. */
  readonly held: ReadonlySet<string>;
  /** How often its stream has broken. */
  breaks(): number;
  stop(): Promise<void>;
}

/** Opens the stream and reads the collection; from then on it reads what it is told of, and after a break once by itself. */
export async function openPersistentDesktop(
  url: string,
  token: string,
  collection: string,
): Promise<PersistentDesktop> {
  let breaks = 0;
  let is_over = false;
  const isOver = () => is_over;
  const read = async (checkpoint: string | null): Promise<Page> => {
    const input = { collection, checkpoint, limit: 1_000 };
    const { data, status } = await callProcedure(url, token, "sync.pull", input);
    if (!data) throw new Error(`sync.pull: ${status}`);
    return data;
  };
  const held = new Held(collection, (checkpoint) => persistently(() => read(checkpoint), isOver));
  const hear = (event: ChangesEvent) => void held.hear(event).catch(() => {});
  // The stream before the records: what comes between the two is told.
  const open = async () => {
    const stream = await persistently(() => openStream(url, token, true, hear), isOver);
    await held.hear("MISSED");
    return stream;
  };
  let stream = await open();
  const keepOpen = async () => {
    for (;;) {
      await stream.ended;
      if (is_over) return;
      breaks += 1;
      stream = await open();
    }
  };
  const kept = keepOpen();
  return {
    held: held.ids,
    breaks: () => breaks,
    stop: async () => {
      is_over = true;
      stream.close();
      await kept.catch(() => {});
    },
  };
}
