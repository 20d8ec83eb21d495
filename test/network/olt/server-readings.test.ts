// What polls leave behind: readings in one row, rows of ONUs only where something changed, outages as incidents.
import { afterAll, beforeAll, expect, it } from "vitest";
import { forgetOlts } from "../../../server/network/olt/forget-olts.ts";
import { rollUpReadings } from "../../../server/network/olt/roll-up-readings.ts";
import type { ObservedOnu } from "../../../shared/network/olt/olt-wire.ts";
import { type NetworkFixture, openNetworkFixture } from "../helpers/network-fixture.ts";
import { type FakeOltAgent, makeOlt, oltAgentAt, onuAt, onusOf, readingOf } from "./olt-fixture.ts";

let fixture: NetworkFixture;
let agent: FakeOltAgent;
beforeAll(async () => {
  fixture = await openNetworkFixture();
  agent = oltAgentAt(fixture);
});
afterAll(() => fixture.server.stop());

const owner = () => fixture.tenant.owner;
const platform = () => fixture.server.services.db.platform;
const tenantId = () => fixture.tenant.tenant.id;

const port = (pon_port: string, count: number, more: Partial<ObservedOnu> = {}) =>
  Array.from({ length: count }, (_, at) => onuAt(pon_port, at + 1, more));
const incidentsOf = async (olt: string) =>
  (await owner().get(`/incidents/?olt=${olt}&ordering=started_at`)).body.results;
const results = async (onu: string | undefined, query = "") =>
  (await owner().get(`/onus/${onu}/readings/${query}`)).body.results;

/** Makes an OLT's readings and ONUs as old as if they had been taken so long ago. */
async function age(olt: string, by: string): Promise<void> {
  // By UTC's clock: a cluster moves no column by an interval, whose days depend on a session's time zone.
  const aged = (column: string) =>
    platform()`${platform()(column)} = (${platform()(column)} at time zone 'UTC' - ${by}::interval) at time zone 'UTC'`;
  await platform()`update onu_readings set ${aged("at")} where tenant_id = ${tenantId()} and olt = ${olt}`;
  await platform()`update onus set ${aged("down_since")}, ${aged("missing_since")}
    where tenant_id = ${tenantId()} and olt = ${olt}`;
}

it("A poll that changed nothing writes no ONU, and one row of readings with a few bytes of each", async () => {
  const olt = await makeOlt(fixture);
  const onus = [1, 2, 3, 4].flatMap((number) => port(`0/1/${number}`, 64));
  const jitter = onus.map((onu, at) => ({ ...onu, rx_power_dbm: -20 + ((at * 7) % 9) / 20 }));
  await agent.observe(olt, onus);
  const before = await onusOf(fixture, olt);
  for (let poll = 0; poll < 3; poll++) await agent.observe(olt, poll % 2 === 0 ? jitter : onus);
  const after = await onusOf(fixture, olt);
  expect(after.map(({ version }) => version)).toEqual(before.map(({ version }) => version));
  const rows = await platform()<{ bytes: number }[]>`
    select pg_column_size(r.*)::int as bytes from onu_readings r where r.tenant_id = ${tenantId()} and r.olt = ${olt}`;
  expect(rows).toHaveLength(4);
  // A row of each ONU would be some 300 bytes with its indexes; this is some bytes of each.
  for (const { bytes } of rows) expect(bytes / onus.length).toBeLessThan(12);
});

/** As if nothing of the OLT had been put together yet. */
const putOff = (olt: string) =>
  platform()`update olts set rolled_up_at = null where tenant_id = ${tenantId()} and id = ${olt}`;

const HOUR_MS = 3_600_000;

/** Waits until what is measured next, and looked at at once, is of one hour. */
const untilWithinAnHour = () => expect.poll(() => HOUR_MS - (Date.now() % HOUR_MS)).toBeGreaterThan(10_000);

