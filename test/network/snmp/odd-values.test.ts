// How devices write what other vendors write otherwise: power that is not in decibels, dates as text, and what stands for no value.
import { afterEach, expect, test } from "vitest";
import { OltReader } from "../../../main/network/olt/olt-reader.ts";
import type { ObservedOnu } from "../../../shared/network/olt/olt-wire.ts";
import { openTo } from "./helpers/access.ts";
import { scripted } from "./helpers/device.ts";
import { integer, octets, type Row, startPeer } from "./helpers/peer.ts";

const closing: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** The one ONU of the scripted OLT, whose cells of these columns are as given. */
async function onuWith(profile: string, base: string, index: string, cells: Record<string, Row>) {
  const olt = scripted(profile);
  for (const [column, row] of Object.entries(cells))
    olt.rows.set(`1.3.6.1.4.1.${base}.${column}.${index}`, row);
  const peer = await startPeer({ rows: olt.rows });
  closing.push(() => peer.close());
  const session = openTo(peer.port);
  closing.push(() => session.close());
  const reader = new OltReader({
    vendor: olt.vendor,
    clock: () => performance.now(),
    now: () => new Date(2026, 10, 22).getTime(),
    slow_timeout_ms: 100,
  });
  const look = await reader.readAll(session);
  expect(look.profile).toBe(profile);
  const [onu] = look.reading?.onus ?? [];
  return { ...onu } as Partial<ObservedOnu>;
}

const fd11 = (cells: Record<string, Row>) => onuWith("cdata-fd11", "34592.1.3.4.1.1", "1.3.7", cells);
const huawei = (cells: Record<string, Row>) =>
  onuWith("huawei-epon", "2011.6.128.1.1.2", "4227866624.0", cells);
const vsol = (cells: Record<string, Row>) => onuWith("vsol-gpon", "37950.1.1.6.1.1", "1.3", cells);

test("C-Data's FD11 writes power in tenths of a microwatt, and its port as card and number", async () => {
  const cells = { 36: integer(60), 37: integer(19_580), 13: integer(1_840), 40: integer(11_008) };
  expect(await fd11({ ...cells, 45: octets("dying-gasp") })).toMatchObject({
    pon_port: "1/3",
    onu_index: 7,
    serial_number: "A0:B1:C2:D3:E4:F5",
    status: "ONLINE",
    rx_power_dbm: -22.22,
    tx_power_dbm: 2.92,
    distance_m: 1_840,
    temperature_c: 43,
    last_down_cause: "POWER",
  });
});

test("C-Data's FD11 is said to be on-line where it is online, normal or abnormal, and by no other code", async () => {
  const told = [];
  for (const code of [1, 2, 3, 4, 5, 6]) told.push((await fd11({ 11: integer(code) })).status);
  expect(told).toEqual(["OFFLINE", "OFFLINE", "ONLINE", "ONLINE", "ONLINE", "UNKNOWN"]);
});

test.each([0, -1, 2_147_483_647])("C-Data's FD11 shows no power where it writes %i", async (raw) => {
  const onu = await fd11({ 36: integer(raw), 37: integer(raw), 13: integer(-1), 40: integer(0) });
  expect(onu).toMatchObject({
    rx_power_dbm: null,
    tx_power_dbm: null,
    distance_m: null,
    temperature_c: null,
    last_down_cause: null,
  });
});

test("Huawei's EPON ONUs are read from tables of their own, power at the OLT with its offset", async () => {
  const onu = await huawei({
    "53.1.9": octets("shop"),
    "57.1.15": integer(2),
    "57.1.19": integer(2_310),
    "57.1.24": octets(Buffer.from("07ea0b15091e0000", "hex")),
    "57.1.25": integer(13),
    "104.1.1": integer(7_655),
    "104.1.5": integer(-2_143),
  });
  expect(onu).toMatchObject({
    pon_port: "0/1/0",
    onu_index: 0,
    serial_number: "A0:B1:C2:D3:E4:F5",
    description: "shop",
    status: "DYING_GASP",
    last_down_cause: "POWER",
    last_down_at: new Date(2026, 10, 21, 9, 30).toISOString(),
    distance_m: 2_310,
    olt_rx_power_dbm: -23.45,
    rx_power_dbm: -21.43,
  });
});

test("Huawei's EPON ONUs show nothing where the OLT writes that it has no value", async () => {
  const none = integer(2_147_483_647);
  const cells = { "57.1.19": integer(-1), "57.1.25": integer(-1), "57.1.24": octets(Buffer.alloc(8)) };
  const optics = { "104.1.1": none, "104.1.2": none, "104.1.4": none, "104.1.5": none };
  expect(await huawei({ ...cells, ...optics })).toMatchObject({
    distance_m: null,
    last_down_cause: null,
    last_down_at: null,
    olt_rx_power_dbm: null,
    temperature_c: null,
    tx_power_dbm: null,
    rx_power_dbm: null,
  });
});

test("Huawei's EPON ONU that was refused is off-line for no reason of fibre or power", async () => {
  expect(await huawei({ "57.1.15": integer(2), "57.1.25": integer(12) })).toMatchObject({
    status: "OFFLINE",
    last_down_cause: "UNKNOWN",
  });
});

test("V-SOL's GPON OLT writes dates as text, by its own clock", async () => {
  const cells = { "1.1.8": octets("2026-11-21 09:30:05"), "1.1.9": octets("2026/11/21 09:28:00") };
  expect(await vsol({ ...cells, "1.1.10": octets("Dying Gasp") })).toMatchObject({
    last_up_at: new Date(2026, 10, 21, 9, 30, 5).toISOString(),
    last_down_at: new Date(2026, 10, 21, 9, 28).toISOString(),
    last_down_cause: "POWER",
  });
});

test.each(["0000-00-00 00:00:00", "N/A", "", "2026-13-01 00:00:00", "yesterday"])(
  "V-SOL's GPON OLT tells no date where it writes '%s'",
  async (text) => {
    expect(await vsol({ "1.1.8": octets(text), "1.1.9": octets(text) })).toMatchObject({
      last_up_at: null,
      last_down_at: null,
    });
  },
);
