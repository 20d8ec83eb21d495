// The whole way: an OLT that an operator enters, the agent that reads it over UDP, and what the API answers of its ONUs.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Agent, createAgent } from "../../../main/agent.ts";
import { newId } from "../../../shared/kernel/id.ts";
import { agentAt, type NetworkFixture, openNetworkFixture } from "../helpers/network-fixture.ts";
import {
  integer,
  octets,
  type Peer,
  type Rows,
  recorded,
  recordingsHere,
  startPeer,
  systemRows,
} from "../snmp/helpers/peer.ts";

let fixture: NetworkFixture;
let agent: Agent;
const peers: Peer[] = [];

beforeAll(async () => {
  fixture = await openNetworkFixture();
  const { link } = agentAt(fixture, fixture.agentToken);
  agent = createAgent({
    link,
    agent_id: newId(),
    name: "Office",
    log: () => undefined,
    allowLoopback: true,
    olt_timeouts: {
      timeout_ms: 400,
      slow_timeout_ms: 400,
      reboot: { going_ms: 2_000, back_ms: 5_000, look_ms: 50 },
    },
  });
  agent.start();
  if (!recordingsHere)
    process.stdout.write("OLTs without their recordings: ../shared/data/olt is not here\n");
});
afterAll(async () => {
  await agent.stop();
  await fixture.server.stop();
  await Promise.all(peers.map((peer) => peer.close()));
});

const H = "1.3.6.1.4.1.2011.6.128.1.1.2";
const hex = (text: string) => octets(Buffer.from(text, "hex"));

/** Four ONTs on port 0/1/3: good, weak, without light, without power. */
function huaweiRows(rows: Rows): Rows {
  const port = 4_194_312_960;
  rows.set(`1.3.6.1.2.1.31.1.1.1.1.${port}`, octets("GPON 0/1/3"));
  const none = 2_147_483_647;
  const onts = [
    { ont: 0, serial: "485754430A0B0C01", run: 1, cause: -1, rx: -1912, olt: 7_800, far: 1_204 },
    { ont: 1, serial: "485754430A0B0C02", run: 1, cause: 13, rx: -2650, olt: 7_350, far: 8_811 },
    { ont: 2, serial: "485754430A0B0C03", run: 2, cause: 1, rx: none, olt: none, far: -1 },
    { ont: 3, serial: "485754430A0B0C04", run: 2, cause: 13, rx: none, olt: none, far: -1 },
  ];
  for (const { ont, serial, run, cause, rx, olt, far } of onts) {
    const at = `${port}.${ont}`;
    rows.set(`${H}.43.1.3.${at}`, hex(serial));
    rows.set(`${H}.43.1.9.${at}`, octets(`customer ${ont}`));
    rows.set(`${H}.46.1.15.${at}`, integer(run));
    rows.set(`${H}.46.1.20.${at}`, integer(far));
    rows.set(`${H}.46.1.24.${at}`, integer(cause));
    rows.set(`${H}.51.1.4.${at}`, integer(rx));
    rows.set(`${H}.51.1.6.${at}`, integer(olt));
  }
  return rows;
}

/** Two ONUs of a C320 on 1/1/1; its V2 firmware has no optics of the ONU itself. */
function zteRows(rows: Rows): Rows {
  const z = "1.3.6.1.4.1.3902.1012.3";
  [3, 4].forEach((phase, n) => {
    const at = `268501248.${n + 1}`;
    rows.set(`${z}.28.1.1.5.${at}`, hex(`5A5445470000000${n + 1}`));
    rows.set(`${z}.28.2.1.4.${at}`, integer(phase));
    rows.set(`1.3.6.1.4.1.3902.1015.1010.11.2.1.2.${at}`, integer(n === 0 ? -21_500 : -80_000));
  });
  return rows;
}

async function serve(rows: Rows, more: Partial<Parameters<typeof startPeer>[0]> = {}): Promise<Peer> {
  const peer = await startPeer({ rows, ...more });
  peers.push(peer);
  return peer;
}

const make = (peer: Peer, vendor: string, more: object = {}) =>
  fixture.create("/olts/", {
    name: `OLT ${peer.port}`,
    vendor,
    host: "127.0.0.1",
    snmp_port: peer.port,
    snmp_version: "2c",
    community: "public",
    write_community: "private",
    ...more,
  });

interface Onu extends Record<string, unknown> {
  id: string;
  serial_number: string;
}
const onusOf = async (olt: string): Promise<Onu[]> =>
  (await fixture.tenant.owner.get(`/onus/?olt=${olt}&ordering=serial_number`)).body.results;
