// OLTs and ONUs on the server: what is registered, what agents are told, what a reading makes of the ONUs.
import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "../../../shared/kernel/id.ts";
import { type NetworkFixture, openNetworkFixture } from "../helpers/network-fixture.ts";
import { makeOlt, oltAgentAt, onuAt, onusOf, readingOf, serial } from "./olt-fixture.ts";

let fixture: NetworkFixture;
beforeAll(async () => {
  fixture = await openNetworkFixture();
});
afterAll(() => fixture.server.stop());

const owner = () => fixture.tenant.owner;
const hello = { agent_id: newId(), name: "Office" };

it("An OLT is registered with its credentials, which are answered to nobody but the agent", async () => {
  const answer = await owner().post("/olts/", {
    name: "Head-end",
    vendor: "HUAWEI",
    host: "203.0.113.7",
    snmp_port: 1161,
    snmp_version: "2c",
    community: "read-secret",
    write_community: "write-secret",
  });
  expect(answer).toMatchObject({ status: 201, body: { status: "UNKNOWN", onu_count: 0, unconfigured: [] } });
  const { id } = answer.body;
  const read = await owner().get(`/olts/${id}/`);
  const list = await owner().get("/olts/");
  for (const body of [answer.body, read.body, list.body])
    expect(JSON.stringify(body)).not.toContain("-secret");
  const { olts, olt_poll_seconds } = await oltAgentAt(fixture).hello(hello);
  expect(olt_poll_seconds).toBe(60);
  expect(olts).toMatchObject([
    { id, community: "read-secret", write_community: "write-secret", priv_password: null },
  ]);
  await owner().delete(`/olts/${id}/`);
});

it("An OLT at another address takes its credentials again, and forgets those that are not given", async () => {
  const id = await makeOlt(fixture, { write_community: "write-secret" });
  const refused = await owner().patch(`/olts/${id}/`, { host: "203.0.113.9" });
  expect(refused).toMatchObject({
    status: 400,
    body: { code: "PASSWORD_REQUIRED", errors: [{ field: "community" }] },
  });
  expect(await owner().patch(`/olts/${id}/`, { site: "North" })).toMatchObject({ status: 200 });
  expect(await owner().patch(`/olts/${id}/`, { host: "203.0.113.9", community: "again" })).toMatchObject({
    status: 200,
  });
  const { olts } = await oltAgentAt(fixture).hello(hello);
  expect(olts.find((one) => one.id === id)).toMatchObject({
    host: "203.0.113.9",
    community: "again",
    write_community: null,
  });
});

it("SNMP version 3 is refused without what its level takes, and reserved addresses always", async () => {
  const base = { name: "V3", host: "203.0.113.20", snmp_version: "3", security_level: "authPriv" };
  const security = {
    security_name: "reader",
    auth_protocol: "sha",
    auth_password: "long-enough",
    priv_protocol: "aes",
  };
  const refused = await owner().post("/olts/", { ...base, ...security });
  expect(refused).toMatchObject({
    status: 400,
    body: { errors: [{ field: "priv_password", code: "REQUIRED" }] },
  });
  const made = await owner().post("/olts/", { ...base, ...security, priv_password: "longer-still" });
  expect(made.status).toBe(201);
  expect(JSON.stringify(made.body)).not.toMatch(/long-enough|longer-still/);
  expect(await owner().patch(`/olts/${made.body.id}/`, { security_name: null })).toMatchObject({
    status: 400,
  });
  expect(await owner().post("/olts/", { name: "Cloud", host: "169.254.169.254" })).toMatchObject({
    status: 400,
  });
});

it("A reading fills the list of ONUs, which is filtered and searched as the contract says", async () => {
  const olt = await makeOlt(fixture);
  const agent = oltAgentAt(fixture);
  await agent.observe(
    olt,
    [
      onuAt("0/1/1", 1),
      onuAt("0/1/1", 2, { rx_power_dbm: -26 }),
      onuAt("0/1/1", 3, { rx_power_dbm: -28 }),
      onuAt("0/1/1", 4, { rx_power_dbm: -6 }),
      onuAt("0/1/1", 5, { status: "LOS", rx_power_dbm: null }),
      onuAt("0/1/1", 6, { status: "DYING_GASP", rx_power_dbm: -40 }),
    ],
    { sys_descr: "MA5800", profile: "huawei-gpon", uptime_seconds: 99 },
  );
  const onus = await onusOf(fixture, olt);
  expect(onus.map(({ signal }) => signal)).toEqual([
    "GOOD",
    "WEAK",
    "CRITICAL",
    "TOO_STRONG",
    "NONE",
    "NONE",
  ]);
  expect(onus[4]).toMatchObject({
    status: "LOS",
    last_down_cause: "FIBRE",
    rx_power_dbm: null,
    last_polled_at: expect.any(String),
  });
  expect((await onusOf(fixture, olt, "&status=LOS")).map(({ onu_index }) => onu_index)).toEqual([5]);
  expect(
    (await onusOf(fixture, olt, "&signal=WEAK&signal=CRITICAL")).map(({ onu_index }) => onu_index),
  ).toEqual([2, 3]);
  expect(await onusOf(fixture, olt, "&customer__isnull=false")).toEqual([]);
  expect((await onusOf(fixture, olt, `&search=${serial(11_003)}`)).map(({ onu_index }) => onu_index)).toEqual(
    [3],
  );
  expect((await owner().get(`/olts/${olt}/`)).body).toMatchObject({
    status: "ONLINE",
    sys_descr: "MA5800",
    profile: "huawei-gpon",
    uptime_seconds: 99,
    last_polled_at: expect.any(String),
    onu_count: 6,
    onu_online: 4,
    onu_los: 1,
    onu_weak: 2,
  });
});

