// The agent and its OLTs, against a server that is played here: when it looks, what it asks, what it tells, how jobs end.
import { afterEach, expect, test } from "vitest";
import { type Agent, createAgent } from "../../../main/agent.ts";
import type { AgentTimings } from "../../../main/agent-settings.ts";
import type { ServerLink } from "../../../main/network/server-link.ts";
import type { ReportInput, WakeEvent } from "../../../shared/network/agent-wire.ts";
import {
  type LeasedOltJob,
  type ObserveOltInput,
  type OltAccess,
  observeOltInput,
} from "../../../shared/network/olt/olt-wire.ts";
import { oltAccess } from "./helpers/access.ts";
import { restarting, scripted } from "./helpers/device.ts";
import { integer, type Peer, startPeer } from "./helpers/peer.ts";

const AGENT = "0197c000-0000-7000-8000-00000000000a";
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A server that answers what the test put into it. */
class Server {
  olts: OltAccess[] = [];
  elsewhere: string[] = [];
  jobs: LeasedOltJob[] = [];
  watch = true;
  observed: ObserveOltInput[] = [];
  reports: ReportInput[] = [];
  /** In the order in which they came. */
  calls: string[] = [];
  #wake: (event: WakeEvent) => void = () => undefined;

  wake(): void {
    this.#wake({ routers: true });
  }

  /** Somebody waits for this OLT. */
  ask(olt: string): void {
    this.#wake({ urgent: [olt] });
  }

  link(): ServerLink {
    return {
      hello: () =>
        Promise.resolve({
          routers: [],
          watched_elsewhere: [],
          poll_seconds: 5,
          olts: this.olts,
          olts_watched_elsewhere: this.elsewhere,
          olt_poll_seconds: 60,
        }),
      lease: ({ reachable_olt_ids = [] }) => {
        const mine = this.jobs.filter((job) => reachable_olt_ids.includes(job.olt));
        this.jobs = this.jobs.filter((job) => !mine.includes(job));
        return Promise.resolve({ jobs: [], olt_jobs: mine });
      },
      answer: () => Promise.resolve({ wanted: false }),
      renew: () => Promise.resolve({ accepted: true }),
      report: (report) => {
        this.calls.push(`report ${report.outcome}`);
        this.reports.push(report);
        return Promise.resolve({ accepted: true });
      },
      observe: () => Promise.resolve({ watch: true }),
      snapshot: () => Promise.resolve({ accepted: true }),
      observeOlt: (told) => {
        // As the server checks it.
        const input = observeOltInput.parse(told);
        this.calls.push(`${input.status}${input.reading ? ` ${input.reading.onus.length}` : ""}`);
        this.observed.push(input);
        return Promise.resolve({ watch: this.watch });
      },
      onWake: (_agent, listener) => {
        this.#wake = listener;
        return () => undefined;
      },
      close: () => undefined,
    };
  }
}

function startAgent(server: Server, timings: Partial<AgentTimings> = {}): Agent {
  const agent = createAgent({
    link: server.link(),
    agent_id: AGENT,
    name: "agent of a test",
    log: () => undefined,
    allowLoopback: true,
    timings: { lease_busy_ms: 20, lease_idle_ms: 20, ...timings },
    olt_timeouts: {
      timeout_ms: 150,
      slow_timeout_ms: 150,
      reboot: { going_ms: 5_000, back_ms: 5_000, look_ms: 10 },
    },
  });
  closing.push(() => agent.stop());
  agent.start();
  return agent;
}

async function huawei(): Promise<{
  peer: Peer;
  access: OltAccess;
  status: ReturnType<typeof scripted>["status"];
  onu: LeasedOltJob["onu"];
}> {
  const { rows, status, onu } = scripted("huawei-gpon");
  const peer = await startPeer({ rows, ...restarting({ status }) });
  closing.push(() => peer.close());
  return { peer, access: oltAccess(peer.port, { vendor: "HUAWEI" }), status, onu };
}

const job = (kind: LeasedOltJob["kind"], changes: Partial<LeasedOltJob> = {}): LeasedOltJob => ({
  id: "0197c000-0000-7000-8000-0000000000f1",
  lease_id: "0197c000-0000-7000-8000-0000000000f2",
  kind,
  olt: oltAccess(1).id,
  onu: null,
  allow_unverified: false,
  attempts: 0,
  lease_seconds: 60,
  ...changes,
});

const until = (check: () => void) =>
  expect
    .poll(
      () => {
        check();
        return true;
      },
      { interval: 10 },
    )
    .toBe(true);

