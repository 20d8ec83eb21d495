// What somebody wants to know of a router just now: the agent answers within a second, beside its looks and jobs.
import { afterEach, beforeEach, expect, test } from "vitest";
import { createAgent } from "../../../main/agent.ts";
import { createServerLink } from "../../../main/network/server-link.ts";
import {
  type RouterSimulator,
  type RouterSimulatorOptions,
  startRouterSimulator,
} from "../../../main/network/simulators/router.ts";
import { newId } from "../../../shared/kernel/id.ts";
import type { RouterAccess } from "../../../shared/network/agent-wire.ts";
import type { Answer, Question } from "../../../shared/network/live/question-wire.ts";
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
): Promise<string> {
  simulator = await startRouterSimulator({ connect_delay_ms: 0, ...options });
  cleanup.push(() => simulator.close());
  const access = accessTo(simulator, way);
  server.routers.push(access);
  server.poll_seconds = 60;
  const agent = createAgent({
    link: createServerLink({ url: server.url, token: TOKEN }),
    agent_id: newId(),
    name: "office",
    log: () => undefined,
    allowLoopback: true,
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

test("Traffic is sampled each second while somebody looks, without a further login, and no longer", async () => {
  const id = await watched({ secrets: [{ name: "anika" }], profiles: [] });
  const asked = performance.now();
  server.ask({ router: id, question: { kind: "TRAFFIC", interface: "<pppoe-anika>" }, seconds: 1.5 });
  await until("the first sample", () => answersTo("TRAFFIC").length > 0);
  expect(performance.now() - asked).toBeLessThan(1_000);
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
  const of = (name: string) => {
    const found = server.answers.find(
      ({ question }) => question.kind === "LINE" && question.username === name,
    );
    return found?.answer.kind === "LINE" ? found.answer.line : null;
  };
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
