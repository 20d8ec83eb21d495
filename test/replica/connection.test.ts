// Broken connections: refused, silent, slow; and several windows of one profile.

import { expect, test } from "vitest";
import { until } from "../../renderer/kernel/replica/observable.ts";
import { customerSearch } from "../../renderer/subscribers/customer/customer-search.ts";
import { rechargeCreate } from "../../shared/billing/index.ts";
import { eventually, HANGS_MS } from "../helpers/process/wait.ts";
import { openFixture } from "./helpers/fixture.ts";
import { type Desk, handedIn, inSync, rechargeOf } from "./helpers/headless-desktop.ts";
import { customers } from "./helpers/memory-server.ts";

const fixture = openFixture(["customers", "recharges"]);
const recharge = rechargeOf(customers(1)[0]!.id, "1");

/** A desktop that holds so many customers and has noticed, in time, what its line does. */
async function cutOff(held: number, how: "refuse" | "swallow", noticed_ms: number): Promise<Desk> {
  fixture.memoryServer.put("customers", customers(held));
  const desk = await fixture.signIn();
  await inSync(desk.replica);
  fixture.proxy.set(how);
  await until(desk.replica.status$, ({ state }) => state === "offline", AbortSignal.timeout(noticed_ms));
  return desk;
}

test("A line that swallows everything is noticed, and used again when it returns", async () => {
  fixture.memoryServer.put("customers", customers(5));
  const desk = await fixture.signIn();
  await inSync(desk.replica);
  fixture.proxy.set("swallow");
  await desk.replica.send(rechargeCreate, recharge);
  await until(desk.replica.status$, ({ state }) => state === "offline", AbortSignal.timeout(HANGS_MS));
  fixture.memoryServer.put("customers", [{ ...customers(1)[0]!, name: "Changed meanwhile", version: 9 }]);

  fixture.proxy.set("pass");
  await handedIn(desk.replica);
  await eventually(() => desk.replica.projection(customerSearch).search("changed meanwhile").total === 1);
  expect(fixture.memoryServer.applied).toHaveLength(1);
});

test("A line that swallows while nobody works is noticed too", async () => {
  const desk = await cutOff(5, "swallow", 20_000);
  fixture.memoryServer.put("customers", [{ ...customers(1)[0]!, name: "Changed meanwhile", version: 9 }]);
  fixture.proxy.set("pass");
  await eventually(() => desk.replica.projection(customerSearch).search("changed meanwhile").total === 1);
});

test("A refused line is tried until it is back", async () => {
  const desk = await cutOff(5, "refuse", 10_000);
  await desk.replica.send(rechargeCreate, recharge);
  fixture.proxy.set("pass");
  await handedIn(desk.replica);
});

test("Who comes back asks for everything in one call, and pulls by itself only what is new there", async () => {
  const { faults } = fixture.memoryServer;
  const desk = await cutOff(250, "refuse", 10_000);
  fixture.memoryServer.put("customers", [{ ...customers(1)[0]!, name: "Changed meanwhile", version: 9 }]);
  const before = { ...faults };
  fixture.proxy.set("pass");
  await eventually(() => desk.replica.projection(customerSearch).search("changed meanwhile").total === 1);
  expect(faults.pullsOfMany).toBeGreaterThan(before.pullsOfMany);
  expect(faults.pulls).toBe(before.pulls);
});

test("What is more than a page of many is pulled to its end", async () => {
  const desk = await cutOff(5, "refuse", 10_000);
  fixture.memoryServer.put("customers", customers(350));
  fixture.proxy.set("pass");
  await eventually(() => desk.replica.projection(customerSearch).search("").total === 350);
});

test("Two windows see the same, one of them leads, and the other takes over", async () => {
  fixture.memoryServer.put("customers", customers(5));
  const one = await fixture.signIn();
  await inSync(one.replica);
  const two = await fixture.unlock();
  await until(two.replica.status$, ({ state }) => state === "online", AbortSignal.timeout(HANGS_MS));
  fixture.memoryServer.put("customers", customers(3, 50));
  await eventually(() => two.replica.count("customers") === 8);
  const listening = fixture.memoryServer.listeners.size;
  expect(listening).toBe(1);

  await Promise.all([
    one.replica.send(rechargeCreate, recharge),
    two.replica.send(rechargeCreate, recharge),
    one.replica.send(rechargeCreate, recharge),
  ]);
  await handedIn(one.replica);
  await handedIn(two.replica);
  expect(fixture.memoryServer.applied.map(({ device_seq }) => device_seq)).toEqual([1, 2, 3]);
  await eventually(() => two.replica.outbox$.getSnapshot().commands.length === 3);

  await one.close();
  await two.replica.send(rechargeCreate, recharge);
  await handedIn(two.replica);
  fixture.memoryServer.put("customers", customers(2, 90));
  await eventually(() => two.replica.count("customers") === 10);
  expect(new Set(fixture.memoryServer.pushed).size).toBe(4);
});
