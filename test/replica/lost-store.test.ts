// The store of this computer: cleared under an open window, or not to be opened at all; and what a command costs in it.

import { afterEach, expect, test, vi } from "vitest";
import { useConnection } from "../../renderer/kernel/connection/connection.ts";
import { startSession, useSession } from "../../renderer/kernel/session/session-store.ts";
import { rechargeCreate } from "../../shared/billing/index.ts";
import { eventually } from "../helpers/process/wait.ts";
import { openFixture } from "./helpers/fixture.ts";
import { handedIn, inSync, rechargeOf } from "./helpers/headless-desktop.ts";
import { customers } from "./helpers/memory-server.ts";

const cost = { N: 2 ** 12, r: 8, p: 1 };
const fixture = openFixture(["customers", "recharges", "settings"]);
const session = () => useSession.getState();
const recharge = (n: number) => rechargeOf(customers(1)[0]!.id, String(n));

afterEach(async () => {
  vi.restoreAllMocks();
  await session().lock();
});

const clear = (name: string) =>
  new Promise<void>((resolve) => {
    indexedDB.deleteDatabase(name).onsuccess = () => resolve();
  });

test("A store cleared under the open window is said; what waited arrives from memory, once, and then it is over", async () => {
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
  fixture.proxy.set("refuse");
  await eventually(() => useConnection.getState().state === "offline");
  await replica.send(rechargeCreate, recharge(1));
  await clear(session().account!.database);
  await eventually(() => useConnection.getState().state === "store-gone");
  await expect(replica.send(rechargeCreate, recharge(2))).rejects.toMatchObject({ code: "STORE_GONE" });
  expect(session().phase).toBe("open");
  const pushes = fixture.memoryServer.faults.pushes;
  fixture.proxy.set("pass");
  await eventually(() => session().notice === "store-gone");
  expect(fixture.memoryServer.applied.map(({ payload }) => payload.amount)).toEqual(["1"]);
  expect(fixture.memoryServer.faults.pushes).toBe(pushes + 1);
  expect(session()).toMatchObject({ phase: "locked", replica: null });
});

test("A store that does not open is a state with its reason, not an empty page; trying again may help", async () => {
  const real = indexedDB.open.bind(indexedDB);
  const refuse = vi.spyOn(indexedDB, "open").mockImplementation(() => {
    throw new DOMException("The operation is insecure", "SecurityError");
  });
  // A vault that is open already is not opened again: this is the start of another page.
  vi.resetModules();
  const fresh = await import("../../renderer/kernel/session/session-store.ts");
  await fresh.startSession({ cost });
  expect(fresh.useSession.getState()).toMatchObject({
    phase: "broken",
    trouble: { code: "STORE_UNAVAILABLE" },
  });
  refuse.mockImplementation(real);
  await fresh.startSession();
  expect(fresh.useSession.getState()).toMatchObject({ phase: "locked", trouble: null });
});

test("A command costs what it changes, however many settled ones are kept", async () => {
  fixture.memoryServer.put("customers", customers(5));
  const desk = await fixture.signIn();
  await inSync(desk.replica);
  for (let n = 0; n < 150; n++) await desk.replica.send(rechargeCreate, recharge(n));
  await handedIn(desk.replica);
  await eventually(() => desk.replica.outbox$.getSnapshot().commands.every((one) => one.confirmed_at));
  let records = 0;
  type Method = (this: IDBObjectStore, ...args: unknown[]) => IDBRequest;
  const prototype = IDBObjectStore.prototype as unknown as Record<string, Method>;
  for (const method of ["get", "getAll", "put", "add"]) {
    const real = prototype[method]!;
    vi.spyOn(prototype, method).mockImplementation(function (this: IDBObjectStore, ...args) {
      const request = real.apply(this, args);
      if (this.name === "outbox" || this.name === "settled")
        request.addEventListener("success", () => {
          records += Array.isArray(request.result) ? request.result.length : 1;
        });
      return request;
    });
  }
  const { id } = await desk.replica.send(rechargeCreate, recharge(151));
  await eventually(() => {
    const one = desk.replica.outbox$.getSnapshot().commands.find((command) => command.id === id);
    return one?.confirmed_at !== undefined;
  });
  // Queued (1), read and settled (a look in both stores at most, one write), read and confirmed (the same).
  expect(records).toBeGreaterThan(0);
  expect(records).toBeLessThanOrEqual(8);
});