it("An ONU's power is answered over time: as it was measured, by the hour, by the day", async () => {
  await untilWithinAnHour();
  const olt = await makeOlt(fixture);
  for (const rx_power_dbm of [-20, -21, -25])
    await agent.observe(olt, [onuAt("0/1/1", 1, { rx_power_dbm }), onuAt("0/1/1", 2)]);
  const [onu, other] = await onusOf(fixture, olt);
  const raw = await results(onu?.id);
  expect(raw.map((one: { rx_power_dbm: number }) => one.rx_power_dbm)).toEqual([-20, -21, -25]);
  expect(raw[0]).toMatchObject({
    status: "ONLINE",
    online_percent: 100,
    olt_rx_power_dbm: -22,
    temperature_c: 41,
  });
  // Of an hour that is still under way, from what there is.
  expect(await results(onu?.id, "?resolution=hourly")).toMatchObject([
    { status: null, rx_power_dbm: -22, rx_power_min_dbm: -25, rx_power_max_dbm: -20, online_percent: 100 },
  ]);
  await age(olt, "26 hours");
  // The server's own job may have been here before, and found nothing of an hour that is over.
  await putOff(olt);
  expect(await rollUpReadings(fixture.server.services)).toBeGreaterThan(0);
  const range = `?from=${new Date(Date.now() - 30 * HOUR_MS).toISOString()}`;
  const hour = { rx_power_dbm: -22, rx_power_min_dbm: -25, rx_power_max_dbm: -20, online_percent: 100 };
  expect(await results(onu?.id, `${range}&resolution=hourly`)).toMatchObject([hour]);
  expect(await results(onu?.id, `${range}&resolution=daily`)).toMatchObject([hour]);
  expect(await results(other?.id, `${range}&resolution=daily`)).toMatchObject([{ rx_power_dbm: -20 }]);
  // Put together once, whoever asks again.
  await putOff(olt);
  await rollUpReadings(fixture.server.services);
  expect(await results(onu?.id, `${range}&resolution=hourly`)).toHaveLength(1);
  await age(olt, "3 days");
  await putOff(olt);
  await rollUpReadings(fixture.server.services);
  const kept =
    await platform()`select resolution from onu_readings where tenant_id = ${tenantId()} and olt = ${olt} order by resolution`;
  expect(kept.map(({ resolution }) => resolution)).toEqual(["daily", "hourly"]);
  expect(await owner().get(`/onus/${onu?.id}/readings/?resolution=weekly`)).toMatchObject({ status: 400 });
  expect(await owner().get(`/onus/018f0000-0000-7000-8000-000000000001/readings/`)).toMatchObject({
    status: 404,
  });
});

it("Hours and days are put together where some ONUs have no light, as not measured", async () => {
  const olt = await makeOlt(fixture);
  const dark = { status: "LOS" as const, rx_power_dbm: null, temperature_c: null };
  await agent.observe(olt, [onuAt("0/1/1", 1), onuAt("0/1/1", 2, dark)]);
  const [lit, out] = await onusOf(fixture, olt);
  expect(await results(out?.id)).toMatchObject([{ status: "LOS", rx_power_dbm: null, temperature_c: null }]);
  await age(olt, "26 hours");
  await rollUpReadings(fixture.server.services);
  const range = `?from=${new Date(Date.now() - 30 * HOUR_MS).toISOString()}`;
  for (const resolution of ["hourly", "daily"]) {
    const asked = `${range}&resolution=${resolution}`;
    expect(await results(lit?.id, asked)).toMatchObject([{ rx_power_dbm: -20, online_percent: 100 }]);
    const none = { rx_power_dbm: null, rx_power_min_dbm: null, temperature_c: null };
    expect(await results(out?.id, asked)).toMatchObject([{ ...none, online_percent: 0 }]);
  }
});

it("An incomplete reading makes no ONU vanish; a complete one does, and forgets it after a day", async () => {
  const olt = await makeOlt(fixture);
  await agent.observe(olt, port("0/1/1", 3));
  await agent.observe(olt, undefined, { reading: readingOf(port("0/1/1", 1), { is_complete: false }) });
  expect((await onusOf(fixture, olt)).map(({ status }) => status)).toEqual(["ONLINE", "ONLINE", "ONLINE"]);
  await agent.observe(olt, port("0/1/1", 1));
  expect((await onusOf(fixture, olt)).map(({ status }) => status)).toEqual(["ONLINE", "UNKNOWN", "UNKNOWN"]);
  expect((await owner().get(`/olts/${olt}/`)).body).toMatchObject({ onu_count: 1, onu_online: 1 });
  await age(olt, "25 hours");
  await agent.observe(olt, port("0/1/1", 2));
  expect((await onusOf(fixture, olt)).map(({ status, missing_since }) => [status, missing_since])).toEqual([
    ["ONLINE", null],
    ["ONLINE", null],
  ]);
});

