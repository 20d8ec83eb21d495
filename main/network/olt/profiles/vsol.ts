// V-SOL V1600D (EPON) and V1600G (GPON).
import type { OltProfile } from "../profile.ts";

const EPON = "37950.1.1.5.12";
const GPON = "37950.1.1.6.1.1";
const WALK = "recorded walk of a V1600D; Ubilling";
const UNCONFIRMED = "Ubilling; no MIB, walk or template confirms the tree";
/** How dates are written is told by botredaman alone. */
const TOLD_TWICE = "Ubilling; botredaman; no MIB, walk or template confirms the tree";

export const vsolEpon: OltProfile = {
  name: "vsol-epon",
  vendor: "VSOL",
  title: "V-SOL V1600D (EPON)",
  sys_object_ids: ["37950.1.1.5", "37950"],
  place: { by: "number.onu", before: "0/" },
  columns: {
    serial: [
      { oid: `${EPON}.1.25.1.5`, read: { kind: "serial" }, confidence: "HIGH", source: "MIB; Ubilling" },
    ],
    description: [{ oid: `${EPON}.1.25.1.9`, read: { kind: "text" }, confidence: "HIGH", source: WALK }],
    status: [{ oid: `${EPON}.1.25.1.4`, read: { kind: "code" }, confidence: "HIGH", source: "MIB" }],
    cause: [
      { oid: `${EPON}.1.25.1.15`, read: { kind: "code" }, confidence: "HIGH", source: "MIB; Ubilling" },
    ],
    distance: [
      {
        oid: `${EPON}.1.25.1.17`,
        read: { kind: "metres", invalid: [-1, 65535] },
        confidence: "HIGH",
        source: "MIB; Ubilling",
      },
    ],
    temperature: [
      { oid: `${EPON}.2.1.8.1.3`, read: { kind: "celsius-text" }, confidence: "HIGH", source: WALK },
    ],
    tx: [{ oid: `${EPON}.2.1.8.1.6`, read: { kind: "dbm-text" }, confidence: "HIGH", source: WALK }],
    rx: [{ oid: `${EPON}.2.1.8.1.7`, read: { kind: "dbm-text" }, confidence: "HIGH", source: WALK }],
  },
  list: ["serial", "status", "description", "rx"],
  status: { 0: ["OFFLINE", "offline"], 1: ["ONLINE", "online"] },
  causes: { 0: ["FIBRE", "wire-down"], 1: ["POWER", "power-off"] },
  reboot: {
    // One message of two values: which port, which ONU. The neighbours 12.1.14 and 12.1.8 let go of an ONU for good.
    writes: [
      { oid: `${EPON}.1.15.1.0`, index: null, value: "port" },
      { oid: `${EPON}.1.15.2.0`, index: null, value: "onu" },
    ],
    verified: true,
    confidence: "MED",
    source: "MIB; Ubilling",
  },
};

export const vsolGpon: OltProfile = {
  name: "vsol-gpon",
  vendor: "VSOL",
  title: "V-SOL V1600G (GPON)",
  sys_object_ids: ["37950.1.1.6", "37950"],
  place: { by: "number.onu", before: "0/" },
  columns: {
    serial: [{ oid: `${GPON}.2.1.5`, read: { kind: "serial" }, confidence: "LOW", source: UNCONFIRMED }],
    description: [{ oid: `${GPON}.4.1.24`, read: { kind: "text" }, confidence: "LOW", source: UNCONFIRMED }],
    model: [{ oid: `${GPON}.2.1.6`, read: { kind: "text" }, confidence: "LOW", source: UNCONFIRMED }],
    status: [{ oid: `${GPON}.1.1.5`, read: { kind: "code" }, confidence: "LOW", source: UNCONFIRMED }],
    cause: [{ oid: `${GPON}.1.1.10`, read: { kind: "text" }, confidence: "LOW", source: TOLD_TWICE }],
    up_at: [{ oid: `${GPON}.1.1.8`, read: { kind: "date-text" }, confidence: "LOW", source: TOLD_TWICE }],
    down_at: [{ oid: `${GPON}.1.1.9`, read: { kind: "date-text" }, confidence: "LOW", source: TOLD_TWICE }],
    temperature: [
      { oid: `${GPON}.3.1.3`, read: { kind: "celsius-text" }, confidence: "LOW", source: UNCONFIRMED },
    ],
    tx: [{ oid: `${GPON}.3.1.6`, read: { kind: "dbm-text" }, confidence: "LOW", source: UNCONFIRMED }],
    rx: [{ oid: `${GPON}.3.1.7`, read: { kind: "dbm-text" }, confidence: "LOW", source: UNCONFIRMED }],
  },
  list: ["serial", "status"],
  status: {
    3: ["ONLINE", "working"],
    4: ["DYING_GASP", "dyingGasp"],
    5: ["OFFLINE", "offline"],
    6: ["OFFLINE", "authFailed"],
  },
  causes: {},
  reboot: { unsupported: "V-SOL GPON OLTs restart an ONU from their own command line only, not over SNMP." },
};
