// C-Data FD16xx (GPON), FD12xx (EPON) and the older FD11xx.
import type { CellKind, OltProfile, Place } from "../profile.ts";

const GPON = "17409.2.8.4";
const EPON = "17409.2.3.4";
const MIB = "NSCRTV MIB; Ubilling";
const POWER: CellKind = {
  kind: "dbm",
  scales: [{ scale: 0.01 }],
  invalid: [0, 65535, -65535, 2147483647, -2147483648],
};
const METRES: CellKind = { kind: "metres", invalid: [-1, 65535, 2147483647] };
/** Octets 01, 00, port, ONU: 0x01000B01 is the first ONU of port 11. */
const PACKED: Place = {
  by: "packed",
  before: "0/0/",
  port: [{ shift: 8, bits: 8 }],
  onu: { shift: 0, bits: 8 },
};

export const cdataGpon: OltProfile = {
  name: "cdata-gpon",
  vendor: "CDATA",
  title: "C-Data FD16xx (GPON)",
  sys_object_ids: ["17409"],
  place: PACKED,
  columns: {
    serial: [{ oid: `${GPON}.1.1.3`, read: { kind: "serial" }, confidence: "HIGH", source: MIB }],
    description: [{ oid: `${GPON}.1.1.2`, read: { kind: "text" }, confidence: "HIGH", source: MIB }],
    status: [{ oid: `${GPON}.1.1.7`, read: { kind: "code" }, confidence: "HIGH", source: MIB }],
    cause: [{ oid: `${GPON}.1.1.103`, read: { kind: "text" }, confidence: "MED", source: "Ubilling" }],
    distance: [{ oid: `${GPON}.1.1.9`, read: METRES, confidence: "HIGH", source: MIB }],
    rx: [{ oid: `${GPON}.4.1.4`, suffix: ".0.0", read: POWER, confidence: "HIGH", source: MIB }],
    tx: [{ oid: `${GPON}.4.1.5`, suffix: ".0.0", read: POWER, confidence: "HIGH", source: MIB }],
  },
  list: ["serial", "status"],
  status: { 1: ["ONLINE", "up"], 2: ["OFFLINE", "down"], 3: ["UNKNOWN", "testing"] },
  causes: {},
  reboot: {
    // The neighbour 1.1.11 deactivates.
    writes: [{ oid: `${GPON}.1.1.10`, index: "whole", value: 1 }],
    verified: true,
    confidence: "HIGH",
    source: "NSCRTV MIB, reset(1)",
  },
};

export const cdataEpon: OltProfile = {
  name: "cdata-epon",
  vendor: "CDATA",
  title: "C-Data FD12xx (EPON)",
  sys_object_ids: ["17409", "34592"],
  place: PACKED,
  columns: {
    serial: [{ oid: `${EPON}.1.1.28`, read: { kind: "serial" }, confidence: "MED", source: "NSCRTV MIB" }],
    status: [{ oid: `${EPON}.1.1.8`, read: { kind: "code" }, confidence: "HIGH", source: MIB }],
    distance: [{ oid: `${EPON}.1.1.15`, read: METRES, confidence: "HIGH", source: MIB }],
    rx: [{ oid: `${EPON}.2.1.4`, suffix: ".0.0", read: POWER, confidence: "HIGH", source: MIB }],
  },
  list: ["serial", "status"],
  status: { 1: ["ONLINE", "up"], 2: ["OFFLINE", "down"], 3: ["UNKNOWN", "testing"] },
  causes: {},
  reboot: {
    writes: [{ oid: `${EPON}.1.1.17`, index: "whole", value: 1 }],
    verified: true,
    confidence: "MED",
    source: "NSCRTV MIB, reset(1); Ubilling",
  },
};

const FD11 = "34592.1.3.4.1.1";
const FD_MIB = "FD-ONU-MIB; ABillS";

/** The columns are the MIB's, which tells no unit: those are the field's. */
export const cdataFd11: OltProfile = {
  name: "cdata-fd11",
  vendor: "CDATA",
  title: "C-Data FD11xx (EPON)",
  sys_object_ids: ["34592", "17409"],
  place: { by: "number.onu", before: "", numbers: 2 },
  columns: {
    // The neighbour .3 is the factory's serial number, not the MAC address.
    serial: [{ oid: `${FD11}.7`, read: { kind: "serial" }, confidence: "HIGH", source: FD_MIB }],
    description: [{ oid: `${FD11}.4`, read: { kind: "text" }, confidence: "HIGH", source: FD_MIB }],
    status: [
      {
        oid: `${FD11}.11`,
        read: { kind: "code" },
        confidence: "HIGH",
        source: "FD-ONU-MIB and EPON-EOC-MIB; ABillS",
      },
    ],
    cause: [{ oid: `${FD11}.45`, read: { kind: "text" }, confidence: "LOW", source: "PMon alone" }],
    distance: [{ oid: `${FD11}.13`, read: METRES, confidence: "MED", source: FD_MIB }],
    temperature: [
      {
        oid: `${FD11}.40`,
        read: { kind: "celsius", scale: 1 / 256, invalid: [0, 65535, 2147483647] },
        confidence: "LOW",
        source: "FD-ONU-MIB; the unit by ABillS alone",
      },
    ],
    tx: [{ oid: `${FD11}.37`, read: { kind: "tenth-microwatts" }, confidence: "MED", source: FD_MIB }],
    rx: [{ oid: `${FD11}.36`, read: { kind: "tenth-microwatts" }, confidence: "MED", source: FD_MIB }],
  },
  list: ["serial", "status"],
  status: {
    1: ["OFFLINE", "not present"],
    2: ["OFFLINE", "offline"],
    3: ["ONLINE", "online"],
    4: ["ONLINE", "normal"],
    5: ["ONLINE", "abnormal"],
  },
  causes: {},
  reboot: {
    unsupported:
      "On C-Data FD11xx the cell that restarts an ONU deletes it, too, by another value: use the OLT's own management.",
  },
};
