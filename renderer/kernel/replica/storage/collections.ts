// RxCollections, opened while somebody watches them. RxDB's free edition allows thirteen at a time in a window, all databases
// together: each open one takes a place, and who is watched by nobody gives theirs up first. Its limit is kept, never touched.
import type { RxCollection, RxDatabase, RxJsonSchema } from "rxdb";
import type { Row } from "../memory/replica-record.ts";
import { databaseFailure } from "./database-failure.ts";

/** Two fewer than RxDB allows: before its own limit it would wait for 1.8 s. */
const PLACES = 11;
/** So many may be watched at once: one place is for who comes while another goes. */
const WATCHED_MAX = 10;
/** So long an RxCollection stays open that nobody watches: screens come and go. */
const IDLE_MS = 500;

/** Whoever watches an RxCollection. */
export interface User {
  /** It is open, perhaps anew; `failed` hears of what RxDB throws from then on, and tells it with words. */
  opened(collection: RxCollection<Row>, failed: (error: unknown) => void): void;
  /** What is in it is not what it was: nothing comes of it any more, and it is about to be opened anew. */
  emptied(): void;
  failed(error: unknown): void;
}

interface Shared {
  readonly database: () => Promise<RxDatabase>;
  readonly schemaOf: (name: string) => RxJsonSchema<Row>;
  /** Whether one too many that is watched is an error, instead of a word in the console. */
  readonly complains: boolean;
}

/** Who is watched by anybody, */
const watched = new Set<CollectionPlace>();
/** who has a place, longest first, and who waits for one. */
const placed = new Set<CollectionPlace>();
const waiting: { readonly place: CollectionPlace; readonly go: () => void }[] = [];

function giveNext(): void {
  while (placed.size < PLACES) {
    const next = waiting.shift();
    if (!next) return;
    placed.add(next.place);
    next.go();
  }
}

async function takePlace(place: CollectionPlace): Promise<void> {
  if (placed.size >= PLACES) [...placed].find(({ isIdle }) => isIdle)?.letGo();
  if (placed.size < PLACES) placed.add(place);
  else await new Promise<void>((go) => waiting.push({ place, go }));
}

/** What is wrong where somebody watches one more; null where nothing is. */
function oneTooMany(place: CollectionPlace): Error | null {
  if (watched.has(place) || watched.size < WATCHED_MAX) return null;
  const names = [...watched, place].map(({ name }) => name).join(", ");
  return new Error(`More RxCollections are watched at once than RxDB's free edition allows: ${names}`);
}

