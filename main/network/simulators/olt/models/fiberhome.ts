// FiberHome AN5516, GPON: base 5875.800.3. It has no restart over SNMP that anybody should use.
import { hundredths, type OltModel, type PonPort } from "../model.ts";
import type { OnuNow } from "../onus.ts";

const LIST = "1.3.6.1.4.1.5875.800.3.10.1.1";
const OPTICS = "1.3.6.1.4.1.5875.800.3.9.3.3.1";
const OLT_SIDE = "1.3.6.1.4.1.5875.800.3.9.3.7.1.2";
const SLOT = 11;

const index = (onu: OnuNow, port: PonPort): number =>
  SLOT * 2 ** 25 + (port.number + 1) * 2 ** 19 + onu.index * 2 ** 8;
const online = (onu: OnuNow): boolean => onu.state === "ONLINE";

export const fiberhome: OltModel = {
  name: "fiberhome",
  descr: "AN5516-01",
  object_id: "1.3.6.1.4.1.5875.800.1001.11",
  media: "GPON",
  first: 1,
  port: (number) => ({
    number,
    label: `${SLOT}/${number + 1}`,
    if_index: SLOT * 2 ** 25 + (number + 1) * 2 ** 19,
    name: `PON ${SLOT}/${number + 1}`,
  }),
  index: (onu, port) => [index(onu, port)],
  columns: [
    { oid: `${LIST}.2`, type: "integer", value: () => SLOT },
    { oid: `${LIST}.3`, type: "integer", value: (_onu, port) => port.number + 1 },
    { oid: `${LIST}.4`, type: "integer", value: (onu) => onu.index },
    { oid: `${LIST}.5`, type: "integer", value: () => 767 },
    { oid: `${LIST}.7`, type: "octets", value: (onu) => onu.description },
    { oid: `${LIST}.10`, type: "octets", value: (onu) => onu.serial },
    // 1 on-line, 0 off for whatever reason.
    { oid: `${LIST}.11`, type: "integer", value: (onu) => (online(onu) ? 1 : 0) },
    { oid: `${OPTICS}.6`, type: "integer", value: (onu) => hundredths(onu.rx, 0) },
    { oid: `${OPTICS}.7`, type: "integer", value: (onu) => hundredths(onu.tx, 0) },
    { oid: `${OPTICS}.8`, type: "integer", value: (onu) => (online(onu) ? 328 : 0) },
    { oid: `${OPTICS}.9`, type: "integer", value: (onu) => (online(onu) ? 1150 : 0) },
    { oid: `${OPTICS}.10`, type: "integer", value: (onu) => hundredths(onu.temperature_c, 0) },
    // 1 supported, 2 not.
    { oid: `${OPTICS}.11`, type: "integer", value: (onu) => (online(onu) ? 1 : 2) },
    { oid: OLT_SIDE, type: "integer", value: (onu) => hundredths(onu.olt_rx, 0) },
  ],
};
