// What devices in the field write otherwise than the first one that was known: other columns, other indexes, other spellings.
import { afterEach, expect, test } from "vitest";
import { decode } from "../../../main/network/olt/decode.ts";
import { type OltLook, OltReader } from "../../../main/network/olt/olt-reader.ts";
import type { CellKind } from "../../../main/network/olt/profile.ts";
import type { OltVendor } from "../../../shared/network/olt/olt-wire.ts";
import { onuSerial } from "../../../shared/network/onu-serial.rules.ts";
import { openTo } from "./helpers/access.ts";
import {
  integer,
  octets,
  type Rows,
  recorded,
  recordingsHere,
  startPeer,
  systemRows,
} from "./helpers/peer.ts";

const P = "1.3.6.1.4.1.";
const IF_NAME = "1.3.6.1.2.1.31.1.1.1.1.";
const IF_DESCR = "1.3.6.1.2.1.2.2.1.2.";
const closing: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function read(rows: Rows, vendor: OltVendor): Promise<OltLook> {
  const peer = await startPeer({ rows });
  closing.push(() => peer.close());
  const session = openTo(peer.port);
  closing.push(() => session.close());
  const reader = new OltReader({
    vendor,
    clock: () => performance.now(),
    now: Date.now,
    slow_timeout_ms: 100,
  });
  return reader.readAll(session);
}

const EPON = `${P}17409.2.3.4.`;
const FIRST_ONU = 16_780_033;

test("A C-Data EPON OLT whose MAC addresses stand in column 7 alone has ONUs with an identity", async () => {
  const rows = systemRows(`${P}17409`);
  rows.set(`${EPON}1.1.7.${FIRST_ONU}`, octets(Buffer.from("505B1D000B01", "hex")));
  rows.set(`${EPON}1.1.8.${FIRST_ONU}`, integer(1));
  rows.set(`${EPON}2.1.4.${FIRST_ONU}.0.0`, integer(-2134));
  const { reading } = await read(rows, "CDATA");
  expect(reading?.onus).toMatchObject([
    { serial_number: "50:5B:1D:00:0B:01", status: "ONLINE", rx_power_dbm: -21.34 },
  ]);
  expect(reading?.is_complete).toBe(true);
});

/** Card, port, ONU as the second firmware packs them. */
const byCard = (card: number, port: number, onu: number): number =>
  card * 0x1000000 + 0x480000 + (port - 1) * 0x1000 + onu;

test("C-Data's second form of index tells card, port and ONU, and its optics are found behind whatever arcs", async () => {
  const rows = systemRows(`${P}17409`);
  const ports = [
    [1, 1, "epon 0/1/1"],
    [1, 2, "epon 0/1/2"],
    [2, 3, null],
  ] as const;
  for (const [card, port, name] of ports) {
    const index = byCard(card, port, 5);
    rows.set(`${EPON}1.1.7.${index}`, octets(Buffer.from([0x50, 0x5b, 0x1d, card, port, 5])));
    rows.set(`${EPON}1.1.8.${index}`, integer(1));
    rows.set(`${EPON}2.1.4.${index}.1.${port}`, integer(-2134 - port));
    if (name) rows.set(IF_DESCR + byCard(card, port, 0), octets(name));
  }
  expect(byCard(1, 2, 5)).toBe(0x01481005);
  const { reading } = await read(rows, "CDATA");
  const told = reading?.onus.map(({ pon_port, onu_index, rx_power_dbm }) => [
    pon_port,
    onu_index,
    rx_power_dbm,
  ]);
  expect(told).toEqual([
    ["0/1/1", 5, -21.35],
    ["0/1/2", 5, -21.36],
    ["0/2/3", 5, -21.37],
  ]);
});

test("C-Data's GPON OLTs of one card use the second form, too, and write -1 where there is no light", async () => {
  const GPON = `${P}17409.2.8.4.`;
  const rows = systemRows(`${P}17409`);
  for (const [port, power] of [
    [1, -1],
    [8, -2495],
  ] as const) {
    const index = byCard(0, port, 3);
    rows.set(`${GPON}1.1.3.${index}`, octets(Buffer.from(`485754431234AB0${port}`, "hex")));
    rows.set(`${GPON}1.1.7.${index}`, integer(power === -1 ? 2 : 1));
    rows.set(`${GPON}4.1.4.${index}.0.1310721`, integer(power));
  }
  const { reading } = await read(rows, "CDATA");
  expect(reading?.onus).toMatchObject([
    { pon_port: "0/0/1", onu_index: 3, rx_power_dbm: null },
    { pon_port: "0/0/8", onu_index: 3, rx_power_dbm: -24.95, serial_number: "HWTC1234AB08" },
  ]);
});

