// The agent between a real tRPC server and simulated routers: jobs, routers and servers that go and come back.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
import { formatComment } from "../../../shared/network/comment.rules.ts";
import { type Program, startProgram } from "../../helpers/process/program.ts";
import { accessTo, job, TENANT, until, user } from "../helpers/fixtures.ts";
import { TOKEN, WireServer } from "../helpers/wire-server.ts";

const cleanup: (() => Promise<unknown>)[] = [];
const logged: string[] = [];
let server: WireServer;
beforeEach(async () => {
  server = new WireServer();
  await server.start();
  cleanup.push(() => server.stop());
  logged.length = 0;
});
afterEach(async () => {
  for (const clean of cleanup.splice(0).reverse()) await clean();
});

async function router(
  options: RouterSimulatorOptions = {},
): Promise<{ simulator: RouterSimulator; id: string }> {
  const simulator = await startRouterSimulator({
    connect_delay_ms: 0,
    profiles: [{ name: "home-10" }],
    ...options,
  });
  cleanup.push(() => simulator.close());
  const access = accessTo(simulator);
  server.routers.push(access);
  return { simulator, id: access.id };
}

const TIMINGS = {
  lease_busy_ms: 50,
  lease_idle_ms: 5_000,
  retry_min_ms: 20,
  retry_max_ms: 100,
  offline_probe_ms: 100,
};
/** Where nobody wakes the agent, and it is to ask soon all the same. */
const ASKS_OFTEN = { timings: { ...TIMINGS, lease_idle_ms: 100 } };

function agent(options: Partial<AgentOptions> = {}): Agent {
  const made = createAgent({
    link: createServerLink({ url: server.url, token: TOKEN }),
    agent_id: newId(),
    name: "office",
    log: (level, message, fields) => logged.push(JSON.stringify({ level, message, ...fields })),
    allowLoopback: true,
    timings: TIMINGS,
    ...options,
  });
  made.start();
  cleanup.push(() => made.stop());
  return made;
}

const anika = user("anika", { enabled: false });
const ours = {
  name: "anika",
  profile: "home-10",
  comment: formatComment(TENANT, anika.customer_id, anika.name, ""),
};

test("The agent observes routers and sessions, with rates seen from the customer", async () => {
  const { simulator, id } = await router({ secrets: [ours], identity: "tower", version: "7.18.2" });
  const running = agent({ site: "north", timings: { look_ms: 600 } });
  await until("a rate", () => typeof server.last(id)?.sessions?.[0]?.rate_in_bps === "number");
  expect(server.hellos[0]).toMatchObject({ name: "office", site: "north" });
  const seen = server.last(id);
  expect(seen).toMatchObject({
    status: "ONLINE",
    last_error: null,
    identity: "tower",
    ros_version: "7.18.2",
  });
  const [session] = seen?.sessions ?? [];
  expect(session).toMatchObject({ username: "anika", ros_id: simulator.sessions()[0]?.ros_id });
  // Customers download more than they upload.
  expect(session?.rate_in_bps).toBeGreaterThan(session?.rate_out_bps ?? 0);
  expect(session?.bytes_in).toBeGreaterThan(session?.bytes_out ?? 0);
  // ether1 faces the internet: it receives what customers download.
  const uplink = seen?.interfaces?.find((row) => row.name === "ether1");
  expect(uplink?.rx_bps).toBeGreaterThan(uplink?.tx_bps ?? 0);
  expect(uplink?.rx_pps).toBeGreaterThan(0);
  expect(running.status()).toMatchObject({ connected: true, routers: [{ status: "ONLINE" }] });
  expect(simulator.connections).toBe(1);
});

test("A wake-up brings a job though the agent would ask by itself only tomorrow; the report carries the outcome", async () => {
  const { simulator, id } = await router({ secrets: [ours] });
  const tomorrow = 86_400_000;
  agent({
    timings: { ...TIMINGS, lease_idle_ms: tomorrow, hello_ms: tomorrow, standby_hello_ms: tomorrow },
  });
  await until("the first look", () => server.last(id)?.status === "ONLINE");
  await until("the first lease", () => server.leases > 0);
  const queued = server.enqueue(job("DISABLE_USER", { users: [anika] }, { router: id }));
  await until("the job", () => queued.status === "SUCCEEDED");
  expect(queued.report?.result?.users).toMatchObject([{ outcome: "DISABLED", kicked: true }]);
  expect(simulator.sessions()).toEqual([]);
  expect(simulator.connections).toBe(1);
});

