// How the agent comes to its routers: new and changed ones at once, old ones without the password, watched ones not at all,
// and none with a job that may be another agent's by now.
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Agent, createAgent } from "../../../main/agent.ts";
import type { AgentOptions } from "../../../main/agent-settings.ts";
import { createServerLink } from "../../../main/network/server-link.ts";
import {
  type RouterSimulator,
  type RouterSimulatorOptions,
  startRouterSimulator,
} from "../../../main/network/simulators/router.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { accessTo, job, open, until, user } from "../helpers/fixtures.ts";
import { TOKEN, WireServer } from "../helpers/wire-server.ts";

const cleanup: (() => Promise<unknown>)[] = [];
let server: WireServer;
beforeEach(async () => {
  server = new WireServer();
  await server.start();
  cleanup.push(() => server.stop());
});
afterEach(async () => {
  for (const clean of cleanup.splice(0).reverse()) await clean();
});

async function simulate(options: RouterSimulatorOptions = {}): Promise<RouterSimulator> {
  const simulator = await startRouterSimulator({
    connect_delay_ms: 0,
    profiles: [{ name: "home-10" }],
    ...options,
  });
  cleanup.push(() => simulator.close());
  return simulator;
}

function agent(options: Partial<AgentOptions> = {}): Agent {
  const made = createAgent({
    link: createServerLink({ url: server.url, token: TOKEN }),
    agent_id: newId(),
    name: "office",
    log: () => undefined,
    allowLoopback: true,
    ...options,
  });
  made.start();
  cleanup.push(() => made.stop());
  return made;
}

test("A router older than 6.43 is never sent the password in clear, not even to find out how old it is", async () => {
  const simulator = await simulate({ legacy_login: true, version: "6.42.12" });
  await expect(open(simulator)).rejects.toMatchObject({
    code: "EAUTH",
    message: expect.stringMatching(/older than 6\.43.*was not sent/),
  });
  expect(simulator.clear_passwords).toBe(0);
  expect(simulator.logins).toBe(0);
  const session = await open(simulator, { legacy_login: true });
  await session.close();
  expect(simulator.logins).toBe(1);
  expect(simulator.clear_passwords).toBe(0);
});

test("A router that answered before is logged in to without asking how; one that hangs up when asked is, too", async () => {
  const simulator = await simulate();
  await (await open(simulator, { ros_version: "7.18.2" })).close();
  expect(simulator.commands.get("/login")).toBe(1);
  simulator.faults.add({ kind: "fatal", command: "/login", times: 1 });
  await (await open(simulator)).close();
  expect(simulator.logins).toBe(2);
  expect(simulator.commands.get("/login")).toBe(3);
});

test("A new router and a corrected password are reached at the wake-up, not at the next round", async () => {
  const running = agent();
  await until("the wake stream and the first hello", () => server.hellos.length >= 2);
  const simulator = await simulate();
  const access = accessTo(simulator, { password: "wrong" });
  server.routers.push(access);
  server.tellRouters();
  await until("the refusal", () => server.last(access.id)?.status === "OFFLINE");
  server.routers[0] = { ...access, password: "lastmile-simulator" };
  server.tellRouters();
  await until("the router", () => server.last(access.id)?.status === "ONLINE");
  server.routers.length = 0;
  server.tellRouters();
  await until("its end", () => running.status().routers.length === 0);
});

test("A router that another agent watches is left alone until that agent is gone", async () => {
  const simulator = await simulate();
  const access = accessTo(simulator);
  server.routers.push(access);
  server.watched_elsewhere.push(access.id);
  const running = agent({ timings: { standby_hello_ms: 50 } });
  const queued = server.enqueue(job("UPSERT_USER", { users: [user("anika")] }, { router: access.id }));
  await until("some hellos", () => server.hellos.length > 5);
  expect(simulator.connections).toBe(0);
  expect(queued.status).toBe("QUEUED");
  server.watched_elsewhere.length = 0;
  await until("the job", () => queued.status === "SUCCEEDED");
  server.watched_elsewhere.push(access.id);
  await until("the router to be let go", () => running.status().routers[0]?.status === "UNKNOWN");
});