/** One RxCollection of one database, open or not. */
class CollectionPlace {
  readonly name: string;
  readonly #shared: Shared;
  readonly #users = new Set<User>();
  #collection: RxCollection<Row> | null = null;
  /** What is being opened, one after the other; */
  #work: Promise<unknown> = Promise.resolve();
  /** and closed: RxDB has one of a name at a time. */
  #closing: Promise<unknown> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(name: string, shared: Shared) {
    this.name = name;
    this.#shared = shared;
  }

  get isIdle(): boolean {
    return this.#users.size === 0 && this.#collection !== null;
  }

  use(user: User): () => void {
    const tooMany = oneTooMany(this);
    if (tooMany && this.#shared.complains) {
      user.failed(tooMany);
      return () => {};
    }
    // Whoever watches it waits for a place; the tests of the screens find this.
    if (tooMany) console.error(tooMany.message);
    clearTimeout(this.#timer);
    this.#users.add(user);
    watched.add(this);
    if (this.#collection) this.#show(user, this.#collection);
    else this.#openSoon();
    return () => {
      if (this.#users.delete(user) && this.#users.size === 0) this.#rest();
    };
  }

  /** Nobody watches: whoever waits is given the place at once. */
  #rest(): void {
    watched.delete(this);
    clearTimeout(this.#timer);
    if (!this.#collection) return;
    if (waiting.length > 0) this.letGo();
    else this.#timer = setTimeout(() => this.letGo(), IDLE_MS);
  }

  #openSoon(): void {
    this.#work = this.#work.then(() => this.#open()).catch((error: unknown) => this.#failed(error));
  }

  async #open(): Promise<void> {
    await this.#closing;
    if (this.#collection || this.#users.size === 0) return;
    await takePlace(this);
    try {
      if (this.#users.size === 0) return;
      const database = await this.#shared.database();
      const { name } = this;
      const opened = await database.addCollections({ [name]: { schema: this.#shared.schemaOf(name) } });
      this.#collection = opened[name] ?? null;
    } finally {
      if (!this.#collection) this.#givePlace();
    }
    if (!this.#collection) return;
    for (const user of [...this.#users]) this.#show(user, this.#collection);
    if (this.#users.size === 0) this.#rest();
  }

  #show(user: User, collection: RxCollection<Row>): void {
    const failed = (error: unknown) => user.failed(databaseFailure(error));
    try {
      user.opened(collection, failed);
    } catch (error) {
      failed(error);
    }
  }

  #failed(error: unknown): void {
    for (const user of [...this.#users]) user.failed(databaseFailure(error));
  }

  #givePlace(): void {
    placed.delete(this);
    giveNext();
  }

  /** Closes it: RxDB counts it no more from this moment on. */
  letGo(): void {
    clearTimeout(this.#timer);
    const collection = this.#collection;
    if (!collection) return;
    this.#collection = null;
    this.#closing = collection.close().catch((error: unknown) => this.#failed(error));
    this.#givePlace();
  }

  /** What is in it is not what it was: it is opened anew for those who watch. */
  renew(): void {
    for (const user of [...this.#users]) user.emptied();
    if (!this.#collection) return;
    this.letGo();
    if (this.#users.size > 0) this.#openSoon();
  }

  /** Nobody watches any more, and nothing is opened for anybody. */
  end(): void {
    this.#users.clear();
    watched.delete(this);
    const at = waiting.findIndex(({ place }) => place === this);
    if (at >= 0) {
      const [{ go } = { go: () => {} }] = waiting.splice(at, 1);
      placed.add(this);
      go();
    }
    this.letGo();
  }

  /** Resolves when nothing is being opened or closed. */
  async settled(): Promise<void> {
    await this.#work;
    await this.#closing;
  }
}

/** The RxCollections of one replica. */
export class Collections {
  readonly #shared: Shared;
  readonly #open: () => Promise<RxDatabase>;
  readonly #places = new Map<string, CollectionPlace>();
  #database: Promise<RxDatabase> | null = null;
  #isOver = false;

  /** @param open Makes the database, when it is wanted first. */
  constructor(
    open: () => Promise<RxDatabase>,
    schemaOf: Shared["schemaOf"],
    complains: boolean = import.meta.env?.DEV ?? false,
  ) {
    this.#open = open;
    this.#shared = { database: () => this.database(), schemaOf, complains };
  }

  /** The RxDatabase of this replica. Its RxCollections are those that are watched, and only as long as they are. */
  database(): Promise<RxDatabase> {
    if (!this.#database) {
      const opening = this.#open();
      this.#database = opening;
      // Who waits for it hears of it; who comes later tries again.
      opening.catch(() => {
        this.#database = null;
      });
    }
    return this.#database;
  }

  /** Has an RxCollection open until the answer is called. */
  use(name: string, user: User): () => void {
    if (this.#isOver) return () => {};
    let place = this.#places.get(name);
    if (!place) {
      place = new CollectionPlace(name, this.#shared);
      this.#places.set(name, place);
    }
    return place.use(user);
  }

  /** What is in an RxCollection is not what it was, by more than its changes tell. */
  renew(name: string): void {
    this.#places.get(name)?.renew();
  }

  async close(): Promise<void> {
    this.#isOver = true;
    const places = [...this.#places.values()];
    for (const place of places) place.end();
    await Promise.all(places.map((place) => place.settled()));
    for (const place of places) place.end();
    await (await this.#database)?.close();
  }
}