test("Router down: jobs wait; back up: they run at once", async () => {
  const { simulator, id } = await router({ secrets: [ours] });
  agent();
  await until("on-line", () => server.last(id)?.status === "ONLINE");
  await simulator.down();
  await until("off-line", () => server.last(id)?.status === "OFFLINE");
  expect(server.last(id)?.last_error).toMatch(/refused the connection/);
  const queued = server.enqueue(job("DISABLE_USER", { users: [anika] }, { router: id }));
  const leases = server.leases;
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(queued.status).toBe("QUEUED");
  expect(server.leases).toBe(leases);
  await simulator.up();
  await until("the job", () => queued.status === "SUCCEEDED");
  expect(simulator.secrets()[0]?.disabled).toBe(true);
});

test("A router that dies under a job: RETRY with plain words, done when it is back", async () => {
  const { simulator, id } = await router({ secrets: [ours] });
  agent();
  await until("on-line", () => server.last(id)?.status === "ONLINE");
  simulator.faults.add({ kind: "reset", command: "/ppp/secret/set", after_bytes: 0, times: 1 });
  const queued = server.enqueue(job("DISABLE_USER", { users: [anika] }, { router: id }));
  await until("the job", () => queued.status === "SUCCEEDED");
  expect(server.reports.map((report) => report.outcome)).toEqual(["RETRY", "SUCCEEDED"]);
  expect(server.reports[0]?.error).toMatchObject({
    code: "ECLOSED",
    message: expect.stringMatching(/^The router/),
  });
});

test("A wrong password is reported, not tried over and over", async () => {
  const { simulator, id } = await router();
  const [access] = server.routers;
  if (access) server.routers[0] = { ...access, password: "not-the-password" };
  agent();
  await until("off-line", () => server.last(id)?.status === "OFFLINE");
  expect(server.last(id)?.last_error).toMatch(/user name or password/);
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(simulator.connections).toBe(1);
  expect(logged.join()).not.toContain("not-the-password");
});

test("New credentials are used as soon as the server hands them out", async () => {
  const { id } = await router();
  const [access] = server.routers;
  if (!access) throw new Error("no router");
  server.routers[0] = { ...access, password: "wrong" };
  agent({ timings: { hello_ms: 100, look_ms: 50 } });
  await until("off-line", () => server.last(id)?.status === "OFFLINE");
  server.routers[0] = access;
  await until("on-line", () => server.last(id)?.status === "ONLINE");
});

test("Server gone and back: the agent finds it again, work goes on", async () => {
  const { id } = await router({ secrets: [ours] });
  const running = agent(ASKS_OFTEN);
  await until("on-line", () => server.last(id)?.status === "ONLINE");
  const { port } = server;
  await server.stop();
  await until("the loss to be noticed", () => !running.status().connected);
  const queued = server.enqueue(job("DISABLE_USER", { users: [anika] }, { router: id }), false);
  await server.start(port);
  await until("the job", () => queued.status === "SUCCEEDED");
  expect(running.status().connected).toBe(true);
});

test("Jobs of one router run one after the other, those of different routers together", async () => {
  const first = await router({ secrets: [ours] });
  const second = await router({ secrets: [ours] });
  agent();
  await until(
    "on-line",
    () => server.last(first.id)?.status === "ONLINE" && server.last(second.id)?.status === "ONLINE",
  );
  const looked = Promise.withResolvers<void>();
  for (const { simulator } of [first, second])
    simulator.faults.add({ kind: "held", command: "/ppp/secret/print", until: looked.promise });
  const jobs = [first, first, second].map(({ id }) =>
    server.enqueue(job("DISABLE_USER", { users: [anika] }, { router: id })),
  );
  const asked = () => [first, second].map(({ simulator }) => simulator.held);
  await until("both routers to be asked", () => asked().every((held) => held > 0));
  expect(asked()).toEqual([1, 1]);
  looked.resolve();
  await until("all jobs", () => jobs.every(({ status }) => status === "SUCCEEDED"));
  const outcomes = jobs.slice(0, 2).map((queued) => queued.report?.result?.users[0]?.outcome);
  expect(outcomes).toEqual(["DISABLED", "UNCHANGED"]);
});

