// What somebody wants to know of a router just now: the agent answers within a second, beside its looks and jobs.
import { afterEach, beforeEach, expect, test } from "vitest";
import { createAgent } from "../../../main/agent.ts";
import { routerTime } from "../../../main/network/live/router-clock.ts";
import { createServerLink } from "../../../main/network/server-link.ts";
import {
  type RouterSimulator,
  type RouterSimulatorOptions,
  startRouterSimulator,
} from "../../../main/network/simulators/router.ts";
import { newId } from "../../../shared/kernel/id.ts";
import type { RouterAccess } from "../../../shared/network/agent-wire.ts";
import type { Answer, Question } from "../../../shared/network/live/question-wire.ts";
import { trafficName } from "../../../shared/network/live/traffic-name.rules.ts";
import { accessTo, until } from "../helpers/fixtures.ts";
import { TOKEN, WireServer } from "../helpers/wire-server.ts";

const cleanup: (() => Promise<unknown>)[] = [];
let server: WireServer;
let simulator: RouterSimulator;
beforeEach(async () => {
  server = new WireServer();
  await server.start();
  cleanup.push(() => server.stop());
});
afterEach(async () => {
  for (const clean of cleanup.splice(0).reverse()) await clean();
});

/** An agent beside a router that it has seen. */
async function watched(
  options: RouterSimulatorOptions = {},
  way: Partial<RouterAccess> = {},
  { now, poll_seconds = 60 }: { now?: () => number; poll_seconds?: number } = {},
): Promise<string> {
  simulator = await startRouterSimulator({ connect_delay_ms: 0, ...options });
  cleanup.push(() => simulator.close());
  const access = accessTo(simulator, way);
  server.routers.push(access);
  server.poll_seconds = poll_seconds;
  const agent = createAgent({
    link: createServerLink({ url: server.url, token: TOKEN }),
    agent_id: newId(),
    name: "office",
    log: () => undefined,
    allowLoopback: true,
    ...(now ? { now } : {}),
  });
  agent.start();
  cleanup.push(() => agent.stop());
  await until("the first look", () => server.last(access.id) !== undefined);
  return access.id;
}

const answersTo = (kind: Question["kind"]): Answer[] =>
  server.answers.flatMap(({ question, answer }) => (question.kind === kind ? [answer] : []));

test("A router is checked when it is reached for the first time, unasked, and a group of least rights is found in order", async () => {
  await watched({ device: { services: [{ name: "api", address: "192.0.2.1/32", disabled: false }] } });
  await until("the check", () => answersTo("CHECK").length > 0);
  expect(answersTo("CHECK")[0]).toMatchObject({
    check: {
      is_reachable: true,
      error: null,
      identity: "simulated-router",
      serial_number: "HEX0A1B2C3D",
      ros_version: "7.18.2",
      group: "write",
      rights: ["read", "write", "test", "api", "reboot"],
      agent_address: "127.0.0.1",
      missing: ["NOT_ENCRYPTED"],
      health: expect.arrayContaining([{ name: "cpu-temperature", value: "47", type: "C" }]),
    },
  });
  expect(simulator.writes).toBe(0);
});

test("The sensors of a router that answers are read again after some minutes, and not at each look", async () => {
  let ahead_ms = 0;
  const health = [{ name: "temperature", value: "41", type: "C" }];
  const now = () => performance.now() + ahead_ms;
  const id = await watched({ device: { health } }, {}, { now, poll_seconds: 0.02 });
  const looks = () => server.observations.filter(({ router }) => router === id).length;
  await until("some looks", () => looks() > 5 && answersTo("CHECK").length > 0);
  expect(answersTo("CHECK")).toHaveLength(1);
  health[0] = { name: "temperature", value: "67", type: "C" };
  ahead_ms = 301_000;
  await until("another check", () => answersTo("CHECK").length > 1);
  expect(answersTo("CHECK")[1]).toMatchObject({ check: { health: [{ value: "67" }] } });
});

test("A check names rights that are missing, too many of them, RADIUS and an API that is open to all", async () => {
  const id = await watched({
    users: [{ username: "lastmile", password: "lastmile-simulator", group: "read" }],
    device: { use_radius: true, groups: { read: "read,api,!write,!test,!reboot,policy" } },
  });
  server.ask({ router: id, question: { kind: "CHECK" }, seconds: 5 });
  await until("the check", () => answersTo("CHECK").length > 1);
  const last = answersTo("CHECK").at(-1);
  expect(last?.kind === "CHECK" && [...last.check.missing].sort()).toEqual([
    "API_OPEN_TO_ALL",
    "NOT_ENCRYPTED",
    "NO_RIGHT_REBOOT",
    "NO_RIGHT_TEST",
    "NO_RIGHT_WRITE",
    "TOO_MANY_RIGHTS",
    "USES_RADIUS",
  ]);
});

