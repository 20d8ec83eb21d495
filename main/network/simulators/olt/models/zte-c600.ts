// ZTE C600/C610/C620/C650, GPON, tree 3902.1082.
import { type OltModel, serialBytes, thousandths } from "../model.ts";
import type { OnuNow } from "../onus.ts";

const BASE = "1.3.6.1.4.1.3902.1082.500";
const SLOT = 1;
/** One more than the C300's: 1 logging in, 2 LOS, 3 synchronising, 4 working, 5 dying gasp, 6 not let in, 7 off-line. */
const PHASES = { LOS: 2, ONLINE: 4, DYING_GASP: 5, AUTH_FAILED: 6, OFFLINE: 7, DISABLED: 7 } as const;

const optical = (dbm: number | null): number =>
  dbm === null ? 65_535 : Math.round((dbm + 30) / 0.002) & 0xffff;
const online = (onu: OnuNow) => onu.state === "ONLINE";
/** "2026-11-21 18:04:00", by the device's clock. */
const clock = (at: Date | null): string =>
  at ? at.toISOString().slice(0, 19).replace("T", " ") : "0000-00-00 00:00:00";

export const zteC600: OltModel = {
  name: "zte-c600",
  descr: "ZXA10 C600, ZTE ZXA10 Software Version: V1.2.2",
  object_id: "1.3.6.1.4.1.3902.1082.1001.600.2.1",
  media: "GPON",
  first: 1,
  port: (number) => ({
    number,
    label: `1/${SLOT}/${number + 1}`,
    if_index: 0x11010000 + SLOT * 2 ** 8 + number + 1,
    name: `gpon_olt-1/${SLOT}/${number + 1}`,
  }),
  index: (onu, port) => [port.if_index, onu.index],
  columns: [
    { oid: `${BASE}.10.2.3.3.1.2`, type: "octets", value: (onu) => `ONU-${onu.index}` },
    { oid: `${BASE}.10.2.3.3.1.3`, type: "octets", value: (onu) => onu.description },
    { oid: `${BASE}.10.2.3.3.1.6`, type: "octets", value: (onu) => serialBytes(onu.serial) },
    { oid: `${BASE}.10.2.3.3.1.18`, type: "octets", value: (onu) => `1,${onu.serial}` },
    { oid: `${BASE}.10.2.3.3.1.50`, type: "integer", value: () => 1 },
    { oid: `${BASE}.10.2.3.8.1.4`, type: "integer", value: (onu) => PHASES[onu.state] },
    { oid: `${BASE}.10.2.3.8.1.5`, type: "octets", value: (onu) => clock(onu.last_up_at) },
    { oid: `${BASE}.10.2.3.8.1.6`, type: "octets", value: (onu) => clock(onu.last_down_at) },
    { oid: `${BASE}.10.2.3.10.1.2`, type: "integer", value: (onu) => (online(onu) ? onu.distance_m : -1) },
    { oid: `${BASE}.20.2.1.2.1.3`, type: "octets", value: (onu) => serialBytes(onu.serial) },
    { oid: `${BASE}.20.2.1.2.1.8`, type: "octets", value: (onu) => onu.model },
    { oid: `${BASE}.20.2.1.10.1.1`, type: "integer", value: () => 0 },
    { oid: `${BASE}.20.2.2.2.1.10`, type: "integer", suffix: [1], value: (onu) => optical(onu.rx) },
    { oid: `${BASE}.20.2.2.2.1.14`, type: "integer", suffix: [1], value: (onu) => optical(onu.tx) },
    {
      oid: `${BASE}.20.2.2.2.1.19`,
      type: "integer",
      suffix: [1],
      value: (onu) => (onu.temperature_c === null ? 65_535 : onu.temperature_c * 256),
    },
    { oid: `${BASE}.1.2.4.2.1.2`, type: "integer", value: (onu) => thousandths(onu.olt_rx, -80_000) },
  ],
  unconfigured: {
    oid: `${BASE}.2.2.11.2.1.2`,
    type: "octets",
    index: (port, number) => [port.if_index, number],
  },
  reboot: { kind: "cell", oid: `${BASE}.20.2.1.10.1.1`, value: 1 },
};