test.skipIf(!recordingsHere)("A port of a C-Data OLT is called as the recorded device calls it", async () => {
  const rows = recorded("cdata");
  const index = 0x01000d00 + 7;
  rows.set(`${EPON}1.1.7.${index}`, octets(Buffer.from("505B1D000B07", "hex")));
  rows.set(`${EPON}1.1.8.${index}`, integer(1));
  const { profile, reading } = await read(rows, "CDATA");
  expect(profile).toBe("cdata-epon");
  expect(reading?.onus).toMatchObject([{ pon_port: "0/0/1", onu_index: 7 }]);
});

test("A port is named by ifDescr where ifName names others alone, and by its number where it has no path", async () => {
  const rows = systemRows(`${P}17409`);
  for (const [port, name] of [
    [11, "PON-01"],
    [12, "PON-02"],
  ] as const) {
    const index = 0x01000000 + port * 0x100 + 1;
    rows.set(`${EPON}1.1.7.${index}`, octets(Buffer.from([0x50, 0x5b, 0x1d, 0, port, 1])));
    rows.set(`${EPON}1.1.8.${index}`, integer(1));
    rows.set(IF_DESCR + port, octets(name));
  }
  rows.set(`${IF_NAME}1`, octets("ge0/0/1"));
  const { reading } = await read(rows, "CDATA");
  expect(reading?.onus.map(({ pon_port }) => pon_port)).toEqual(["0/0/1", "0/0/2"]);
});

const MAC = "A2:5D:08:31:D9:81";
const GPON_SERIAL = "HWTC1234ABCD";

test.each([
  ["0xa25d0831d981", MAC],
  ["0XA25D0831D981", MAC],
  ["a25d0831d981", MAC],
  ["a2:5d:08:31:d9:81", MAC],
  ["a2:5d:8:31:d9:81", MAC],
  ["A2-5D-08-31-D9-81", MAC],
  ["a25d.0831.d981", MAC],
  ["A2 5D 08 31 D9 81", MAC],
  ['"A2:5D:08:31:D9:81"', MAC],
  ["MAC: a25d.0831.d981", MAC],
  ["Ａ２５Ｄ．０８３１．Ｄ９８１", MAC],
  ["0xabcdef123456", "AB:CD:EF:12:34:56"],
  ["hwtc1234abcd", GPON_SERIAL],
  ["HWTC-1234ABCD", GPON_SERIAL],
  ["485754431234abcd", GPON_SERIAL],
  ["0x485754431234abcd", GPON_SERIAL],
  ["48-57-54-43-12-34-ab-cd", GPON_SERIAL],
  ["48575443 1234ABCD (HWTC-1234ABCD)", GPON_SERIAL],
  ["S/N: HWTC1234ABCD", GPON_SERIAL],
  ["00:00:00:00:00:00", null],
  ["0xffffffffffff", null],
  ["0x", null],
  ["0xa25d0831d98", null],
  ["N/A", null],
])("The serial number '%s' is %s", (text, serial) => {
  expect(onuSerial(text)).toBe(serial);
  expect(decode(Buffer.from(text), { kind: "serial" })).toBe(serial);
});

test.each([
  [Buffer.from("a25d0831d981", "hex"), MAC],
  [Buffer.from("485754431234abcd", "hex"), GPON_SERIAL],
  [Buffer.alloc(6), null],
  [Buffer.alloc(6, 0xff), null],
  [Buffer.alloc(8), null],
])("The serial number of these octets is %s", (raw, serial) => {
  expect(decode(raw, { kind: "serial" })).toBe(serial);
});

test("V-SOL's MAC addresses are read where they come as text behind 0x", async () => {
  const rows = systemRows(`${P}37950.1.1.5`);
  rows.set(`${P}37950.1.1.5.12.1.25.1.5.1.1`, octets("0xa25d0831d981"));
  rows.set(`${P}37950.1.1.5.12.1.25.1.4.1.1`, integer(1));
  const { reading } = await read(rows, "VSOL");
  expect(reading?.onus).toMatchObject([{ serial_number: MAC, pon_port: "0/1", onu_index: 1 }]);
});

const TEXT: CellKind = { kind: "dbm-text" };