test("A check of a router that can not be signed in to says why, once", async () => {
  const id = await watched({}, { password: "not-the-password" });
  await until("the check", () => answersTo("CHECK").length > 0);
  expect(answersTo("CHECK")[0]).toMatchObject({
    check: { is_reachable: false, missing: ["WRONG_PASSWORD"], error: expect.stringMatching(/password/) },
  });
  server.tellRouters();
  await until("another hello", () => server.hellos.length > 1);
  expect(answersTo("CHECK")).toHaveLength(1);
  await simulator.down();
  server.ask({ router: id, question: { kind: "CHECK" }, seconds: 5 });
  await until("the second check", () => answersTo("CHECK").length > 1);
  expect(answersTo("CHECK")[1]).toMatchObject({ check: { missing: ["NOT_REACHED"] } });
});

const lineOf = (name: string) => {
  const found = server.answers.find(({ question }) => question.kind === "LINE" && question.username === name);
  return found?.answer.kind === "LINE" ? found.answer.line : null;
};

test("Traffic is sampled each second while somebody looks, without a further login, and no longer", async () => {
  const id = await watched({ secrets: [{ name: "anika" }], profiles: [] });
  const asked = performance.now();
  const sampled = () => simulator.commands.get("/interface/monitor-traffic");
  server.ask({ router: id, question: { kind: "TRAFFIC", interface: "<pppoe-anika>" }, seconds: 1.5 });
  await until("the first sample", () => answersTo("TRAFFIC").length > 0);
  // What is measured first is told, not held back until it can be compared with a second one.
  expect(sampled()).toBe(answersTo("TRAFFIC").length);
  await until("the second sample", () => answersTo("TRAFFIC").length > 1);
  expect(answersTo("TRAFFIC")[0]).toMatchObject({
    kind: "TRAFFIC",
    sample: { interface: "<pppoe-anika>", rx_bps: expect.any(Number), tx_bps: expect.any(Number) },
  });
  // The busiest of its own: the one that carries everybody.
  server.ask({ router: id, question: { kind: "TRAFFIC", interface: null }, seconds: 0.1 });
  await until("the uplink", () =>
    answersTo("TRAFFIC").some((one) => one.kind === "TRAFFIC" && /^ether/.test(one.sample.interface)),
  );
  await until("the end", () => performance.now() - asked > 2_600);
  expect(answersTo("TRAFFIC").length).toBeLessThanOrEqual(4);
  expect(simulator.logins).toBe(1);
});

test("An interface that the router does not have is an answer, not a silence", async () => {
  const id = await watched();
  server.ask({ router: id, question: { kind: "TRAFFIC", interface: "ether99" }, seconds: 5 });
  await until("the refusal", () => answersTo("TRAFFIC").length > 0);
  expect(answersTo("TRAFFIC")).toMatchObject([
    { kind: "FAILED", message: expect.stringMatching(/interface/) },
  ]);
});

test("A line is told with its secret, its session and the sign-ins that were refused, in our time", async () => {
  const ahead = 3 * 3_600_000;
  const id = await watched({
    now: () => Date.now() + ahead,
    secrets: [{ name: "anika" }, { name: "rafi", disabled: true }],
  });
  const began = Date.now();
  simulator.log("pppoe,ppp,error", "<pppoe-1>: user rafi authentication failed", began + ahead - 60_000);
  simulator.log("pppoe,ppp,error", "<pppoe-2>: user rafi authentication failed", began + ahead - 5_000);
  simulator.log("pppoe,ppp,error", "<pppoe-3>: user rafik authentication failed", began + ahead);
  for (const username of ["anika", "rafi", "nobody"])
    server.ask({ router: id, question: { kind: "LINE", username }, seconds: 5 });
  await until("the answers", () => answersTo("LINE").length === 3);
  const of = lineOf;
  expect(of("anika")).toMatchObject({
    secret: { disabled: false },
    refused: null,
    session: { uptime_seconds: expect.any(Number) },
  });
  expect(of("rafi")).toMatchObject({
    secret: { disabled: true },
    refused: { tries: 2, reason: "WRONG_PASSWORD" },
    session: null,
  });
  expect(Math.abs(Date.parse(of("rafi")?.refused?.last_at ?? "") - (began - 5_000))).toBeLessThan(3_000);
  expect(of("nobody")).toEqual({ secret: null, refused: null, session: null });
});

