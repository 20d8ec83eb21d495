// When the agent looks at a router, and what a look asks of it: counted at the simulator, by a clock that the test moves.
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Agent, createAgent } from "../../../main/agent.ts";
import type { AgentOptions } from "../../../main/agent-settings.ts";
import type { OpenRouter, RouterSession } from "../../../main/network/driver.ts";
import { Device } from "../../../main/network/router/device.ts";
import { openRouterOs } from "../../../main/network/routeros/session.ts";
import { createServerLink } from "../../../main/network/server-link.ts";
import {
  type RouterSimulator,
  type RouterSimulatorOptions,
  startRouterSimulator,
} from "../../../main/network/simulators/router.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { formatComment } from "../../../shared/network/comment.rules.ts";
import { accessTo, job, TENANT, until, user } from "../helpers/fixtures.ts";
import { TOKEN, WireServer } from "../helpers/wire-server.ts";

const cleanup: (() => Promise<unknown>)[] = [];
let server: WireServer;
let simulator: RouterSimulator;
/** The router's id. */
let id: string;
/** The agent's clock, and how often it opened a connection. */
let now: number;
let tries: number;

beforeEach(async () => {
  server = new WireServer();
  await server.start();
  cleanup.push(() => server.stop());
  now = 0;
  tries = 0;
});
afterEach(async () => {
  for (const clean of cleanup.splice(0).reverse()) await clean();
});

async function router(options: RouterSimulatorOptions = {}): Promise<void> {
  simulator = await startRouterSimulator({
    connect_delay_ms: 0,
    profiles: [{ name: "home-10" }],
    ...options,
  });
  cleanup.push(() => simulator.close());
  const access = accessTo(simulator);
  id = access.id;
  server.routers.push(access);
}

/** An agent whose clock stands still but for `lookAfter`. */
function agent(timings: AgentOptions["timings"] = {}): Agent {
  const open: OpenRouter = (access, options) => {
    tries += 1;
    return openRouterOs(access, options);
  };
  const made = createAgent({
    link: createServerLink({ url: server.url, token: TOKEN }),
    agent_id: newId(),
    name: "office",
    log: () => undefined,
    allowLoopback: true,
    timings: { look_ms: 5_000, lease_busy_ms: 50, ...timings },
    now: () => now,
    open,
  });
  made.start();
  cleanup.push(() => made.stop());
  return made;
}

/** Moves the clock on; answers whether there was a look by then, which has been told. */
async function lookAfter(ms: number): Promise<boolean> {
  const before = { tries, looks: server.observations.length, asked: asked() };
  now += ms;
  // The second greeting is answered after what the first one told was taken over.
  for (const count of [server.hellos.length + 1, server.hellos.length + 2]) {
    server.tellRouters();
    await until("a greeting", () => server.hellos.length >= count);
  }
  const looked = tries > before.tries || asked() > before.asked;
  if (looked) await until("the look to be told", () => server.observations.length > before.looks);
  return looked;
}
const asked = () => simulator.commands.get("/system/resource/print") ?? 0;

const anika = user("anika", { enabled: false });
const ours = {
  name: "anika",
  profile: "home-10",
  comment: formatComment(TENANT, anika.customer_id, anika.name, ""),
};

test("The regular look tells hotspot sessions beside those of PPPoE", async () => {
  await router({ secrets: [ours] });
  simulator.put("/ip/hotspot/user", { name: "guest" });
  agent();
  await until("both", () => server.last(id)?.sessions?.length === 2);
  expect(server.last(id)?.sessions).toMatchObject([
    { username: "anika", connection: "PPPOE", session_id: simulator.sessions()[0]?.session_id },
    { username: "guest", connection: "HOTSPOT", bytes_in: expect.any(Number) },
  ]);
});

test("A router that failed five times in a row is probed each minute, and at once when somebody waits", async () => {
  await router({ secrets: [ours] });
  agent();
  await until("on-line", () => server.last(id)?.status === "ONLINE");
  await simulator.down();
  for (const ms of [5_000, 5_000, 10_000, 15_000, 20_000]) expect(await lookAfter(ms)).toBe(true);
  // Five failures: now only each minute, however long it lasts.
  for (const _ of [1, 2]) {
    expect(await lookAfter(59_000)).toBe(false);
    expect(await lookAfter(1_000)).toBe(true);
  }
  expect(server.last(id)?.status).toBe("OFFLINE");
  const queued = server.enqueue(job("DISABLE_USER", { users: [anika] }, { router: id, urgent: true }), false);
  await simulator.up();
  server.tellUrgent(id);
  await until("the job", () => queued.status === "SUCCEEDED");
  expect(server.last(id)?.status).toBe("ONLINE");
  // Closed again: the next failure is tried after the usual pause.
  await simulator.down();
  expect(await lookAfter(5_000)).toBe(true);
  expect(await lookAfter(5_000)).toBe(true);
});

test("A router that refused the login is tried again at once when somebody waits, but not time and again", async () => {
  await router({ secrets: [ours] });
  simulator.faults.add({
    kind: "trap",
    command: "/login",
    message: "invalid user name or password (6)",
  });
  agent();
  await until("refused", () => server.last(id)?.error_code === "EAUTH");
  const urgent = job("DISABLE_USER", { users: [anika] }, { router: id, urgent: true });
  const queued = server.enqueue(urgent, false);
  const refusals = () => server.observations.filter(({ error_code }) => error_code === "EAUTH").length;
  server.tellUrgent(id);
  await until("a second try", () => refusals() === 2);
  // Who asks again a moment later does not have the router lock its user out.
  server.tellUrgent(id);
  expect(await lookAfter(5_000)).toBe(false);
  simulator.faults.clear();
  now += 10_000;
  server.tellUrgent(id);
  await until("the job", () => queued.status === "SUCCEEDED");
});

