// Photos beside their commands: on disk in one write, unreadable there, handed in after them, once, whatever breaks meanwhile.
import { createHash, randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { openDisk, transact } from "../../../renderer/kernel/replica/disk/disk.ts";
import { until } from "../../../renderer/kernel/replica/observable.ts";
import { addTaskPhoto } from "../../../shared/helpdesk/index.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { eventually, HANGS_MS } from "../../helpers/process/wait.ts";
import { openFixture } from "../helpers/fixture.ts";
import { type Desk, handedIn, inSync, openTestVault } from "../helpers/headless-desktop.ts";

const fixture = openFixture(["tasks", "task_photos"]);
const task = newId();
/** The first bytes of every JPEG of a camera. */
const MAGIC = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0x00, 0x10, 0x4a, 0x46, 0x49, 0x46]);
const picture = () => new Uint8Array(Buffer.concat([MAGIC, randomBytes(2_000), MAGIC]));

const take = async ({ replica }: Desk, bytes = picture()) => {
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const told = { kind: "PHOTO", content_type: "image/jpeg", width: 4, height: 3, sha256 } as const;
  const attachment = {
    path: `/api/v1/tasks/${task}/photos/{command}/`,
    content_type: "image/jpeg",
    bytes,
  };
  const command = await replica.send(
    addTaskPhoto,
    { id: task, ...told, bytes: bytes.length },
    { attachment },
  );
  return command.id;
};
const allIn = async ({ replica }: Desk) => {
  await handedIn(replica);
  await until(replica.status$, ({ photos }) => photos === 0, AbortSignal.timeout(HANGS_MS));
};
const offline = ({ replica }: Desk) =>
  until(replica.status$, ({ state }) => state === "offline", AbortSignal.timeout(HANGS_MS));
const states = ({ replica }: Desk) => replica.attachments$.getSnapshot().map(({ state }) => state);

test("What is photographed without a line is there after a restart, and arrives once, after every command", async () => {
  const first = await fixture.signIn();
  await inSync(first.replica);
  fixture.proxy.set("refuse");
  await offline(first);
  const taken = [await take(first), await take(first), await take(first)];
  expect(first.replica.status$.getSnapshot()).toMatchObject({ waiting: 3, photos: 3 });
  await first.close();

  const second = await fixture.unlock();
  expect(second.replica.status$.getSnapshot()).toMatchObject({ waiting: 3, photos: 3 });
  fixture.proxy.set("pass");
  await allIn(second);
  expect(fixture.memoryServer.files.map(({ path }) => path)).toEqual(
    taken.map((id) => `/api/v1/tasks/${task}/photos/${id}/`),
  );
  expect(fixture.memoryServer.files.map(({ after }) => after)).toEqual([3, 3, 3]);
  expect(states(second)).toEqual(["SENT", "SENT", "SENT"]);
});

test("Nothing of a photo can be read on the disk", async () => {
  const desk = await fixture.signIn();
  await inSync(desk.replica);
  fixture.proxy.set("refuse");
  await offline(desk);
  const bytes = picture();
  const id = await take(desk, bytes);
  await desk.close();
  const disk = await openDisk(desk.database);
  const stores = [...disk.objectStoreNames];
  const raw = await transact(disk, stores, "readonly", (tx) =>
    Promise.all(
      stores.map(
        (store) =>
          new Promise((resolve) => {
            const asked = tx.objectStore(store).getAll();
            asked.onsuccess = () => resolve(asked.result);
          }),
      ),
    ),
  );
  disk.close();
  const found: Buffer[] = [];
  const collect = (value: unknown): void => {
    if (value instanceof ArrayBuffer) found.push(Buffer.from(value));
    else if (ArrayBuffer.isView(value)) found.push(Buffer.from(value.buffer));
    else if (typeof value === "string") found.push(Buffer.from(value));
    else if (typeof value === "object" && value !== null)
      for (const one of Object.values(value)) collect(one);
  };
  collect(raw);
  const all = Buffer.concat(found);
  expect(all.length).toBeGreaterThan(bytes.length);
  expect(all.includes(MAGIC)).toBe(false);
  expect(all.includes(Buffer.from(task))).toBe(false);
  const again = await fixture.unlock();
  expect(await again.replica.attachment(id)).toEqual(bytes);
});

