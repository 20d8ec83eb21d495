// Each session its own counters: of a login that is signed in twice, and of one that is called as such a second session is.
import { afterEach, expect, test } from "vitest";
import type { RouterSession } from "../../../main/network/driver.ts";
import { readSessions } from "../../../main/network/routeros/provisioning.ts";
import { interfacesOf } from "../../../main/network/routeros/session-interfaces.rules.ts";
import { type RouterSimulator, startRouterSimulator } from "../../../main/network/simulators/router.ts";
import { open } from "../helpers/fixtures.ts";

let simulator: RouterSimulator;
let session: RouterSession;
afterEach(async () => {
  await session?.close();
  await simulator?.close();
});

let now = 1_000_000;

async function router(...names: string[]): Promise<void> {
  now = 1_000_000;
  simulator = await startRouterSimulator({
    now: () => now,
    connect_delay_ms: 0,
    secrets: names.map((name) => ({ name })),
  });
  simulator.sessions();
  session = await open(simulator);
}

/** What the router itself counts on the interface of that name. */
async function counted(name: string): Promise<[number, number]> {
  const { rows } = await session.run("/interface/print", { queries: [`=name=${name}`] });
  return [Number(rows[0]?.["tx-byte"]), Number(rows[0]?.["rx-byte"])];
}

const bytes = async (names?: string[]) =>
  (await readSessions(session, names ? { names } : {})).map((one) => [
    one.username,
    one.bytes_in,
    one.bytes_out,
  ]);

test.each([
  ["whose interface is whose", false],
  ["nothing of whose interface is whose", true],
])("Two sessions of one login have two interfaces, where the router tells %s", async (_what, mute) => {
  await router("rahima");
  now += 60_000;
  simulator.setCpe("rahima", "TWICE");
  now += 60_000;
  if (mute)
    simulator.faults.add({
      kind: "trap",
      command: "/interface/pppoe-server/print",
      message: "no such command",
    });
  const first = await counted("<pppoe-rahima>");
  const second = await counted("<pppoe-rahima-1>");
  expect(first).not.toEqual(second);
  const both = [
    ["rahima", ...first],
    ["rahima", ...second],
  ];
  expect(await bytes()).toEqual(both);
  expect(await bytes(["rahima"])).toEqual(both);
});

test("A customer who is called as another's second session is read by their own interface", async () => {
  await router("x", "x-1");
  now += 60_000;
  // x's second session finds `<pppoe-x-1>` taken.
  simulator.setCpe("x", "TWICE");
  now += 60_000;
  const [x, second, own] = [
    await counted("<pppoe-x>"),
    await counted("<pppoe-x-2>"),
    await counted("<pppoe-x-1>"),
  ];
  const all = (await bytes()).sort();
  expect(all).toEqual(
    [
      ["x", ...x],
      ["x", ...second],
      ["x-1", ...own],
    ].sort(),
  );
  expect(await bytes(["x-1"])).toEqual([["x-1", ...own]]);
});

test("A customer whose interface's name is taken by another's second session is not read by that one's", async () => {
  await router("x");
  simulator.setCpe("x", "TWICE");
  now += 60_000;
  // Only now does x-1 sign in: `<pppoe-x-1>` is x's by then.
  simulator.seed([{ name: "x-1" }]);
  simulator.sessions();
  now += 60_000;
  const own = await counted("<pppoe-x-1-1>");
  expect(await bytes(["x-1"])).toEqual([["x-1", ...own]]);
  const all = await bytes();
  expect(all).toContainEqual(["x-1", ...own]);
  expect(all).toContainEqual(["x", ...(await counted("<pppoe-x-1>"))]);
});

test("Sessions that all have an interface of their name cost no question more", async () => {
  await router("a", "b");
  await readSessions(session);
  expect(simulator.commands.get("/interface/pppoe-server/print")).toBeUndefined();
});

const live = (username: string, uptime_seconds: number, mac_address: string | null = null) => ({
  username,
  uptime_seconds,
  mac_address,
});

test("The session that lasts longer has the first name, whatever the order of the rows", () => {
  const names = new Set(["<pppoe-a>", "<pppoe-a-1>"]);
  expect(interfacesOf([live("a", 5), live("a", 500)], names)).toEqual(["<pppoe-a-1>", "<pppoe-a>"]);
  expect(interfacesOf([live("a", 9), live("a", 9)], names)).toEqual(["<pppoe-a>", "<pppoe-a-1>"]);
});

test("A second session that is left alone keeps its interface, and one without any shows nobody's bytes", () => {
  expect(interfacesOf([live("a", 5)], new Set(["<pppoe-a-1>"]))).toEqual(["<pppoe-a-1>"]);
  expect(interfacesOf([live("a", 5), live("a", 4)], new Set(["<pppoe-a>"]))).toEqual(["<pppoe-a>", null]);
  const taken = new Set(["<pppoe-a>", "<pppoe-a-1>"]);
  expect(interfacesOf([live("a", 9), live("a", 5), live("a-1", 7)], taken)).toEqual([
    "<pppoe-a>",
    null,
    "<pppoe-a-1>",
  ]);
});

test("The router's own word goes before names", () => {
  const owners = [
    { name: "<pppoe-a-1>", username: "a", mac_address: "02:00:00:00:00:01" },
    { name: "hand-made", username: "a", mac_address: "02:00:00:00:00:02" },
  ];
  const sessions = [live("a", 9, "02:00:00:00:00:02"), live("a", 5, "02:00:00:00:00:01"), live("a-1", 7)];
  const names = new Set(["<pppoe-a-1>", "hand-made"]);
  expect(interfacesOf(sessions, names, owners)).toEqual(["hand-made", "<pppoe-a-1>", null]);
});