/** Two hotspot users of whom one is closed, and two static lines of whom one is. */
async function otherLines(): Promise<string> {
  const id = await watched();
  const hotspot = { profile: "home-10", password: "pw" };
  simulator.put("/ip/hotspot/user/profile", { name: "home-10", "rate-limit": "2M/10M" });
  simulator.put("/ip/hotspot/user", { name: "cyd", ...hotspot });
  simulator.put("/ip/hotspot/user", { name: "dan", ...hotspot, disabled: "yes" });
  simulator.put("/queue/simple", { name: "eve", target: "10.0.0.5", "max-limit": "1M/20M" });
  simulator.put("/ip/firewall/address-list", { list: "served", address: "10.0.0.5" });
  simulator.put("/ip/firewall/address-list", { list: "closed", address: "10.0.0.6" });
  simulator.put("/ip/firewall/address-list", { list: "old", address: "10.0.0.6", disabled: "yes" });
  return id;
}

test("A hotspot customer's line is told with its user, its session and the sign-ins that were refused", async () => {
  const id = await otherLines();
  for (const at of ["10.65.0.9", "10.65.0.9"])
    simulator.log("hotspot,info,debug", `dan (${at}): login failed: invalid username or password`);
  simulator.log("hotspot,info,debug", "danny (10.65.0.8): login failed: invalid username or password");
  for (const username of ["cyd", "dan", "nobody"])
    server.ask({ router: id, question: { kind: "LINE", username, connection: "HOTSPOT" }, seconds: 5 });
  await until("the answers", () => answersTo("LINE").length === 3);
  expect(lineOf("cyd")).toMatchObject({
    secret: { disabled: false, profile: "home-10" },
    refused: null,
    session: { ip_address: expect.stringMatching(/^10\.65\./), mac_address: expect.any(String) },
  });
  expect(lineOf("dan")).toMatchObject({
    secret: { disabled: true, was_signed_in: false },
    refused: { tries: 2, reason: "WRONG_PASSWORD" },
    session: null,
  });
  expect(lineOf("nobody")).toEqual({ secret: null, refused: null, session: null });
});

test("A static line is told with its queue and the lists on which its address stands", async () => {
  const id = await otherLines();
  const line = { kind: "LINE", connection: "STATIC" } as const;
  server.ask({ router: id, question: { ...line, username: "eve", address: "10.0.0.5" }, seconds: 5 });
  server.ask({ router: id, question: { ...line, username: "finn", address: "10.0.0.6" }, seconds: 5 });
  server.ask({ router: id, question: { ...line, username: "gone", address: null }, seconds: 5 });
  await until("the answers", () => answersTo("LINE").length === 3);
  expect(lineOf("eve")).toMatchObject({ secret: { disabled: false }, lists: ["served"], session: null });
  expect(lineOf("finn")).toMatchObject({ secret: null, lists: ["closed"] });
  expect(lineOf("gone")).toMatchObject({ secret: null, lists: [] });
});

test.each([
  ["a hotspot user", trafficName("HOTSPOT", "cyd"), { rx_bps: 120_000, tx_bps: 2_200_000 }],
  ["a static line", trafficName("STATIC", "eve"), { rx_bps: 60_000, tx_bps: 4_400_000 }],
])(
  "The traffic of %s is that of their queue, upload received and download sent",
  async (_whose, name, rates) => {
    const id = await otherLines();
    server.ask({ router: id, question: { kind: "TRAFFIC", interface: name }, seconds: 0.1 });
    await until("a sample", () => answersTo("TRAFFIC").length > 0);
    const [answer] = answersTo("TRAFFIC");
    expect(answer).toMatchObject({ kind: "TRAFFIC", sample: { interface: name, ...rates } });
  },
);

test.each([
  ["feb/29 10:00:00", "2025-03-05", "2024-02-29T10:00:00.000Z"],
  ["feb/29/2025 10:00:00", "2025-03-05", null],
  ["2025-02-29 10:00:00", "2025-03-05", null],
  ["02-29 10:00:00", "2026-03-05", null],
  ["feb/28 10:00:00", "2025-03-05", "2025-02-28T10:00:00.000Z"],
  ["nov/20 10:00:00", "2025-03-05", "2024-11-20T10:00:00.000Z"],
])("The log's '%s', seen on %s, is %s: a day that there is not is none", (text, day, instant) => {
  const shows_ms = Date.parse(`${day}T12:00:00Z`);
  expect(routerTime(text, { shows_ms, at_ms: shows_ms })).toBe(instant);
});
