// Who gets at the data on this machine, and when it has to go.

import { expect, test } from "vitest";
import { openDisk, transact } from "../../renderer/kernel/replica/disk/disk.ts";
import { until } from "../../renderer/kernel/replica/observable.ts";
import { rechargeCreate } from "../../shared/billing/index.ts";
import { customerVerbs } from "../../shared/subscribers/index.ts";
import { eventually, HANGS_MS } from "../helpers/process/wait.ts";
import { openFixture } from "./helpers/fixture.ts";
import { handedIn, inSync, openTestVault, rechargeOf } from "./helpers/headless-desktop.ts";
import { customers } from "./helpers/memory-server.ts";

const fixture = openFixture(["customers", "recharges"]);
const ready = { phase: "ready" };

/** Every byte on the disk of one replica, as text. */
async function rawText(database: string): Promise<string> {
  const disk = await openDisk(database);
  let text = "";
  for (const name of disk.objectStoreNames) {
    const values = await transact(disk, [name], "readonly", (tx) => {
      const request = tx.objectStore(name).getAll();
      return new Promise<unknown[]>((resolve) => {
        request.onsuccess = () => resolve(request.result);
      });
    });
    const read = (value: unknown): string => {
      if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) {
        const bytes = value instanceof ArrayBuffer ? new Uint8Array(value) : new Uint8Array(value.buffer);
        return Buffer.from(bytes).toString("latin1");
      }
      if (typeof value === "object" && value !== null) return Object.values(value).map(read).join(" ");
      return String(value);
    };
    text += values.map(read).join("\n");
  }
  disk.close();
  return text;
}

test("Nothing readable lies on the disk", async () => {
  fixture.memoryServer.put("customers", customers(500));
  const desk = await fixture.signIn();
  await inSync(desk.replica);
  fixture.proxy.set("refuse");
  await desk.replica.send(customerVerbs.create, {
    name: "Kazi Nazrul",
    username: "kazi",
    phone: "01711999888",
  });
  await desk.close();
  const text = await rawText(desk.database);
  expect(text.length).toBeGreaterThan(5000);
  for (const known of [
    "Rahima",
    "user42",
    "1700000042",
    "Nazrul",
    "01711999888",
    "customer.create",
    "right-horse",
  ]) {
    expect(text).not.toContain(known);
  }
  for (const token of fixture.memoryServer.tokens.keys()) expect(text).not.toContain(token);
});

test("Five wrong passwords in a row lock it until on-line", async () => {
  const desk = await fixture.signIn();
  await desk.close();
  for (let left = 4; left >= 1; left--) {
    await expect(fixture.unlock("wrong")).rejects.toMatchObject({
      code: "WRONG_PASSWORD",
      details: { tries_left: left },
    });
  }
  // The fifth one says already that it is locked now.
  await expect(fixture.unlock("wrong")).rejects.toMatchObject({ code: "LOCKED_UNTIL_ONLINE" });
  await expect(fixture.unlock()).rejects.toMatchObject({ code: "LOCKED_UNTIL_ONLINE" });
  await (await fixture.signIn()).close();
  await (await fixture.unlock()).close();
});

test("A right password in between starts the count anew", async () => {
  await (await fixture.signIn()).close();
  for (let round = 0; round < 2; round++) {
    for (let n = 0; n < 4; n++) await expect(fixture.unlock("wrong")).rejects.toThrow();
    await (await fixture.unlock()).close();
  }
});

test.each(["flipped", "missing", "moved"])(
  "A log with a %s batch is pulled again; the outbox stays",
  async (how) => {
    fixture.memoryServer.put("customers", customers(3000));
    const first = await fixture.signIn();
    await inSync(first.replica);
    fixture.proxy.set("refuse");
    await first.replica.send(rechargeCreate, rechargeOf(customers(1)[0]!.id, "7"));
    await first.close();
    const disk = await openDisk(first.database);
    await transact(disk, ["log"], "readwrite", (tx) => {
      const store = tx.objectStore("log");
      const keys = store.getAllKeys();
      keys.onsuccess = () => {
        const [one, two] = keys.result;
        store.get(one!).onsuccess = (event) => {
          const record = (event.target as IDBRequest).result;
          new Uint8Array(record.data)[100]! ^= 1;
          if (how === "flipped") store.put(record, one);
          if (how === "missing") store.delete(one!);
          if (how === "moved") {
            new Uint8Array(record.data)[100]! ^= 1;
            store.put(record, two);
          }
        };
      };
    });
    disk.close();

    const second = await fixture.unlock();
    await until(second.replica.progress$, ({ phase }) => phase === "ready");
    expect(second.replica.count("customers")).toBe(0);
    expect(second.replica.status$.getSnapshot().waiting).toBe(1);
    fixture.proxy.set("pass");
    await inSync(second.replica);
    await handedIn(second.replica);
    expect(second.replica.count("customers")).toBe(3000);
    expect(fixture.memoryServer.applied).toHaveLength(1);
  },
);

