// ZTE C300/C320, GPON, firmware whose ONUs answer in tree 3902.1012. A C320 V2.1.0 says 3902.1082 of itself all the same.
import { type OltModel, type PonPort, serialBytes, thousandths } from "../model.ts";
import type { OnuNow } from "../onus.ts";

const BASE = "1.3.6.1.4.1.3902.1012.3";
const OLT_SIDE = "1.3.6.1.4.1.3902.1015.1010.11.2.1.2";
const SLOT = 1;
/** 0 logging in, 1 LOS, 2 synchronising, 3 working, 4 dying gasp, 5 not let in, 6 off-line. */
const PHASES = { LOS: 1, ONLINE: 3, DYING_GASP: 4, AUTH_FAILED: 5, OFFLINE: 6, DISABLED: 6 } as const;

/** Steps of 0.002 dB over -30 dBm, in 16 bits; 0 where there is no reading. */
const optical = (dbm: number | null): number => (dbm === null ? 0 : Math.round((dbm + 30) / 0.002) & 0xffff);
const online = (onu: OnuNow) => onu.state === "ONLINE";

const tableIndex = (port: PonPort): number => 0x10000000 + SLOT * 2 ** 16 + (port.number + 1) * 2 ** 8;

export const zteC300: OltModel = {
  name: "zte-c300",
  descr: "ZXA10 C320, ZTE ZXA10 Software Version: V2.1.0",
  object_id: "1.3.6.1.4.1.3902.1082.1001.320.2.1",
  media: "GPON",
  first: 1,
  port: (number) => ({
    number,
    label: `1/${SLOT}/${number + 1}`,
    // Interfaces are counted from 0, the ONUs' tables from one: of a recorded C320, 0x10000000 is gpon_1/1/1 and
    // the ONUs of that port are below 0x10010100.
    if_index: 0x10000000 + number * 2 ** 8,
    name: `gpon_${1}/${SLOT}/${number + 1}`,
  }),
  index: (onu, port) => [tableIndex(port), onu.index],
  columns: [
    { oid: `${BASE}.28.1.1.1`, type: "octets", value: (onu) => onu.model },
    { oid: `${BASE}.28.1.1.2`, type: "octets", value: (onu) => `ONU-${onu.index}` },
    { oid: `${BASE}.28.1.1.3`, type: "octets", value: (onu) => onu.description },
    { oid: `${BASE}.28.1.1.5`, type: "octets", value: (onu) => serialBytes(onu.serial) },
    { oid: `${BASE}.28.1.1.9`, type: "integer", value: () => 1 },
    { oid: `${BASE}.28.2.1.4`, type: "integer", value: (onu) => PHASES[onu.state] },
    { oid: `${BASE}.11.4.1.1`, type: "integer", value: (onu) => (online(onu) ? onu.distance_m * 10 : 0) },
    { oid: `${BASE}.11.4.1.2`, type: "integer", value: (onu) => (online(onu) ? onu.distance_m : -1) },
    { oid: `${BASE}.50.12.1.1.10`, type: "integer", suffix: [1], value: (onu) => optical(onu.rx) },
    { oid: `${BASE}.50.12.1.1.14`, type: "integer", suffix: [1], value: (onu) => optical(onu.tx) },
    { oid: OLT_SIDE, type: "integer", value: (onu) => thousandths(onu.olt_rx, -80_000) },
  ],
  unconfigured: {
    oid: `${BASE}.13.3.1.2`,
    type: "octets",
    index: (port, number) => [tableIndex(port), number],
  },
};