it("Each ONU is made once, however many readings arrive at the same moment", async () => {
  const olt = await makeOlt(fixture);
  const answers = await Promise.all(Array.from({ length: 4 }, () => agent.observe(olt, port("0/1/1", 20))));
  expect(answers).toEqual([true, true, true, true]);
  expect(await onusOf(fixture, olt)).toHaveLength(20);
});

it("A port that loses most of its ONUs is one incident with its customers, over when they are back", async () => {
  const olt = await makeOlt(fixture);
  const [healthy, struck] = [port("0/2/1", 8), port("0/2/2", 8)];
  await agent.observe(olt, [...healthy, ...struck]);
  const person = await fixture.customer(null, { onu_serial: struck[0]?.serial_number });
  const lost = struck.map((onu) => ({ ...onu, status: "LOS" as const, rx_power_dbm: null }));
  await agent.observe(olt, [...healthy, ...lost.slice(0, 2), ...struck.slice(2)]);
  expect(await incidentsOf(olt)).toEqual([]);
  await agent.observe(olt, [...healthy, ...lost.slice(0, 6), ...struck.slice(6)]);
  await agent.observe(olt, [...healthy, ...lost.slice(0, 7), ...struck.slice(7)]);
  const [incident, ...more] = await incidentsOf(olt);
  expect(more).toEqual([]);
  expect(incident).toMatchObject({
    pon_port: "0/2/2",
    kind: "FIBRE",
    status: "OPEN",
    onu_count: 7,
    back_count: 0,
    fibre_count: 7,
    customer_count: 1,
    ended_at: null,
  });
  const detail = await owner().get(`/incidents/${incident.id}/`);
  expect(detail.body.affected).toHaveLength(7);
  expect(detail.body.affected).toContainEqual(
    expect.objectContaining({
      customer: person,
      customer_name: "Anika Rahman",
      cause: "FIBRE",
      back_at: null,
    }),
  );
  // Each is told with the light that it had while it was up, whichever reading it was missed in first.
  const light = detail.body.affected.map(({ rx_power_dbm }: { rx_power_dbm: unknown }) => rx_power_dbm);
  expect(light).toEqual(Array(7).fill(-20));
  await agent.observe(olt, [...healthy, ...lost.slice(0, 3), ...struck.slice(3)]);
  expect((await incidentsOf(olt))[0]).toMatchObject({ status: "OPEN", back_count: 4 });
  await agent.observe(olt, [...healthy, ...struck]);
  expect(await incidentsOf(olt)).toMatchObject([
    { status: "CLOSED", back_count: 7, ended_at: expect.any(String) },
  ]);
});

it("A power failure of every port is one incident of the OLT", async () => {
  const olt = await makeOlt(fixture);
  const onus = [...port("0/3/1", 4), ...port("0/3/2", 4)];
  await agent.observe(olt, onus);
  await agent.observe(
    olt,
    onus.map((onu) => ({ ...onu, status: "DYING_GASP" as const })),
  );
  expect(await incidentsOf(olt)).toMatchObject([
    { pon_port: null, kind: "POWER", power_count: 8, onu_count: 8 },
  ]);
});

it("An OLT that is silent for minutes is an incident, and one that is slow to answer is none", async () => {
  const olt = await makeOlt(fixture);
  await agent.observe(olt, port("0/4/1", 5));
  const silent = { status: "OFFLINE" as const, last_error: "The OLT does not answer." };
  await agent.observe(olt, undefined, silent);
  expect(await incidentsOf(olt)).toEqual([]);
  await platform()`update olts set offline_since = now() - interval '3 minutes' where tenant_id = ${tenantId()} and id = ${olt}`;
  await agent.observe(olt, undefined, silent);
  await agent.observe(olt, undefined, silent);
  expect(await incidentsOf(olt)).toMatchObject([
    { pon_port: null, kind: "OLT_DOWN", status: "OPEN", onu_count: 5 },
  ]);
  await agent.observe(olt, port("0/4/1", 5));
  expect(await incidentsOf(olt)).toMatchObject([{ status: "CLOSED", back_count: 5 }]);
});

