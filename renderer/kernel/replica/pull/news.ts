// What is known to have changed and is not here yet: collections by name, and of some what follows, as it came with the news.
import type { CarriedPage, ChangesEvent, CollectionInfo } from "../../../../shared/kernel/sync/wire.ts";
import type { Puller } from "./pull.ts";

/** Of a collection of which more pages wait (the window rests), all is asked for at once. */
const PAGES_MAX = 20;

interface Heard {
  names: Set<string>;
  /** In the order of their coming; none of a collection that is among the names. */
  pages: Map<string, CarriedPage[]>;
}

export class News {
  #heard: Heard = { names: new Set(), pages: new Map() };

  isEmpty(): boolean {
    return this.#heard.names.size === 0 && this.#heard.pages.size === 0;
  }

  /** These are to be asked for. */
  add(collections: Iterable<string>): void {
    for (const name of collections) {
      this.#heard.names.add(name);
      this.#heard.pages.delete(name);
    }
  }

  hear({ collections, pages = [] }: ChangesEvent): void {
    const carried = new Map(pages.map((page) => [page.collection, page]));
    for (const name of collections) {
      const page = carried.get(name);
      const before = this.#heard.pages.get(name) ?? [];
      if (!page || before.length === PAGES_MAX) this.add([name]);
      else if (!this.#heard.names.has(name)) this.#heard.pages.set(name, [...before, page]);
    }
  }

  /** All that was heard, which is then somebody else's to see to. */
  take(): Heard {
    const heard = this.#heard;
    this.#heard = { names: new Set(), pages: new Map() };
    return heard;
  }
}

/** Takes what came with the news, and answers which of the collections on offer have to be asked for all the same. */
export async function behind(
  { names, pages }: Heard,
  offered: readonly CollectionInfo[],
  puller: Puller,
  signal: AbortSignal,
): Promise<CollectionInfo[]> {
  const infos: CollectionInfo[] = [];
  for (const info of offered) {
    const carried = pages.get(info.name);
    const isHere = carried && (await puller.takeCarried(info, carried, { signal }));
    if (names.has(info.name) || (carried && !isHere)) infos.push(info);
  }
  return infos;
}
