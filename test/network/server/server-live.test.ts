// What somebody wants to know of a router just now, from the request over the agent's stream to the answer.
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { loadTenant } from "../../../server/identity/index.ts";
import { forgetSilence } from "../../../server/network/forget-silence.ts";
import { lookAtLine } from "../../../server/network/live/line.ts";
import type { Answer, AskedQuestion, RouterCheck } from "../../../shared/network/live/question-wire.ts";
import { until } from "../helpers/fixtures.ts";
import { agentAt, type NetworkFixture, openNetworkFixture } from "../helpers/network-fixture.ts";

let fixture: NetworkFixture;
let owner: NetworkFixture["tenant"]["owner"];
beforeAll(async () => {
  fixture = await openNetworkFixture();
  ({ owner } = fixture.tenant);
});
afterAll(() => fixture.server.stop());
const cleanup: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const clean of cleanup.splice(0)) await clean();
});

/** An agent that answers what it is asked as `reply` says; null: it says nothing. */
async function answering(reply: (asked: AskedQuestion) => Answer | null) {
  const agent = agentAt(fixture);
  const asked: AskedQuestion[] = [];
  const sent: Promise<unknown>[] = [];
  let stands = false;
  const stop = agent.link.onWake(agent.id, ({ asks = [] }) => {
    stands = true;
    for (const one of asks) {
      asked.push(one);
      const answer = reply(one);
      const { router, question } = one;
      if (answer) sent.push(agent.link.answer({ agent_id: agent.id, router, question, answer }));
    }
  });
  cleanup.push(async () => {
    stop();
    await Promise.all(sent);
    agent.link.close();
  });
  await until("the stream", () => stands);
  return { agent, asked };
}

const sample = (rx_bps: number, name = "ether1"): Answer => ({
  kind: "TRAFFIC",
  sample: { interface: name, rx_bps, tx_bps: 2, rx_pps: 3, tx_pps: 4 },
});
it("The traffic of an interface reaches the caller in the same request, the last sixty samples with it, and one question serves all who look", async () => {
  const router = await fixture.router();
  const { agent, asked } = await answering(({ question }) =>
    question.kind === "TRAFFIC" ? sample(1_000) : null,
  );
  await agent.observe(router);
  const first = await owner.get(`/routers/${router}/traffic/?interface=ether1`);
  expect(first).toMatchObject({
    status: 200,
    body: { interface: "ether1", rx_bps: 1_000, tx_bps: 2, rx_pps: 3, tx_pps: 4 },
  });
  expect(first.body.series).toHaveLength(1);
  expect(Math.abs(Date.parse(first.body.sampled_at) - Date.now())).toBeLessThan(5_000);
  const question = asked[0]?.question ?? { kind: "CHECK" };
  for (let nth = 0; nth < 65; nth += 1)
    await agent.link.answer({ agent_id: agent.id, router, question, answer: sample(nth) });
  const { body } = await owner.get(`/routers/${router}/traffic/?interface=ether1`);
  expect(body.series.map(({ rx_bps }: { rx_bps: number }) => rx_bps)).toEqual(
    Array.from({ length: 60 }, (_, index) => index + 5),
  );
  expect(body.rx_bps).toBe(64);
  expect(asked).toHaveLength(1);
});

it("Without an agent that reaches the router its traffic is 503 AGENT_OFFLINE, with the time of the last sample", async () => {
  const router = await fixture.router();
  const never = await owner.get(`/routers/${router}/traffic/`);
  expect(never).toMatchObject({ status: 503, body: { code: "AGENT_OFFLINE", sampled_at: null } });
  const { agent } = await answering(({ question }) =>
    question.kind === "TRAFFIC" ? sample(7, "ether2") : null,
  );
  await agent.observe(router);
  const seen = await owner.get(`/routers/${router}/traffic/`);
  expect(seen.body).toMatchObject({ interface: "ether2", rx_bps: 7 });
  await agent.observe(router, { status: "OFFLINE", last_error: "The router refused the connection." });
  const gone = await owner.get(`/routers/${router}/traffic/`);
  expect(gone).toMatchObject({
    status: 503,
    body: {
      code: "AGENT_OFFLINE",
      sampled_at: seen.body.sampled_at,
      detail: expect.stringContaining("refused"),
    },
  });
  const ghost = "018f0000-0000-7000-8000-000000000009";
  expect((await owner.get(`/routers/${ghost}/traffic/`)).status).toBe(404);
  expect((await owner.get(`/routers/${router}/traffic/?iface=x`)).status).toBe(400);
});

