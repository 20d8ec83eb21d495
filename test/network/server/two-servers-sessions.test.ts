// The looks of one agent reach two servers in turn, as behind one port: its sessions are kept as one server keeps them.
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import type { ObservedSession } from "../../../shared/network/agent-wire.ts";
import type { Client } from "../../helpers/server.ts";
import { agentAt, type FakeAgent, resultOf } from "../helpers/network-fixture.ts";
import { agentInTurn, openTwoServers, type TwoServers } from "../helpers/two-servers.ts";

let servers: TwoServers;
let owner: Client;
beforeAll(async () => {
  servers = await openTwoServers();
  ({ owner } = servers.tenant);
});
afterAll(() => servers.stop());

const session = (index: number, more: Partial<ObservedSession> = {}): ObservedSession => ({
  ros_id: `*${index.toString(16)}`,
  session_id: "",
  connection: "PPPOE",
  username: `line-${index}`,
  ip_address: `10.0.${index >> 8}.${index & 255}`,
  mac_address: null,
  uptime_seconds: 10_000,
  bytes_in: index,
  bytes_out: null,
  rate_in_bps: null,
  rate_out_bps: null,
  ...more,
});
const sessions = (count: number) => Array.from({ length: count }, (_, index) => session(index));

/** Each session's row with the transaction that wrote it last, by name. */
async function rowsOf(router: string): Promise<Map<string, string>> {
  const rows = await servers.server.services.db.platform<{ username: string; row: string }[]>`
    select /* every tenant */ username, ctid || ' ' || xmin as row from user_sessions where router = ${router}`;
  return new Map(rows.map(({ username, row }) => [username, row]));
}

interface Watched {
  agent: FakeAgent;
  router: string;
}

/** What a look leaves: the sessions as they are answered, and the names of those whose rows it wrote. */
async function afterLook({ agent, router }: Watched, seen: ObservedSession[]) {
  const before = await rowsOf(router);
  await agent.observe(router, { sessions: seen });
  const written = [...(await rowsOf(router))].filter(([name, row]) => before.get(name) !== row);
  const { body } = await owner.get(`/user-sessions/?router=${router}&ordering=username&page_size=100`);
  const shown = body.results.map((row: Record<string, unknown>) =>
    ["username", "customer_name", "ip_address", "bytes_in"].map((member) => row[member]),
  );
  return { written: written.map(([name]) => name).sort(), shown };
}

/** An agent at one server, and one with its calls in turn at both, each with a router of its own. */
async function aloneAndInTurn(): Promise<readonly [Watched, Watched]> {
  const agents = [agentAt(servers), agentInTurn(servers)];
  const [alone, both] = await Promise.all(
    agents.map(async (agent) => ({ agent, router: await servers.router() })),
  );
  return [alone!, both!];
}

it("Looks that reach two servers in turn leave the sessions and write the rows that they do at one", async () => {
  const [alone, both] = await aloneAndInTurn();
  const first = sessions(40);
  const moved = first.map((one, at) => (at % 7 === 0 ? { ...one, ip_address: "10.9.9.9" } : one));
  const fewer = moved.filter((_, at) => at % 5 !== 0);
  const others = [...fewer, ...sessions(60).slice(50)];
  const again = others.map((one, at) => (at % 9 === 0 ? { ...one, uptime_seconds: 5 } : one));
  // Each one thrice: the server that had the look before knows it, the other one knows what was before that.
  for (const seen of [first, moved, fewer, others, again, fewer, first].flatMap((one) => [one, one, one])) {
    const counted = seen.map((one) => ({ ...one, bytes_in: (one.bytes_in ?? 0) + 1 }));
    const one = await afterLook(alone, counted);
    expect(await afterLook(both, counted)).toEqual(one);
    expect(one.shown).toHaveLength(seen.length);
  }
  // Somebody is called so from now on, and one session is dropped before a look finds it gone.
  await servers.customer(null, { username: "line-3" });
  const [taken] = await kicksOf(alone, "line-4");
  const [same] = await kicksOf(both, "line-4");
  expect([taken, same]).toEqual([true, true]);
  for (let looks = 0; looks < 3; looks += 1)
    expect(await afterLook(both, first)).toEqual(await afterLook(alone, first));
});