const oltOf = async (id: string) => (await fixture.tenant.owner.get(`/olts/${id}/`)).body;
const soon = { interval: 50 };

test("An OLT that is entered is read before its first minute is over: ports, serial numbers, power, status and causes", async () => {
  const peer = await serve(
    huaweiRows(recordingsHere ? recorded("smartax") : systemRows("1.3.6.1.4.1.2011.2.123")),
  );
  const olt = await make(peer, "HUAWEI");
  await expect.poll(async () => (await oltOf(olt)).status, soon).toBe("ONLINE");
  await expect.poll(async () => (await onusOf(olt)).length, soon).toBe(4);
  expect(await onusOf(olt)).toMatchObject([
    {
      serial_number: "HWTC0A0B0C01",
      pon_port: "0/1/3",
      onu_index: 0,
      status: "ONLINE",
      signal: "GOOD",
      distance_m: 1204,
    },
    { serial_number: "HWTC0A0B0C02", status: "ONLINE", last_down_cause: "POWER", description: "customer 1" },
    {
      serial_number: "HWTC0A0B0C03",
      status: "LOS",
      last_down_cause: "FIBRE",
      signal: "NONE",
      rx_power_dbm: null,
    },
    { serial_number: "HWTC0A0B0C04", status: "DYING_GASP", last_down_cause: "POWER", distance_m: null },
  ]);
  const [good] = await onusOf(olt);
  expect([good?.rx_power_dbm, good?.olt_rx_power_dbm].map(Number)).toEqual([-19.12, -22]);
});

test("An ONU is restarted from the API by its vendor's one order, and nothing else is written", async () => {
  const rows = huaweiRows(systemRows("1.3.6.1.4.1.2011.2.123"));
  const run = `${H}.46.1.15.4194312960.0`;
  const peer = await serve(rows, {
    onSet: () => {
      rows.set(run, integer(2));
      setTimeout(() => rows.set(run, integer(1)), 300).unref();
    },
  });
  const olt = await make(peer, "HUAWEI");
  await expect.poll(async () => (await onusOf(olt)).length, soon).toBe(4);
  const [onu] = await onusOf(olt);
  const answer = await fixture.tenant.owner.post(`/onus/${onu?.id}/reboot/`, {});
  expect([200, 202], JSON.stringify(answer.body)).toContain(answer.status);
  const job = async () => (await fixture.tenant.owner.get(`/network-sync-jobs/${answer.body.id}/`)).body;
  await expect.poll(async () => (await job()).status, soon).toBe("SUCCEEDED");
  expect(peer.written).toEqual([
    { community: "private", writes: [{ oid: `${H}.46.1.2.4194312960.0`, value: 1 }] },
  ]);
});

test("A C320 is read in the tree that its ONUs answer in, and polled again when somebody asks", async () => {
  const rows = zteRows(
    recordingsHere ? recorded("zxa10_c320") : systemRows("1.3.6.1.4.1.3902.1082.1001.320.2.1"),
  );
  const peer = await serve(rows);
  const olt = await make(peer, "ZTE");
  await expect.poll(async () => (await onusOf(olt)).length, soon).toBe(2);
  expect(await onusOf(olt)).toMatchObject([
    { serial_number: "ZTEG00000001", pon_port: "1/1/1", onu_index: 1, status: "ONLINE", rx_power_dbm: null },
    { serial_number: "ZTEG00000002", status: "DYING_GASP", last_down_cause: "POWER", olt_rx_power_dbm: null },
  ]);
  rows.set("1.3.6.1.4.1.3902.1012.3.28.2.1.4.268501248.2", integer(1));
  const polled = await fixture.tenant.owner.post(`/olts/${olt}/poll/`, {});
  expect(polled.status, JSON.stringify(polled.body)).toBe(200);
  expect((await onusOf(olt))[1]).toMatchObject({ status: "LOS", last_down_cause: "FIBRE" });
  expect(peer.written).toEqual([]);
});

test("An OLT whose community is wrong is off-line in plain words, and on-line once it is put right", async () => {
  const peer = await serve(huaweiRows(systemRows("1.3.6.1.4.1.2011.2.123")));
  const olt = await make(peer, "HUAWEI", { community: "not this one" });
  await expect.poll(async () => (await oltOf(olt)).status, soon).toBe("OFFLINE");
  expect((await oltOf(olt)).last_error).toMatch(/does not answer/);
  expect(JSON.stringify(await oltOf(olt))).not.toContain("not this one");
  await fixture.tenant.owner.patch(`/olts/${olt}/`, { community: "public" });
  await expect.poll(async () => (await oltOf(olt)).status, soon).toBe("ONLINE");
});
