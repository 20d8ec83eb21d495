// Recorded walks of real OLTs, served over UDP and read by the agent's own reader.
import { afterEach, beforeEach, expect, test } from "vitest";
import { type OltLook, OltReader } from "../../../main/network/olt/olt-reader.ts";
import { namesOf, placeInName } from "../../../main/network/olt/onu-place.ts";
import type { OltVendor } from "../../../shared/network/olt/olt-wire.ts";
import { openTo } from "./helpers/access.ts";
import { type Peer, recorded, recordingsHere, startPeer } from "./helpers/peer.ts";

const here = test.skipIf(!recordingsHere);
if (!recordingsHere) console.info("Skipped: recorded walks of OLTs are not at ../shared/data/olt.");

const peers: Peer[] = [];
let closing: (() => void)[] = [];
beforeEach(() => {
  closing = [];
});
afterEach(async () => {
  for (const close of closing) close();
  await Promise.all(peers.splice(0).map((peer) => peer.close()));
});

async function read(name: string, vendor: OltVendor): Promise<OltLook> {
  const peer = await startPeer({ rows: recorded(name) });
  peers.push(peer);
  const session = openTo(peer.port, { timeout_ms: 1_000 });
  closing.push(() => session.close());
  return new OltReader({ vendor, clock: () => performance.now(), now: () => Date.now() }).readAll(session);
}

const median = (numbers: number[]): number =>
  numbers.sort((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN;

here("A ZTE C320 that names the newer tree is read by the older one, which its ONUs answer in", async () => {
  const { profile, reading, sys_descr, uptime_seconds } = await read("zxa10_c320", "ZTE");
  expect(profile).toBe("zte-c300");
  expect(sys_descr).toContain("C320 Version V2.1.0");
  expect(uptime_seconds).toBe(6_510_800);
  expect(reading?.onus).toHaveLength(125);
  const first = reading?.onus.find((onu) => onu.pon_port === "1/1/1" && onu.onu_index === 1);
  expect(first).toMatchObject({
    distance_m: 1235,
    status: "UNKNOWN",
    serial_number: null,
    rx_power_dbm: null,
  });
  expect(reading?.warnings).toContain("The serial numbers were not answered.");
});

here("A V-SOL EPON OLT's optical values are read from its texts", async () => {
  const { profile, reading } = await read("vsolution_v1600d", "VSOL");
  expect(profile).toBe("vsol-epon");
  expect(reading?.onus).toHaveLength(16);
  const weak = reading?.onus.find((onu) => onu.onu_index === 7);
  expect(weak).toMatchObject({
    pon_port: "0/1",
    description: "GGGGGG",
    rx_power_dbm: -27.45,
    tx_power_dbm: 2.29,
    temperature_c: 35.5,
  });
  expect(median((reading?.onus ?? []).map((onu) => onu.rx_power_dbm ?? 0))).toBeLessThan(-10);
});

here("A UFiber OLT's ONUs are found by serial number, and those that are off show no power", async () => {
  const { profile, reading } = await read("edgeosolt", "UFIBER");
  expect(profile).toBe("ufiber");
  expect(reading?.onus).toHaveLength(29);
  expect(reading?.is_complete).toBe(true);
  expect(reading?.onus.filter((onu) => onu.status === "ONLINE")).toHaveLength(16);
  for (const onu of reading?.onus ?? []) {
    expect(onu.serial_number).toMatch(/^UBNT[0-9A-F]{8}$/);
    if (onu.status === "ONLINE") expect(onu.rx_power_dbm).toBeLessThan(-10);
    else expect([onu.rx_power_dbm, onu.tx_power_dbm]).toEqual([null, null]);
  }
});

here("An OLT is read by what it is where the operator named no vendor", async () => {
  expect((await read("edgeosolt", "GENERIC")).profile).toBe("ufiber");
});

here.each([
  ["smartax", "HUAWEI"],
  ["bdcom", "BDCOM"],
  ["cdata", "CDATA"],
  ["fiberhome", "FIBERHOME"],
  ["zxa10", "ZTE"],
  ["nokia-isam", "GENERIC"],
  ["raisecom", "GENERIC"],
] as const)(
  "A recording without ONUs (%s) is a device on-line of which nothing is said to be gone",
  async (name, vendor) => {
    const look = await read(name, vendor);
    expect(look.profile).toBeNull();
    expect(look.sys_descr).toBeTruthy();
    expect(look.reading).toMatchObject({ onus: [], is_complete: false });
    expect(look.reading?.warnings).toHaveLength(1);
  },
);

here("Ports of Huawei and BDCOM are called as the device calls them", () => {
  const IF_NAME = "1.3.6.1.2.1.31.1.1.1.1.";
  const names = (name: string) =>
    namesOf(
      new Map(
        [...recorded(name)]
          .filter(([key]) => key.startsWith(IF_NAME))
          .map(([key, { body }]) => [key.slice(IF_NAME.length), body]),
      ),
    );
  expect(placeInName(names("smartax").get("4194312960"))).toEqual({ port: "0/1/3", onu: null });
  expect(placeInName(names("bdcom").get("1185"))).toEqual({ port: "0/2", onu: 5 });
});
