// Locks of windows: taken from who stands still, and from nobody who lives; and the disk refuses who was overtaken.
import "fake-indexeddb/auto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { importKey } from "../../../renderer/kernel/replica/disk/crypto.ts";
import { answer, openDisk, transact } from "../../../renderer/kernel/replica/disk/disk.ts";
import { batchesOf, Log, newHead } from "../../../renderer/kernel/replica/disk/log.ts";
import { Locks } from "../../../renderer/kernel/replica/locks.ts";
import { Overtaken } from "../../../renderer/kernel/replica/overtaken.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { eventually, HANGS_MS } from "../../helpers/process/wait.ts";
import { customers } from "../helpers/memory-server.ts";

const ASK_MS = 5000;
let database: string;
let said: string[];
let listener: BroadcastChannel;
const opened: Locks[] = [];
const ending = new Set<() => void>();

/** A window. */
function open(): Locks {
  const locks = new Locks(database);
  opened.push(locks);
  return locks;
}

/** Work that goes on until the test is over. */
const forEver = () => new Promise<void>((resolve) => ending.add(resolve));

/** Somebody waits for as long as it takes to ask once, and hears what is answered within it. */
async function ask(questions: number, answers: number): Promise<void> {
  vi.advanceTimersByTime(ASK_MS);
  await heard("asked", questions);
  await heard("alive", answers);
}

const heard = (word: string, times: number) =>
  vi.waitUntil(() => said.filter((one) => one === word).length === times, { timeout: HANGS_MS });

beforeEach(() => {
  database = newId();
  said = [];
  listener = new BroadcastChannel(`lastmile|${database}|alive`);
  listener.addEventListener("message", (event) =>
    said.push((event as MessageEvent<{ type: string }>).data.type),
  );
});
afterEach(() => {
  vi.useRealTimers();
  for (const end of ending) end();
  for (const locks of opened.splice(0)) locks.close();
  listener.close();
});

test("Nobody takes a lock from one that lives, however long it takes and however slow its own clock is", async () => {
  const [one, two] = [open(), open()];
  let isTaken = false;
  void one.hold("leader", (taken) => {
    taken.addEventListener("abort", () => {
      isTaken = true;
    });
    return forEver();
  });
  await heard("alive", 1);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const waiting = new AbortController();
  const second = two.hold("leader", forEver, waiting.signal).catch((error: unknown) => error);
  for (let n = 1; n <= 12; n++) await ask(n, n + 1);
  expect(isTaken).toBe(false);
  waiting.abort("over");
  expect(await second).toBe("over");
});

test("Who waits for a lock of their own window does not take it from themselves", async () => {
  const one = open();
  void one.hold("register", forEver);
  await heard("alive", 1);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const waiting = new AbortController();
  const second = one.hold("register", forEver, waiting.signal).catch((error: unknown) => error);
  for (let n = 1; n <= 5; n++) await ask(n, 1);
  waiting.abort("over");
  expect(await second).toBe("over");
});

test("A lock is taken from who says nothing three times in a row; who was slow to wake from sleep answered in time", async () => {
  const one = open();
  // A window that stands still: it holds the lock and hears nothing.
  const broken = navigator.locks.request(`lastmile|${database}|leader`, forEver);
  broken.catch(() => undefined);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  let leads = false;
  void one.hold("leader", () => {
    leads = true;
    return forEver();
  });
  await ask(1, 0);
  await ask(2, 0);
  // It had slept as well, and answers now.
  listener.postMessage({ type: "alive", lock: "leader" });
  const echo = new BroadcastChannel(`lastmile|${database}|alive`);
  await new Promise((resolve) => {
    echo.addEventListener("message", resolve, { once: true });
    listener.postMessage({ type: "alive", lock: "another" });
  });
  echo.close();
  for (let n = 3; n <= 5; n++) await ask(n, 0);
  expect(leads).toBe(false);
  vi.advanceTimersByTime(ASK_MS);
  await expect(broken).rejects.toMatchObject({ name: "AbortError" });
  vi.useRealTimers();
  await eventually(() => leads);
});

test("Who was overtaken hears of it, and answers no question as the holder any more", async () => {
  const [one, two] = [open(), open()];
  const hears = new Promise((resolve) => {
    void one.hold("leader", (taken) => {
      taken.addEventListener("abort", resolve);
      return forEver();
    });
  });
  await heard("alive", 1);
  await navigator.locks.request(`lastmile|${database}|leader`, { steal: true }, () => undefined);
  await hears;
  await two.holdIfFree("leader", async () => undefined);
  await heard("alive", 2);
  listener.postMessage({ type: "asked", lock: "leader" });
  const last = open();
  await last.hold("another", async () => undefined);
  await heard("alive", 3);
  expect(said).toEqual(["alive", "alive", "alive"]);
});

test("What a leader that was overtaken writes to the replica is refused, forgetting included; a follower's repairs are not", async () => {
  const disk = await openDisk(database);
  const key = await importKey(crypto.getRandomValues(new Uint8Array(32)));
  const [old, young, reader] = [0, 1, 2].map(() => new Log(disk, key, database)) as [Log, Log, Log];
  const begun = newHead({ name: "customers", schema_version: 1, epoch: "e" });
  await old.lead();
  const batches = batchesOf(
    "customers",
    customers(3).map((one) => ({ ...one, _deleted: false })),
  );
  const first = await old.append(begun, batches, "1", true);
  await young.lead();
  await expect(old.append(first, batches, "2", true)).rejects.toThrow(Overtaken);
  await expect(old.drop("customers")).rejects.toThrow(Overtaken);
  await expect(old.compact(first, null)).rejects.toThrow(Overtaken);
  await expect(old.sweep("customers", "none")).rejects.toThrow(Overtaken);
  expect(await reader.head("customers")).toEqual(first);
  const second = await young.append(first, batches, "2", true);
  old.follow();
  await reader.sweep("customers", first.generation);
  expect(await old.head("customers")).toEqual(second);
  disk.close();
});

test("A window that opens sweeps nothing of a compaction under way, and what an earlier one left behind goes", async () => {
  const disk = await openDisk(database);
  const key = await importKey(crypto.getRandomValues(new Uint8Array(32)));
  const [leader, opening] = [0, 1].map(() => new Log(disk, key, database)) as [Log, Log];
  const begun = newHead({ name: "customers", schema_version: 1, epoch: "e" });
  const left = { ...newHead({ name: "customers", schema_version: 1, epoch: "e" }), generation: "0" };
  await leader.lead();
  const batches = batchesOf(
    "customers",
    customers(3).map((one) => ({ ...one, _deleted: false })),
  );
  const before = await leader.append(begun, batches, "1", true);
  const keysOf = () =>
    transact(disk, ["log"], "readonly", (tx) => answer(tx.objectStore("log").getAllKeys()));
  await transact(disk, ["log"], "readwrite", (tx) => {
    tx.objectStore("log").put({}, ["customers", left.generation, 0]);
  });
  let is_done = false;
  const compacted = leader.compact(before, null).finally(() => {
    is_done = true;
  });
  while (!is_done) await opening.sweep("customers", before.generation);
  const after = await compacted;
  const read = [];
  for await (const documents of opening.read(after)) read.push(...documents);
  expect(read).toHaveLength(3);
  // Its head is an old one by now.
  await opening.sweep("customers", before.generation);
  expect(await keysOf()).toEqual([["customers", after.generation, 0]]);
  disk.close();
});
