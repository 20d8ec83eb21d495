// BDCOM, EPON: base 3320.101; each ONU is an interface, and its ifIndex is the index of every table.
import { macBytes, type OltModel, type PonPort, tenths } from "../model.ts";
import type { OnuNow } from "../onus.ts";

const BASE = "1.3.6.1.4.1.3320.101";
/** What stands where nothing was measured. */
const NONE = -65_535;
/** 2 left in order, 5 firmware, 7 taken down by hand, 8 fibre, 9 power off. */
const REASONS = { FIBRE: 8, POWER: 9, REBOOT: 2, DEACTIVATED: 7 } as const;

const ifIndex = (onu: OnuNow, port: PonPort): number => 100 + port.number * 128 + onu.index;

export const bdcomEpon: OltModel = {
  name: "bdcom-epon",
  descr: "BDCOM(tm) P3616-2TE Software, Version 10.1.0F Build 69083",
  object_id: "1.3.6.1.4.1.3320.1.225.0",
  media: "EPON",
  first: 1,
  port: (number) => ({
    number,
    label: `0/${number + 1}`,
    if_index: 11 + number,
    name: `EPON0/${number + 1}`,
  }),
  index: (onu, port) => [ifIndex(onu, port)],
  onu_interface: (onu, port) => ({ if_index: ifIndex(onu, port), name: `${port.name}:${onu.index}` }),
  columns: [
    { oid: `${BASE}.10.1.1.3`, type: "octets", value: (onu) => macBytes(onu.serial) },
    { oid: `${BASE}.10.4.1.1`, type: "octets", value: (onu) => macBytes(onu.serial) },
    // 3 on-line, 2 down.
    { oid: `${BASE}.10.1.1.26`, type: "integer", value: (onu) => (onu.state === "ONLINE" ? 3 : 2) },
    { oid: `${BASE}.10.1.1.27`, type: "integer", value: (onu) => onu.distance_m },
    { oid: `${BASE}.10.1.1.29`, type: "integer", value: () => 1 },
    { oid: `${BASE}.10.5.1.5`, type: "integer", value: (onu) => tenths(onu.rx, NONE) },
    { oid: `${BASE}.10.5.1.6`, type: "integer", value: (onu) => tenths(onu.tx, NONE) },
    { oid: `${BASE}.11.1.1.3`, type: "octets", value: (onu) => macBytes(onu.serial) },
    { oid: `${BASE}.11.1.1.7`, type: "integer", value: (onu) => onu.distance_m },
    {
      oid: `${BASE}.11.1.1.11`,
      type: "integer",
      value: (onu) => (onu.last_cause === null ? 2 : REASONS[onu.last_cause]),
    },
    { oid: `${BASE}.108.1.3`, type: "integer", value: (onu) => tenths(onu.olt_rx, NONE) },
  ],
  reboot: { kind: "cell", oid: `${BASE}.10.1.1.29`, value: 0 },
};
