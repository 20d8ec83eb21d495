// V-SOL V1600D, EPON: base 37950.1.1.5.12; optics are texts, as a recorded walk of one shows.
import { macBytes, type OltModel } from "../model.ts";

const BASE = "1.3.6.1.4.1.37950.1.1.5.12";
const LIST = `${BASE}.1.25.1`;
const OPTICS = `${BASE}.2.1.8.1`;

/** "0.00 mW (-27.45 dBm)". */
const power = (dbm: number | null): string | null =>
  dbm === null ? null : `${(10 ** (dbm / 10)).toFixed(2)} mW (${dbm.toFixed(2)} dBm)`;
const clock = (at: Date | null): string =>
  at ? at.toISOString().slice(0, 19).replace("T", " ").replaceAll("-", "/") : "";

export const vsolEpon: OltModel = {
  name: "vsol-epon",
  descr: "V1600D",
  object_id: "1.3.6.1.4.1.37950.1.1.5",
  media: "EPON",
  first: 1,
  port: (number) => ({ number, label: `0/${number + 1}`, if_index: number + 5, name: `EPON0/${number + 1}` }),
  index: (onu, port) => [port.number + 1, onu.index],
  columns: [
    // 1 on-line, 0 off-line.
    { oid: `${LIST}.4`, type: "integer", value: (onu) => (onu.state === "ONLINE" ? 1 : 0) },
    { oid: `${LIST}.5`, type: "octets", value: (onu) => macBytes(onu.serial) },
    { oid: `${LIST}.9`, type: "octets", value: (onu) => onu.description },
    // 0 the wire is down, 1 the power is off.
    { oid: `${LIST}.15`, type: "integer", value: (onu) => (onu.last_cause === "POWER" ? 1 : 0) },
    { oid: `${LIST}.17`, type: "integer", value: (onu) => onu.distance_m },
    { oid: `${LIST}.18`, type: "octets", value: (onu) => clock(onu.last_up_at) },
    { oid: `${LIST}.19`, type: "octets", value: (onu) => clock(onu.last_down_at) },
    // Rows of ONUs that are off are absent here.
    { oid: `${OPTICS}.1`, type: "integer", value: (onu, port) => (onu.rx === null ? null : port.number + 1) },
    { oid: `${OPTICS}.2`, type: "integer", value: (onu) => (onu.rx === null ? null : onu.index) },
    {
      oid: `${OPTICS}.3`,
      type: "octets",
      value: (onu) => (onu.temperature_c === null ? null : `${onu.temperature_c.toFixed(2)} C`),
    },
    { oid: `${OPTICS}.4`, type: "octets", value: (onu) => (onu.rx === null ? null : "3.28 V") },
    { oid: `${OPTICS}.5`, type: "octets", value: (onu) => (onu.rx === null ? null : "11.50 mA") },
    { oid: `${OPTICS}.6`, type: "octets", value: (onu) => power(onu.tx) },
    { oid: `${OPTICS}.7`, type: "octets", value: (onu) => power(onu.rx) },
  ],
  reboot: { kind: "pair", port_oid: `${BASE}.1.15.1.0`, onu_oid: `${BASE}.1.15.2.0` },
};
