// Scripted OLTs: rows of a vendor's tables written out by hand, from the vendors' MIBs and not from the agent's profiles.
import type { OltVendor } from "../../../../shared/network/olt/olt-wire.ts";
import { integer, octets, type PeerOptions, type Rows, systemRows } from "./peer.ts";

export interface ScriptedOlt {
  profile: string;
  vendor: OltVendor;
  rows: Rows;
  /** The ONU that tests restart: its place, serial number, and the cell of its status with what is on-line and off. */
  onu: { pon_port: string; onu_index: number; serial_number: string };
  status: { oid: string; up: number; down: number };
  /** What may be written to restart it, and nothing else; null: nothing at all. */
  restart: { oid: string; value: number }[] | null;
  unverified?: true;
}

const P = "1.3.6.1.4.1.";
const IF_NAME = "1.3.6.1.2.1.31.1.1.1.1.";
const HEX = "48575443 1234ABCD".replace(" ", "");
const MAC = Buffer.from("a0b1c2d3e4f5", "hex");
const GPON = { serial_number: "HWTC1234ABCD" };
const EPON = { serial_number: "A0:B1:C2:D3:E4:F5" };

function olt(
  start: Omit<ScriptedOlt, "rows"> & { object_id: string; cells: [string, ReturnType<typeof integer>][] },
): ScriptedOlt {
  const { object_id, cells, ...rest } = start;
  const rows = systemRows(P + object_id);
  for (const [oid, row] of cells) rows.set(oid.startsWith("1.3.6.1.2.") ? oid : P + oid, row);
  rows.set(P + rest.status.oid, integer(rest.status.up));
  return { ...rest, rows, status: { ...rest.status, oid: P + rest.status.oid } };
}

const gpon = octets(Buffer.from(HEX, "hex"));

