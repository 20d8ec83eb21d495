// Huawei MA5600T and MA5800, GPON (HUAWEI-XPON-MIB).
import type { OltProfile } from "../profile.ts";

const MIB = "HUAWEI-XPON-MIB; Ubilling";
/** Off-line ONTs and what can not be read. */
const NONE = [2147483647, -2147483648, -1];
const BASE = "2011.6.128.1.1.2";

export const huaweiGpon: OltProfile = {
  name: "huawei-gpon",
  vendor: "HUAWEI",
  title: "Huawei MA5600T / MA5800",
  sys_object_ids: ["2011"],
  // 0xFA000000 + frame<<19 + slot<<13 + port<<8: 4194312192 is "GPON 0/1/0" in a recorded walk.
  place: {
    by: "port.onu",
    joined: true,
    port: [
      { shift: 19, bits: 6 },
      { shift: 13, bits: 6 },
      { shift: 8, bits: 5 },
    ],
  },
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
    tx: [
      {
        oid: `${BASE}.51.1.3`,
        read: { kind: "dbm", scales: [{ scale: 0.01 }], invalid: NONE },
        confidence: "HIGH",
        source: MIB,
      },
    ],
    rx: [
      {
        oid: `${BASE}.51.1.4`,
        read: { kind: "dbm", scales: [{ scale: 0.01 }], invalid: NONE },
        confidence: "HIGH",
        source: MIB,
      },
    ],
    olt_rx: [
      {
        // The field says (raw − 10000) / 100, the MIB 0.01 dBm: no raw value is in range by both, so both are read.
        oid: `${BASE}.51.1.6`,
        read: { kind: "dbm", scales: [{ scale: 0.01, offset: -100 }, { scale: 0.01 }], invalid: NONE },
        confidence: "MED",
        source: "field reports against HUAWEI-XPON-MIB",
      },
    ],
  },
  list: ["serial", "status"],
  status: { 1: ["ONLINE", "up"], 2: ["OFFLINE", "down"], [-1]: ["UNKNOWN", "invalid"] },
  causes: {
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
    13: ["POWER", "dying-gasp"],
    15: ["FIBRE", "LOKi"],
    [-1]: [null, "none"],
  },
  unconfigured: { oid: `${BASE}.48.1.2`, read: { kind: "serial" }, confidence: "HIGH", source: MIB },
  reboot: {
    writes: [{ oid: `${BASE}.46.1.2`, index: "whole", value: 1 }],
    verified: true,
    confidence: "HIGH",
    source: "HUAWEI-XPON-MIB, reset(1); used in the field",
  },
};
