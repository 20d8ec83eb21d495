// Huawei MA5600T/MA5800, GPON: HUAWEI-XPON-MIB, base 2011.6.128.1.1.2.
import { dateAndTime, hundredths, type OltModel, serialBytes } from "../model.ts";
import type { OnuNow } from "../onus.ts";

const BASE = "1.3.6.1.4.1.2011.6.128.1.1.2";
/** What Huawei writes where it has no value. */
const NONE = 2_147_483_647;
/** 1 LOS, 7 deactivated, 9 reset, 13 dying gasp, -1 unknown. */
const CAUSES = { FIBRE: 1, DEACTIVATED: 7, REBOOT: 9, POWER: 13 } as const;
const SLOT = 1;

const online = (onu: OnuNow) => onu.state === "ONLINE";

export const huawei: OltModel = {
  name: "huawei-gpon",
  descr: "Huawei Integrated Access Software",
  object_id: "1.3.6.1.4.1.2011.2.123",
  media: "GPON",
  first: 0,
  tells_date: true,
  port: (number) => ({
    number,
    label: `0/${SLOT}/${number}`,
    if_index: 0xfa000000 + SLOT * 2 ** 13 + number * 2 ** 8,
    name: `GPON 0/${SLOT}/${number}`,
    descr: "Huawei-MA5600-V800R018-GPON_UNI",
  }),
  index: (onu, port) => [port.if_index, onu.index],
  columns: [
    { oid: `${BASE}.43.1.3`, type: "octets", value: (onu) => serialBytes(onu.serial) },
    { oid: `${BASE}.43.1.7`, type: "octets", value: () => "line-profile_10" },
    { oid: `${BASE}.43.1.9`, type: "octets", value: (onu) => onu.description },
    { oid: `${BASE}.43.1.10`, type: "integer", value: () => 1 },
    { oid: `${BASE}.45.1.4`, type: "octets", value: (onu) => onu.model },
    { oid: `${BASE}.46.1.1`, type: "integer", value: () => 1 },
    { oid: `${BASE}.46.1.2`, type: "integer", value: () => NONE },
    { oid: `${BASE}.46.1.15`, type: "integer", value: (onu) => (online(onu) ? 1 : 2) },
    { oid: `${BASE}.46.1.20`, type: "integer", value: (onu) => (online(onu) ? onu.distance_m : -1) },
    { oid: `${BASE}.46.1.22`, type: "octets", value: (onu) => dateAndTime(onu.last_up_at) },
    { oid: `${BASE}.46.1.23`, type: "octets", value: (onu) => dateAndTime(onu.last_down_at) },
    {
      oid: `${BASE}.46.1.24`,
      type: "integer",
      value: (onu) => (onu.last_cause ? CAUSES[onu.last_cause] : -1),
    },
    {
      oid: `${BASE}.46.1.25`,
      type: "octets",
      value: (onu) => dateAndTime(onu.last_cause === "POWER" ? onu.last_down_at : null),
    },
    { oid: `${BASE}.51.1.1`, type: "integer", value: (onu) => onu.temperature_c ?? NONE },
    { oid: `${BASE}.51.1.2`, type: "integer", value: (onu) => (online(onu) ? 11 : NONE) },
    { oid: `${BASE}.51.1.3`, type: "integer", value: (onu) => hundredths(onu.tx, NONE) },
    { oid: `${BASE}.51.1.4`, type: "integer", value: (onu) => hundredths(onu.rx, NONE) },
    { oid: `${BASE}.51.1.5`, type: "integer", value: (onu) => (online(onu) ? 3290 : NONE) },
    {
      oid: `${BASE}.51.1.6`,
      type: "integer",
      value: (onu) => (onu.olt_rx === null ? NONE : hundredths(onu.olt_rx, NONE) + 10_000),
    },
  ],
  port_columns: [
    { oid: `${BASE}.21.1.16`, type: "integer", value: (_port, onus) => onus.length },
    { oid: `${BASE}.23.1.1`, type: "integer", value: () => 41 },
    { oid: `${BASE}.23.1.2`, type: "integer", value: () => 324 },
    { oid: `${BASE}.23.1.3`, type: "integer", value: () => 17 },
    { oid: `${BASE}.23.1.4`, type: "integer", value: () => 412 },
  ],
  unconfigured: {
    oid: `${BASE}.48.1.2`,
    type: "octets",
    index: (port, number) => [port.if_index, number],
  },
  reboot: { kind: "cell", oid: `${BASE}.46.1.2`, value: 1 },
};
