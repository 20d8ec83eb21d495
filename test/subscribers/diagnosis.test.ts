// The diagnosis of a customer's line at the server's door, and writing the line to the router once more.
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeTenant } from "../helpers/tenant.ts";
import { agentAt, type NetworkFixture, openNetworkFixture } from "../network/helpers/network-fixture.ts";

let fixture: NetworkFixture;
beforeAll(async () => {
  fixture = await openNetworkFixture();
});
afterAll(() => fixture.server.stop());

const diagnosis = (id: string) => fixture.tenant.owner.get(`/customers/${id}/diagnosis/`);

const session = (username: string) => ({
  ros_id: "*1",
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
    "ONLINE",
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
