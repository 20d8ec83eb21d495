// RxCollections on demand: RxDB's free edition allows so many at a time, and nobody waits for its limit.
import type { RxCollection } from "rxdb";
import { newRxError, OPEN_COLLECTIONS } from "rxdb/plugins/core";
import { afterEach, expect, test, vi } from "vitest";
import { LocalFailure } from "../../../renderer/kernel/connection/local-failure.ts";
import type { Row } from "../../../renderer/kernel/replica/memory/replica-record.ts";
import { filledSchemaOf, SMALL, schemaOf } from "../../../renderer/kernel/replica/memory/tables.ts";
import { Collections, type User } from "../../../renderer/kernel/replica/storage/collections.ts";
import { openDatabase } from "../../../renderer/kernel/replica/storage/database.ts";
import { RowsSource } from "../../../renderer/kernel/replica/storage/rows-source.ts";
import { RowsState } from "../../../renderer/kernel/replica/storage/rows-state.ts";

const opened: Collections[] = [];

afterEach(async () => {
  vi.restoreAllMocks();
  for (const one of opened.splice(0)) await one.close();
  expect(OPEN_COLLECTIONS.size).toBe(0);
});

function collections(complains: boolean): Collections {
  const states = new Map<string, RowsState<Row>>();
  const stateOf = (name: string) => {
    if (name.startsWith("_")) return null;
    const state = states.get(name) ?? new RowsState<Row>(filledSchemaOf(SMALL));
    states.set(name, state);
    return new RowsSource(state);
  };
  const made = new Collections(
    () => openDatabase(stateOf),
    () => schemaOf(SMALL),
    complains,
  );
  opened.push(made);
  return made;
}

/** Somebody who watches, and what came to them. */
class Watcher implements User {
  readonly heard: string[] = [];
  collection: RxCollection<Row> | null = null;
  #told: (() => void)[] = [];
  readonly leave: () => void;

  constructor(of: Collections, name: string) {
    this.leave = of.use(name, this);
  }

  #tell(what: string): void {
    this.heard.push(what);
    for (const go of this.#told.splice(0)) go();
  }

  opened(collection: RxCollection<Row>, _failed: (error: unknown) => void): void {
    this.collection = collection;
    this.#tell("opened");
  }

  emptied(): void {
    this.#tell("emptied");
  }

  failed(error: unknown): void {
    this.#tell(error instanceof LocalFailure ? `${error.code}: ${error.message}` : String(error));
  }

