// One file in two windows at once, each with what it read last: whatever the slower one hears, what the server has stays known.
import "fake-indexeddb/auto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { importKey, randomBytes } from "../../../renderer/kernel/replica/disk/crypto.ts";
import { deleteDatabase, openDisk, transact } from "../../../renderer/kernel/replica/disk/disk.ts";
import { Attachments } from "../../../renderer/kernel/replica/outbox/attachments.ts";
import { Failure, toProblem } from "../../../shared/kernel/failure.ts";
import { newId } from "../../../shared/kernel/id.ts";

const NAME = "two-windows";
const device = newId();
const problem = toProblem(new Failure("NOT_FOUND"));
/** Windows that hear nothing of each other: what one reads is as old as can be. */
const deaf = { post: () => {} };

let disk: IDBDatabase;
let key: CryptoKey;
let id: string;
let first: Attachments;
let second: Attachments;
const open = () => Attachments.open(disk, () => key, NAME, deaf);
/** What a window that opens now reads. */
const onDisk = async () => (await open()).find(id)?.state ?? null;

beforeEach(async () => {
  disk = await openDisk(NAME);
  key = await importKey(randomBytes(32));
  id = newId();
  first = await open();
  const file = { path: "/photos/{command}/", content_type: "image/jpeg", bytes: randomBytes(100) };
  const beside = await first.prepare(id, device, file);
  await transact(disk, beside.stores, "readwrite", async (tx) => beside.write(tx));
  await first.changed();
  second = await open();
  expect([first.find(id)?.state, second.find(id)?.state]).toEqual(["WAITING", "WAITING"]);
});
afterEach(async () => {
  disk.close();
  await deleteDatabase(NAME);
});

test("What one window has handed in is not refused again by another that heard the server's no before", async () => {
  await first.arrived(id);
  await second.refuse(id, problem);
  expect(await onDisk()).toBe("SENT");
  expect(second.find(id)?.state).toBe("SENT");
});

test("Two windows that hear of one file at once leave it handed in, whichever of them writes first", async () => {
  await Promise.all([second.refuse(id, problem), first.arrived(id)]);
  expect(await onDisk()).toBe("SENT");
  await Promise.all([first.again(true), second.arrived(id)]);
  expect(await onDisk()).toBe("SENT");
});

test("A window that asks for a refused file anew does not take back what another one has handed in meanwhile", async () => {
  await first.refuse(id, problem);
  await second.reload();
  await first.arrived(id);
  await second.again();
  expect(await onDisk()).toBe("SENT");
});

test("A file that one window takes back does not come to life again by what another one hears of it", async () => {
  await first.discard(id);
  await Promise.all([second.arrived(id), second.refuse(id, problem)]);
  expect(await onDisk()).toBeNull();
});