test("A new OLT is told to be on-line first, then read", async () => {
  const server = new Server();
  const { access } = await huawei();
  server.olts = [access];
  const agent = startAgent(server);
  await until(() => expect(server.calls).toEqual(["ONLINE", "ONLINE 1"]));
  expect(server.observed[1]).toMatchObject({
    olt: access.id,
    profile: "huawei-gpon",
    sys_descr: "A device of a test",
    uptime_seconds: 5_000,
    last_error: null,
  });
  expect(server.observed[1]?.reading?.onus[0]).toMatchObject({
    serial_number: "HWTC1234ABCD",
    pon_port: "0/1/3",
  });
  expect(agent.status().olts).toEqual([
    { id: access.id, name: access.name, status: "ONLINE", last_error: null, error_code: null },
  ]);
});

test("While a long reading lasts the server hears that the OLT is still answering", async () => {
  const server = new Server();
  const { peer, access } = await huawei();
  peer.fault = (request) => (request.pdu === 0xa5 && !server.calls.includes("ONLINE", 3) ? null : undefined);
  server.olts = [access];
  startAgent(server, { olt_still_ms: 20 });
  await until(() => expect(server.calls).toContain("ONLINE 1"));
  expect(server.calls.indexOf("ONLINE 1")).toBeGreaterThan(2);
});

test("Between two readings of everything only the status is asked, and the rest of an ONU that changed", async () => {
  const server = new Server();
  const { peer, access, status } = await huawei();
  server.olts = [access];
  startAgent(server, { olt_look_ms: 30 });
  await until(() => expect(server.calls.length).toBeGreaterThan(4));
  peer.requests.length = 0;
  const before = server.calls.length;
  await until(() => expect(server.calls.length).toBeGreaterThan(before + 2));
  const looks = server.calls.length - before;
  // The system group and one column a look, instead of some twenty questions.
  const questions = new Set(peer.requests.map((request) => request.id)).size;
  expect(questions).toBeLessThanOrEqual(2 * (looks + 1));
  peer.rows.set(status.oid, integer(status.down));
  peer.rows.set("1.3.6.1.4.1.2011.6.128.1.1.2.46.1.24.4194312960.5", integer(13));
  peer.changed();
  await until(() =>
    expect(server.observed.at(-1)?.reading?.onus[0]).toMatchObject({
      status: "DYING_GASP",
      last_down_cause: "POWER",
    }),
  );
  expect(server.observed.at(-1)?.reading?.is_complete).toBe(true);
});

test("An ONU that appears or disappears is read at the next look", async () => {
  const server = new Server();
  const { peer, access } = await huawei();
  server.olts = [access];
  startAgent(server, { olt_look_ms: 30 });
  await until(() => expect(server.calls).toContain("ONLINE 1"));
  const base = "1.3.6.1.4.1.2011.6.128.1.1.2";
  peer.rows.set(`${base}.43.1.3.4194312960.6`, { tag: 4, body: Buffer.from("4857544300000006", "hex") });
  peer.rows.set(`${base}.46.1.15.4194312960.6`, integer(1));
  peer.changed();
  await until(() => expect(server.calls.at(-1)).toBe("ONLINE 2"));
});

test("An OLT that does not answer is told off-line in plain words, tried ever less often, and found again", async () => {
  const server = new Server();
  const { peer, access } = await huawei();
  peer.fault = () => null;
  server.olts = [access];
  startAgent(server, { olt_offline_max_ms: 200 });
  await until(() => expect(server.calls).toContain("OFFLINE"));
  expect(server.observed[0]?.last_error).toMatch(/does not answer/);
  peer.fault = undefined;
  await until(() => expect(server.calls).toContain("ONLINE 1"));
});

test("An OLT that did not answer is tried at once when somebody asks for it, and its poll is done", async () => {
  const server = new Server();
  const { peer, access } = await huawei();
  peer.fault = () => null;
  server.olts = [access];
  // An hour until the next try of its own.
  startAgent(server, { olt_offline_max_ms: 3_600_000, refused_look_ms: 3_600_000 });
  await until(() => expect(server.calls).toContain("OFFLINE"));
  peer.fault = undefined;
  server.jobs = [job("POLL_OLT")];
  server.ask(access.id);
  await until(() => expect(server.reports).toMatchObject([{ outcome: "SUCCEEDED" }]));
  expect(server.calls).toContain("ONLINE 1");
});

test("An OLT whose tables were empty when it was seen first is read as soon as they fill", async () => {
  const server = new Server();
  const { peer, access } = await huawei();
  const full = new Map(peer.rows);
  for (const oid of full.keys()) if (oid.includes(".2011.6.")) peer.rows.delete(oid);
  peer.changed();
  server.olts = [access];
  // No reading of everything is due again.
  startAgent(server, { olt_look_ms: 20, olt_all_ms: 3_600_000 });
  await until(() => expect(server.calls).toContain("ONLINE 0"));
  for (const [oid, row] of full) peer.rows.set(oid, row);
  peer.changed();
  await until(() => expect(server.calls).toContain("ONLINE 1"));
});