export const SCRIPTED: readonly ScriptedOlt[] = [
  olt({
    profile: "huawei-gpon",
    vendor: "HUAWEI",
    object_id: "2011.2.123",
    onu: { pon_port: "0/1/3", onu_index: 5, ...GPON },
    cells: [
      [`${IF_NAME}4194312960`, octets("GPON 0/1/3")],
      ["2011.6.128.1.1.2.43.1.3.4194312960.5", gpon],
    ],
    status: { oid: "2011.6.128.1.1.2.46.1.15.4194312960.5", up: 1, down: 2 },
    restart: [{ oid: `${P}2011.6.128.1.1.2.46.1.2.4194312960.5`, value: 1 }],
  }),
  olt({
    profile: "huawei-epon",
    vendor: "HUAWEI",
    object_id: "2011.2.123",
    onu: { pon_port: "0/1/0", onu_index: 0, ...EPON },
    cells: [
      ["2011.6.128.1.1.2.53.1.3.4227866624.0", octets(MAC)],
      // Set up as it should be, which says nothing of whether it runs.
      ["2011.6.128.1.1.2.57.1.18.4227866624.0", integer(2)],
    ],
    status: { oid: "2011.6.128.1.1.2.57.1.15.4227866624.0", up: 1, down: 2 },
    restart: null,
  }),
  olt({
    profile: "zte-c300",
    vendor: "ZTE",
    object_id: "3902.1015.300",
    onu: { pon_port: "1/2/3", onu_index: 7, ...GPON },
    cells: [["3902.1012.3.28.1.1.5.268567296.7", gpon]],
    status: { oid: "3902.1012.3.28.2.1.4.268567296.7", up: 3, down: 6 },
    restart: null,
  }),
  olt({
    profile: "zte-c600",
    vendor: "ZTE",
    object_id: "3902.1082.1001.600",
    onu: { pon_port: "1/1/2", onu_index: 9, ...GPON },
    cells: [["3902.1082.500.10.2.3.3.1.6.285278466.9", octets("1,HWTC1234ABCD")]],
    status: { oid: "3902.1082.500.10.2.3.8.1.4.285278466.9", up: 4, down: 7 },
    restart: [{ oid: `${P}3902.1082.500.20.2.1.10.1.1.285278466.9`, value: 1 }],
    unverified: true,
  }),
  olt({
    profile: "vsol-epon",
    vendor: "VSOL",
    object_id: "37950.1.1.5.10.14.1",
    onu: { pon_port: "0/2", onu_index: 4, ...EPON },
    cells: [["37950.1.1.5.12.1.25.1.5.2.4", octets("a0:b1:c2:d3:e4:f5")]],
    status: { oid: "37950.1.1.5.12.1.25.1.4.2.4", up: 1, down: 0 },
    restart: [
      { oid: `${P}37950.1.1.5.12.1.15.1.0`, value: 2 },
      { oid: `${P}37950.1.1.5.12.1.15.2.0`, value: 4 },
    ],
  }),
  olt({
    profile: "vsol-gpon",
    vendor: "VSOL",
    object_id: "37950.1.1.6.1",
    onu: { pon_port: "0/1", onu_index: 3, ...GPON },
    cells: [["37950.1.1.6.1.1.2.1.5.1.3", octets("HWTC1234ABCD")]],
    status: { oid: "37950.1.1.6.1.1.1.1.5.1.3", up: 3, down: 5 },
    restart: null,
  }),
  olt({
    profile: "bdcom-epon",
    vendor: "BDCOM",
    object_id: "3320.1.280.0",
    onu: { pon_port: "0/1", onu_index: 5, ...EPON },
    cells: [
      [`${IF_NAME}31`, octets("EPON0/1:5")],
      ["3320.101.10.4.1.1.31", octets(MAC)],
    ],
    status: { oid: "3320.101.10.1.1.26.31", up: 3, down: 2 },
    restart: [{ oid: `${P}3320.101.10.1.1.29.31`, value: 0 }],
  }),
  olt({
    profile: "bdcom-gpon",
    vendor: "BDCOM",
    object_id: "3320.1.390.0",
    onu: { pon_port: "0/2", onu_index: 1, ...GPON },
    cells: [
      [`${IF_NAME}1179`, octets("GPON0/2:1")],
      ["3320.10.3.3.1.2.1179", octets("HWTC:1234ABCD")],
    ],
    status: { oid: "3320.10.3.3.1.4.1179", up: 3, down: 2 },
    restart: [{ oid: `${P}3320.10.3.2.1.4.1179`, value: 1 }],
    unverified: true,
  }),
  olt({
    profile: "cdata-gpon",
    vendor: "CDATA",
    object_id: "17409.1",
    onu: { pon_port: "0/0/11", onu_index: 1, ...GPON },
    cells: [["17409.2.8.4.1.1.3.16780033", gpon]],
    status: { oid: "17409.2.8.4.1.1.7.16780033", up: 1, down: 2 },
    restart: [{ oid: `${P}17409.2.8.4.1.1.10.16780033`, value: 1 }],
  }),
  olt({
    profile: "cdata-epon",
    vendor: "CDATA",
    object_id: "17409.1",
    onu: { pon_port: "0/0/2", onu_index: 6, ...EPON },
    cells: [["17409.2.3.4.1.1.28.16777734", octets(MAC)]],
    status: { oid: "17409.2.3.4.1.1.8.16777734", up: 1, down: 2 },
    restart: [{ oid: `${P}17409.2.3.4.1.1.17.16777734`, value: 1 }],
  }),
  olt({
    profile: "cdata-fd11",
    vendor: "CDATA",
    object_id: "34592.1.3",
    onu: { pon_port: "1/3", onu_index: 7, ...EPON },
    cells: [
      ["34592.1.3.4.1.1.3.1.3.7", octets("FD1312310001")],
      ["34592.1.3.4.1.1.7.1.3.7", octets(MAC)],
    ],
    status: { oid: "34592.1.3.4.1.1.11.1.3.7", up: 3, down: 2 },
    restart: null,
  }),
  olt({
    profile: "fiberhome-an5516",
    vendor: "FIBERHOME",
    object_id: "5875.800.1001.11",
    onu: { pon_port: "1/2", onu_index: 3, ...GPON },
    cells: [["5875.800.3.10.1.1.10.34603776", octets("HWTC1234ABCD")]],
    status: { oid: "5875.800.3.10.1.1.11.34603776", up: 1, down: 0 },
    restart: null,
  }),
  olt({
    profile: "ufiber",
    vendor: "UFIBER",
    object_id: "41112.1.5",
    onu: { pon_port: "pon2", onu_index: 0x1234abcd, ...GPON },
    cells: [
      ["41112.1.5.6.2.1.1.12.72.87.84.67.49.50.51.52.65.66.67.68", octets("HWTC1234ABCD")],
      ["41112.1.5.6.2.1.5.12.72.87.84.67.49.50.51.52.65.66.67.68", integer(2)],
    ],
    status: { oid: "41112.1.5.6.2.1.3.12.72.87.84.67.49.50.51.52.65.66.67.68", up: 1, down: 2 },
    restart: null,
  }),
];

export function scripted(profile: string): ScriptedOlt {
  const found = SCRIPTED.find((one) => one.profile === profile);
  if (!found) throw new Error(`no scripted OLT ${profile}`);
  return { ...found, rows: new Map(found.rows) };
}

/** An ONU that goes when it is told to restart, and is back once some looks at it have heard so, however slow they are. */
export function restarting({ status }: Pick<ScriptedOlt, "status">): Pick<PeerOptions, "onSet" | "onTold"> {
  const looks = 3;
  const down = integer(status.down);
  let told = 0;
  return {
    onSet: (_write, rows) => {
      told = 0;
      rows.set(status.oid, down);
    },
    onTold: ({ oid, row }, rows) => {
      if (oid !== status.oid || row !== down) return;
      told += 1;
      if (told === looks) rows.set(status.oid, integer(status.up));
    },
  };
}
