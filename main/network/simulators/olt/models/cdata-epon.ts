// C-Data, EPON: NSCRTV's tables, base 17409.2.3.4. Two firmwares, which number ports and ONUs in two ways.
import { hundredths, macBytes, type OltModel, type PonPort } from "../model.ts";
import type { OnuNow } from "../onus.ts";

const BASE = "1.3.6.1.4.1.17409.2.3.4";
const NONE = 65_535;

/** The tables; `optics` are the numbers behind the ONU's in those of the optics. */
const tables = (optics: (port: PonPort) => readonly number[]): OltModel["columns"] => {
  const optical = (oid: string, value: (onu: OnuNow) => number) =>
    ({ oid: `${BASE}.2.1.${oid}`, type: "integer", suffix: optics, value }) as const;
  return [
    { oid: `${BASE}.1.1.2`, type: "octets", value: (onu) => onu.description },
    // The MAC address stands here and nowhere else.
    { oid: `${BASE}.1.1.7`, type: "octets", value: (onu) => macBytes(onu.serial) },
    // 1 up, 2 down, 3 testing.
    { oid: `${BASE}.1.1.8`, type: "integer", value: (onu) => (onu.state === "ONLINE" ? 1 : 2) },
    { oid: `${BASE}.1.1.15`, type: "integer", value: (onu) => onu.distance_m },
    { oid: `${BASE}.1.1.17`, type: "integer", value: () => 0 },
    { oid: `${BASE}.1.1.26`, type: "octets", value: (onu) => onu.model },
    optical("4", (onu) => hundredths(onu.rx, NONE)),
    optical("5", (onu) => hundredths(onu.tx, NONE)),
    optical("8", (onu) => hundredths(onu.temperature_c, NONE)),
  ];
};
const reboot: OltModel["reboot"] = { kind: "cell", oid: `${BASE}.1.1.17`, value: 1 };

/** Uplinks stand before the PON ports: in a recorded walk of an FD1208S 0x01000D00 is `pon0/0/1`. */
const UPLINKS = 12;
const firstForm = (port: number, onu = 0): number => 0x01000000 + (UPLINKS + port) * 0x100 + onu;

export const cdataEpon: OltModel = {
  name: "cdata-epon",
  descr: "FD1208S-B0",
  object_id: "1.3.6.1.4.1.17409",
  media: "EPON",
  first: 1,
  port: (number) => ({
    number,
    label: `0/0/${number + 1}`,
    if_index: firstForm(number + 1),
    name: `pon0/0/${number + 1}`,
  }),
  index: (onu, port) => [firstForm(port.number + 1, onu.index)],
  columns: tables(() => [0, 0]),
  reboot,
};

/** A card in the first octet, 4096 numbers a port: `epon 0/1/2` is 0x01481000. */
const CARD = 1;
const secondForm = (port: number, onu = 0): number => CARD * 0x1000000 + 0x480000 + (port - 1) * 0x1000 + onu;

export const cdataEponByCard: OltModel = {
  name: "cdata-epon-by-card",
  descr: "olt",
  object_id: "1.3.6.1.4.1.17409",
  media: "EPON",
  first: 1,
  port: (number) => ({
    number,
    label: `0/${CARD}/${number + 1}`,
    if_index: secondForm(number + 1),
    name: `epon 0/${CARD}/${number + 1}`,
  }),
  index: (onu, port) => [secondForm(port.number + 1, onu.index)],
  columns: tables((port) => [1, port.number + 1]),
  reboot,
};