test.each([
  ["-13.518(dBm)", -13.52],
  ["-13.518", -13.52],
  ["0.00 mW (-27.45 dBm)", -27.45],
  ["-19,00 dBm", -19],
  ["-19.00 dbm", -19],
  ["−19.00 dBm", -19],
  ["- 19.00 dBm", -19],
  ["-2.398e+01 dBm", -23.98],
  ["-2.398e+01", -23.98],
  ["Rx power: -21.30dBm / 0.0074mW", -21.3],
  ["dBm: -21.3", -21.3],
  ["+2.31 dBm", 2.31],
  ["0.0126 mW", -19],
  ["0,0126 mW", -19],
  ["12.6 uW", -19],
  ["12.6 µW", -19],
  ["0.00 mW (-40.00 dBm)", null],
  ["-40.00 dBm", null],
  ["-40", null],
  ["-45.2 dBm", null],
  ["0.00 mW", null],
  ["0.00 mW (-inf dBm)", null],
  ["-inf dBm 0.00 mW", null],
  ["1,234.5 dBm", null],
  ["--", null],
  ["N/A", null],
  ["", null],
  ["65535", null],
])("The power written '%s' is %s dBm", (text, power) => {
  expect(decode(Buffer.from(text), TEXT)).toBe(power);
});

test.each([
  [integer(-2134).body, -21.34],
  [octets("-2134").body, -21.34],
  [octets("-21.34").body, -21.34],
  [octets("-21.34 dBm").body, -21.34],
  [octets("-21,34 dBm").body, -21.34],
  [octets("-4000").body, null],
  [octets("-1").body, null],
  [octets("0").body, null],
])("A scaled column that comes as text is read by how it is written", (body, power) => {
  const raw = body.length <= 2 && body[0] !== 0x2d && body[0] !== 0x30 ? body.readInt16BE() : body;
  expect(decode(raw, { kind: "dbm", scales: [{ scale: 0.01 }] })).toBe(power);
});

test.each([
  ["30.67 C", 30.67],
  ["30,67 C", 30.67],
  ["3.067e+01", 30.67],
  ["1.2.3 C", null],
])("The temperature written '%s' is %s degrees", (text, celsius) => {
  expect(decode(Buffer.from(text), { kind: "celsius-text" })).toBe(celsius);
});

test.each([
  ["2025-02-29 10:00:00", true],
  ["2024-02-29 10:00:00", false],
  ["2026-04-31 10:00:00", true],
])("The date '%s' is none where there is no such day", (text, is_none) => {
  expect(decode(Buffer.from(text), { kind: "date-text" }) === null).toBe(is_none);
});

test("Letters of another code page are marked one by one and never left out", () => {
  expect(decode(Buffer.from("D5C5C8FD31303035", "hex"), { kind: "text" })).toBe(
    "\uFFFD\uFFFD\uFFFD\uFFFD1005",
  );
  expect(decode(Buffer.from("C8E2E0EDEEE2", "hex"), { kind: "text" })).toMatch(/^\uFFFD+$/);
  expect(decode(Buffer.from("রহিমা 1005"), { kind: "text" })).toBe("রহিমা 1005");
  // What a field is filled up with is no text.
  expect(decode(Buffer.from("73686f70ffffffff0000", "hex"), { kind: "text" })).toBe("shop");
  expect(decode(Buffer.alloc(16, 0xff), { kind: "text" })).toBeNull();
});

const VSOL_OPTICS = `${P}37950.1.1.5.12.2.1.8.1.`;

test.skipIf(!recordingsHere)("No light is no reading, of whichever ONU of a recorded OLT", async () => {
  const rows = recorded("vsolution_v1600d");
  rows.set(`${VSOL_OPTICS}7.1.3`, octets("0.00 mW (-40.00 dBm)"));
  rows.set(`${VSOL_OPTICS}7.1.4`, octets("-19,00 dBm"));
  rows.set(`${VSOL_OPTICS}7.1.5`, octets("-13.518"));
  const { reading } = await read(rows, "VSOL");
  const rx = (onu: number) => reading?.onus.find(({ onu_index }) => onu_index === onu)?.rx_power_dbm;
  expect([rx(3), rx(4), rx(5), rx(7)]).toEqual([null, -19, -13.52, -27.45]);
});

test("What was not answered is told in the plural that the word takes", async () => {
  const rows = systemRows(`${P}17409`);
  rows.set(`${EPON}1.1.7.${FIRST_ONU}`, octets(Buffer.from("505B1D000B01", "hex")));
  const { reading } = await read(rows, "CDATA");
  expect(reading?.warnings).toContain("The sent powers were not answered.");
  for (const warning of reading?.warnings ?? []) expect(warning).not.toMatch(/\b(power|status) were/);
});
