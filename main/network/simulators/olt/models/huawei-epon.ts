// Huawei MA5600T/MA5800, EPON: HUAWEI-XPON-MIB, base 2011.6.128.1.1.2, and its optics as billing systems read them.
import { dateAndTime, hundredths, macBytes, type OltModel } from "../model.ts";

const BASE = "1.3.6.1.4.1.2011.6.128.1.1.2";
/** What Huawei writes where it has no value. */
const NONE = 2_147_483_647;
/** 2 LOSI, 7 deactivated, 9 reset, 13 dying gasp, -1 unknown. */
const CAUSES = { FIBRE: 2, DEACTIVATED: 7, REBOOT: 9, POWER: 13 } as const;
const SLOT = 1;

export const huaweiEpon: OltModel = {
  name: "huawei-epon",
  descr: "Huawei Integrated Access Software",
  object_id: "1.3.6.1.4.1.2011.2.123",
  media: "EPON",
  first: 0,
  tells_date: true,
  port: (number) => ({
    number,
    label: `0/${SLOT}/${number}`,
    if_index: 0xfc000000 + SLOT * 2 ** 13 + number * 2 ** 8,
    name: `EPON 0/${SLOT}/${number}`,
  }),
  index: (onu, port) => [port.if_index, onu.index],
  columns: [
    { oid: `${BASE}.53.1.3`, type: "octets", value: (onu) => macBytes(onu.serial) },
    { oid: `${BASE}.53.1.9`, type: "octets", value: (onu) => onu.description },
    { oid: `${BASE}.57.1.15`, type: "integer", value: (onu) => (onu.state === "ONLINE" ? 1 : 2) },
    // Whether the ONU is of the kind that was set up: 2 it is, whatever it does now.
    { oid: `${BASE}.57.1.18`, type: "integer", value: () => 2 },
    {
      oid: `${BASE}.57.1.19`,
      type: "integer",
      value: (onu) => (onu.state === "ONLINE" ? onu.distance_m : -1),
    },
    { oid: `${BASE}.57.1.23`, type: "octets", value: (onu) => dateAndTime(onu.last_up_at) },
    { oid: `${BASE}.57.1.24`, type: "octets", value: (onu) => dateAndTime(onu.last_down_at) },
    {
      oid: `${BASE}.57.1.25`,
      type: "integer",
      value: (onu) => (onu.last_cause ? CAUSES[onu.last_cause] : -1),
    },
    {
      oid: `${BASE}.104.1.1`,
      type: "integer",
      value: (onu) => (onu.olt_rx === null ? NONE : hundredths(onu.olt_rx, NONE) + 10_000),
    },
    { oid: `${BASE}.104.1.2`, type: "integer", value: (onu) => onu.temperature_c ?? NONE },
    { oid: `${BASE}.104.1.4`, type: "integer", value: (onu) => hundredths(onu.tx, NONE) },
    { oid: `${BASE}.104.1.5`, type: "integer", value: (onu) => hundredths(onu.rx, NONE) },
  ],
};
