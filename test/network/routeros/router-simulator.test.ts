// The simulated router: believed only because other clients and its own rules agree.
import { createRequire } from "node:module";
import { afterEach, expect, test, vi } from "vitest";
import { startControl } from "../../../main/network/simulators/control.ts";
import { matches } from "../../../main/network/simulators/query.ts";
import {
  type RouterSimulator,
  type RouterSimulatorOptions,
  startRouterSimulator,
} from "../../../main/network/simulators/router.ts";
import { open } from "../helpers/fixtures.ts";

let simulator: RouterSimulator;
afterEach(() => simulator?.close());

async function router(options: RouterSimulatorOptions = {}): Promise<RouterSimulator> {
  simulator = await startRouterSimulator(options);
  return simulator;
}

test.each([
  [["name=a"], true],
  [["=name=a"], true],
  [["name=b"], false],
  [["name=b", "#!"], true],
  [["name=a", "name=b", "#|"], true],
  [["name=a", "size=3", "#&"], true],
  [["name=a", "size=4"], false],
  [[">size=2"], true],
  [["<size=10"], true],
  [["<size=2"], false],
  [["name"], true],
  [["-name"], false],
  [["-comment"], true],
  [[], true],
])("The simulator answers the queries %j as a router does", (queries, expected) => {
  expect(matches({ name: "a", size: "3" }, queries)).toBe(expected);
});

test("Sessions come after the delay, end only by a kick, and come back under an id used before", async () => {
  let now = 1_000_000;
  const { sessions, setCpe } = await router({
    now: () => now,
    connect_delay_ms: 3_000,
    secrets: [{ name: "a" }, { name: "b" }],
  });
  const live = () => sessions.call(simulator).map((session) => session.name);
  expect(live()).toEqual([]);
  now += 3_000;
  expect(live()).toEqual(["a", "b"]);
  const id = simulator.sessions()[0]?.ros_id;
  const opened = await open(simulator);
  await opened.run("/ppp/secret/disable", { attributes: { ".id": "*1" } });
  expect(live()).toEqual(["a", "b"]);
  await opened.run("/ppp/active/remove", { attributes: { ".id": id ?? "" } });
  expect(live()).toEqual(["b"]);
  now += 10_000;
  expect(live()).toEqual(["b"]);
  await opened.run("/ppp/secret/add", { attributes: { name: "c" } });
  now += 3_000;
  expect(simulator.sessions().find((session) => session.name === "c")?.ros_id).toBe(id);
  await expect(
    opened.run("/ppp/active/remove", { attributes: { ".id": "*80009999" } }),
  ).rejects.toMatchObject({ category: 0 });
  setCpe.call(simulator, "c", false);
  expect(live()).toEqual(["b"]);
  await opened.close();
});

test("Byte counters only grow, customers download more than they upload, the limit is kept", async () => {
  let now = 0;
  await router({ now: () => now, connect_delay_ms: 0, profiles: [{ name: "p", rate_limit: "10M/50M" }] });
  simulator.seed([{ name: "a", profile: "p" }]);
  const opened = await open(simulator);
  const read = async () => {
    const { rows } = await opened.run("/interface/print", { queries: ["=name=<pppoe-a>"] });
    return { rx: Number(rows[0]?.["rx-byte"]), tx: Number(rows[0]?.["tx-byte"]) };
  };
  let before = await read();
  for (let step = 0; step < 50; step += 1) {
    now += 7_000;
    const after = await read();
    expect(after.rx).toBeGreaterThan(before.rx);
    expect((after.tx - before.tx) * 8).toBeLessThan(50e6 * 7);
    before = after;
  }
  expect(before.tx).toBeGreaterThan(before.rx);
  const { rows } = await opened.run("/interface/monitor-traffic", {
    attributes: { interface: "<pppoe-a>", once: "" },
  });
  expect(Number(rows[0]?.["tx-bits-per-second"])).toBeGreaterThan(0);
  await opened.close();
});

test("None of 10,000 seeded secrets is compared with all that are there", async () => {
  await router();
  const walks = (["values", "keys", "entries"] as const).map((how) => vi.spyOn(Map.prototype, how));
  simulator.seed(Array.from({ length: 10_000 }, (_, index) => ({ name: `u${index}` })));
  const walked = walks.flatMap(({ mock }) => mock.contexts as Map<unknown, unknown>[]);
  for (const walk of walks) walk.mockRestore();
  expect(walked.filter(({ size }) => size > 100)).toHaveLength(0);
  expect(simulator.secrets()).toHaveLength(10_000);
});

test("Bytes that are no UTF-8 are kept as they are", async () => {
  await router({ secrets: [{ name: "a", comment_bytes: Buffer.from([0x5a, 0x61, 0xbf]) }] });
  const opened = await open(simulator);
  expect((await opened.run("/ppp/secret/print", { proplist: ["comment"] })).rows).toEqual([
    { comment: "Za\uFFFD" },
  ]);
  await opened.close();
});

test("Nothing is answered before the login, nothing unknown is accepted", async () => {
  await router();
  const opened = await open(simulator);
  await expect(opened.run("/no/such/thing")).rejects.toMatchObject({ original: "no such command" });
  await expect(opened.run("/ppp/secret/add", { attributes: { colour: "red" } })).rejects.toMatchObject({
    category: 1,
  });
  await expect(
    opened.run("/ppp/secret/add", { attributes: { name: "a", profile: "none" } }),
  ).rejects.toMatchObject({ category: 1 });
  await expect(opened.run("/ppp/secret/remove", { attributes: { ".id": "" } })).rejects.toMatchObject({
    category: 0,
  });
  await opened.close();
});

test("Another client, the unrepaired library, works with it", async () => {
  await router({ secrets: [{ name: "a" }, { name: "b" }], version: "6.49" });
  const { RouterOSAPI } = createRequire(import.meta.url)("node-routeros") as typeof import("node-routeros");
  const [user] = simulator.users;
  const client = new RouterOSAPI({
    host: simulator.host,
    port: simulator.port,
    user: user?.username ?? "",
    password: user?.password ?? "",
  });
  await client.connect();
  expect(await client.write("/ppp/secret/print", ["=.proplist=name"])).toEqual([
    { name: "a" },
    { name: "b" },
  ]);
  await expect(client.write("/ppp/secret/add", ["=name=a"])).rejects.toThrow(/already exists/);
  await client.close();
});

test("The control takes faults and switches the router off and on", async () => {
  await router({ connect_delay_ms: 0, secrets: [{ name: "a" }] });
  const control = await startControl(simulator, 0);
  const post = (path: string, body: object = {}) =>
    fetch(`${control.url}${path}`, { method: "POST", body: JSON.stringify(body) });
  expect((await post("/faults", { kind: "trap", command: "/login", message: "busy", times: 2 })).status).toBe(
    200,
  );
  await expect(open(simulator)).rejects.toMatchObject({ code: "EAUTH" });
  await post("/down");
  await expect(open(simulator)).rejects.toMatchObject({ code: "ECONNREFUSED" });
  await post("/up");
  await (await open(simulator)).close();
  await post("/cpe", { username: "a", on: false });
  const state = (await (await fetch(`${control.url}/state`)).json()) as {
    secrets: unknown[];
    sessions: unknown[];
  };
  expect(state).toMatchObject({ secrets: [{ name: "a" }], sessions: [] });
  expect((await fetch(`${control.url}/other`)).status).toBe(404);
  await control.close();
});