/** Ends a session by a job, which its agent carries out. @returns whether the server took each report. */
async function kicksOf({ agent, router }: Watched, username: string): Promise<boolean[]> {
  const { body } = await owner.get(`/user-sessions/?router=${router}&username=${username}`);
  await owner.post(`/user-sessions/${body.results[0].id}/kick/`, {}, { prefer: "wait=0" });
  const kicked = {
    ...{ customer_id: "", username, outcome: "UNCHANGED" as const, kicked: true },
    ...{ session: null, password_version: null, detail: null },
  };
  const jobs = await agent.lease([router]);
  const result = resultOf({ users: [kicked] });
  const reports = jobs.map((job) => agent.report(job, "SUCCEEDED", { result }));
  return Promise.all(reports);
}

const LOOKS = 8;
const MANY = 500;

/** Bytes of PostgreSQL's journal for a look that finds nothing new: the least of some, as other tests write as well. */
async function journalOf({ agent, router }: Watched): Promise<number> {
  const { platform } = servers.server.services.db;
  const position = async () =>
    (await platform<{ at: number }[]>`select (pg_current_wal_insert_lsn() - '0/0')::bigint as at`)[0]?.at ??
    0;
  let least = Number.POSITIVE_INFINITY;
  for (let look = 0; look < LOOKS; look += 1) {
    const before = await position();
    await agent.observe(router, { sessions: sessions(MANY) });
    least = Math.min(least, (await position()) - before);
  }
  return least;
}

it("A look without news that reaches the other server writes no session, and no more journal than at the same one", async () => {
  const [alone, both] = await aloneAndInTurn();
  for (const { agent, router } of [alone, both]) await agent.observe(router, { sessions: sessions(MANY) });
  const before = await rowsOf(both.router);
  expect(before.size).toBe(MANY);
  // A twentieth of what one row of each session would take.
  const more = async () => (await journalOf(both)) - (await journalOf(alone));
  await expect.poll(more).toBeLessThan(MANY * 5);
  expect(await rowsOf(both.router)).toEqual(before);
});

/** The other server's clock is a minute ahead of the database's and the first one's, for whatever `work` does there. */
async function ahead<T>(work: () => Promise<T>): Promise<T> {
  const began = Date.now() - performance.now();
  const clock = vi
    .spyOn(Date, "now")
    .mockImplementation(() => Math.round(began + performance.now()) + 60_000);
  onTestFinished(() => clock.mockRestore());
  try {
    return await work();
  } finally {
    clock.mockRestore();
  }
}

it("Servers whose clocks differ do not take each other's sessions for others that have begun anew", async () => {
  const router = await servers.router();
  const [here, there] = [agentAt(servers), agentAt({ ...servers, server: servers.other })];
  await here.observe(router, { sessions: sessions(5) });
  const rows = await rowsOf(router);
  const { link } = there;
  const observation = { agent_id: here.id, router, status: "ONLINE" as const, sessions: sessions(5) };
  for (let looks = 0; looks < 3; looks += 1) {
    expect(await ahead(() => link.observe(observation))).toEqual({ watch: true });
    await here.observe(router, { sessions: sessions(5) });
  }
  expect(await rowsOf(router)).toEqual(rows);
});

it("A server whose clock is ahead answers the load that an agent has just told, and does not call it old", async () => {
  const router = await servers.router();
  const agent = agentAt(servers);
  await agent.observe(router);
  const sample = { interface: "ether1", rx_bps: 1_000, tx_bps: 2, rx_pps: 3, tx_pps: 4 };
  const question = { kind: "TRAFFIC" as const, interface: "ether1" };
  const tell = () =>
    agent.link.answer({ agent_id: agent.id, router, question, answer: { kind: "TRAFFIC", sample } });
  const stop = agent.link.onWake(agent.id, ({ asks = [] }) => {
    if (asks.length > 0) void tell();
  });
  onTestFinished(stop);
  const load = async () => (await servers.there.get(`/routers/${router}/traffic/?interface=ether1`)).body;
  await expect.poll(load).toMatchObject({ rx_bps: 1_000 });
  await tell();
  expect(await ahead(load)).toMatchObject({ rx_bps: 1_000 });
});
