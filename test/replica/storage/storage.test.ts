// The replica's storage as RxDB uses it: conflicts, deletions, queries, what is on disk, and what it refuses.
import "fake-indexeddb/auto";
import {
  createRxDatabase,
  fillWithDefaultSettings,
  normalizeMangoQuery,
  prepareQuery,
} from "rxdb/plugins/core";
import { afterEach, expect, test } from "vitest";
import { answer, openDisk, type Store, transact } from "../../../renderer/kernel/replica/disk/disk.ts";
import { Log } from "../../../renderer/kernel/replica/disk/log.ts";
import { createStorage } from "../../../renderer/kernel/replica/storage/index.ts";
import { newId } from "../../../shared/kernel/id.ts";

interface Note {
  key: string;
  text: string;
  rank: number;
}

const schema = {
  version: 0,
  primaryKey: "key",
  type: "object",
  properties: {
    key: { type: "string", maxLength: 40 },
    text: { type: "string", maxLength: 40 },
    rank: { type: "integer", minimum: 0, maximum: 1000, multipleOf: 1 },
  },
  required: ["key", "text", "rank"],
  indexes: ["rank"],
} as const;

const ending: (() => unknown)[] = [];

afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});

async function openLog(disk?: Store) {
  const name = `storage-${newId()}`;
  const key = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, [
    "encrypt",
    "decrypt",
  ]);
  const opened = await openDisk(name);
  ending.push(() => opened.close());
  return { disk: opened, log: new Log(disk ?? opened, key, name) };
}

async function open(log: Log | null, name = `notes-${newId()}`, owner = createStorage({ log })) {
  const database = await createRxDatabase({ name, storage: owner, multiInstance: false });
  ending.push(() => database.close());
  const { notes } = await database.addCollections({ notes: { schema } });
  if (!notes) throw new Error("No collection was opened");
  return { database, notes };
}

const note = (n: number, text = `text ${n}`): Note => ({
  key: `k${String(n).padStart(3, "0")}`,
  text,
  rank: n,
});

test("What RxDB writes is there after its database was opened anew over the same log, in the newest state of each", async () => {
  const { log } = await openLog();
  const name = `notes-${newId()}`;
  const first = await open(log, name);
  await first.notes.bulkInsert([note(1), note(2), note(3)]);
  const one = await first.notes.findOne("k001").exec();
  await one.incrementalPatch({ text: "changed" });
  await (await first.notes.findOne("k002").exec()).remove();
  await first.database.close();
  const again = await open(log, name);
  const found = await again.notes.find({ sort: [{ rank: "asc" }] }).exec();
  expect(found.map(({ key, text }) => [key, text])).toEqual([
    ["k001", "changed"],
    ["k003", "text 3"],
  ]);
  // A deleted one may come again: its end is remembered.
  await again.notes.insert(note(2, "again"));
  expect((await again.notes.findOne("k002").exec()).text).toBe("again");
});

test("A second insertion under the same key is a conflict that names what is there, also when both come at once", async () => {
  const { log } = await openLog();
  for (const storage of [null, log]) {
    const { notes } = await open(storage);
    const [one, other] = await Promise.all([
      notes.bulkInsert([note(1, "a")]),
      notes.bulkInsert([note(1, "b")]),
    ]);
    expect(one.error).toEqual([]);
    expect(other.error).toMatchObject([{ status: 409, documentId: "k001", documentInDb: { text: "a" } }]);
  }
});

test("Skip and a limit of none are honoured, and a count is what a query without them finds", async () => {
  const { log } = await openLog();
  const { notes } = await open(log);
  await notes.bulkInsert(Array.from({ length: 20 }, (_, n) => note(n)));
  const filled = fillWithDefaultSettings<Note>({
    ...schema,
    required: [...schema.required],
    indexes: ["rank"],
  });
  const ask = async (query: object) => {
    const prepared = prepareQuery(
      filled,
      normalizeMangoQuery(filled, { selector: { rank: { $gte: 10 } }, ...query }),
    );
    const { documents } = await notes.storageInstance.query(prepared);
    return { ranks: documents.map(({ rank }) => rank), count: await notes.storageInstance.count(prepared) };
  };
  expect(await ask({ limit: 0 })).toEqual({ ranks: [], count: { count: 10, mode: "fast" } });
  expect((await ask({ skip: 2, limit: 3 })).ranks).toEqual([12, 13, 14]);
  expect((await ask({ sort: [{ text: "desc" }], skip: 8 })).ranks).toEqual([11, 10]);
  // Asked by the time of writing, of which no index is kept.
  const late = await ask({ selector: { "_meta.lwt": { $gt: 1 } }, sort: [{ "_meta.lwt": "asc" }], limit: 5 });
  expect(late.ranks).toEqual([0, 1, 2, 3, 4]);
});

