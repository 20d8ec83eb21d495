// A disk that is full: a browser closes the store then, as it does when it is cleared. It is said, nobody is thrown out, and
// nothing is handed in that its maker was told is not kept.

import { afterEach, expect, test, vi } from "vitest";
import { useConnection } from "../../renderer/kernel/connection/connection.ts";
import { until } from "../../renderer/kernel/replica/observable.ts";
import { startSession, useSession } from "../../renderer/kernel/session/session-store.ts";
import { rechargeCreate } from "../../shared/billing/index.ts";
import { openFixture } from "./helpers/fixture.ts";
import { eventually, handedIn, inSync, rechargeOf } from "./helpers/headless-desktop.ts";
import { customers } from "./helpers/memory-server.ts";

const cost = { N: 2 ** 12, r: 8, p: 1 };
const fixture = openFixture(["customers", "recharges", "settings"]);
const session = () => useSession.getState();
const recharge = (n: number) => rechargeOf(customers(1)[0]!.id, String(n));
const amounts = () => fixture.memoryServer.applied.map(({ payload }) => payload.amount);

/** A disk below the browser that can be filled to the last byte. */
function openDiskBelow() {
  const begin = IDBDatabase.prototype.transaction;
  const reopen = indexedDB.open.bind(indexedDB);
  const opened = new Set<IDBDatabase>();
  let isFull = false;
  /** How the next write fails once it is on the disk, if it does. */
  let late: "once" | "for good" | null = null;
  /** Whether the next page of a log is not taken: the browser closes the store over it. */
  let isAmid = false;
  const closeAll = () => {
    for (const database of opened) {
      database.close();
      queueMicrotask(() => database.onclose?.(new Event("close")));
    }
    opened.clear();
  };
  vi.spyOn(IDBDatabase.prototype, "transaction").mockImplementation(function (this: IDBDatabase, ...args) {
    const transaction = begin.apply(this, args);
    opened.add(this);
    if (args[1] !== "readwrite") return transaction;
    if (isFull) {
      queueMicrotask(() => transaction.abort());
      transaction.addEventListener("abort", closeAll);
    } else if (isAmid && [...args[0]].includes("log")) {
      isAmid = false;
      queueMicrotask(() => transaction.abort());
      transaction.addEventListener("abort", closeAll);
    } else if (late && [...args[0]].includes("outbox")) {
      const how = late;
      late = null;
      Object.defineProperty(transaction, "oncomplete", { set: () => undefined, get: () => null });
      transaction.addEventListener("complete", () => {
        isFull = how === "for good";
        closeAll();
        transaction.onabort?.(new Event("abort"));
      });
    }
    return transaction;
  });
  vi.spyOn(indexedDB, "open").mockImplementation((...args) => {
    if (isFull) throw new DOMException("Internal error opening backing store", "UnknownError");
    return reopen(...args);
  });
  return {
    fill() {
      isFull = true;
    },
    makeRoom() {
      isFull = false;
    },
    /** The next write is on the disk, and the browser closes the store before it says so: the disk is full since. */
    failAfterNext(how: "once" | "for good") {
      late = how;
    },
    closeAmidNextPage() {
      isAmid = true;
    },
  };
}

afterEach(async () => {
  vi.restoreAllMocks();
  await session().lock();
});

async function openCounter() {
  fixture.memoryServer.put("customers", customers(5));
  await startSession({ cost });
  await session().signIn({
    server: fixture.proxy.url,
    tenant: "demo",
    username: "counter",
    password: "right-horse",
  });
  const replica = session().replica!;
  await inSync(replica);
  return replica;
}

test("A store that the browser closes over a full disk is said to be that; the session stays, and goes on with room", async () => {
  const replica = await openCounter();
  const disk = openDiskBelow();
  disk.fill();
  await expect(replica.send(rechargeCreate, recharge(1))).rejects.toMatchObject({ code: "DISK" });
  await eventually(() => useConnection.getState().disk_full);
  await expect(replica.send(rechargeCreate, recharge(1))).rejects.toMatchObject({ code: "DISK" });
  expect(session()).toMatchObject({ phase: "open", notice: null, replica });
  expect(useConnection.getState().state).toBe("online");
  disk.makeRoom();
  await eventually(() => !useConnection.getState().disk_full);
  await replica.send(rechargeCreate, recharge(2));
  await handedIn(replica);
  expect(amounts()).toEqual(["2"]);
});

test("What is on the disk although its writing failed is taken as kept", async () => {
  const replica = await openCounter();
  const disk = openDiskBelow();
  disk.failAfterNext("once");
  const { id } = await replica.send(rechargeCreate, recharge(1));
  await handedIn(replica);
  expect(fixture.memoryServer.applied.map((one) => one.id)).toEqual([id]);
});

test("What was said not to be kept is never handed in, also where it lies on the disk", async () => {
  const replica = await openCounter();
  const disk = openDiskBelow();
  disk.failAfterNext("for good");
  await expect(replica.send(rechargeCreate, recharge(1))).rejects.toMatchObject({ code: "DISK" });
  await eventually(() => useConnection.getState().disk_full);
  disk.makeRoom();
  await eventually(() => !useConnection.getState().disk_full);
  await replica.send(rechargeCreate, recharge(2));
  await handedIn(replica);
  const { id } = session().account!;
  await session().lock();
  await session().unlock(id, "right-horse");
  await inSync(session().replica!);
  await handedIn(session().replica!);
  expect(amounts()).toEqual(["2"]);
});

test.each(["customers", "recharges"])(
  "A store that the browser closes amid a page of %s is opened again: the page is shown, and on the disk in the end",
  async (collection) => {
    const replica = await openCounter();
    const { id } = customers(1)[0]!;
    const live = replica.observe(collection, { selector: { id } });
    const stop = live.subscribe(() => {});
    const disk = openDiskBelow();
    disk.closeAmidNextPage();
    fixture.memoryServer.put(collection, [{ ...customers(1)[0]!, name: "Came amid" }]);
    await until(live, (rows) => rows?.[0]?.name === "Came amid");
    // The next round brings what the disk did not take, too.
    fixture.memoryServer.put("settings", [{ id: "s", currency: "BDT" }]);
    await inSync(replica);
    expect(replica.count(collection)).toBe(collection === "customers" ? 5 : 1);
    stop();
    fixture.proxy.set("refuse");
    const account = session().account!;
    await session().lock();
    await session().unlock(account.id, "right-horse");
    const again = session().replica!;
    await until(again.progress$, ({ phase }) => phase === "ready");
    expect((await again.get(collection, id))?.name).toBe("Came amid");
  },
);