test("A long job renews its lease; a stopped agent finishes it, reports, and leaves nothing open", async () => {
  const { simulator, id } = await router({ secrets: [ours] });
  server.lease_seconds = 0.9;
  const running = agent();
  await until("on-line", () => server.last(id)?.status === "ONLINE");
  const renewed = until("a renewal", () => server.renewals > 0);
  simulator.faults.add({ kind: "held", command: "/ppp/secret/set", until: renewed });
  const queued = server.enqueue(job("DISABLE_USER", { users: [anika] }, { router: id }));
  await until("the job to run", () => running.status().jobs_running === 1);
  await running.stop();
  await renewed;
  expect(queued.status).toBe("SUCCEEDED");
  expect(running.status().jobs_running).toBe(0);
});

test("An answer of another form is refused and tried again, without showing it", async () => {
  const { id } = await router();
  const [access] = server.routers;
  if (!access) throw new Error("no router");
  const broken = { ...access, api_port: "many" };
  server.routers[0] = broken as unknown as typeof access;
  const running = agent();
  await until("the refusal", () => running.status().server_error?.includes("agreed form") ?? false);
  expect(logged.join()).not.toContain(access.password);
  server.routers[0] = access;
  await until("on-line", () => server.last(id)?.status === "ONLINE");
});

function start(script: string, env: Record<string, string>): Program {
  const program = startProgram(script, env);
  cleanup.push(async () => {
    program.process.kill("SIGKILL");
    await program.ended;
  });
  return program;
}

test.each([
  ["LASTMILE_SERVER", {}],
  ["LASTMILE_SERVER", { LASTMILE_SERVER: "here", LASTMILE_TOKEN: "t" }],
  ["LASTMILE_SERVER", { LASTMILE_SERVER: "ftp://here", LASTMILE_TOKEN: "t" }],
  ["LASTMILE_SERVER", { LASTMILE_SERVER: "http://isp.example", LASTMILE_TOKEN: "t" }],
  [
    "LASTMILE_SERVER",
    { LASTMILE_SERVER: "http://192.168.1.5:4000", LASTMILE_TOKEN: "t", LASTMILE_ALLOW_HTTP: "0" },
  ],
  [
    "LASTMILE_ALLOW_HTTP",
    { LASTMILE_SERVER: "http://192.168.1.5", LASTMILE_TOKEN: "t", LASTMILE_ALLOW_HTTP: "yes" },
  ],
  ["LASTMILE_TOKEN", { LASTMILE_SERVER: "http://127.0.0.1:1" }],
])("npm run agent with a wrong %s stops with code 2 and one line", async (variable, env) => {
  const { errors, ended } = start("main/start-agent.ts", env as Record<string, string>);
  expect(await ended).toBe(2);
  expect(errors()).toMatch(new RegExp(`^${variable} .*\n$`));
});

test("npm run agent with a token that the server refuses stops with code 2", async () => {
  const folder = mkdtempSync(join(tmpdir(), "lastmile-agent-"));
  cleanup.push(async () => rmSync(folder, { recursive: true }));
  const env = { LASTMILE_SERVER: server.url, LASTMILE_TOKEN: "wrong", LASTMILE_DATA_DIR: folder };
  const { errors, ended } = start("main/start-agent.ts", env);
  expect(await ended).toBe(2);
  expect(errors()).toMatch(/^LASTMILE_TOKEN .*\n$/);
});