test("A short cut with jobs waiting is one failure: they go back at once, and are done after the next look", async () => {
  const lines = Array.from({ length: 10 }, (_, n) => user(`line-${n}`, { enabled: false }));
  await router({
    secrets: lines.map((line) => ({
      ...{ name: line.username, profile: "home-10" },
      comment: formatComment(TENANT, line.customer_id, line.name, ""),
    })),
  });
  agent();
  await until("on-line", () => server.last(id)?.status === "ONLINE");
  const held = new Promise<void>(() => undefined);
  simulator.faults.add({ kind: "held", command: "/ppp/secret/set", until: held, times: 1 });
  const jobs = lines.map((line) => server.enqueue(job("DISABLE_USER", { users: [line] }, { router: id })));
  await until("all to be leased", () => jobs.every(({ status }) => status === "LEASED"));
  await until("the router to be busy", () => simulator.held > 0);
  const before = tries;
  await simulator.down();
  await until("all to be given back", () => server.reports.length >= jobs.length);
  expect(server.reports.map(({ outcome }) => outcome)).toEqual(jobs.map(() => "RETRY"));
  // The look that follows a break, and the job behind it.
  expect(tries - before).toBeLessThanOrEqual(2);
  await until("the outage to be told", () => server.last(id)?.status === "OFFLINE");
  await simulator.up();
  expect(await lookAfter(5_000)).toBe(true);
  await until("all jobs", () => jobs.every(({ status }) => status === "SUCCEEDED"));
});

test("A router with 5,000 idle sessions prints two rows a session and minute, and comings and goings show at the next look", async () => {
  const LINES = 5_000;
  const secrets = Array.from({ length: LINES }, (_, n) => ({ name: `s${n}` }));
  await router({ secrets: [...secrets, { name: "late", cpe_off: true }] });
  simulator.put("/ip/hotspot/user", { name: "guest" });
  const options = { open: openRouterOs, open_options: { allow_loopback: true }, idle_close_ms: 60_000 };
  const device = new Device(accessTo(simulator), { ...options, clock: () => now });
  cleanup.push(() => device.close());
  /** One look after the usual pause, with the rows that it made the router print. */
  const look = async () => {
    const pause = device.pauseAfterLook(5_000);
    expect(pause).toBeLessThan(10_000);
    now += pause;
    const before = simulator.printed;
    const { sessions } = await device.look();
    return { sessions, rows: simulator.printed - before };
  };
  const { sessions: first } = await look();
  expect(first).toHaveLength(LINES + 1);
  const began = now;
  let rows = 0;
  while (now - began < 128_000) {
    const looked = await look();
    rows += looked.rows;
    expect(looked.sessions).toHaveLength(LINES + 1);
    expect(looked.sessions.every(({ bytes_in }) => bytes_in !== null)).toBe(true);
  }
  // Two minutes: all of them with their counters twice, and else next to nothing.
  expect(rows).toBeGreaterThan(4 * LINES);
  expect(rows).toBeLessThan(4.1 * LINES);
  const names = (of: { username: string }[]) => of.map(({ username }) => username);
  await look();
  simulator.setCpe("late", true);
  const came = await look();
  expect(names(came.sessions)).toContain("late");
  // Without the counters of all the others.
  expect(came.rows).toBeLessThan(1.1 * LINES);
  simulator.setCpe("s7", false);
  expect(names((await look()).sessions)).not.toContain("s7");
  // One goes while another comes: the number says nothing, the next minute does; a kick of ours is never hidden by it.
  simulator.setCpe("s7", true);
  simulator.setCpe("s8", false);
  now += 60_000;
  const swapped = names((await look()).sessions);
  expect(swapped).toContain("s7");
  expect(swapped).not.toContain("s8");
  const numberOf = (of: { username: string; session_id: string }[]) =>
    of.find(({ username }) => username === "s9")?.session_id;
  const kicked = numberOf((await look()).sessions);
  simulator.setCpe("s9", false);
  simulator.setCpe("s9", true);
  device.sessions.forget();
  expect(numberOf((await look()).sessions)).not.toBe(kicked);
});

test("Whoever waits for a router while its password is corrected is let in the new way, and a needless session is closed", async () => {
  await router({ connect_delay_ms: 100 });
  const opened: RouterSession[] = [];
  const open: OpenRouter = async (access, options) => {
    const session = await openRouterOs(access, options);
    opened.push(session);
    return session;
  };
  const options = { open, open_options: { allow_loopback: true }, idle_close_ms: 60_000, clock: () => now };
  const right = accessTo(simulator);
  const device = new Device({ ...right, password: "mistyped" }, options);
  cleanup.push(() => device.close());
  const refused = device.look();
  device.update(right);
  await expect(Promise.all([refused, device.look()])).resolves.toHaveLength(2);
  const other = new Device(right, options);
  cleanup.push(() => other.close());
  const overtaken = other.look();
  other.update({ ...right, host: "localhost" });
  await expect(Promise.all([overtaken, other.look()])).resolves.toHaveLength(2);
  expect(opened.map((session) => session.open)).toEqual([true, false, true]);
});
