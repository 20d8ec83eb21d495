// An agent that is killed at each step of a job, from the lease to the report: what the next agent makes of what is left.
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { type Agent, createAgent } from "../../../main/agent.ts";
import { createServerLink } from "../../../main/network/server-link.ts";
import { type RouterSimulator, startRouterSimulator } from "../../../main/network/simulators/router.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { until } from "../helpers/fixtures.ts";
import { mortalAgent } from "../helpers/mortal-agent.ts";
import { type NetworkFixture, openNetworkFixture } from "../helpers/network-fixture.ts";

let fixture: NetworkFixture;
let owner: NetworkFixture["tenant"]["owner"];
let simulator: RouterSimulator;
let router: string;
/** The router's clock is ahead by this: one that restarted a moment ago can't be told from one that did again. */
let hours = 0;
/** What was written to the router, in order. */
const written: string[] = [];
const agents: Agent[] = [];

beforeAll(async () => {
  fixture = await openNetworkFixture();
  ({ owner } = fixture.tenant);
  simulator = await startRouterSimulator({ connect_delay_ms: 0, now: () => Date.now() + hours * 3_600_000 });
  simulator.onWrite((command, { disabled }) => {
    written.push(disabled === undefined ? command : `${command} disabled=${disabled}`);
  });
  const [user] = simulator.users;
  const place = { host: simulator.host, api_port: simulator.port };
  router = await fixture.router({ ...place, username: user?.username, password: user?.password });
});
afterEach(() => Promise.all(agents.splice(0).map((agent) => agent.stop())));
afterAll(async () => {
  await simulator.close();
  await fixture.server.stop();
});

const online = async (): Promise<boolean> =>
  (await owner.get(`/routers/${router}/`)).body.status === "ONLINE";
const openJobs = async (): Promise<number> =>
  (await owner.get(`/network-sync-jobs/?router=${router}&status__in=QUEUED,LEASED&page_size=1`)).body.count;

/** What time does after a death: leases of all but the heir lapse, and another's watch over the router. */
async function bury(heir: string): Promise<void> {
  const { platform } = fixture.server.services.db;
  await platform`update /* every tenant */ network_sync_jobs set leased_until = now() - interval '1 second'
    where router = ${router} and status = 'LEASED' and leased_by <> ${heir} and leased_until > now()`;
  await platform`update /* every tenant */ network_sync_jobs set next_attempt_at = now()
    where router = ${router} and status = 'QUEUED' and next_attempt_at > now()`;
  await platform`update /* every tenant */ routers set watched_until = null
    where id = ${router} and watched_by <> ${heir} and watched_until is not null`;
}

/** Whether the server has taken this one's look for the router's: another's last word may arrive after its end. */
async function isWatching(agent: string): Promise<boolean> {
  const rows = await fixture.server.services.db.platform`select /* every tenant */ 1 from routers
    where id = ${router} and watched_by = ${agent} and watched_until > now()`;
  return rows.length > 0;
}

/** Another agent does what is left. */
async function finishAll(): Promise<void> {
  const agent_id = newId();
  await bury(agent_id);
  const agent = createAgent({
    link: createServerLink({ url: fixture.server.url, token: fixture.agentToken }),
    ...{ agent_id, name: "heir", log: () => undefined, allowLoopback: true },
    timings: {
      ...{ look_ms: 3_600_000, standby_hello_ms: 50, lease_busy_ms: 20, lease_idle_ms: 50 },
      reboot_poll_ms: 50,
    },
  });
  agents.push(agent);
  agent.start();
  await until("nothing left to do", async () => {
    // What the dead one had sent may arrive after its end.
    await bury(agent_id);
    return (await openJobs()) === 0;
  });
  await agent.stop();
}

/**
 * Lets an agent that dies after the given number of steps take what `asks` queues.
 * @returns its steps, and whether it lived to the end.
 */
async function dyingAfter(count: number, asks: () => Promise<unknown>) {
  const mortal = mortalAgent(fixture.server.url, fixture.agentToken);
  agents.push(mortal.agent);
  mortal.agent.start();
  await until("the first look", async () => {
    await bury(mortal.id);
    return mortal.steps.includes("answer") && (await online()) && (await isWatching(mortal.id));
  });
  hours += 1;
  written.length = 0;
  mortal.diesAfter(count);
  await asks();
  await until("a death or a report", async () => mortal.dead || (await openJobs()) === 0);
  const died = { lived: !mortal.dead, steps: [...mortal.steps] };
  // It would do the next one's job.
  if (died.lived) await mortal.agent.stop();
  return died;
}