it("An interface that the router does not have is told to whoever named it", async () => {
  const router = await fixture.router();
  const refused: Answer = {
    kind: "FAILED",
    code: "ETRAP",
    message: "input does not match any value of interface",
  };
  const { agent } = await answering(() => refused);
  await agent.observe(router);
  expect(await owner.get(`/routers/${router}/traffic/?interface=ether99`)).toMatchObject({
    status: 400,
    body: { errors: [{ field: "interface", code: "DOES_NOT_EXIST" }] },
  });
});

const check = (more: Partial<RouterCheck>): Answer => ({
  kind: "CHECK",
  check: {
    is_reachable: true,
    error: null,
    identity: "tower",
    serial_number: "HEX1",
    ros_version: "7.18.2",
    board_name: "CCR",
    group: "lastmile",
    rights: ["read", "write", "api"],
    tls_fingerprint: null,
    agent_address: "192.0.2.7",
    health: [{ name: "temperature", value: "41", type: "C" }],
    missing: ["NO_RIGHT_TEST"],
    ...more,
  },
});

it("A check says what is missing, keeps it with the router, and shows the certificate that is to be confirmed", async () => {
  const router = await fixture.router({ use_tls: true });
  const fingerprint = "AB:".repeat(31).concat("AB");
  let next = check({
    is_reachable: false,
    error: "not confirmed",
    missing: ["TLS_NOT_PINNED"],
    tls_fingerprint: fingerprint,
  });
  const { agent } = await answering(() => next);
  const none = await owner.post(`/routers/${router}/check/`, {});
  expect(none).toMatchObject({ status: 503, body: { code: "AGENT_OFFLINE" } });
  await agent.link.hello({ agent_id: agent.id, name: "office" });
  const first = await owner.post(`/routers/${router}/check/`, {});
  expect(first).toMatchObject({
    status: 200,
    body: { missing: ["TLS_NOT_PINNED"], tls_fingerprint: fingerprint },
  });
  expect((await owner.get(`/routers/${router}/`)).body).toMatchObject({
    missing: ["TLS_NOT_PINNED"],
    tls_fingerprint_offered: fingerprint,
    serial_number: null,
  });
  next = check({});
  await agent.observe(router, { identity: "tower" });
  await owner.post(`/routers/${router}/check/`, {});
  const kept = (await owner.get(`/routers/${router}/`)).body;
  expect(kept).toMatchObject({
    missing: ["NO_RIGHT_TEST"],
    rights: ["read", "write", "api"],
    serial_number: "HEX1",
    health: [{ name: "temperature", value: "41", type: "C" }],
    tls_fingerprint_offered: null,
  });
  expect(Date.parse(kept.checked_at)).toBeGreaterThan(Date.now() - 60_000);
  next = check({ serial_number: "HEX2" });
  await owner.post(`/routers/${router}/check/`, {});
  expect((await owner.get(`/routers/${router}/`)).body.missing).toEqual(["NO_RIGHT_TEST", "OTHER_IDENTITY"]);
  next = check({});
  await owner.post(`/routers/${router}/check/`, {});
  expect((await owner.get(`/routers/${router}/`)).body.missing).toEqual(["NO_RIGHT_TEST"]);
  next = check({ identity: "another" });
  await owner.post(`/routers/${router}/check/`, {});
  expect((await owner.get(`/routers/${router}/`)).body.missing).toEqual(["NO_RIGHT_TEST", "OTHER_IDENTITY"]);
  const counter = await fixture.tenant.staff("counter", "Counter");
  expect((await counter.post(`/routers/${router}/check/`, {})).status).toBe(403);
});

