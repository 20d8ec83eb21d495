// The ends of a right: dismissed, too long without a connection, locked; what was made before arrives, what was seen goes.

import { afterEach, expect, test, vi } from "vitest";
import { useConnection } from "../../renderer/kernel/connection/connection.ts";
import { startSession, useSession } from "../../renderer/kernel/session/session-store.ts";
import { rechargeCreate } from "../../shared/billing/index.ts";
import { eventually } from "../helpers/process/wait.ts";
import { openFixture } from "./helpers/fixture.ts";
import { inSync, openTestVault, rechargeOf } from "./helpers/headless-desktop.ts";
import { customers } from "./helpers/memory-server.ts";

const cost = { N: 2 ** 12, r: 8, p: 1 };
const fixture = openFixture(["customers", "recharges", "settings"]);
const session = () => useSession.getState();
const recharge = (amount: string) => rechargeOf(customers(1)[0]!.id, amount);
const DAY = 86_400_000;

afterEach(async () => {
  vi.useRealTimers();
  await session().lock();
});

const credentials = (more: object = {}) => ({
  server: fixture.proxy.url,
  tenant: "demo",
  username: "counter",
  password: "right-horse",
  ...more,
});

async function signInHere(more?: object): Promise<string> {
  await startSession({ cost });
  await session().signIn(credentials(more));
  await inSync(session().replica!);
  return session().account!.database;
}

const goOffline = async () => {
  fixture.proxy.set("refuse");
  await eventually(() => useConnection.getState().state === "offline");
};

test("A dismissed clerk's payments arrive when the line is back; then nothing is left here, and he is told why", async () => {
  fixture.memoryServer.put("customers", customers(10));
  const database = await signInHere();
  await goOffline();
  for (const amount of ["1", "2"]) await session().replica!.send(rechargeCreate, recharge(amount));
  fixture.memoryServer.people[0]!.is_member = false;
  fixture.memoryServer.faults.ended = true;
  fixture.proxy.set("pass");
  await eventually(() => session().notice === "ended");
  expect(fixture.memoryServer.applied.map(({ payload }) => payload.amount)).toEqual(["1", "2"]);
  expect(
    fixture.memoryServer.applied.every(({ author }) => author === fixture.memoryServer.people[0]!.id),
  ).toBe(true);
  expect(session()).toMatchObject({ phase: "locked", replica: null });
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(database);
  expect(session().accounts.map((account) => account.database)).not.toContain(database);
});

test("A dismissed clerk who unlocks with his old password while the server is there loses what lies here", async () => {
  fixture.memoryServer.put("customers", customers(10));
  const database = await signInHere();
  const { id } = session().account!;
  await session().lock();
  fixture.memoryServer.people[0]!.is_member = false;
  fixture.memoryServer.faults.ended = true;
  await session().unlock(id, "right-horse");
  await eventually(() => session().notice === "ended");
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(database);
});

test("A token that ran out overnight is renewed by the password of the unlock, as soon as the line comes", async () => {
  await signInHere();
  const { id } = session().account!;
  await session().lock();
  fixture.proxy.set("refuse");
  fixture.memoryServer.expire();
  await session().unlock(id, "right-horse");
  await session().replica!.send(rechargeCreate, recharge("5"));
  fixture.proxy.set("pass");
  await eventually(() => useConnection.getState().waiting === 0);
  expect(fixture.memoryServer.applied).toHaveLength(1);
  await eventually(() => useConnection.getState().state === "online");
});

test("45 days after the last contact it opens only on-line; a clock set back does not help", async () => {
  fixture.memoryServer.put("customers", customers(3));
  await signInHere();
  const { id } = session().account!;
  await eventually(() => useConnection.getState().last_in_sync_at !== null);
  await session().lock();
  fixture.proxy.set("refuse");
  const start = Date.now();
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(start + 44 * DAY);
  await session().unlock(id, "right-horse");
  await session().lock();
  vi.setSystemTime(start + 46 * DAY);
  await expect(session().unlock(id, "right-horse")).rejects.toMatchObject({ code: "ONLINE_NEEDED" });
  vi.setSystemTime(start + DAY);
  await expect(session().unlock(id, "right-horse")).rejects.toMatchObject({ code: "ONLINE_NEEDED" });
  vi.setSystemTime(start + 46 * DAY);
  fixture.proxy.set("pass");
  await session().signIn(credentials());
  await inSync(session().replica!);
  await session().lock();
  fixture.proxy.set("refuse");
  await session().unlock(id, "right-horse");
});

test("A contact that was tampered with counts as none", async () => {
  const desk = await fixture.signIn();
  await desk.close();
  const list = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open(fixture.machine);
    request.onsuccess = () => resolve(request.result);
  });
  const store = list.transaction(["accounts"], "readwrite").objectStore("accounts");
  await new Promise<void>((resolve) => {
    store.get(desk.account).onsuccess = (event) => {
      const account = (event.target as IDBRequest).result;
      new Uint8Array(account.contact.data)[3]! ^= 1;
      store.put(account, desk.account).onsuccess = () => resolve();
    };
  });
  list.close();
  await expect(fixture.unlock()).rejects.toMatchObject({ code: "ONLINE_NEEDED" });
  await (await fixture.signIn()).close();
  await (await fixture.unlock()).close();
});

test("What stretching a password costs is kept with the account, and can be raised without locking anybody out", async () => {
  await (await fixture.signIn()).close();
  const dearer = { N: 2 ** 13, r: 8, p: 1 };
  const { openVault } = await import("../../renderer/kernel/replica/disk/vault.ts");
  const vault = await openVault({ name: fixture.machine, cost: dearer });
  const [known] = await vault.accounts();
  await vault.unlock(known!.id, "right-horse");
  await vault.admit(known!, "right-horse");
  await vault.unlock(known!.id, "right-horse");
  vault.close();
  const again = await openTestVault(fixture.machine);
  await again.unlock(known!.id, "right-horse");
  again.close();
});
