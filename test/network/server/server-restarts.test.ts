// Restarts and other orders to a device, between the order and the device: whose word counts, and for how long.
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { giveUpAllLateRestarts } from "../../../server/network/late-restarts.ts";
import { client } from "../../helpers/server.ts";
import { agentAt, type NetworkFixture, openNetworkFixture, resultOf } from "../helpers/network-fixture.ts";
import { makeOlt, oltAgentAt, onuAt, onusOf } from "../olt/olt-fixture.ts";

let fixture: NetworkFixture;
beforeAll(async () => {
  fixture = await openNetworkFixture();
});
beforeEach(() => fixture.forgetJobs());
afterAll(() => fixture.server.stop());

const NO_WAIT = { prefer: "wait=0" };
const owner = () => fixture.tenant.owner;
const restart = async (router: string) =>
  String((await owner().post(`/routers/${router}/reboot/`, {}, NO_WAIT)).body.id);

it("Whoever may sync but not restart a router neither calls its restart off nor has it done again", async () => {
  const router = await fixture.router();
  const job = await restart(router);
  const technician = await fixture.tenant.staff("tech-restarts", "Technician");
  const act = (who: { post: typeof technician.post }, verb: string) =>
    who.post(`/network-sync-jobs/${job}/${verb}/`, {});
  const refused = { status: 403, body: { code: "PERMISSION_DENIED", permission: "network.router.reboot" } };
  expect(await act(technician, "cancel")).toMatchObject(refused);
  expect(await act(technician, "retry")).toMatchObject(refused);
  expect(await fixture.job(job)).toMatchObject({ status: "QUEUED" });
  expect(await act(owner(), "cancel")).toMatchObject({ status: 200, body: { status: "CANCELLED" } });
  expect(await act(technician, "retry")).toMatchObject(refused);
  // What only brings the router in line is the technician's as before.
  const customer = await fixture.customer(router);
  const [upsert] = await fixture.jobs(customer);
  const tried = await technician.post(`/network-sync-jobs/${upsert?.id}/cancel/`, {});
  expect(tried).toMatchObject({ status: 200, body: { status: "CANCELLED" } });
  const again = await technician.post(`/network-sync-jobs/${upsert?.id}/retry/`, {});
  expect(again).toMatchObject({ status: 200, body: { requested_by: technician.username } });
});

it("A restart is not tried again, by nobody: the pause after the last one holds", async () => {
  const router = await fixture.router();
  const first = await restart(router);
  expect((await owner().post(`/network-sync-jobs/${first}/cancel/`, {})).status).toBe(200);
  const second = await restart(router);
  const agent = agentAt(fixture);
  const [job] = await agent.lease([router]);
  if (!job) throw new Error("no job");
  expect(job.id).toBe(second);
  await agent.report(job, "SUCCEEDED", { result: resultOf() });
  const again = await owner().post(`/routers/${router}/reboot/`, {}, NO_WAIT);
  expect(again).toMatchObject({ status: 409, body: { code: "COOL_DOWN" } });
  const retried = await owner().post(`/network-sync-jobs/${first}/retry/`, {});
  expect(retried).toMatchObject({ status: 409, body: { code: "ILLEGAL_TRANSITION" } });
  expect(await agent.lease([router])).toEqual([]);
});

it("A role that only brings routers in line orders nothing at an OLT, by no way around", async () => {
  const olt = await makeOlt(fixture, { write_community: "write-secret" });
  await oltAgentAt(fixture).observe(olt, [onuAt("0/1/1", 1)]);
  const [onu] = await onusOf(fixture, olt);
  const { body: reboot } = await owner().post(`/onus/${onu?.id}/reboot/`, {}, NO_WAIT);
  const { body: poll } = await owner().post(`/olts/${olt}/poll/`, {}, NO_WAIT);
  const role = await fixture.create("/roles/", { name: "In line", permissions: ["network.router.sync"] });
  const minted = await owner().post("/api-tokens/", { name: "In line", role });
  const machine = client(fixture.server.url, String(minted.body.token));
  const cancel = (job: string) => machine.post(`/network-sync-jobs/${job}/cancel/`, {});
  const refused = (permission: string) => ({ status: 403, body: { permission } });
  expect(await cancel(reboot.id)).toMatchObject(refused("network.onu.reboot"));
  expect(await cancel(poll.id)).toMatchObject(refused("network.olt.poll"));
});

/** As if an order had been given so long ago. */
const age = (job: string, seconds: number) => fixture.server.services.db.platform`
  update /* every tenant */ network_sync_jobs set created_at = now() - make_interval(secs => ${seconds}) where id = ${job}`;
const TOO_LATE = { status: "FAILED", error_code: "TOO_LATE", finished_at: expect.any(String) };

it("A restart that no device took within two minutes is not carried out when the device returns", async () => {
  const router = await fixture.router();
  const agent = agentAt(fixture);
  const job = await restart(router);
  await age(job, 60);
  const [taken] = await agent.lease([router]);
  expect(taken?.id).toBe(job);
  if (!taken) throw new Error("no job");
  // The router did not answer: by the time that it does, the order is old.
  await agent.report(taken, "RETRY", { error: { code: "ETIMEDOUT", message: "No answer" } });
  await age(job, 121);
  await agent.observe(router);
  expect(await agent.lease([router])).toEqual([]);
  expect(await fixture.job(job)).toMatchObject({
    ...TOO_LATE,
    last_error: expect.stringMatching(/two minutes/),
  });
  // That was no restart: a new order is taken at once.
  const again = await restart(router);
  expect(await agent.lease([router])).toMatchObject([{ id: again, kind: "REBOOT_ROUTER" }]);
});

it("A restart of an ONU that was ordered long ago is given up by the clock where no agent asks, and by an agent that does", async () => {
  const olt = await makeOlt(fixture, { write_community: "write-secret" });
  const agent = oltAgentAt(fixture);
  await agent.observe(olt, [onuAt("0/2/1", 1), onuAt("0/2/1", 2)]);
  const [first, second] = await onusOf(fixture, olt);
  const order = async (onu: string | undefined) => {
    const { body } = await owner().post(`/onus/${onu}/reboot/`, {}, NO_WAIT);
    await age(body.id, 121);
    return String(body.id);
  };
  const job = await order(first?.id);
  await giveUpAllLateRestarts(fixture.server.services);
  expect(await fixture.job(job)).toMatchObject(TOO_LATE);
  const other = await order(second?.id);
  expect(await agent.lease([olt])).toEqual([]);
  expect(await fixture.job(other)).toMatchObject(TOO_LATE);
});
