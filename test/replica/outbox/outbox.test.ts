// The outbox: on disk first, handed in once and in order, and nothing that was refused is lost.

import { expect, test } from "vitest";
import { openDisk, transact } from "../../../renderer/kernel/replica/disk/disk.ts";
import { openDeviceKeys } from "../../../renderer/kernel/replica/disk/key-ring.ts";
import { createProfileStore } from "../../../renderer/kernel/replica/disk/profile.ts";
import { until } from "../../../renderer/kernel/replica/observable.ts";
import { createOutboxStore } from "../../../renderer/kernel/replica/outbox/outbox-store.ts";
import { Overtaken } from "../../../renderer/kernel/replica/overtaken.ts";
import { rechargeCreate } from "../../../shared/billing/index.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { customerVerbs, toggleStatus } from "../../../shared/subscribers/index.ts";
import { HANGS_MS } from "../../helpers/process/wait.ts";
import { openFixture } from "../helpers/fixture.ts";
import { handedIn, inSync, openTestVault, rechargeOf } from "../helpers/headless-desktop.ts";
import { customers } from "../helpers/memory-server.ts";

const fixture = openFixture(["customers", "recharges"]);
const someone = customers(10);
const recharge = (n: number) => rechargeOf(someone[n % 10]!.id, String(n));
const amounts = () => fixture.memoryServer.applied.map(({ payload }) => payload.amount);
const numbers = (count: number) => Array.from({ length: count }, (_, n) => String(n));

test("Thirty commands made offline arrive once each and in order after a restart", async () => {
  fixture.memoryServer.put("customers", someone);
  const first = await fixture.signIn();
  await inSync(first.replica);
  fixture.proxy.set("refuse");
  await until(first.replica.status$, ({ state }) => state === "offline", AbortSignal.timeout(HANGS_MS));
  for (let n = 0; n < 30; n++) await first.replica.send(rechargeCreate, recharge(n));
  await first.close();

  const second = await fixture.unlock();
  expect(second.replica.status$.getSnapshot().waiting).toBe(30);
  fixture.proxy.set("pass");
  await handedIn(second.replica);
  expect(amounts()).toEqual(numbers(30));
  expect(fixture.memoryServer.applied.map(({ device_seq }) => device_seq)).toEqual(
    Array.from({ length: 30 }, (_, n) => n + 1),
  );
});

test("Commands queued at the same moment keep one order without gaps", async () => {
  const desk = await fixture.signIn();
  await inSync(desk.replica);
  await Promise.all(numbers(250).map((n) => desk.replica.send(rechargeCreate, recharge(Number(n)))));
  await handedIn(desk.replica);
  const seqs = fixture.memoryServer.applied.map(({ device_seq }) => device_seq);
  expect(seqs).toEqual(Array.from({ length: 250 }, (_, n) => n + 1));
  expect(new Set(fixture.memoryServer.pushed).size).toBe(250);
});

test("An answer lost after the commit settles by the repeat and is applied once", async () => {
  fixture.memoryServer.put("customers", someone);
  const desk = await fixture.signIn();
  await inSync(desk.replica);
  fixture.memoryServer.faults.loseAnswers = 2;
  await desk.replica.send(rechargeCreate, recharge(1));
  await handedIn(desk.replica);
  expect(amounts()).toEqual(["1"]);
  expect(fixture.memoryServer.pushed.length).toBeGreaterThan(1);
  expect(desk.replica.outbox$.getSnapshot().commands[0]?.status).toBe("APPLIED");
});

test("A pending command shows at its records until they have arrived", async () => {
  fixture.memoryServer.put("customers", someone);
  const desk = await fixture.signIn();
  await inSync(desk.replica);
  const { id } = someone[3]!;
  const pending = desk.replica.pendingFor("customers", id);
  const history: [number, unknown][] = [];
  const stop = pending.subscribe((commands) => {
    void desk.replica
      .get("customers", id)
      .then((now) => history.push([commands.length, now?.advance_amount]));
  });
  await desk.replica.send(rechargeCreate, recharge(3), { expected: { advance_amount: "3" } });
  expect(pending.getSnapshot()).toMatchObject([
    { kind: "recharge.create", expected: { advance_amount: "3" } },
  ]);
  await until(pending, (commands) => commands.length === 0, AbortSignal.timeout(HANGS_MS));
  expect((await desk.replica.get("customers", id))?.advance_amount).toBe("3");
  stop();
  // Never neither: whenever the clock was gone, the new value was there.
  expect(history.every(([open, amount]) => open > 0 || amount === "3")).toBe(true);
});

