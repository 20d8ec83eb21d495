// In which order an agent carries out what it holds for one router: urgent first, and never an older word after a newer.
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Agent, createAgent } from "../../../main/agent.ts";
import { createServerLink } from "../../../main/network/server-link.ts";
import { type RouterSimulator, startRouterSimulator } from "../../../main/network/simulators/router.ts";
import { newId } from "../../../shared/kernel/id.ts";
import type { DesiredProfile, DesiredState, LeasedJob } from "../../../shared/network/agent-wire.ts";
import { accessTo, job, profile, until, user } from "../helpers/fixtures.ts";
import { ours } from "../helpers/job-bench.ts";
import { type QueuedJob, TOKEN, WireServer } from "../helpers/wire-server.ts";

const [first, calm, hasty] = [user("first"), user("calm"), user("hasty")];
let server: WireServer;
let simulator: RouterSimulator;
let agent: Agent;
let router: string;

beforeEach(async () => {
  server = new WireServer();
  await server.start();
  simulator = await startRouterSimulator({
    connect_delay_ms: 0,
    profiles: [{ name: "home-10" }],
    secrets: [first, calm, hasty].map(ours),
  });
  const access = accessTo(simulator);
  router = access.id;
  server.routers.push(access);
  agent = createAgent({
    link: createServerLink({ url: server.url, token: TOKEN }),
    ...{ agent_id: newId(), name: "office", log: () => undefined, allowLoopback: true },
    timings: { lease_busy_ms: 20, lease_idle_ms: 100 },
  });
  agent.start();
});
afterEach(async () => {
  await agent.stop();
  await simulator.close();
  await server.stop();
});

type Asked = [kind: LeasedJob["kind"], state: Partial<DesiredState>, urgent?: boolean];

/** The jobs in the order of their ends, all of them leased in the order given while the router was busy with the first. */
async function carriedOut(...asked: Asked[]): Promise<number[]> {
  const released = Promise.withResolvers<void>();
  const busy: Asked = ["UPSERT_USER", { users: [{ ...first, password_version: newId() }] }];
  simulator.faults.add({ kind: "held", command: "/ppp/secret/set", until: released.promise, times: 1 });
  const queued: QueuedJob[] = [];
  for (const [kind, state, urgent = false] of [busy, ...asked]) {
    const one = server.enqueue(job(kind, state, { router, urgent }));
    await until("the job to be leased", () => one.status === "LEASED");
    queued.push(one);
  }
  released.resolve();
  await until("all jobs", () => queued.every(({ status }) => status === "SUCCEEDED"));
  return server.reports.slice(1).map(({ job_id }) => queued.findIndex(({ job: { id } }) => id === job_id));
}

test("What somebody waits for goes before what is about others", async () => {
  const order = await carriedOut(
    ["UPSERT_USER", { users: [calm] }],
    ["UPSERT_USER", { users: [hasty] }, true],
  );
  expect(order).toEqual([2, 1]);
});

test("What somebody waits for goes after what was leased earlier of the same customer, in whichever kind of job", async () => {
  const off = { ...hasty, enabled: false };
  for (const earlier of [
    ["DISABLE_USER", { users: [off] }],
    ["SYNC_PROFILE", { users: [off], profiles: [profile("home-50")] }],
    ["SYNC_ROUTER", { users: [first, calm, off], complete: true }],
  ] satisfies Asked[]) {
    server.reports.length = 0;
    expect(await carriedOut(earlier, ["ENABLE_USER", { users: [hasty] }, true])).toEqual([1, 2]);
    expect(simulator.secrets().find(({ name }) => name === "hasty")?.disabled).toBe(false);
  }
});

test("What somebody waits for goes after another speed of the same profile, and before the same one", async () => {
  const was = profile("home-20");
  const ordered = (now: DesiredProfile) => {
    server.reports.length = 0;
    const earlier: Asked = ["UPSERT_USER", { users: [calm], profiles: [was] }];
    return carriedOut(earlier, ["UPSERT_USER", { users: [hasty], profiles: [now] }, true]);
  };
  expect(await ordered(was)).toEqual([2, 1]);
  expect(await ordered({ ...was, rate_limit: { upload_kbps: 20_000, download_kbps: 20_000 } })).toEqual([
    1, 2,
  ]);
  expect(simulator.profiles().find(({ name }) => name === "home-20")?.rate_limit).toBe("20M/20M");
});
