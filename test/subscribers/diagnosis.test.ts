// The diagnosis of a customer's line at the server's door, and writing the line to the router once more.
import { afterAll, beforeAll, expect, it } from "vitest";
import type { LineLook } from "../../shared/network/live/question-wire.ts";
import { makeTenant } from "../helpers/tenant.ts";
import { agentAt, type NetworkFixture, openNetworkFixture } from "../network/helpers/network-fixture.ts";
import { makeOlt, oltAgentAt, onuAt, onusOf } from "../network/olt/olt-fixture.ts";

let fixture: NetworkFixture;
beforeAll(async () => {
  fixture = await openNetworkFixture();
});
afterAll(() => fixture.server.stop());

/** What a router keeps of secrets alone. */
const NO_HISTORY = { last_logged_out: null, last_caller_id: null, last_disconnect_reason: null };

const diagnosis = (id: string) => fixture.tenant.owner.get(`/customers/${id}/diagnosis/`);

const session = (username: string) => ({
  ros_id: "*1",
  session_id: "",
  connection: "PPPOE" as const,
  username,
  ip_address: "10.0.0.5",
  mac_address: null,
  uptime_seconds: 60,
  bytes_in: null,
  bytes_out: null,
  rate_in_bps: null,
  rate_out_bps: null,
});

it("A line is followed from the queued job to the session, and to the cut", async () => {
  const router = await fixture.router();
  const id = await fixture.customer(router, { username: "anika" });
  expect((await diagnosis(id)).body.verdict).toMatchObject({ code: "ROUTER_NEVER_SEEN" });
  const agent = agentAt(fixture);
  await agent.observe(router);
  expect((await diagnosis(id)).body.verdict).toMatchObject({ code: "JOB_WAITING", step: "job" });
  for (const job of await agent.lease([router])) await agent.report(job, "SUCCEEDED");
  expect((await diagnosis(id)).body.verdict).toMatchObject({ code: "DOWN" });
  await agent.observe(router, { sessions: [session("anika")] });
  const { body } = await diagnosis(id);
  expect(body).toMatchObject({ customer: id, verdict: { code: "ONLINE", tone: "good" } });
  expect(body.steps.map(({ code }: { code: string }) => code)).toEqual([
    "ACCOUNT_OPEN",
    "ROUTER_ONLINE",
    "JOB_DONE",
    "SIGNED_IN",
    "NO_ONU",
    "NO_ONU",
  ]);
  await agent.observe(router, { status: "OFFLINE", last_error: "It does not answer" });
  expect((await diagnosis(id)).body.verdict).toMatchObject({
    code: "ROUTER_OFFLINE",
    told: { error: "It does not answer" },
  });
  await fixture.tenant.owner.post(`/customers/${id}/toggle_status/`, { reason: "moved" });
  expect((await diagnosis(id)).body.verdict).toMatchObject({ code: "SUSPENDED_BY_STAFF" });
});

it("A fibre is followed from weak light to the cut port, and its OLT is asked to be read again", async () => {
  const olt = await makeOlt(fixture);
  const router = await fixture.router();
  const agent = agentAt(fixture);
  const reader = oltAgentAt(fixture);
  await agent.observe(router);
  const port = (lost: number) =>
    [1, 2, 3, 4].map((index) =>
      onuAt("0/1/3", index, {
        ...(index === 1 ? { rx_power_dbm: -26.2 } : {}),
        ...(index <= lost ? { status: "LOS", rx_power_dbm: null } : {}),
      }),
    );
  await reader.observe(olt, port(0));
  const [onu] = await onusOf(fixture, olt);
  const id = await fixture.customer(router, { onu: onu?.id });
  for (const job of await agent.lease([router])) await agent.report(job, "SUCCEEDED");
  expect((await diagnosis(id)).body).toMatchObject({
    verdict: { code: "FIBRE_WEAK", told: { rx: -26.2 } },
    steps: expect.arrayContaining([expect.objectContaining({ step: "port", code: "PORT_GOOD" })]),
  });
  await reader.observe(olt, port(1));
  expect((await diagnosis(id)).body.verdict).toMatchObject({ code: "FIBRE_CUT" });
  await reader.observe(olt, port(4));
  expect((await diagnosis(id)).body.verdict).toMatchObject({
    code: "PORT_DOWN",
    told: { port: "0/1/3", down: 4, total: 4 },
  });
  // What is older than a minute is read again, once.
  const { platform } = fixture.server.services.db;
  await platform`update olts set last_polled_at = now() - interval '5 min' where tenant_id = ${fixture.tenant.tenant.id} and id = ${olt}`;
  await diagnosis(id);
  await diagnosis(id);
  const polls = await fixture.tenant.owner.get(`/network-sync-jobs/?kind=POLL_OLT`);
  expect(polls.body.count).toBe(1);
});

it("A hotspot customer and a static line are diagnosed by what their router says when it is asked", async () => {
  const router = await fixture.router();
  const agent = agentAt(fixture);
  const last_at = new Date().toISOString();
  const looks: Record<string, LineLook> = {
    cyd: {
      secret: { disabled: false, profile: "home-10", was_signed_in: true, ...NO_HISTORY },
      refused: { first_at: last_at, last_at, tries: 3, reason: "WRONG_PASSWORD" },
      session: null,
    },
    eve: { secret: null, refused: null, session: null, lists: ["lastmile-suspended"] },
    finn: { secret: null, refused: null, session: null, lists: ["lastmile-active"] },
    gone: { secret: null, refused: null, session: null, lists: [] },
  };
  const stop = agent.link.onWake(agent.id, ({ asks = [] }) => {
    for (const { router: at, question } of asks) {
      const line = question.kind === "LINE" ? looks[question.username] : undefined;
      const answer = line && { kind: "LINE" as const, line };
      if (answer) void agent.link.answer({ agent_id: agent.id, router: at, question, answer });
    }
  });
  const customers = await Promise.all([
    fixture.customer(router, { username: "cyd", connection_type: "HOTSPOT" }),
    ...["eve", "finn", "gone"].map((username, index) =>
      fixture.customer(router, { username, connection_type: "STATIC", ip_address: `10.9.0.${index + 1}` }),
    ),
  ]);
  await agent.observe(router);
  for (const job of await agent.lease([router])) await agent.report(job, "SUCCEEDED");
  const verdicts = await Promise.all(customers.map(async (id) => (await diagnosis(id)).body.verdict.code));
  stop();
  expect(verdicts).toEqual(["WRONG_PASSWORD", "CLOSED_ON_ROUTER", "STATIC_OPEN", "NOT_ON_ROUTER"]);
});

it("A customer of another tenant, and none at all, is not diagnosed", async () => {
  const stranger = await makeTenant(fixture.server);
  const id = await fixture.customer(null);
  expect((await stranger.owner.get(`/customers/${id}/diagnosis/`)).status).toBe(404);
  expect((await diagnosis("nobody")).status).toBe(404);
});

it("Reconnecting writes the line once more, and is refused without a router", async () => {
  const router = await fixture.router();
  const id = await fixture.customer(router);
  await fixture.forgetJobs();
  const answer = await fixture.tenant.owner.post(`/customers/${id}/reconnect/`, {}, { Prefer: "wait=1" });
  expect(answer).toMatchObject({ status: 202, body: { kind: "UPSERT_USER", customer: id, router } });
  const nowhere = await fixture.customer(null);
  expect(await fixture.tenant.owner.post(`/customers/${nowhere}/reconnect/`, {})).toMatchObject({
    status: 422,
    body: { code: "BUSINESS_RULE" },
  });
});