it("An ONU is restarted through its OLT, where that may be written to", async () => {
  const olt = await makeOlt(fixture);
  const agent = oltAgentAt(fixture);
  await agent.observe(olt, [onuAt("0/1/1", 1)]);
  const [onu] = await onusOf(fixture, olt);
  const refused = await owner().post(`/onus/${onu?.id}/reboot/`, {});
  expect(refused).toMatchObject({ status: 422, body: { code: "BUSINESS_RULE" } });
  await owner().patch(`/olts/${olt}/`, { write_community: "write-secret" });
  const now = { headers: { prefer: "wait=0" } };
  const queued = await owner().post(`/onus/${onu?.id}/reboot/`, {}, now.headers);
  expect(queued).toMatchObject({ status: 202, body: { kind: "REBOOT_ONU", olt, status: "QUEUED" } });
  const [job] = await agent.lease([olt]);
  expect(job).toMatchObject({
    kind: "REBOOT_ONU",
    onu: { pon_port: "0/1/1", onu_index: 1, serial_number: serial(11_001) },
    allow_unverified: false,
  });
  if (!job) throw new Error("no job");
  const olt_result = { onus: null, confirmed: true, warnings: [], duration_ms: 9 };
  expect(await agent.report(job, "SUCCEEDED", { olt_result })).toBe(true);
  expect(await fixture.job(job.id)).toMatchObject({ status: "SUCCEEDED", result: olt_result });
  const again = () => owner().post(`/onus/${onu?.id}/reboot/`, {}, now.headers);
  expect(await again()).toMatchObject({
    status: 409,
    body: { code: "COOL_DOWN", retry_after: expect.any(Number) },
  });
  const { platform } = fixture.server.services.db;
  const set = (change: object) =>
    platform`update /* every tenant */ network_sync_jobs set ${platform(change)} where id = ${job.id}`;
  await set({ finished_at: new Date(Date.now() - 301_000) });
  expect((await again()).status).toBe(202);
  // While one is being carried out there is no second.
  const [next] = await agent.lease([olt]);
  expect(next?.kind).toBe("REBOOT_ONU");
  expect((await again()).status).toBe(409);
});

it("A chassis with ten thousand ONUs is told in one reading, and told again without a row written", async () => {
  const olt = await makeOlt(fixture);
  const agent = oltAgentAt(fixture);
  const onus = Array.from({ length: 10_000 }, (_, n) =>
    onuAt(`0/${1 + (n >> 10)}/${(n >> 6) & 15}`, n & 63, {
      serial_number: serial(1_000_000 + n),
      description: `Customer ${n}, ${"a long address ".repeat(8)}`,
      last_down_cause: "POWER",
      last_down_at: "2026-11-20T10:00:00.000Z",
      last_up_at: "2026-11-20T10:04:00.000Z",
    }),
  );
  expect(JSON.stringify(onus).length).toBeGreaterThan(4 * 1_024 * 1_024);
  expect(await agent.observe(olt, onus)).toBe(true);
  const { body } = await owner().get(`/olts/${olt}/`);
  expect(body).toMatchObject({ onu_count: 10_000, onu_online: 10_000 });
  const { platform } = fixture.server.services.db;
  const written = async () => {
    const [row] = await platform<{ last: string }[]>`
      select max(changed_xid::text::bigint)::text as last from onus where tenant_id = ${fixture.tenant.tenant.id} and olt = ${olt}`;
    return row?.last;
  };
  const before = await written();
  expect(await agent.observe(olt, onus)).toBe(true);
  expect(await written()).toBe(before);
});

it("A poll that is asked for goes to the agent that reaches the OLT", async () => {
  const olt = await makeOlt(fixture);
  const queued = await owner().post(`/olts/${olt}/poll/`, {}, { prefer: "wait=0" });
  expect(queued).toMatchObject({ status: 202, body: { kind: "POLL_OLT", olt, status: "QUEUED" } });
  const [job] = await oltAgentAt(fixture).lease([olt]);
  expect(job).toMatchObject({ id: queued.body.id, kind: "POLL_OLT", onu: null });
});

it("One agent watches an OLT: another one's readings are not taken until it has been silent", async () => {
  const olt = await makeOlt(fixture);
  const { platform } = fixture.server.services.db;
  const [first, second] = [oltAgentAt(fixture), oltAgentAt(fixture)];
  expect(await first.observe(olt, [onuAt("0/1/1", 1)])).toBe(true);
  expect(await second.observe(olt, [])).toBe(false);
  expect(await onusOf(fixture, olt)).toHaveLength(1);
  expect((await second.hello(hello)).olts_watched_elsewhere).toContain(olt);
  const heard = (ago: string) =>
    platform`update /* every tenant */ network_agents set last_seen_at = now() - ${ago}::interval where id = ${first.id}`;
  await first.hello({ ...hello, agent_id: first.id });
  await heard("40 s");
  expect((await second.hello(hello)).olts_watched_elsewhere).toContain(olt);
  // A poll takes a minute and more: it is the agent's own word that counts, so that a lease's time is enough.
  await heard("50 s");
  expect((await second.hello(hello)).olts_watched_elsewhere).not.toContain(olt);
  await heard("0 s");
  await platform`update olts set watched_until = now() where tenant_id = ${fixture.tenant.tenant.id} and id = ${olt}`;
  expect(
    await second.observe(olt, undefined, { reading: readingOf([onuAt("0/1/1", 1), onuAt("0/1/1", 2)]) }),
  ).toBe(true);
  expect(await first.observe(olt)).toBe(false);
  expect(await onusOf(fixture, olt)).toHaveLength(2);
});
