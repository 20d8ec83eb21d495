// FiberHome AN5516, Ubiquiti UFiber, and what every device has.
import type { CellKind, OltProfile } from "../profile.ts";

const FIBERHOME = "5875.800.3";
const NPM = "npm snmp-fiberhome 1.3.3 (tested by its author on AN5516-01 and -06); Ubilling";
const UFIBER = "41112.1.5.6.2.1";
const UFIBER_WALK = "recorded walk of a UFiber OLT";
/** Both say 0 where they measured nothing. */
const POWER: CellKind = { kind: "dbm", scales: [{ scale: 0.01 }], invalid: [0, 2147483647, -2147483648] };

export const fiberhome: OltProfile = {
  name: "fiberhome-an5516",
  vendor: "FIBERHOME",
  title: "FiberHome AN5516",
  sys_object_ids: ["5875"],
  place: {
    by: "packed",
    joined: false,
    forms: [
      {
        before: "",
        port: [
          { shift: 25, bits: 6 },
          { shift: 19, bits: 6 },
        ],
        onu: { shift: 8, bits: 8 },
      },
    ],
  },
  columns: {
    serial: [{ oid: `${FIBERHOME}.10.1.1.10`, read: { kind: "serial" }, confidence: "MED", source: NPM }],
    description: [{ oid: `${FIBERHOME}.10.1.1.7`, read: { kind: "text" }, confidence: "MED", source: NPM }],
    model: [{ oid: `${FIBERHOME}.10.1.1.5`, read: { kind: "text" }, confidence: "MED", source: NPM }],
    status: [{ oid: `${FIBERHOME}.10.1.1.11`, read: { kind: "code" }, confidence: "MED", source: "MIB" }],
    rx: [{ oid: `${FIBERHOME}.9.3.3.1.6`, read: POWER, confidence: "MED", source: NPM }],
    tx: [{ oid: `${FIBERHOME}.9.3.3.1.7`, read: POWER, confidence: "MED", source: NPM }],
    temperature: [
      {
        oid: `${FIBERHOME}.9.3.3.1.10`,
        read: { kind: "celsius", scale: 0.01, invalid: [0, 2147483647] },
        confidence: "LOW",
        source: NPM,
      },
    ],
    olt_rx: [{ oid: `${FIBERHOME}.9.3.7.1.2`, read: POWER, confidence: "MED", source: NPM }],
  },
  list: ["serial", "status"],
  // The MIB knows 0 and 1 alone; 0 is any way of being off, so it does not say that the fibre is cut.
  status: {
    0: ["OFFLINE", "off (fibre or power)"],
    1: ["ONLINE", "online"],
    2: ["OFFLINE", "off (2)"],
    3: ["OFFLINE", "off (3)"],
  },
  causes: {},
  reboot: {
    unsupported: "FiberHome OLTs restart an ONU from their own management only, not over plain SNMP.",
  },
  dark_hint:
    "All optical values are zero: FiberHome measures them only after `set mib performance switch enable` at the OLT.",
};

export const ufiber: OltProfile = {
  name: "ufiber",
  vendor: "UFIBER",
  title: "Ubiquiti UFiber OLT",
  sys_object_ids: ["41112.1.5"],
  place: { by: "serial", before: "pon" },
  columns: {
    serial: [{ oid: `${UFIBER}.1`, read: { kind: "serial" }, confidence: "HIGH", source: UFIBER_WALK }],
    description: [{ oid: `${UFIBER}.2`, read: { kind: "text" }, confidence: "HIGH", source: UFIBER_WALK }],
    status: [{ oid: `${UFIBER}.3`, read: { kind: "code" }, confidence: "HIGH", source: UFIBER_WALK }],
    model: [{ oid: `${UFIBER}.4`, read: { kind: "text" }, confidence: "HIGH", source: UFIBER_WALK }],
    // 1 to 5 for those on-line, on a device whose ports pon1 to pon5 are up, and 0 for those that are off.
    port: [{ oid: `${UFIBER}.5`, read: { kind: "code" }, confidence: "MED", source: UFIBER_WALK }],
    tx: [{ oid: `${UFIBER}.8`, read: POWER, confidence: "HIGH", source: UFIBER_WALK }],
    rx: [{ oid: `${UFIBER}.9`, read: POWER, confidence: "HIGH", source: UFIBER_WALK }],
  },
  list: ["serial", "status"],
  status: { 1: ["ONLINE", "up"], 2: ["OFFLINE", "down"] },
  causes: {},
  reboot: { unsupported: "UFiber OLTs do not restart an ONU over SNMP." },
};

/** The system group alone: what answers, but keeps no table of ONUs that is known. */
export const generic: OltProfile = {
  name: "generic",
  vendor: "GENERIC",
  title: "Any device",
  sys_object_ids: [],
  place: { by: "interface" },
  columns: {},
  list: [],
  status: {},
  causes: {},
  reboot: { unsupported: "For this device no way to restart an ONU over SNMP is known." },
};
