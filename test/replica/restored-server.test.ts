// A server restored to an older state, moved, too old or too new, or with a fault of its own; and a clock that is wrong.

import { expect, test } from "vitest";
import { until } from "../../renderer/kernel/replica/observable.ts";
import { rechargeCreate } from "../../shared/billing/index.ts";
import { PROTOCOL } from "../../shared/kernel/sync/protocol.ts";
import { eventually, HANGS_MS } from "../helpers/process/wait.ts";
import { openFixture } from "./helpers/fixture.ts";
import { handedIn, inSync, rechargeOf } from "./helpers/headless-desktop.ts";
import { customers } from "./helpers/memory-server.ts";

const fixture = openFixture(["customers", "recharges"]);
const recharge = (n: number) => rechargeOf(customers(9)[n % 9]!.id, String(n));
const amounts = () => fixture.memoryServer.applied.map(({ payload }) => payload.amount);

/** Sets the server back to what it was before anything was pushed. */
function restore(): void {
  fixture.memoryServer.applied.length = 0;
  fixture.memoryServer.outcomes.clear();
  fixture.memoryServer.data.get("customers")!.clear();
  fixture.memoryServer.data.get("recharges")!.clear();
  fixture.memoryServer.put("customers", customers(9), false);
}

test("After a restore under a new epoch the day is handed in again, in order and once", async () => {
  fixture.memoryServer.put("customers", customers(9));
  const desk = await fixture.signIn();
  await inSync(desk.replica);
  for (let n = 0; n < 5; n++) await desk.replica.send(rechargeCreate, recharge(n));
  await handedIn(desk.replica);
  restore();
  for (const name of ["customers", "recharges"])
    fixture.memoryServer.infos.set(name, { name, schema_version: 1, epoch: "restored" });
  await desk.replica.setToken(await desk.replica.profile.get("token"));
  await eventually(() => fixture.memoryServer.applied.length === 5);
  await handedIn(desk.replica);
  expect(amounts()).toEqual(["0", "1", "2", "3", "4"]);
  await desk.close();
  const again = await fixture.unlock();
  await inSync(again.replica);
  expect(amounts()).toHaveLength(5);
});

test("A checkpoint from the future: the replica begins anew, and what was applied is handed in again", async () => {
  fixture.memoryServer.put("customers", customers(9));
  const desk = await fixture.signIn();
  await inSync(desk.replica);
  await desk.replica.send(rechargeCreate, recharge(1));
  await handedIn(desk.replica);
  await inSync(desk.replica);
  restore();
  fixture.memoryServer.faults.stale.add("customers");
  for (const tell of fixture.memoryServer.listeners) tell(["customers"]);
  await eventually(() => amounts().length === 1);
  await eventually(() => desk.replica.count("customers") === 9);
});

test("What a server that was only moved still knows is answered as before and applied no second time", async () => {
  fixture.memoryServer.put("customers", customers(9));
  const desk = await fixture.signIn();
  await inSync(desk.replica);
  await desk.replica.send(rechargeCreate, recharge(1));
  await handedIn(desk.replica);
  fixture.memoryServer.infos.set("customers", { name: "customers", schema_version: 1, epoch: "moved" });
  const before = fixture.memoryServer.pushed.length;
  await desk.replica.setToken(await desk.replica.profile.get("token"));
  await eventually(() => fixture.memoryServer.pushed.length > before);
  await handedIn(desk.replica);
  expect(amounts()).toEqual(["1"]);
});

test("RETRY keeps the order, with pauses, and nothing is settled by it", async () => {
  fixture.memoryServer.put("customers", customers(9));
  const desk = await fixture.signIn();
  await inSync(desk.replica);
  fixture.memoryServer.faults.retries = 2;
  for (let n = 0; n < 3; n++) await desk.replica.send(rechargeCreate, recharge(n));
  await handedIn(desk.replica);
  expect(amounts()).toEqual(["0", "1", "2"]);
  // However many are queued meanwhile, a server that asked for a pause gets it.
  expect(fixture.memoryServer.faults.pushes).toBeLessThanOrEqual(4);
});

test("An app that meets an older server keeps everything and pushes nothing until it is updated", async () => {
  fixture.memoryServer.put("customers", customers(9));
  const desk = await fixture.signIn();
  await inSync(desk.replica);
  fixture.memoryServer.faults.protocol = 1;
  await desk.replica.send(rechargeCreate, recharge(1));
  await until(desk.replica.status$, ({ state }) => state === "incompatible", AbortSignal.timeout(HANGS_MS));
  expect(desk.replica.status$.getSnapshot()).toMatchObject({
    waiting: 1,
    problem: { code: "SERVER_TOO_OLD" },
  });
  expect(desk.replica.count("customers")).toBe(9);
  const pushes = fixture.memoryServer.faults.pushes;
  await desk.replica.send(rechargeCreate, recharge(2));
  fixture.memoryServer.faults.protocol = PROTOCOL;
  expect(fixture.memoryServer.faults.pushes).toBe(pushes);
  desk.replica.reconnect();
  await handedIn(desk.replica);
  expect(amounts().at(-1)).toBe("2");
});

test("A wrong clock is known, and every push says what this clock shows", async () => {
  fixture.memoryServer.faults.clockBehind = 3 * 3_600_000;
  const desk = await fixture.signIn();
  await inSync(desk.replica);
  const { clock_ahead_ms } = desk.replica.status$.getSnapshot();
  expect(Math.round((clock_ahead_ms ?? 0) / 60_000)).toBe(180);
  await desk.replica.send(rechargeCreate, recharge(1));
  await handedIn(desk.replica);
  expect(Math.abs(Date.parse(fixture.memoryServer.sentAt[0]!) - Date.now())).toBeLessThan(60_000);
});

test("A desktop set back to an older copy of its disk gives out no receipt that the server has seen", async () => {
  fixture.memoryServer.faults.lastReceipt = 7;
  const desk = await fixture.signIn();
  expect(await desk.replica.nextReceiptNumber()).toBe("D1-8");
});

test("Large batches are packed, and halved when they get no answer in time", async () => {
  fixture.memoryServer.put("customers", customers(9));
  const desk = await fixture.signIn();
  await inSync(desk.replica);
  fixture.proxy.set("refuse");
  await until(desk.replica.status$, ({ state }) => state === "offline", AbortSignal.timeout(HANGS_MS));
  for (let n = 0; n < 60; n++)
    await desk.replica.send(rechargeCreate, { ...recharge(n), reason: "x".repeat(200) });
  fixture.memoryServer.faults.slowAbove = 30;
  fixture.proxy.set("pass");
  await handedIn(desk.replica);
  expect(fixture.memoryServer.batches.slice(0, 2)).toEqual([60, 30]);
  expect(Math.max(...fixture.memoryServer.pushedBytes)).toBeLessThan(60 * 200);
  expect(amounts()).toHaveLength(60);
});