test("An OLT whose agent falls silent for a while over one large question is read by small ones from then on", async () => {
  const server = new Server();
  const { peer, access } = await huawei();
  let dead = 0;
  peer.fault = (request) => {
    if (dead > 0) {
      dead -= 1;
      return null;
    }
    const is_large = request.pdu === 0xa5 && request.second > 1;
    if (is_large) dead = 20;
    return is_large ? null : undefined;
  };
  server.olts = [access];
  startAgent(server, { olt_offline_max_ms: 10 });
  await until(() => expect(server.calls).toContain("ONLINE 1"));
});

test("An OLT that another agent watches is left alone, and is taken up when that one is gone", async () => {
  const server = new Server();
  const { peer, access } = await huawei();
  server.olts = [access];
  server.elsewhere = [access.id];
  startAgent(server, { hello_ms: 30, standby_hello_ms: 30 });
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(peer.requests).toEqual([]);
  server.elsewhere = [];
  await until(() => expect(server.calls).toContain("ONLINE 1"));
});

test("An OLT is left to the agent that the server names, as soon as it says so", async () => {
  const server = new Server();
  const { peer, access } = await huawei();
  server.olts = [access];
  server.watch = false;
  startAgent(server, { olt_look_ms: 20 });
  await until(() => expect(server.calls).toEqual(["ONLINE"]));
  const asked = peer.requests.length;
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(peer.requests).toHaveLength(asked);
});

test("Changed credentials are used at once", async () => {
  const server = new Server();
  const { peer, access } = await huawei();
  server.olts = [{ ...access, community: "wrong" }];
  startAgent(server);
  await until(() => expect(server.calls).toContain("OFFLINE"));
  server.olts = [access];
  server.wake();
  await until(() => expect(server.calls).toContain("ONLINE 1"));
  expect(peer.requests.at(-1)?.community).toBe("public");
});

test("A poll that somebody asked for is delivered before it is reported", async () => {
  const server = new Server();
  const { access } = await huawei();
  server.olts = [access];
  startAgent(server);
  await until(() => expect(server.calls).toContain("ONLINE 1"));
  server.calls.length = 0;
  server.jobs = [job("POLL_OLT")];
  await until(() => expect(server.calls).toEqual(["ONLINE 1", "report SUCCEEDED"]));
  expect(server.reports[0]?.olt_result).toMatchObject({ onus: 1, confirmed: null });
});

test("A restart is ordered once, confirmed, and what became of the ONU is told at once", async () => {
  const server = new Server();
  const { peer, access, onu } = await huawei();
  server.olts = [access];
  startAgent(server);
  await until(() => expect(server.calls).toContain("ONLINE 1"));
  server.jobs = [job("REBOOT_ONU", { onu })];
  await until(() => expect(server.reports).toHaveLength(1));
  expect(server.reports[0]).toMatchObject({
    outcome: "SUCCEEDED",
    olt_result: { confirmed: true, onus: null },
  });
  expect(peer.written).toHaveLength(1);
  server.jobs = [job("REBOOT_ONU", { onu, attempts: 1 })];
  await until(() => expect(server.reports).toHaveLength(2));
  expect(server.reports[1]).toMatchObject({ outcome: "FAILED", error: { code: "NOT_REPEATED" } });
  expect(peer.written).toHaveLength(1);
});

test("An OLT that sends nothing but noise does not hold up its neighbour", async () => {
  const server = new Server();
  const noisy = await huawei();
  const { access } = await huawei();
  noisy.peer.fault = () => [Buffer.from("3003020101", "hex"), Buffer.from("ffffffffffff", "hex")];
  const other = { ...noisy.access, id: "0197c000-0000-7000-8000-0000000000b2" };
  server.olts = [other, access];
  startAgent(server);
  await until(() => {
    expect(server.observed.find((told) => told.olt === access.id && told.reading)).toBeDefined();
    expect(server.observed.find((told) => told.olt === other.id)?.status).toBe("OFFLINE");
  });
});

test("An agent stops at once, in the middle of a reading", async () => {
  const server = new Server();
  const { peer, access } = await huawei();
  peer.fault = (request) => (request.pdu === 0xa5 ? null : undefined);
  server.olts = [access];
  const agent = startAgent(server);
  await until(() => expect(peer.requests.some(({ pdu }) => pdu === 0xa5)).toBe(true));
  const [asked, told] = [peer.requests.length, [...server.calls]];
  await agent.stop();
  // It waits for no answer and asks no second time (one question may be on its way): nor does it say that the OLT is gone.
  expect(peer.requests.length).toBeLessThanOrEqual(asked + 1);
  expect(server.calls).toEqual(told);
});