test("An agent that hears from a look that another one watches the router asks often from then on, and takes over when that one is gone", async () => {
  const simulator = await simulate();
  const access = accessTo(simulator);
  server.routers.push(access);
  const running = agent({ timings: { hello_ms: 3_600_000, standby_hello_ms: 50 } });
  await until("the router", () => running.status().routers[0]?.status === "ONLINE");
  const hellos = server.hellos.length;
  // Who was there first is watching: only the answer to an observation says so.
  server.watched_elsewhere.push(access.id);
  await until("some hellos", () => server.hellos.length > hellos + 3);
  expect(running.status().routers[0]?.status).toBe("UNKNOWN");
  server.watched_elsewhere.length = 0;
  await until("the router again", () => running.status().routers[0]?.status === "ONLINE");
});

test("What somebody waits for goes before the jobs that were leased already", async () => {
  const simulator = await simulate();
  const access = accessTo(simulator);
  server.routers.push(access);
  agent({ timings: { lease_busy_ms: 20 } });
  await until("on-line", () => server.last(access.id)?.status === "ONLINE");
  const [leased, compared] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const hold = (until: Promise<void>) =>
    simulator.faults.add({ kind: "held", command: "/ppp/secret/add", until, times: 1 });
  hold(leased.promise);
  const jobs = Array.from({ length: 6 }, (_, index) =>
    server.enqueue(job("UPSERT_USER", { users: [user(`u${index}`)] }, { router: access.id }), false),
  );
  server.enqueue(job("SYNC_PROFILE", {}, { router: access.id }));
  await until("the first to run", () => simulator.held === 1);
  const asked = { router: access.id, dry_run: true, urgent: true };
  const dry = server.enqueue(job("SYNC_ROUTER", { complete: true }, asked));
  await until("the comparison to be leased", () => dry.status === "LEASED");
  hold(compared.promise);
  leased.resolve();
  // The second addition is answered only when the comparison is done: if it went first, neither would end.
  await until("the comparison", () => dry.status === "SUCCEEDED");
  compared.resolve();
  await until("the rest", () => jobs.every(({ status }) => status === "SUCCEEDED"));
});

test("A job is followed by no look at the whole router", async () => {
  const simulator = await simulate({ secrets: Array.from({ length: 50 }, (_, n) => ({ name: `s${n}` })) });
  const access = accessTo(simulator);
  server.routers.push(access);
  agent({ timings: { look_ms: 60_000, lease_busy_ms: 20 } });
  await until("on-line", () => server.last(access.id)?.status === "ONLINE");
  const before = simulator.printed;
  const jobs = Array.from({ length: 10 }, (_, index) =>
    server.enqueue(
      job("UPSERT_USER", { users: [user(`u${index}`, { enabled: false })] }, { router: access.id }),
    ),
  );
  await until("the jobs", () => jobs.every(({ status }) => status === "SUCCEEDED"));
  expect(simulator.printed - before).toBeLessThan(10 * 4);
});

test("An agent that is cut off from the server for a lease's time writes nothing more, since another may have the job", async () => {
  const simulator = await simulate();
  const access = accessTo(simulator);
  server.routers.push(access);
  server.lease_seconds = 1;
  const running = agent({ timings: { look_ms: 60_000, lease_busy_ms: 20 } });
  await until("on-line", () => server.last(access.id)?.status === "ONLINE");
  const over = Promise.withResolvers<void>();
  simulator.faults.add({ kind: "held", command: "/ppp/secret/print", until: over.promise, times: 1 });
  server.enqueue(job("UPSERT_USER", { users: [user("anika")] }, { router: access.id }));
  await until("the job to run", () => running.status().jobs_running === 1);
  await server.stop();
  setTimeout(over.resolve, server.lease_seconds * 1_500);
  await until("the job to be given up", () => running.status().jobs_running === 0);
  expect(simulator.commands.get("/ppp/secret/print")).toBe(1);
  expect(simulator.writes).toBe(0);
});