test("A rejected command blocks nothing and stays until somebody decides", async () => {
  const desk = await fixture.signIn();
  await inSync(desk.replica);
  fixture.memoryServer.faults.reject.add("customer.toggle_status");
  const refused = await desk.replica.send(toggleStatus, { id: someone[0]!.id });
  const other = await desk.replica.send(toggleStatus, { id: someone[1]!.id });
  await desk.replica.send(customerVerbs.create, { name: "A", username: "a", phone: "1" });
  await handedIn(desk.replica);
  expect(fixture.memoryServer.applied.map(({ kind }) => kind)).toEqual(["customer.create"]);
  expect(desk.replica.status$.getSnapshot().need_you).toBe(2);
  const [first] = desk.replica.outbox$.getSnapshot().commands;
  expect(first).toMatchObject({ status: "REJECTED", problem: { code: "BUSINESS_RULE" } });

  fixture.memoryServer.faults.reject.clear();
  await desk.replica.dismiss(other.id);
  const again = await desk.replica.retry(refused.id);
  expect(again.id).not.toBe(refused.id);
  expect(again.payload).toEqual(refused.payload);
  expect(again.device_seq).toBe(4);
  await handedIn(desk.replica);
  expect(desk.replica.status$.getSnapshot().need_you).toBe(0);
  expect(fixture.memoryServer.applied.at(-1)).toMatchObject({ kind: "customer.toggle_status", id: again.id });
  await expect(desk.replica.retry(refused.id)).rejects.toMatchObject({ code: "UNKNOWN_COMMAND" });
});

test("Money in suspense needs somebody", async () => {
  const desk = await fixture.signIn();
  await inSync(desk.replica);
  await desk.replica.send(rechargeCreate, rechargeOf("00000000-0000-7000-8000-00000000dead", "1"));
  await handedIn(desk.replica);
  expect(desk.replica.outbox$.getSnapshot().commands[0]?.status).toBe("SUSPENSE");
  expect(desk.replica.status$.getSnapshot().need_you).toBe(1);
  const [taken] = desk.replica.outbox$.getSnapshot().commands;
  // It is booked already: the same once more would take the money twice.
  await expect(desk.replica.retry(taken!.id)).rejects.toMatchObject({ code: "UNKNOWN_COMMAND" });
  await desk.replica.dismiss(taken!.id);
  expect(desk.replica.status$.getSnapshot().need_you).toBe(0);
});

test("A command that the server can't even read is set apart, the others go on", async () => {
  const desk = await fixture.signIn();
  await inSync(desk.replica);
  fixture.proxy.set("refuse");
  await desk.replica.send(rechargeCreate, recharge(0));
  await desk.replica.send({ ...toggleStatus, name: "x".repeat(101) }, { id: "1" });
  await desk.replica.send(rechargeCreate, recharge(1));
  fixture.proxy.set("pass");
  await handedIn(desk.replica);
  expect(amounts()).toEqual(["0", "1"]);
  expect(desk.replica.outbox$.getSnapshot().commands.map(({ status }) => status)).toEqual([
    "SUSPENSE",
    "REJECTED",
    "SUSPENSE",
  ]);
});

test("A damaged record is kept aside and reported, the others go on", async () => {
  const first = await fixture.signIn();
  await inSync(first.replica);
  fixture.proxy.set("refuse");
  for (let n = 0; n < 3; n++) await first.replica.send(rechargeCreate, recharge(n));
  await first.close();
  const disk = await openDisk(first.database);
  await transact(disk, ["outbox"], "readwrite", (tx) => {
    const store = tx.objectStore("outbox");
    store.get(2).onsuccess = (event) => {
      const record = (event.target as IDBRequest).result;
      new Uint8Array(record.sealed.data)[7]! ^= 1;
      store.put(record, 2);
    };
  });
  disk.close();

  fixture.proxy.set("pass");
  const second = await fixture.unlock();
  await handedIn(second.replica);
  expect(amounts()).toEqual(["0", "2"]);
  expect(second.replica.outbox$.getSnapshot().damaged).toMatchObject([{ device_seq: 2, settled: false }]);
  expect(second.replica.status$.getSnapshot().need_you).toBe(3);
  await expect(second.replica.readyToWipe(false)).rejects.toMatchObject({
    code: "WIPE_REFUSED",
    details: { pending: 1 },
  });
  await second.replica.dismissDamaged(2);
  expect(second.replica.outbox$.getSnapshot().damaged).toEqual([]);
});