test("The lease of a killed agent lapses, and another agent finishes its job", async () => {
  const { simulator, id } = await router({ secrets: [ours] });
  const folder = mkdtempSync(join(tmpdir(), "lastmile-agent-"));
  cleanup.push(async () => rmSync(folder, { recursive: true }));
  server.lease_seconds = 0.5;
  const env = { LASTMILE_SERVER: server.url, LASTMILE_TOKEN: TOKEN, LASTMILE_DATA_DIR: folder };
  const doomed = start("main/start-agent.ts", env);
  await until("on-line", () => server.last(id)?.status === "ONLINE");
  const repair = simulator.faults.add({ kind: "silent", command: "/ppp/secret/set" });
  const queued = server.enqueue(job("DISABLE_USER", { users: [anika] }, { router: id }));
  await until("the job to be leased", () => queued.status === "LEASED");
  doomed.process.kill("SIGKILL");
  await doomed.ended;
  repair();
  agent(ASKS_OFTEN);
  await until("the job", () => queued.status === "SUCCEEDED");
  expect(simulator.secrets()[0]?.disabled).toBe(true);
  expect(simulator.sessions()).toEqual([]);
});

test("npm run agent works for a server, keeps its id, stops on SIGTERM", async () => {
  const { id } = await router({ secrets: [ours] });
  const folder = mkdtempSync(join(tmpdir(), "lastmile-agent-"));
  cleanup.push(async () => rmSync(folder, { recursive: true }));
  const env = {
    LASTMILE_SERVER: server.url,
    LASTMILE_TOKEN: TOKEN,
    LASTMILE_SITE: "north",
    LASTMILE_DATA_DIR: folder,
  };
  const first = start("main/start-agent.ts", env);
  await until("an observation", () => server.last(id)?.status === "ONLINE");
  first.process.kill("SIGTERM");
  expect(await first.ended).toBe(0);
  const kept = readFileSync(join(folder, "agent-id"), "utf8").trim();
  expect(server.last(id)?.agent_id).toBe(kept);
  expect(server.hellos[0]).toMatchObject({ site: "north" });
  expect(first.output()).not.toContain(TOKEN);
  const second = start("main/start-agent.ts", env);
  await until("the same id again", () => second.output().includes(kept));
});

test("npm run simulate prints address and credentials, takes faults from outside, stops on SIGTERM", async () => {
  const {
    process: child,
    output,
    ended,
  } = start("main/network/simulators/start.ts", {
    LASTMILE_SIM_ROUTER_PORT: "0",
    LASTMILE_SIM_ROUTER_SECRETS: "500",
  });
  await until("the control", () => output().includes("fault control"));
  const [, port] = /listening on 127\.0\.0\.1:(\d+)/.exec(output()) ?? [];
  const [control] = /http:\S+/.exec(output()) ?? [];
  server.routers.push({
    ...accessTo(await startAndTrack()),
    api_port: Number(port),
    username: "lastmile",
    password: "lastmile-simulator",
  });
  const [access] = server.routers;
  agent();
  await until("500 sessions", () => server.last(access?.id ?? "")?.sessions?.length === 500);
  await fetch(`${control}/faults`, { method: "POST", body: JSON.stringify({ kind: "fatal" }) });
  await until("off-line", () => server.last(access?.id ?? "")?.status === "OFFLINE");
  expect((await fetch(`${control}/faults`, { method: "POST", body: '{"kind":"nonsense"}' })).status).toBe(
    400,
  );
  await fetch(`${control}/faults`, { method: "DELETE" });
  await until("on-line", () => server.last(access?.id ?? "")?.status === "ONLINE");
  child.kill("SIGTERM");
  expect(await ended).toBe(0);
});

async function startAndTrack(): Promise<RouterSimulator> {
  const simulator = await startRouterSimulator();
  cleanup.push(() => simulator.close());
  return simulator;
}

test.each(["LASTMILE_SIM_ROUTER_PORT", "LASTMILE_SIM_ROUTER_USER"])(
  "A wrong %s stops the simulator with code 2",
  async (name) => {
    const { errors, ended } = start("main/network/simulators/start.ts", { [name]: "nonsense" });
    expect(await ended).toBe(2);
    expect(errors()).toContain(name);
  },
);