test("A write is told of before it is answered", async () => {
  const { log } = await openLog();
  const { notes } = await open(log);
  const order: string[] = [];
  notes.storageInstance.changeStream().subscribe(({ events }) => order.push(events[0]?.documentId ?? ""));
  await notes.insert(note(1));
  order.push("answered");
  expect(order).toEqual(["k001", "answered"]);
});

test("A cleanup forgets what was deleted long ago, and keeps what was deleted just now", async () => {
  const { log } = await openLog();
  const { notes } = await open(log);
  await notes.bulkInsert([note(1), note(2)]);
  await notes.bulkRemove(["k001"]);
  const there = async () =>
    (await notes.storageInstance.findDocumentsById(["k001", "k002"], true)).map(({ key }) => key);
  await notes.storageInstance.cleanup(60_000);
  expect(await there()).toEqual(["k001", "k002"]);
  await notes.storageInstance.cleanup(0);
  expect(await there()).toEqual(["k002"]);
});

test("A collection that was removed is gone from the disk, and one that was closed can't be removed", async () => {
  const { disk, log } = await openLog();
  const { database, notes } = await open(log);
  await notes.insert(note(1));
  const kept = () => transact(disk, ["log"], "readonly", (tx) => answer(tx.objectStore("log").count()));
  expect(await kept()).toBe(1);
  await database.remove();
  expect(await kept()).toBe(0);
  const storage = createStorage({ log });
  const instance = await storage.createStorageInstance<Note>({
    databaseInstanceToken: "t",
    databaseName: "d",
    collectionName: "c",
    schema: fillWithDefaultSettings<Note>({ ...schema, required: [...schema.required], indexes: ["rank"] }),
    options: {},
    multiInstance: false,
    devMode: false,
  });
  await instance.close();
  await expect(instance.remove()).rejects.toThrow("closed");
});

test("Nothing that RxDB wrote can be read on disk, neither its texts nor the names of its fields", async () => {
  const { disk, log } = await openLog();
  const { notes } = await open(log);
  await notes.insert(note(1, "Rahima Khatun"));
  const stored = await transact(disk, ["log", "heads"], "readonly", async (tx) => [
    ...(await answer(tx.objectStore("log").getAll())),
    ...(await answer(tx.objectStore("heads").getAll())),
  ]);
  const bytes = stored.flatMap((one) => [one.data ?? one.sealed.data, JSON.stringify(one)]);
  const texts = bytes.map((one) => (typeof one === "string" ? one : Buffer.from(one).toString("latin1")));
  expect(texts.length).toBeGreaterThan(2);
  for (const text of texts) expect(text).not.toMatch(/Rahima|text|rank/);
});

test("Where the disk takes nothing a write is refused, and neither a query nor a stream has heard of it", async () => {
  const { disk } = await openLog();
  let isFull = false;
  const { log } = await openLog({
    close: () => disk.close(),
    transaction: (names, mode, options) => {
      const transaction = disk.transaction(names, mode, options);
      if (isFull && mode === "readwrite") transaction.abort();
      return transaction;
    },
  });
  const { notes } = await open(log);
  await notes.insert(note(1));
  isFull = true;
  await expect(notes.storageInstance.bulkWrite([{ document: stored(note(2)) }], "test")).rejects.toThrow();
  isFull = false;
  expect(await notes.find().exec()).toHaveLength(1);
  await notes.insert(note(2));
  expect(await notes.find().exec()).toHaveLength(2);
});

const stored = (one: Note) => ({ ...one, _deleted: false, _attachments: {}, _meta: { lwt: 1 }, _rev: "1-a" });

test("Attachments are refused when a collection is opened: files are the outbox's", async () => {
  const database = await createRxDatabase({
    name: `notes-${newId()}`,
    storage: createStorage({ log: null }),
    multiInstance: false,
  });
  ending.push(() => database.close());
  await expect(
    database.addCollections({ notes: { schema: { ...schema, attachments: {} } } }),
  ).rejects.toThrow("the outbox keeps files");
});