test("An expired token keeps everything and a new one goes on", async () => {
  fixture.memoryServer.put("customers", customers(5));
  const desk = await fixture.signIn();
  await inSync(desk.replica);
  fixture.memoryServer.expire();
  await desk.replica.send(rechargeCreate, rechargeOf(customers(1)[0]!.id, "7"));
  await until(desk.replica.status$, ({ state }) => state === "signed-out", AbortSignal.timeout(HANGS_MS));
  expect(desk.replica.count("customers")).toBe(5);
  expect(desk.replica.status$.getSnapshot().waiting).toBe(1);

  const { token } = (await desk.replica.client.rest("POST", "/api/v1/auth/login/", {
    username: "counter",
    password: "right-horse",
    tenant: "demo",
  })) as { token: string };
  await desk.replica.setToken(token);
  await handedIn(desk.replica);
  await until(desk.replica.status$, ({ state }) => state === "online", AbortSignal.timeout(HANGS_MS));
  expect(fixture.memoryServer.applied).toHaveLength(1);
});

test("A revoked device hands in its outbox, then nothing is left of the replica", async () => {
  fixture.memoryServer.put("customers", customers(5));
  const desk = await fixture.signIn();
  await inSync(desk.replica);
  fixture.proxy.set("refuse");
  await desk.replica.send(rechargeCreate, rechargeOf(customers(1)[0]!.id, "7"));
  fixture.memoryServer.faults.revoked = true;
  fixture.proxy.set("pass");
  await until(desk.replica.status$, ({ state }) => state === "revoked", AbortSignal.timeout(HANGS_MS));
  await eventually(() => desk.replica.count("customers") === 0);
  expect(fixture.memoryServer.applied).toHaveLength(1);
  expect(desk.replica.progress$.getSnapshot()).toMatchObject(ready);
});

test("Wiping is refused while work waits, and works once it is handed in", async () => {
  const desk = await fixture.signIn();
  await inSync(desk.replica);
  fixture.proxy.set("refuse");
  await until(desk.replica.status$, ({ state }) => state === "offline", AbortSignal.timeout(HANGS_MS));
  await desk.replica.send(rechargeCreate, rechargeOf(customers(1)[0]!.id, "7"));
  await expect(desk.replica.readyToWipe(false)).rejects.toMatchObject({ code: "WIPE_REFUSED" });
  await desk.replica.readyToWipe(true);
  fixture.proxy.set("pass");
  await handedIn(desk.replica);
  await desk.replica.readyToWipe(false);
});

test("A password changed elsewhere: the new one alone hands in the unsent work, and the replica begins anew", async () => {
  fixture.memoryServer.put("customers", customers(5));
  const first = await fixture.signIn();
  await inSync(first.replica);
  fixture.proxy.set("refuse");
  await first.replica.send(rechargeCreate, rechargeOf(customers(1)[0]!.id, "7"));
  const receipt = await first.replica.nextReceiptNumber();
  await first.close();
  fixture.proxy.set("pass");
  fixture.memoryServer.people[0]!.password = "new-horse";

  const again = await fixture.signIn("new-horse");
  await inSync(again.replica);
  await handedIn(again.replica);
  expect(fixture.memoryServer.applied.map(({ payload }) => payload.amount)).toEqual(["7"]);
  expect(again.replica.count("customers")).toBe(5);
  expect(again.replica.outbox$.getSnapshot().damaged).toEqual([]);
  // The same device goes on: its receipts continue.
  expect(receipt).toBe("D1-1");
  expect(await again.replica.nextReceiptNumber()).toBe("D1-2");
  await again.close();
  await expect(fixture.unlock("right-horse")).rejects.toMatchObject({ code: "WRONG_PASSWORD" });
});

test("Another tenant's sign-in purges this one, but not work that was not handed in", async () => {
  fixture.memoryServer.put("customers", customers(5));
  const first = await fixture.signIn();
  await inSync(first.replica);
  fixture.proxy.set("refuse");
  await first.replica.send(rechargeCreate, rechargeOf(customers(1)[0]!.id, "7"));
  await first.close();
  const vault = await openTestVault(fixture.machine);
  const left = await vault.purgeOthers(fixture.proxy.url, "tenant-other");
  expect(left.map(({ username }) => username)).toEqual(["counter"]);
  vault.close();

  const again = await fixture.unlock();
  await until(again.replica.progress$, ({ phase }) => phase === "ready");
  expect(again.replica.count("customers")).toBe(0);
  expect(again.replica.status$.getSnapshot().waiting).toBe(1);
  fixture.proxy.set("pass");
  await handedIn(again.replica);
  await again.close();
  const later = await openTestVault(fixture.machine);
  expect(await later.purgeOthers(fixture.proxy.url, "tenant-other")).toEqual([]);
  expect(await later.accounts()).toEqual([]);
  later.close();
});