test("A photo whose answer is lost, or whose server is gone in the middle, is handed in again and is there once", async () => {
  const desk = await fixture.signIn();
  await inSync(desk.replica);
  fixture.memoryServer.faults.loseFiles = 2;
  const id = await take(desk);
  await allIn(desk);
  const paths = fixture.memoryServer.files.map(({ path }) => path);
  expect(paths.length).toBe(3);
  expect(new Set(paths)).toEqual(new Set([`/api/v1/tasks/${task}/photos/${id}/`]));
});

test("A photo that the server refuses stays, says why, stops no other, and is tried again on demand", async () => {
  const desk = await fixture.signIn();
  await inSync(desk.replica);
  fixture.memoryServer.faults.refuseFiles = 1;
  await take(desk);
  await take(desk);
  await eventually(() => states(desk).join() === "REFUSED,SENT");
  expect(desk.replica.status$.getSnapshot()).toMatchObject({ photos: 1, need_you: 1 });
  expect(desk.replica.attachments$.getSnapshot()[0]?.problem).toMatchObject({ status: 400 });
  await desk.replica.retryAttachments();
  await allIn(desk);
});

test("A photo is not forgotten by a wipe until it is handed in, and is gone from the disk afterwards", async () => {
  const desk = await fixture.signIn();
  await inSync(desk.replica);
  fixture.proxy.set("refuse");
  await offline(desk);
  await take(desk);
  await expect(desk.replica.readyToWipe(false)).rejects.toMatchObject({
    code: "WIPE_REFUSED",
    details: { pending: 2 },
  });
  await desk.close();
  const vault = await openTestVault(fixture.machine);
  expect(await vault.accounts()).toMatchObject([{ waiting: 2 }]);
  expect(await vault.purge(desk.account, "wiped")).toBe(2);
  expect(await vault.purge(desk.account, "wiped", true)).toBe(0);
  expect(await vault.accounts()).toEqual([]);
  vault.close();
});

test("A full disk refuses the photo with its command, in words, and keeps all that was there", async () => {
  const desk = await fixture.signIn();
  await inSync(desk.replica);
  fixture.proxy.set("refuse");
  await offline(desk);
  const kept = await take(desk);
  const put = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = function (this: IDBObjectStore, value: unknown, key?: IDBValidKey) {
    if (this.name === "attachment_bytes") {
      this.transaction.abort();
      throw new DOMException("The disk is full", "QuotaExceededError");
    }
    return put.call(this, value, key);
  };
  try {
    await expect(take(desk)).rejects.toThrow();
  } finally {
    IDBObjectStore.prototype.put = put;
  }
  expect(desk.replica.status$.getSnapshot()).toMatchObject({ waiting: 1, photos: 1 });
  await take(desk);
  fixture.proxy.set("pass");
  await allIn(desk);
  expect(fixture.memoryServer.files[0]?.path).toContain(kept);
});

test("A photo that is taken back before it is sent never goes", async () => {
  const desk = await fixture.signIn();
  await inSync(desk.replica);
  fixture.proxy.set("refuse");
  await offline(desk);
  const gone = await take(desk);
  const stays = await take(desk);
  await desk.replica.discardAttachment(gone);
  expect(desk.replica.status$.getSnapshot().photos).toBe(1);
  fixture.proxy.set("pass");
  await allIn(desk);
  expect(fixture.memoryServer.files.map(({ path }) => path)).toEqual([
    `/api/v1/tasks/${task}/photos/${stays}/`,
  ]);
});
