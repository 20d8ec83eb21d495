// ZTE C300 and C320 (tree .1012) and C600 family (tree .1082), GPON.
import type { CellKind, OltProfile } from "../profile.ts";

const FIELD = "Ubilling; KusumaVision";
const NONE = [0, 65535, -80000, 65535000, 2147483647];
/** Offset and step of the ONU's own receiver and laser, 16 bits with a sign. */
const ONU_POWER: CellKind = {
  kind: "dbm",
  scales: [{ scale: 0.002, offset: -30 }],
  invalid: [0, 65535],
  int16: true,
};
const OLT_POWER: CellKind = { kind: "dbm", scales: [{ scale: 0.001 }], invalid: NONE };

/** Phases of the C300; the C600 counts from 1. */
const PHASES = [
  ["OFFLINE", "logging"],
  ["LOS", "LOS"],
  ["OFFLINE", "syncMib"],
  ["ONLINE", "working"],
  ["DYING_GASP", "dyingGasp"],
  ["OFFLINE", "authFailed"],
  ["OFFLINE", "offline"],
] as const;

export const zteC300: OltProfile = {
  name: "zte-c300",
  vendor: "ZTE",
  title: "ZTE C300 / C320",
  sys_object_ids: ["3902.1015", "3902.1012", "3902.1082", "3902"],
  // 0x10000000 | slot<<16 | port<<8, where ifName counts slots and ports from 0 in the same numbers (walk of a C320:
  // 0x10000000 is gpon_1/1/1, its ONUs are below 0x10010100). Joined on ifIndex, 1/1/1 would be called 1/2/2.
  place: {
    by: "port.onu",
    joined: false,
    port: [
      { shift: 24, bits: 4, add: 1 },
      { shift: 16, bits: 8 },
      { shift: 8, bits: 8 },
    ],
  },
  columns: {
    serial: [{ oid: "3902.1012.3.28.1.1.5", read: { kind: "serial" }, confidence: "HIGH", source: FIELD }],
    description: [
      { oid: "3902.1012.3.28.1.1.3", read: { kind: "text" }, confidence: "HIGH", source: FIELD },
      { oid: "3902.1012.3.28.1.1.2", read: { kind: "text" }, confidence: "HIGH", source: FIELD },
    ],
    model: [{ oid: "3902.1012.3.28.1.1.1", read: { kind: "text" }, confidence: "HIGH", source: FIELD }],
    status: [{ oid: "3902.1012.3.28.2.1.4", read: { kind: "code" }, confidence: "HIGH", source: FIELD }],
    distance: [
      {
        oid: "3902.1012.3.11.4.1.2",
        read: { kind: "metres", invalid: [-1, 65535, 2147483647] },
        confidence: "HIGH",
        source: "recorded walk of a C320; Ubilling",
      },
    ],
    rx: [
      {
        oid: "3902.1012.3.50.12.1.1.10",
        suffix: ".1",
        read: ONU_POWER,
        confidence: "HIGH",
        source: "Ubilling; Zabbix template; absent on some V2 firmware",
      },
    ],
    tx: [
      { oid: "3902.1012.3.50.12.1.1.14", suffix: ".1", read: ONU_POWER, confidence: "MED", source: FIELD },
    ],
    olt_rx: [
      {
        oid: "3902.1015.1010.11.2.1.2",
        read: OLT_POWER,
        confidence: "HIGH",
        source: "Ubilling; Zabbix template",
      },
    ],
  },
  list: ["serial", "status", "distance"],
  status: Object.fromEntries(PHASES.map((phase, code) => [code, phase])),
  causes: {},
  unconfigured: { oid: "3902.1012.3.13.3.1.2", read: { kind: "serial" }, confidence: "HIGH", source: FIELD },
  reboot: {
    unsupported:
      "ZTE C300 and C320 restart an ONU from their own command line only (pon-onu-mng … reboot), not over SNMP.",
  },
};

const C600 = "3902.1082.500";

export const zteC600: OltProfile = {
  name: "zte-c600",
  vendor: "ZTE",
  title: "ZTE C600 / C610 / C620 / C650",
  sys_object_ids: ["3902.1082", "3902"],
  // 0x11000000 | shelf<<16 | slot<<8 | port; ifDescr is free text, so a name counts only where it holds numbers.
  place: {
    by: "port.onu",
    joined: true,
    port: [
      { shift: 16, bits: 8 },
      { shift: 8, bits: 8 },
      { shift: 0, bits: 8 },
    ],
  },
  columns: {
    serial: [
      { oid: `${C600}.10.2.3.3.1.6`, read: { kind: "serial" }, confidence: "HIGH", source: "Ubilling" },
      { oid: `${C600}.20.2.1.2.1.3`, read: { kind: "serial" }, confidence: "HIGH", source: FIELD },
    ],
    description: [
      { oid: `${C600}.10.2.3.3.1.3`, read: { kind: "text" }, confidence: "HIGH", source: FIELD },
      { oid: `${C600}.10.2.3.3.1.2`, read: { kind: "text" }, confidence: "HIGH", source: FIELD },
    ],
    model: [{ oid: `${C600}.20.2.1.2.1.8`, read: { kind: "text" }, confidence: "HIGH", source: FIELD }],
    status: [{ oid: `${C600}.10.2.3.8.1.4`, read: { kind: "code" }, confidence: "HIGH", source: FIELD }],
    up_at: [{ oid: `${C600}.10.2.3.8.1.5`, read: { kind: "date" }, confidence: "MED", source: FIELD }],
    down_at: [{ oid: `${C600}.10.2.3.8.1.6`, read: { kind: "date" }, confidence: "MED", source: FIELD }],
    distance: [
      {
        oid: `${C600}.10.2.3.10.1.2`,
        read: { kind: "metres", invalid: [-1, 65535, 2147483647] },
        confidence: "HIGH",
        source: FIELD,
      },
    ],
    rx: [{ oid: `${C600}.20.2.2.2.1.10`, suffix: ".1", read: ONU_POWER, confidence: "HIGH", source: FIELD }],
    tx: [{ oid: `${C600}.20.2.2.2.1.14`, suffix: ".1", read: ONU_POWER, confidence: "HIGH", source: FIELD }],
    temperature: [
      {
        oid: `${C600}.20.2.2.2.1.19`,
        suffix: ".1",
        read: { kind: "celsius", scale: 1 / 256, invalid: [0, 2147483647] },
        confidence: "MED",
        source: FIELD,
      },
    ],
    olt_rx: [{ oid: `${C600}.1.2.4.2.1.2`, read: OLT_POWER, confidence: "HIGH", source: FIELD }],
  },
  list: ["serial", "status", "distance"],
  status: Object.fromEntries(PHASES.map((phase, code) => [code + 1, phase])),
  causes: {},
  unconfigured: { oid: `${C600}.2.2.11.2.1.2`, read: { kind: "serial" }, confidence: "HIGH", source: FIELD },
  reboot: {
    writes: [{ oid: `${C600}.20.2.1.10.1.1`, index: "whole", value: 1 }],
    verified: false,
    confidence: "LOW",
    source: "KusumaVision alone",
  },
};
