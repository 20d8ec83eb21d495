// What an OLT did not answer once is asked for again at the next reading: nothing is believed for a time.
import { afterEach, expect, test } from "vitest";
import { OltReader } from "../../../main/network/olt/olt-reader.ts";
import type { SnmpSession } from "../../../main/network/snmp/session.ts";
import { openTo } from "./helpers/access.ts";
import { scripted } from "./helpers/device.ts";
import { integer, octets, type Peer, startPeer } from "./helpers/peer.ts";

const HUAWEI = "1.3.6.1.4.1.2011.6.128.1.1.2";
const AT = "4194312960.5";
const closing: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function start(): Promise<{ peer: Peer; session: SnmpSession; reader: OltReader }> {
  const { rows } = scripted("huawei-gpon");
  rows.set(`${HUAWEI}.51.1.4.${AT}`, integer(-2100));
  const peer = await startPeer({ rows });
  closing.push(() => peer.close());
  const session = openTo(peer.port, { timeout_ms: 40 });
  closing.push(() => session.close());
  // A clock that stands still: no time passes between two readings.
  const reader = new OltReader({
    vendor: "HUAWEI",
    clock: () => performance.now(),
    now: Date.now,
    slow_timeout_ms: 40,
  });
  return { peer, session, reader };
}

/** Nothing about what stands below is answered. */
const silent =
  (...below: string[]): Peer["fault"] =>
  (request) =>
    below.some((oid) => `${request.varbinds[0]?.oid}.`.startsWith(`${oid}.`)) ? null : undefined;

test("A column that was silent is read at the next reading, and one question is all that it costs until then", async () => {
  const { peer, session, reader } = await start();
  peer.fault = silent(`${HUAWEI}.51.1.4`);
  expect((await reader.readAll(session)).reading?.onus).toMatchObject([{ rx_power_dbm: null }]);
  peer.requests.length = 0;
  const still = await reader.readAll(session);
  expect(still.reading?.warnings.join(" ")).toContain("The received powers were not answered");
  expect(peer.requests.filter(({ varbinds }) => varbinds[0]?.oid === `${HUAWEI}.51.1.4`)).toHaveLength(1);
  peer.fault = undefined;
  const { reading } = await reader.readAll(session);
  expect(reading?.onus).toMatchObject([{ rx_power_dbm: -21 }]);
});

test("The OLT's clock is asked for at each reading, also where it did not tell it once", async () => {
  const { peer, session, reader } = await start();
  const DATE = "1.3.6.1.2.1.25.1.2.0";
  peer.rows.set(`${HUAWEI}.46.1.22.${AT}`, octets(Buffer.from("07ea0b150a000000", "hex")));
  peer.changed();
  peer.fault = silent(DATE);
  await reader.readAll(session);
  peer.fault = undefined;
  peer.requests.length = 0;
  await reader.readAll(session);
  expect(peer.requests.some(({ varbinds }) => varbinds[0]?.oid === DATE)).toBe(true);
});

test("The table that is read is another one once a better one answers", async () => {
  const { peer, session, reader } = await start();
  // Two vendors' tables behind one address: the right one is busy when it is asked for first.
  peer.rows.set(`${HUAWEI}.53.1.3.4227866624.0`, octets(Buffer.from("a0b1c2d3e4f5", "hex")));
  peer.changed();
  peer.fault = silent(`${HUAWEI}.43.1.3`, `${HUAWEI}.46.1.15`);
  expect((await reader.readAll(session)).profile).toBe("huawei-epon");
  peer.fault = undefined;
  const { profile, reading } = await reader.readAll(session);
  expect(profile).toBe("huawei-gpon");
  expect(reading?.onus).toMatchObject([{ serial_number: "HWTC1234ABCD" }]);
});
