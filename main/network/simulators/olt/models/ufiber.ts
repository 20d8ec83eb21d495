// Ubiquiti UFiber OLT, GPON: base 41112.1.5.6.2.1; the index is the serial number as text, with its length before it.

import { hundredths, type OltModel, textIndex } from "../model.ts";
import type { OnuNow } from "../onus.ts";

const BASE = "1.3.6.1.4.1.41112.1.5.6.2.1";
/** The device writes the letters of the number's second half small. */
const text = (onu: OnuNow): string => onu.serial.slice(0, 4) + onu.serial.slice(4).toLowerCase();

export const ufiber: OltModel = {
  name: "ufiber",
  descr: "EdgeOS v4.4.2.4598.220304.1412",
  object_id: "1.3.6.1.4.1.41112.1.5",
  media: "GPON",
  first: 1,
  port: (number) => ({ number, label: `pon${number + 1}`, if_index: 10 + number, name: `pon${number + 1}` }),
  index: (onu) => [text(onu).length, ...textIndex(text(onu))],
  columns: [
    { oid: `${BASE}.1`, type: "octets", value: text },
    { oid: `${BASE}.2`, type: "octets", value: (onu) => onu.description },
    // 1 up, 2 down.
    { oid: `${BASE}.3`, type: "integer", value: (onu) => (onu.state === "ONLINE" ? 1 : 2) },
    { oid: `${BASE}.4`, type: "octets", value: (onu) => onu.model },
    // Of those that are on-line alone.
    {
      oid: `${BASE}.5`,
      type: "integer",
      value: (onu, port) => (onu.state === "ONLINE" ? port.number + 1 : 0),
    },
    { oid: `${BASE}.6`, type: "ticks", value: () => 302_325_200 },
    { oid: `${BASE}.8`, type: "integer", value: (onu) => hundredths(onu.tx, 0) },
    { oid: `${BASE}.9`, type: "integer", value: (onu) => hundredths(onu.rx, 0) },
    { oid: `${BASE}.10`, type: "counter64", value: () => 4_294_967_296n * 17n },
    { oid: `${BASE}.11`, type: "counter64", value: () => 12_345_678n },
  ],
};