  async until(count: number): Promise<string[]> {
    while (this.heard.length < count) await new Promise<void>((go) => this.#told.push(go));
    return this.heard;
  }
}

const many = (of: Collections, count: number, from = 0) =>
  Array.from({ length: count }, (_, n) => new Watcher(of, `c${from + n}`));

/** What the console says of names that are watched, one too many. */
const said = (...names: string[]) =>
  expect.stringMatching(new RegExp(`watched at once.*: ${names.join(", ")}$`));

test("One more than may be watched is an error with every name, at once, while the product is made", async () => {
  const here = collections(true);
  const first = many(here, 10);
  for (const one of first) expect(await one.until(1)).toEqual(["opened"]);
  const next = new Watcher(here, "c10");
  expect(next.heard).toEqual([said("c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9", "c10")]);
  expect(OPEN_COLLECTIONS.size).toBe(10);
  // Another one of those that are watched already is none too many.
  expect(await new Watcher(here, "c0").until(1)).toEqual(["opened"]);
  first[3]!.leave();
  expect(await new Watcher(here, "c10").until(1)).toEqual(["opened"]);
});

test("In use one more is opened and said in the console, and one without a place waits until somebody leaves", async () => {
  const complaints = vi.spyOn(console, "error").mockImplementation(() => {});
  const here = collections(false);
  const first = many(here, 10);
  for (const one of first) await one.until(1);
  expect(complaints).not.toHaveBeenCalled();
  const eleventh = new Watcher(here, "c10");
  first.push(eleventh);
  await eleventh.until(1);
  expect(complaints.mock.calls).toEqual([[said(...first.map((_, n) => `c${n}`))]]);
  const next = new Watcher(here, "c11");
  const another = new Watcher(here, "c12");
  expect(complaints).toHaveBeenCalledTimes(3);
  await Promise.resolve();
  expect([...next.heard, ...another.heard]).toEqual([]);
  first[4]!.leave();
  expect(await next.until(1)).toEqual(["opened"]);
  expect(first[4]!.collection?.closed).toBe(true);
  expect(another.heard).toEqual([]);
  first[7]!.leave();
  expect(await another.until(1)).toEqual(["opened"]);
  expect(OPEN_COLLECTIONS.size).toBe(11);
});

test("One that nobody watches gives its place up at once to the fifteenth, in another replica, too", async () => {
  const here = collections(true);
  const there = collections(true);
  const first = [...many(here, 6), ...many(there, 4)];
  for (const one of first) await one.until(1);
  first[0]!.leave();
  first[8]!.leave();
  const next = many(there, 2, 13);
  for (const one of next) expect(await one.until(1)).toEqual(["opened"]);
  expect(OPEN_COLLECTIONS.size).toBe(11);
});

test("Who comes back soon finds the collection open, and who comes back later has it opened anew", async () => {
  const here = collections(true);
  const one = new Watcher(here, "c0");
  await one.until(1);
  one.leave();
  const soon = new Watcher(here, "c0");
  expect(soon.heard).toEqual(["opened"]);
  expect(soon.collection).toBe(one.collection);
  soon.leave();
  await expect.poll(() => OPEN_COLLECTIONS.size).toBe(0);
  const later = new Watcher(here, "c0");
  await later.until(1);
  expect(later.collection).not.toBe(one.collection);
});

test("Where more changed than can be told everybody who watches hears of it, and has the collection anew", async () => {
  const here = collections(true);
  const watchers = [new Watcher(here, "c0"), new Watcher(here, "c0")];
  for (const one of watchers) await one.until(1);
  const before = watchers[0]!.collection;
  here.renew("c0");
  here.renew("c0");
  for (const one of watchers) expect((await one.until(4)).at(-1)).toBe("opened");
  expect(watchers[0]!.collection).toBe(watchers[1]!.collection);
  expect(watchers[0]!.collection).not.toBe(before);
});

test("A replica that is closed while it opens, and while others wait, leaves every place free", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const here = collections(false);
  const watchers = many(here, 14);
  await watchers[0]!.until(1);
  await here.close();
  expect(OPEN_COLLECTIONS.size).toBe(0);
  const there = collections(true);
  for (const one of many(there, 10)) expect(await one.until(1)).toEqual(["opened"]);
});

test("What RxDB refuses with a code alone is told with words, the code and what it was about", async () => {
  const here = collections(true);
  const database = await here.database();
  await database.addCollections({ c0: { schema: schemaOf(SMALL) } });
  const [heard] = await new Watcher(here, "c0").until(1);
  expect(heard).toMatch(/^DATABASE: The local database refused: DB3/);
});

test("What RxDB throws at who asks, and what comes of it later, is told to them alone, with words", async () => {
  const here = collections(true);
  class Asker extends Watcher {
    override opened(collection: RxCollection<Row>, failed: (error: unknown) => void): void {
      super.opened(collection, failed);
      const args = { of: "later", collection };
      failed(newRxError("QU1", { name: "c0", collection, args }));
      throw newRxError("QU4", { name: "c0" });
    }
  }
  const other = new Watcher(here, "c0");
  await other.until(1);
  const heard = await new Asker(here, "c0").until(3);
  expect(heard.slice(1)).toEqual([
    "DATABASE: The local database refused: QU1 name=c0 of=later",
    "DATABASE: The local database refused: QU4 name=c0",
  ]);
  expect(other.heard).toEqual(["opened"]);
});