it("The set-up script makes a user of least rights who is let in from the agent's address alone", async () => {
  const router = await fixture.router({ username: 'la"st', api_port: 8729, use_tls: true });
  const script = async () => String((await owner.get(`/routers/${router}/setup-script/`)).body);
  expect(await script()).toContain("PUT-THE-ADDRESS-OF-THE-AGENT-HERE");
  const agent = agentAt(fixture);
  await agent.link.answer({ agent_id: agent.id, router, question: { kind: "CHECK" }, answer: check({}) });
  const answer = await owner.get(`/routers/${router}/setup-script/`);
  expect(answer.headers.get("content-type")).toMatch(/^text\/plain/);
  const text = String(answer.body);
  expect(text).toContain("policy=read,write,api,test,reboot\n");
  expect(text).toContain('name="la\\"st"');
  expect(text).toContain("/ip service set api-ssl certificate=lastmile-api port=8729 address=192.0.2.7");
  expect(text).not.toContain("router-secret");
  // Another password each time: none is kept.
  expect(await script()).not.toBe(text);
});

it("A router on trial is asked for no right to write, and going live without it is refused with what is missing", async () => {
  const router = await fixture.router({ mode: "TRIAL" });
  const text = String((await owner.get(`/routers/${router}/setup-script/`)).body);
  expect(text).toContain("\n/user group set lastmile policy=read,api,test,reboot\n");
  expect(text).toContain("# Before it is switched to live: /user group set lastmile policy=read,write,");
  let next = check({ rights: ["read", "api"], missing: ["NO_RIGHT_WRITE", "NO_RIGHT_TEST"] });
  const { agent } = await answering(() => next);
  await agent.link.hello({ agent_id: agent.id, name: "office" });
  await agent.observe(router);
  const checked = await owner.post(`/routers/${router}/check/`, {});
  expect(checked.body.missing).toEqual(["NO_RIGHT_TEST"]);
  expect((await owner.get(`/routers/${router}/`)).body.missing).toEqual(["NO_RIGHT_TEST"]);
  const refused = await owner.post(`/routers/${router}/switch/`, { mode: "LIVE" });
  expect(refused).toMatchObject({ status: 422, body: { code: "BUSINESS_RULE" } });
  expect(refused.body.detail).toMatch(/may not write .*policy=read,write,api,test,reboot/);
  next = check({ rights: ["read", "write", "api"] });
  await owner.post(`/routers/${router}/check/`, {});
  expect(await owner.post(`/routers/${router}/switch/`, { mode: "LIVE" })).toMatchObject({ status: 200 });
});

it("A customer's line is looked at on demand; nobody answering is null, and old questions are forgotten", async () => {
  const router = await fixture.router();
  const line = { secret: null, refused: null, session: null };
  const { agent } = await answering(({ question }) =>
    question.kind === "LINE" && question.username === "anika" ? { kind: "LINE", line } : null,
  );
  await agent.observe(router);
  const { services } = fixture.server;
  const tenant = await loadTenant(services.db.platform, fixture.tenant.tenant.id);
  if (!tenant) throw new Error("no tenant");
  expect(await lookAtLine(services, tenant, router, { username: "anika" })).toEqual(line);
  expect(await lookAtLine(services, tenant, router, { username: "silent" })).toBeNull();
  await services.db
    .platform`update /* every tenant */ router_questions set asked_until = now() - interval '2 days'
    where router = ${router}`;
  await forgetSilence(services);
  const left = await services.db.platform`
    select /* every tenant */ from router_questions where router = ${router}`;
  expect(left).toHaveLength(0);
});