test("Settled commands are kept for reprints, and forgotten after forty-five days", async () => {
  fixture.memoryServer.put("customers", someone);
  const first = await fixture.signIn();
  await inSync(first.replica);
  fixture.memoryServer.faults.reject.add("customer.toggle_status");
  await first.replica.send(rechargeCreate, recharge(1));
  await first.replica.send(toggleStatus, { id: someone[0]!.id });
  await until(first.replica.pendingFor("customers", someone[1]!.id), (open) => open.length === 0);
  await first.close();
  const vault = await openTestVault(fixture.machine);
  const { key } = await vault.unlock(first.account, "right-horse");
  vault.close();
  const disk = await openDisk(first.database);
  const keys = await openDeviceKeys(createProfileStore(disk, key, first.database));
  const store = createOutboxStore(disk, keys, first.database);
  const { commands } = await store.load();
  expect(commands).toHaveLength(2);
  const settled_at = new Date(Date.now() - 46 * 86_400_000).toISOString();
  const { turn } = await store.begin([]);
  await store.update(
    commands.map((command) => ({ ...command, settled_at })),
    turn,
  );
  disk.close();

  const second = await fixture.unlock();
  await inSync(second.replica);
  // The refused one still waits for somebody.
  await until(second.replica.outbox$, ({ commands }) => commands.length === 1, AbortSignal.timeout(5000));
  expect(second.replica.outbox$.getSnapshot().commands[0]?.kind).toBe("customer.toggle_status");
});

test("A window that stood still amid a change of the outbox does not write it once another has begun one", async () => {
  fixture.memoryServer.put("customers", someone);
  const desk = await fixture.signIn();
  await inSync(desk.replica);
  fixture.memoryServer.faults.reject.add("recharge.create");
  const { id, device_seq } = await desk.replica.send(rechargeCreate, recharge(1));
  await until(desk.replica.outbox$, ({ commands }) => commands[0]?.status === "REJECTED");
  await desk.close();
  const vault = await openTestVault(fixture.machine);
  const { key } = await vault.unlock(desk.account, "right-horse");
  vault.close();
  const disk = await openDisk(desk.database);
  const keys = await openDeviceKeys(createProfileStore(disk, key, desk.database));
  const store = createOutboxStore(disk, keys, desk.database);

  // Both send the same refused payment again; the first stands still in it.
  const [first, second] = [await store.begin([device_seq]), await store.begin([device_seq])];
  const [refused] = first.loaded.commands;
  const again = async (turn: number) => {
    const { device_seq: _place, status: _status, proof: _proof, ...command } = refused!;
    const made = { ...command, id: newId() };
    await store.add(made, { command: { ...refused!, retried_as: made.id }, turn });
    return made.id;
  };
  const made = await again(second.turn);
  await expect(again(first.turn)).rejects.toThrow(Overtaken);
  await expect(store.update([refused!], first.turn)).rejects.toThrow(Overtaken);
  const { commands } = await store.load();
  expect(commands.map((one) => [one.id, one.retried_as])).toEqual([
    [id, made],
    [made, undefined],
  ]);
  disk.close();
});

test("Receipt numbers are never given out twice", async () => {
  const first = await fixture.signIn();
  const one = await Promise.all(numbers(50).map(() => first.replica.nextReceiptNumber()));
  await first.close();
  const second = await fixture.unlock();
  const two = await Promise.all(numbers(50).map(() => second.replica.nextReceiptNumber()));
  const all = [...one, ...two];
  expect(new Set(all).size).toBe(100);
  expect(all.every((number) => /^D1-\d+$/.test(number))).toBe(true);
});

test("Nothing can be queued before the device is known", async () => {
  const desk = await fixture.signIn();
  await desk.replica.profile.remove("device");
  await desk.close();
  fixture.proxy.set("refuse");
  const again = await fixture.unlock();
  await expect(again.replica.send(rechargeCreate, recharge(1))).rejects.toMatchObject({
    code: "DEVICE_NOT_REGISTERED",
  });
});
