// What news brings along: what each of those who hear it would ask for next, read once for all who see the same.
import type { CarriedPage, ChangesEvent } from "../../../shared/kernel/sync/wire.ts";
import type { Tx } from "../db/db.ts";
import { inTenant } from "../db/db.ts";
import { rowScopeText } from "../operation/row-scope.ts";
import type { Services } from "../services.ts";
import { type Bound, readBound } from "./feed-bound.ts";
import { checkpointAt, type PullRequest, pullUpTo } from "./pull.ts";

/** More records of a collection are not carried: desktops take them in larger pages, and not all at the same moment. */
export const MOST_RECORDS = 50;
/** Nor is an event longer than this, as text. */
const MOST_LETTERS = 32_000;
/** News that a slow reader comes to later than this many others is told by its names alone. */
const REMEMBERED = 8;

/** What one piece of news came to; each reader has part in it as far as they see it. */
interface News {
  pages: Map<string, Promise<CarriedPage | null>>;
  events: Map<string, Promise<ChangesEvent>>;
}

const scopeOf = ({ tenant }: PullRequest) => rowScopeText(tenant);
const keyOf = (request: PullRequest) => `${request.served.resource.collection} ${scopeOf(request)}`;

/** The news of a tenant, for the streams that this process holds open. */
class TenantNews {
  readonly #services: Pick<Services, "db" | "log">;
  /** The checkpoint of readers who have read all of a collection that they see. */
  readonly #places = new Map<string, string | null>();
  /** The last reading of each sight: pages follow each other. */
  readonly #turns = new Map<string, Promise<unknown>>();
  readonly #remembered = new Map<ReadonlySet<string>, News>();
  readonly #over = new WeakSet<ReadonlySet<string>>();
  readers = 0;

  constructor(services: Pick<Services, "db" | "log">) {
    this.#services = services;
  }

  /**
   * The event that tells of these collections: the same object for all who see the same.
   * @param names the news as it was heard: one set for all readers.
   * @param requests one for each collection of it that the reader may see.
   */
  eventOf(names: ReadonlySet<string>, requests: readonly PullRequest[]): Promise<ChangesEvent> {
    const collections = requests.map(({ served }) => served.resource.collection);
    if (this.#over.has(names)) return Promise.resolve({ collections });
    const news = this.#newsOf(names);
    const key = requests.map(keyOf).join();
    const event = news.events.get(key) ?? this.#make(news, requests, collections);
    news.events.set(key, event);
    return event;
  }

  #newsOf(names: ReadonlySet<string>): News {
    const known = this.#remembered.get(names);
    if (known) return known;
    const news = { pages: new Map(), events: new Map() };
    this.#remembered.set(names, news);
    const [oldest] = this.#remembered.keys();
    if (oldest && this.#remembered.size > REMEMBERED) {
      this.#remembered.delete(oldest);
      this.#over.add(oldest);
    }
    return news;
  }

  async #make(news: News, requests: readonly PullRequest[], collections: string[]): Promise<ChangesEvent> {
    const unread = requests.filter((request) => !news.pages.has(keyOf(request)));
    for (const scope of new Set(unread.map(scopeOf))) {
      const alike = unread.filter((request) => scopeOf(request) === scope);
      const before = this.#turns.get(scope) ?? Promise.resolve();
      const read = before.then(() => this.#read(alike));
      this.#turns.set(scope, read);
      for (const [at, request] of alike.entries())
        news.pages.set(
          keyOf(request),
          read.then((pages) => pages[at] ?? null),
        );
    }
    const pages: CarriedPage[] = [];
    let room = MOST_LETTERS;
    for (const request of requests) {
      const page = await news.pages.get(keyOf(request));
      if (!page) continue;
      const letters = JSON.stringify(page.documents).length;
      if (letters > room) continue;
      room -= letters;
      pages.push(page);
    }
    return pages.length > 0 ? { collections, pages } : { collections };
  }

  /** Of a collection whose place is not known, or of which too much is new, there is no page: it goes on from there. */
  async #read(requests: readonly PullRequest[]): Promise<(CarriedPage | null)[]> {
    try {
      return await inTenant(this.#services.db, requests[0]!.tenant, async (tx) => {
        const bound = await readBound(tx, requests[0]!.incarnation);
        return Promise.all(requests.map((request) => this.#next(tx, bound, request)));
      });
    } catch (error) {
      // Desktops ask by themselves then, and are answered what is the matter.
      for (const request of requests) this.#places.delete(keyOf(request));
      this.#services.log.warn({ error }, "what changed could not be sent along");
      return [];
    }
  }

  async #next(tx: Tx, bound: Bound, request: PullRequest): Promise<CarriedPage | null> {
    const key = keyOf(request);
    const after = this.#places.get(key);
    if (after !== undefined) {
      const asked = { ...request, checkpoint: after, limit: MOST_RECORDS };
      const { documents, checkpoint, done } = await pullUpTo(tx, bound, asked);
      if (done) {
        this.#places.set(key, checkpoint);
        return { collection: request.served.resource.collection, after, documents, checkpoint };
      }
    }
    this.#places.set(key, await checkpointAt(tx, bound, request));
    return null;
  }
}

/** The news of all tenants that have listeners here. */
export class NewsPayload {
  readonly #services: Pick<Services, "db" | "log">;
  readonly #tenants = new Map<string, TenantNews>();

  constructor(services: Pick<Services, "db" | "log">) {
    this.#services = services;
  }

  /** For a stream of a tenant, which says when it ends. */
  open(tenantId: string): Pick<TenantNews, "eventOf"> & { close(): void } {
    const news = this.#tenants.get(tenantId) ?? new TenantNews(this.#services);
    this.#tenants.set(tenantId, news);
    news.readers += 1;
    return {
      eventOf: (names, requests) => news.eventOf(names, requests),
      close: () => {
        news.readers -= 1;
        if (news.readers === 0) this.#tenants.delete(tenantId);
      },
    };
  }
}
