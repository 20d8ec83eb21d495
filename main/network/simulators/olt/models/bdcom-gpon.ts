// BDCOM, GPON: base 3320.10; each ONU is an interface.
import { type OltModel, type PonPort, serialBytes, tenths } from "../model.ts";
import type { OnuNow } from "../onus.ts";

const BASE = "1.3.6.1.4.1.3320.10";
const NONE = -2_147_483_648;
/** 1 power off, 3 by hand, 6 LOS, 8 fibre, 11 restart. */
const REASONS = { FIBRE: 6, POWER: 1, REBOOT: 11, DEACTIVATED: 3 } as const;

const ifIndex = (onu: OnuNow, port: PonPort): number => 200 + port.number * 128 + onu.index;

export const bdcomGpon: OltModel = {
  name: "bdcom-gpon",
  descr: "BDCOM(tm) GP3600-16B Software, Version 74104\nhardware version:A",
  object_id: "1.3.6.1.4.1.3320.1.390.0",
  media: "GPON",
  first: 1,
  port: (number) => ({
    number,
    label: `0/${number + 1}`,
    if_index: 110 + number,
    name: `GPON0/${number + 1}`,
  }),
  index: (onu, port) => [ifIndex(onu, port)],
  onu_interface: (onu, port) => ({ if_index: ifIndex(onu, port), name: `${port.name}:${onu.index}` }),
  columns: [
    { oid: `${BASE}.3.1.1.4`, type: "octets", value: (onu) => serialBytes(onu.serial) },
    { oid: `${BASE}.3.1.1.33`, type: "integer", value: (onu) => onu.distance_m },
    {
      oid: `${BASE}.3.1.1.35`,
      type: "integer",
      value: (onu) => (onu.last_cause === null ? 0 : REASONS[onu.last_cause]),
    },
    { oid: `${BASE}.3.2.1.4`, type: "integer", value: () => 0 },
    { oid: `${BASE}.3.3.1.2`, type: "octets", value: (onu) => serialBytes(onu.serial) },
    // 2 deregistered, 3 on-line, 4 lost.
    {
      oid: `${BASE}.3.3.1.4`,
      type: "integer",
      value: (onu) => (onu.state === "ONLINE" ? 3 : onu.state === "LOS" ? 4 : 2),
    },
    { oid: `${BASE}.3.4.1.2`, type: "integer", value: (onu) => tenths(onu.rx, NONE) },
    { oid: `${BASE}.3.4.1.3`, type: "integer", value: (onu) => tenths(onu.tx, NONE) },
  ],
  port_columns: [
    { oid: `${BASE}.2.1.1.1`, type: "integer", value: (port) => port.if_index },
    {
      oid: `${BASE}.2.1.1.4`,
      type: "integer",
      value: (_port, onus) => onus.filter(({ state }) => state === "ONLINE").length,
    },
  ],
  reboot: { kind: "cell", oid: `${BASE}.3.2.1.4`, value: 1 },
};