/** One run for each step that an agent which lives takes. @returns the steps of the one that lived. */
async function atEachStep(run: (count: number) => Promise<{ lived: boolean; steps: string[] }>) {
  for (let count = 0; count < 60; count += 1) {
    const { lived, steps } = await run(count);
    if (lived) return steps;
  }
  throw new Error("there was always one more step");
}

const toggle = (customer: string) => owner.post(`/customers/${customer}/toggle_status/`, {});

/** A customer on the router, on-line. */
async function customer(): Promise<{ id: string; username: string }> {
  const id = await fixture.customer(router);
  await finishAll();
  const { body } = await owner.get(`/customers/${id}/`);
  return { id, username: String(body.username) };
}
const secretOf = (username: string) => simulator.secrets().find(({ name }) => name === username);
const isOnline = (username: string) => simulator.sessions().some(({ name }) => name === username);

/** What was decided of one line, in order. */
const decided = () => written.flatMap((one) => /disabled=(\w+)/.exec(one)?.[1] ?? []);

it("A line that was closed and opened again is open at whichever step the agent was killed, and no older word follows a newer", async () => {
  const { id, username } = await customer();
  const steps = await atEachStep(async (count) => {
    const died = await dyingAfter(count, () => toggle(id));
    await toggle(id);
    await finishAll();
    expect(secretOf(username)?.disabled, `killed after ${died.steps.join()}`).toBe(false);
    expect(isOnline(username), `killed after ${died.steps.join()}`).toBe(true);
    expect(decided().join(), `killed after ${died.steps.join()}`).toMatch(/^(yes,no)?$/);
    return died;
  });
  expect(steps).toEqual(expect.arrayContaining(["lease", "/ppp/secret/set", "/ppp/active/remove", "report"]));
});

it("A line that was opened and closed again is closed at whichever step the agent was killed, and its session with it", async () => {
  const { id, username } = await customer();
  await toggle(id);
  await finishAll();
  const steps = await atEachStep(async (count) => {
    const died = await dyingAfter(count, () => toggle(id));
    await toggle(id);
    await finishAll();
    expect(secretOf(username)?.disabled, `killed after ${died.steps.join()}`).toBe(true);
    expect(isOnline(username), `killed after ${died.steps.join()}`).toBe(false);
    expect(decided().join(), `killed after ${died.steps.join()}`).toMatch(/^(no,yes)?$/);
    return died;
  });
  expect(steps).toEqual(expect.arrayContaining(["lease", "/ppp/secret/set", "report"]));
});

it("A new customer is on the router once, at whichever step the agent was killed", async () => {
  const steps = await atEachStep(async (count) => {
    let id = "";
    const died = await dyingAfter(count, async () => {
      id = await fixture.customer(router);
    });
    await finishAll();
    const { body } = await owner.get(`/customers/${id}/`);
    expect(secretOf(body.username), `killed after ${died.steps.join()}`).toBeDefined();
    const adds = written.filter((one) => one === "/ppp/secret/add disabled=no");
    expect(adds, `killed after ${died.steps.join()}`).toHaveLength(1);
    return died;
  });
  expect(steps).toEqual(expect.arrayContaining(["lease", "/ppp/secret/add", "report"]));
});

it("A router restarts at most once for one order, and a session is ended at most once, at whichever step the agent was killed", async () => {
  const { username } = await customer();
  const ended = async () => {
    const { body } = await owner.get(`/network-sync-jobs/?router=${router}&ordering=-created_at&page_size=1`);
    return body.results[0];
  };
  await atEachStep(async (count) => {
    await fixture.forgetJobs();
    const died = await dyingAfter(count, () =>
      owner.post(`/routers/${router}/reboot/`, {}, { prefer: "wait=0" }),
    );
    await finishAll();
    const orders = written.filter((one) => one === "/system/reboot").length;
    expect(orders, `killed after ${died.steps.join()}`).toBeLessThanOrEqual(1);
    expect(["SUCCEEDED", "FAILED"]).toContain((await ended()).status);
    if ((await ended()).status === "SUCCEEDED") expect(orders).toBe(1);
    return died;
  });
  await atEachStep(async (count) => {
    await fixture.forgetJobs();
    let mine: string | undefined;
    const died = await dyingAfter(count, async () => {
      const seen = await owner.get(`/user-sessions/?username=${username}`);
      mine = seen.body.results[0]?.id;
      const answer = await owner.post(`/user-sessions/${mine}/kick/`, {}, { prefer: "wait=0" });
      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    });
    await finishAll();
    const kicks = written.filter((one) => one === "/ppp/active/remove").length;
    expect(kicks, `killed after ${died.steps.join()}`).toBe(1);
    expect((await ended()).status).toBe("SUCCEEDED");
    return died;
  });
});
