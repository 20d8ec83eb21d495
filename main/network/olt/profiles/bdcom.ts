// BDCOM EPON (P3xxx) and GPON (GP3600).
import type { CellKind, OltProfile } from "../profile.ts";

const EPON = "3320.101";
const GPON = "3320.10";
const MIB = "NMS-EPON-ONU MIB; Ubilling";
const GPON_MIB = "NMS-GPON MIB; Ubilling";
const NONE = [0, 65535, -65535, 2147483647, 2147483648, -2147483648];
const POWER: CellKind = { kind: "dbm", scales: [{ scale: 0.1 }], invalid: NONE };
const METRES: CellKind = { kind: "metres", invalid: NONE };

export const bdcomEpon: OltProfile = {
  name: "bdcom-epon",
  vendor: "BDCOM",
  title: "BDCOM EPON",
  sys_object_ids: ["3320"],
  place: { by: "interface" },
  columns: {
    serial: [
      { oid: `${EPON}.10.4.1.1`, read: { kind: "serial" }, confidence: "HIGH", source: MIB },
      { oid: `${EPON}.10.1.1.3`, read: { kind: "serial" }, confidence: "HIGH", source: MIB },
    ],
    status: [{ oid: `${EPON}.10.1.1.26`, read: { kind: "code" }, confidence: "HIGH", source: MIB }],
    cause: [{ oid: `${EPON}.11.1.1.11`, read: { kind: "code" }, confidence: "HIGH", source: MIB }],
    distance: [
      { oid: `${EPON}.10.1.1.27`, read: METRES, confidence: "HIGH", source: MIB },
      { oid: `${EPON}.11.1.1.7`, read: METRES, confidence: "HIGH", source: MIB },
    ],
    rx: [{ oid: `${EPON}.10.5.1.5`, read: POWER, confidence: "HIGH", source: MIB }],
    tx: [{ oid: `${EPON}.10.5.1.6`, read: POWER, confidence: "HIGH", source: MIB }],
    olt_rx: [{ oid: `${EPON}.108.1.3`, read: POWER, confidence: "HIGH", source: MIB }],
  },
  list: ["serial", "status"],
  status: { 2: ["OFFLINE", "down"], 3: ["ONLINE", "online"] },
  causes: {
    0: [null, "none"],
    2: ["UNKNOWN", "normal"],
    3: ["FIBRE", "MPCP down"],
    4: ["FIBRE", "OAM down"],
    5: ["REBOOT", "firmware download"],
    6: ["DEACTIVATED", "illegal MAC"],
    7: ["DEACTIVATED", "LLID admin down"],
    8: ["FIBRE", "wire down"],
    9: ["POWER", "power off"],
  },
  reboot: {
    writes: [{ oid: `${EPON}.10.1.1.29`, index: "whole", value: 0 }],
    verified: true,
    confidence: "HIGH",
    source: MIB,
  },
};

export const bdcomGpon: OltProfile = {
  name: "bdcom-gpon",
  vendor: "BDCOM",
  title: "BDCOM GPON",
  sys_object_ids: ["3320"],
  place: { by: "interface" },
  columns: {
    serial: [
      { oid: `${GPON}.3.3.1.2`, read: { kind: "serial" }, confidence: "MED", source: GPON_MIB },
      { oid: `${GPON}.3.1.1.4`, read: { kind: "serial" }, confidence: "MED", source: GPON_MIB },
    ],
    status: [{ oid: `${GPON}.3.3.1.4`, read: { kind: "code" }, confidence: "MED", source: GPON_MIB }],
    cause: [{ oid: `${GPON}.3.1.1.35`, read: { kind: "code" }, confidence: "MED", source: GPON_MIB }],
    distance: [{ oid: `${GPON}.3.1.1.33`, read: METRES, confidence: "MED", source: GPON_MIB }],
    rx: [{ oid: `${GPON}.3.4.1.2`, read: POWER, confidence: "MED", source: GPON_MIB }],
    tx: [{ oid: `${GPON}.3.4.1.3`, read: POWER, confidence: "MED", source: GPON_MIB }],
  },
  list: ["serial", "status"],
  // MIB: authenticated 0, registered 1, deregistered 2, auto-config 3, lost 4, standby 5. The field: 0 off-line,
  // 1 inactive, 2 disabled, 3 active. They agree on 3; 0 contradicts itself and 1 says little.
  status: {
    0: ["UNKNOWN", "authenticated or off-line"],
    1: ["UNKNOWN", "registered or inactive"],
    2: ["OFFLINE", "deregistered or disabled"],
    3: ["ONLINE", "active"],
    4: ["OFFLINE", "lost"],
    5: ["UNKNOWN", "standby"],
  },
  causes: {
    0: [null, "none"],
    1: ["POWER", "power off"],
    3: ["DEACTIVATED", "admin"],
    6: ["FIBRE", "LOS"],
    8: ["FIBRE", "fibre"],
    11: ["REBOOT", "reboot"],
    12: ["UNKNOWN", "ranging failed"],
  },
  reboot: {
    writes: [{ oid: `${GPON}.3.2.1.4`, index: "whole", value: 1 }],
    verified: false,
    confidence: "MED",
    source: "MIB, reboot(1); not seen on a device",
  },
};
