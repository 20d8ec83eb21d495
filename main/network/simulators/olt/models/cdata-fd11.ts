// C-Data FD11xx, EPON: FD-ONU-MIB, base 34592.1.3.4.1.1; power is linear, not in decibels.
import { macBytes, type OltModel } from "../model.ts";

const BASE = "1.3.6.1.4.1.34592.1.3.4.1.1";
const SLOT = 1;
const CAUSES = { FIBRE: "losi", POWER: "dying-gasp", REBOOT: "reset", DEACTIVATED: "deactivate" } as const;

/** Tenths of a microwatt; 0 where there is no light. */
const tenths = (dbm: number | null): number => (dbm === null ? 0 : Math.round(10 ** (dbm / 10 + 4)));

export const cdataFd11: OltModel = {
  name: "cdata-fd11",
  descr: "FD1104S",
  object_id: "1.3.6.1.4.1.34592.1.3",
  media: "EPON",
  first: 1,
  port: (number) => ({
    number,
    label: `${SLOT}/${number + 1}`,
    if_index: number + 1,
    name: `pon${number + 1}`,
  }),
  index: (onu, port) => [SLOT, port.number + 1, onu.index],
  columns: [
    { oid: `${BASE}.3`, type: "octets", value: (onu) => `FD${onu.serial.replaceAll(":", "").slice(6)}` },
    { oid: `${BASE}.4`, type: "octets", value: (onu) => onu.description },
    { oid: `${BASE}.7`, type: "octets", value: (onu) => macBytes(onu.serial) },
    // 2 off-line, 3 on-line.
    { oid: `${BASE}.11`, type: "integer", value: (onu) => (onu.state === "ONLINE" ? 3 : 2) },
    { oid: `${BASE}.13`, type: "integer", value: (onu) => (onu.state === "ONLINE" ? onu.distance_m : 0) },
    { oid: `${BASE}.36`, type: "integer", value: (onu) => tenths(onu.rx) },
    { oid: `${BASE}.37`, type: "integer", value: (onu) => tenths(onu.tx) },
    { oid: `${BASE}.40`, type: "integer", value: (onu) => Math.round((onu.temperature_c ?? 0) * 256) },
    { oid: `${BASE}.45`, type: "octets", value: (onu) => (onu.last_cause ? CAUSES[onu.last_cause] : "") },
  ],
};
