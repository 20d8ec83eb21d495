// C-Data FD16xx (GPON), FD12xx (EPON) and the older FD11xx.
import type { CellKind, OltProfile, Place } from "../profile.ts";

const GPON = "17409.2.8.4";
const EPON = "17409.2.3.4";
const MIB = "NSCRTV MIB; Ubilling";
const POWER: CellKind = {
  kind: "dbm",
  scales: [{ scale: 0.01 }],
  invalid: [65535, -65535, 2147483647, -2147483648],
};
const MIB_AND_FIELD = "NSCRTV MIB; two field reports";
const METRES: CellKind = { kind: "metres", invalid: [-1, 65535, 2147483647] };
/**
 * Two forms, by firmware. Octets 01, slot, port, ONU, where ports count uplinks first: in a recorded walk 0x01000D00 is
 * `pon0/0/1`. And card<<24 + 0x480000 + (port-1)<<12 + ONU, as 181 ONUs of one OLT proved.
 */
const PACKED: Place = {
  by: "packed",
  joined: true,
  forms: [
    {
      where: { shift: 19, bits: 5, equals: 0x48 >> 3 },
      before: "0/",
      port: [
        { shift: 24, bits: 8 },
        { shift: 12, bits: 7, add: 1 },
      ],
      onu: { shift: 0, bits: 12 },
    },
    {
      before: "0/",
      port: [
        { shift: 16, bits: 8 },
        { shift: 8, bits: 8 },
      ],
      onu: { shift: 0, bits: 8 },
    },
  ],
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
    serial: [
      { oid: `${EPON}.1.1.7`, read: { kind: "serial" }, confidence: "HIGH", source: MIB_AND_FIELD },
      { oid: `${EPON}.1.1.28`, read: { kind: "serial" }, confidence: "MED", source: "NSCRTV MIB" },
    ],
    description: [
      { oid: `${EPON}.1.1.2`, read: { kind: "text" }, confidence: "HIGH", source: MIB_AND_FIELD },
    ],
    model: [{ oid: `${EPON}.1.1.26`, read: { kind: "text" }, confidence: "MED", source: "NSCRTV MIB" }],
    status: [{ oid: `${EPON}.1.1.8`, read: { kind: "code" }, confidence: "HIGH", source: MIB }],
    distance: [{ oid: `${EPON}.1.1.15`, read: METRES, confidence: "HIGH", source: MIB }],
    rx: [{ oid: `${EPON}.2.1.4`, suffix: ".0.0", read: POWER, confidence: "HIGH", source: MIB }],
    tx: [{ oid: `${EPON}.2.1.5`, suffix: ".0.0", read: POWER, confidence: "HIGH", source: MIB_AND_FIELD }],
    temperature: [
      {
        oid: `${EPON}.2.1.8`,
        suffix: ".0.0",
        read: { kind: "celsius", scale: 0.01, invalid: [0, 65535, -65535, 2147483647] },
        confidence: "MED",
        source: "NSCRTV MIB; one field report",
      },
    ],
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
