// Huawei MA5600T and MA5800, GPON and EPON (HUAWEI-XPON-MIB).
import type { CauseCodes, CellKind, OltProfile, Place, StatusCodes } from "../profile.ts";

const MIB = "HUAWEI-XPON-MIB; Ubilling";
/** Off-line ONTs and what can not be read. */
const NONE = [2147483647, -2147483648, -1];
const BASE = "2011.6.128.1.1.2";
/**
 * 0xFA000000 + frame<<19 + slot<<13 + port<<8: 4194312192 is "GPON 0/1/0" in a recorded walk. EPON begins at 0xFC000000,
 * 4227866624 is 0/1/0.
 */
const BY_PORT: Place = {
  by: "port.onu",
  joined: true,
  port: [
    { shift: 19, bits: 6 },
    { shift: 13, bits: 6 },
    { shift: 8, bits: 5 },
  ],
};
const POWER: CellKind = { kind: "dbm", scales: [{ scale: 0.01 }], invalid: NONE };
/** The field says (raw − 10000) / 100, the MIB 0.01 dBm: no raw value is in range by both, so both are read. */
const OLT_POWER: CellKind = {
  kind: "dbm",
  scales: [{ scale: 0.01, offset: -100 }, { scale: 0.01 }],
  invalid: NONE,
};
const STATUS: StatusCodes = { 1: ["ONLINE", "up"], 2: ["OFFLINE", "down"], [-1]: ["UNKNOWN", "invalid"] };
const CAUSES: CauseCodes = {
  1: ["FIBRE", "LOS"],
  2: ["FIBRE", "LOSi"],
  3: ["FIBRE", "LOFi"],
  4: ["FIBRE", "SFi"],
  5: ["FIBRE", "LOAi"],
  6: ["FIBRE", "LOAMi"],
  7: ["DEACTIVATED", "deactive ONT fails"],
  8: ["DEACTIVATED", "deactive ONT success"],
  9: ["REBOOT", "reset ONT"],
  10: ["REBOOT", "re-register ONT"],
  11: ["UNKNOWN", "pop up fail"],
  12: ["UNKNOWN", "authentication fail"],
  13: ["POWER", "dying-gasp"],
  15: ["FIBRE", "LOKi"],
  [-1]: [null, "none"],
};

export const huaweiGpon: OltProfile = {
  name: "huawei-gpon",
  vendor: "HUAWEI",
  title: "Huawei MA5600T / MA5800",
  sys_object_ids: ["2011"],
  place: BY_PORT,
  columns: {
    serial: [{ oid: `${BASE}.43.1.3`, read: { kind: "serial" }, confidence: "HIGH", source: MIB }],
    description: [{ oid: `${BASE}.43.1.9`, read: { kind: "text" }, confidence: "HIGH", source: MIB }],
    status: [{ oid: `${BASE}.46.1.15`, read: { kind: "code" }, confidence: "HIGH", source: MIB }],
    cause: [{ oid: `${BASE}.46.1.24`, read: { kind: "code" }, confidence: "HIGH", source: MIB }],
    up_at: [{ oid: `${BASE}.46.1.22`, read: { kind: "date" }, confidence: "HIGH", source: MIB }],
    down_at: [{ oid: `${BASE}.46.1.23`, read: { kind: "date" }, confidence: "HIGH", source: MIB }],
    distance: [
      { oid: `${BASE}.46.1.20`, read: { kind: "metres", invalid: NONE }, confidence: "HIGH", source: MIB },
    ],
    temperature: [
      { oid: `${BASE}.51.1.1`, read: { kind: "celsius", invalid: NONE }, confidence: "HIGH", source: MIB },
    ],
    tx: [{ oid: `${BASE}.51.1.3`, read: POWER, confidence: "HIGH", source: MIB }],
    rx: [{ oid: `${BASE}.51.1.4`, read: POWER, confidence: "HIGH", source: MIB }],
    olt_rx: [
      {
        oid: `${BASE}.51.1.6`,
        read: OLT_POWER,
        confidence: "MED",
        source: "field reports against HUAWEI-XPON-MIB",
      },
    ],
  },
  list: ["serial", "status"],
  status: STATUS,
  causes: CAUSES,
  unconfigured: { oid: `${BASE}.48.1.2`, read: { kind: "serial" }, confidence: "HIGH", source: MIB },
  reboot: {
    writes: [{ oid: `${BASE}.46.1.2`, index: "whole", value: 1 }],
    verified: true,
    confidence: "HIGH",
    source: "HUAWEI-XPON-MIB, reset(1); used in the field",
  },
};

const EPON_MIB = "HUAWEI-XPON-MIB; ABillS";
/** The table's number is not in the MIB at hand, which only names its columns; several billing systems read it alike. */
const OPTICS = "ABillS; PMon";

/** Read where no GPON ONU answers; the EPON ones of an OLT with cards of both kinds are not shown. */
export const huaweiEpon: OltProfile = {
  name: "huawei-epon",
  vendor: "HUAWEI",
  title: "Huawei MA5600T / MA5800 (EPON)",
  sys_object_ids: ["2011"],
  place: BY_PORT,
  columns: {
    serial: [{ oid: `${BASE}.53.1.3`, read: { kind: "serial" }, confidence: "HIGH", source: EPON_MIB }],
    description: [{ oid: `${BASE}.53.1.9`, read: { kind: "text" }, confidence: "HIGH", source: EPON_MIB }],
    // PMon reads 57.1.18, which is whether the ONU matches its profile, and not whether it runs.
    status: [{ oid: `${BASE}.57.1.15`, read: { kind: "code" }, confidence: "HIGH", source: EPON_MIB }],
    cause: [
      {
        oid: `${BASE}.57.1.25`,
        read: { kind: "code" },
        confidence: "HIGH",
        source: "HUAWEI-XPON-MIB; several billing systems",
      },
    ],
    up_at: [{ oid: `${BASE}.57.1.23`, read: { kind: "date" }, confidence: "MED", source: "HUAWEI-XPON-MIB" }],
    down_at: [
      {
        oid: `${BASE}.57.1.24`,
        read: { kind: "date" },
        confidence: "HIGH",
        source: "HUAWEI-XPON-MIB; one billing system",
      },
    ],
    distance: [
      {
        oid: `${BASE}.57.1.19`,
        read: { kind: "metres", invalid: NONE },
        confidence: "HIGH",
        source: `${EPON_MIB}; PMon`,
      },
    ],
    temperature: [
      { oid: `${BASE}.104.1.2`, read: { kind: "celsius", invalid: NONE }, confidence: "LOW", source: OPTICS },
    ],
    tx: [{ oid: `${BASE}.104.1.4`, read: POWER, confidence: "MED", source: OPTICS }],
    rx: [{ oid: `${BASE}.104.1.5`, read: POWER, confidence: "MED", source: OPTICS }],
    olt_rx: [{ oid: `${BASE}.104.1.1`, read: OLT_POWER, confidence: "MED", source: OPTICS }],
  },
  list: ["serial", "status"],
  status: STATUS,
  causes: CAUSES,
  unconfigured: { oid: `${BASE}.58.1.2`, read: { kind: "serial" }, confidence: "HIGH", source: EPON_MIB },
  reboot: { unsupported: "Restarting an EPON ONU of a Huawei OLT over SNMP has not been tried out." },
};
