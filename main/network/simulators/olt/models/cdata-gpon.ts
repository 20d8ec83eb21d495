// C-Data FD16xx, GPON: NSCRTV's tables, base 17409.2.8.4; the index holds device, slot, port and ONU in a byte each.
import { hundredths, type OltModel, serialBytes } from "../model.ts";

const BASE = "1.3.6.1.4.1.17409.2.8.4";
const NONE = 65_535;
const CAUSES = { FIBRE: "LOS", POWER: "dying-gasp", REBOOT: "reboot", DEACTIVATED: "deactivate" } as const;

/** Bytes 01, 00, port, ONU. Uplinks stand before the PON ports, the first of which is 11. */
const index = (port: number, onu = 0): number => 0x01000000 + (port + 11) * 256 + onu;

export const cdataGpon: OltModel = {
  name: "cdata-gpon",
  descr: "FD1608S-B1",
  object_id: "1.3.6.1.4.1.17409",
  media: "GPON",
  first: 1,
  port: (number) => ({
    number,
    label: `0/0/${number + 1}`,
    if_index: index(number),
    name: `gpon0/0/${number + 1}`,
  }),
  index: (onu, port) => [index(port.number, onu.index)],
  columns: [
    { oid: `${BASE}.1.1.2`, type: "octets", value: (onu) => onu.description },
    { oid: `${BASE}.1.1.3`, type: "octets", value: (onu) => serialBytes(onu.serial) },
    { oid: `${BASE}.1.1.6`, type: "octets", value: (onu) => onu.model },
    // 1 up, 2 down.
    { oid: `${BASE}.1.1.7`, type: "integer", value: (onu) => (onu.state === "ONLINE" ? 1 : 2) },
    { oid: `${BASE}.1.1.8`, type: "integer", value: (onu) => (onu.state === "DISABLED" ? 2 : 1) },
    { oid: `${BASE}.1.1.9`, type: "integer", value: (onu) => onu.distance_m },
    { oid: `${BASE}.1.1.10`, type: "integer", value: () => 0 },
    { oid: `${BASE}.1.1.11`, type: "integer", value: () => 0 },
    {
      oid: `${BASE}.1.1.103`,
      type: "octets",
      value: (onu) => (onu.last_cause ? CAUSES[onu.last_cause] : ""),
    },
    { oid: `${BASE}.4.1.4`, type: "integer", suffix: [0, 0], value: (onu) => hundredths(onu.rx, NONE) },
    { oid: `${BASE}.4.1.5`, type: "integer", suffix: [0, 0], value: (onu) => hundredths(onu.tx, NONE) },
    {
      oid: `${BASE}.4.1.8`,
      type: "integer",
      suffix: [0, 0],
      value: (onu) => hundredths(onu.temperature_c, NONE),
    },
  ],
  reboot: { kind: "cell", oid: `${BASE}.1.1.10`, value: 1 },
};
