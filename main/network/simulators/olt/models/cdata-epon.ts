// C-Data FD12xx, EPON: NSCRTV's tables, base 17409.2.3.4.
import { hundredths, macBytes, type OltModel, type PonPort } from "../model.ts";
import type { OnuNow } from "../onus.ts";

const BASE = "1.3.6.1.4.1.17409.2.3.4";
const NONE = 65_535;

const index = (onu: OnuNow, port: PonPort): number => 0x01000000 + (port.number + 1) * 256 + onu.index;

export const cdataEpon: OltModel = {
  name: "cdata-epon",
  descr: "FD1208S-B0",
  object_id: "1.3.6.1.4.1.17409",
  media: "EPON",
  first: 1,
  port: (number) => ({
    number,
    label: `0/0/${number + 1}`,
    if_index: 0x01000000 + (number + 1) * 256,
    name: `pon0/0/${number + 1}`,
  }),
  index: (onu, port) => [index(onu, port)],
  columns: [
    { oid: `${BASE}.1.1.2`, type: "octets", value: (onu) => onu.description },
    { oid: `${BASE}.1.1.7`, type: "octets", value: (onu) => macBytes(onu.serial) },
    // 1 up, 2 down, 3 testing.
    { oid: `${BASE}.1.1.8`, type: "integer", value: (onu) => (onu.state === "ONLINE" ? 1 : 2) },
    { oid: `${BASE}.1.1.15`, type: "integer", value: (onu) => onu.distance_m },
    { oid: `${BASE}.1.1.17`, type: "integer", value: () => 0 },
    { oid: `${BASE}.1.1.26`, type: "octets", value: (onu) => onu.model },
    { oid: `${BASE}.1.1.28`, type: "octets", value: (onu) => macBytes(onu.serial) },
    { oid: `${BASE}.2.1.4`, type: "integer", suffix: [0, 0], value: (onu) => hundredths(onu.rx, NONE) },
    { oid: `${BASE}.2.1.5`, type: "integer", suffix: [0, 0], value: (onu) => hundredths(onu.tx, NONE) },
  ],
  reboot: { kind: "cell", oid: `${BASE}.1.1.17`, value: 1 },
};