it("Other limits make other signals at once, and the dashboard counts them", async () => {
  const olt = await makeOlt(fixture);
  await agent.observe(olt, [
    onuAt("0/5/1", 1, { rx_power_dbm: -23 }),
    onuAt("0/5/1", 2, { status: "LOS", rx_power_dbm: null }),
  ]);
  const network = async () => (await owner().get("/reports/dashboard/")).body.network;
  const before = await network();
  await owner().patch("/settings/", { signal_weak_dbm: -22 });
  const [onu] = await onusOf(fixture, olt);
  expect(onu?.signal).toBe("WEAK");
  const after = await network();
  expect(after.onus_weak_signal).toBeGreaterThan(before.onus_weak_signal);
  expect(after.onus_los).toBeGreaterThan(0);
  await owner().patch("/settings/", { signal_weak_dbm: -25 });
  expect((await onusOf(fixture, olt))[0]?.signal).toBe("GOOD");
  expect(await network()).toEqual(before);
});

it("A reboot whose agent dies in the middle is never repeated, by the clock nor by the next agent", async () => {
  const olt = await makeOlt(fixture, { write_community: "write-secret" });
  await agent.observe(olt, port("0/6/1", 2));
  const onus = await onusOf(fixture, olt);
  const lapse = () =>
    platform()`update network_sync_jobs set leased_until = now() - interval '1 second'
      where tenant_id = ${tenantId()} and olt = ${olt} and status = 'LEASED'`;
  const lost = async (onu: string | undefined, find: () => Promise<unknown>) => {
    const { body } = await owner().post(`/onus/${onu}/reboot/`, {}, { prefer: "wait=0" });
    expect(await agent.lease([olt])).toHaveLength(1);
    await lapse();
    await find();
    expect(await fixture.job(body.id)).toMatchObject({
      status: "FAILED",
      error_code: "UNKNOWN_OUTCOME",
      attempts: 1,
    });
  };
  const other = oltAgentAt(fixture);
  await lost(onus[0]?.id, async () => expect(await other.lease([olt])).toEqual([]));
  await lost(onus[1]?.id, () => forgetOlts(fixture.server.services));
  // A poll is taken up by whoever comes next.
  const { body } = await owner().post(`/olts/${olt}/poll/`, {}, { prefer: "wait=0" });
  expect(await agent.lease([olt])).toHaveLength(1);
  expect(await other.lease([olt])).toEqual([]);
  await lapse();
  expect(await other.lease([olt])).toMatchObject([{ id: body.id, attempts: 1 }]);
});

it("An OLT that no agent speaks of is unknown, and keeps its ONUs as they were seen last", async () => {
  const olt = await makeOlt(fixture);
  await agent.observe(olt, port("0/7/1", 1));
  await platform()`update olts set observed_at = now() - interval '10 minutes' where tenant_id = ${tenantId()} and id = ${olt}`;
  await forgetOlts(fixture.server.services);
  expect((await owner().get(`/olts/${olt}/`)).body).toMatchObject({
    status: "UNKNOWN",
    last_error: expect.any(String),
  });
  expect((await onusOf(fixture, olt))[0]?.status).toBe("ONLINE");
});

it("A token of one site neither hears of another site's OLTs nor says anything of them", async () => {
  const olt = await makeOlt(fixture, { site: "South" });
  const role = fixture.tenant.roles.Technician;
  const minted = await owner().post("/api-tokens/", { name: "North office", role, site: "North" });
  const elsewhere = oltAgentAt(fixture, String(minted.body.token));
  const { olts } = await elsewhere.hello({ agent_id: elsewhere.id, name: "North" });
  expect(olts).toEqual([]);
  await elsewhere.observe(olt, port("0/1/1", 1));
  expect(await onusOf(fixture, olt)).toEqual([]);
  await owner().post(`/olts/${olt}/poll/`, {}, { prefer: "wait=0" });
  expect(await elsewhere.lease([olt])).toEqual([]);
});
