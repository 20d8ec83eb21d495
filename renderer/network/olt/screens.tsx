// OLTs, their ONUs, and outages: the plain lists and forms.

import { incident, olt, onu, pollOlt, rebootOnu } from "../../../shared/network/index.ts";
import { resourceScreen } from "../../kernel/resource/resource-screen.tsx";
import { laterIcon } from "../../kernel/screen/later-icon.tsx";
import { lazily } from "../../kernel/screen/lazily.tsx";
import type { Screen } from "../../kernel/screen/screens.ts";
import { OnuRebootWarning } from "../line-warnings.tsx";
import { OLT_CELLS, ONU_CELLS } from "./olt-cells.tsx";

const FibrePage = lazily(() => import("./tree/fibre-page.tsx"), "FibrePage");
const IncidentHead = lazily(() => import("./incident/incident-head.tsx"), "IncidentHead");
const ConcernedTable = lazily(() => import("./incident/concerned-table.tsx"), "ConcernedTable");
const IncidentTools = lazily(() => import("./incident/open-incidents.tsx"), "TellCustomers");
const OltHead = lazily(() => import("./olt-head.tsx"), "OltHead");
const OnuHead = lazily(() => import("./onu-head.tsx"), "OnuHead");

/** Figures of an outage that its page says in a sentence. */
const COUNTS = ["onu_count", "back_count", "power_count", "fibre_count", "customer_count"] as const;

const OLT_IN_HEAD = [
  ...([
    "status",
    "sys_descr",
    "uptime_seconds",
    "last_polled_at",
    "last_error",
    "profile",
    "onu_count",
  ] as const),
  ...(["onu_online", "onu_los", "onu_weak", "unconfigured", "warnings"] as const),
];

const ONU_IN_HEAD = [
  ...([
    "olt",
    "serial_number",
    "pon_port",
    "onu_index",
    "customer",
    "status",
    "signal",
    "signal_since",
  ] as const),
  ...(["rx_power_dbm", "olt_rx_power_dbm", "distance_m", "temperature_c"] as const),
  ...(["last_down_cause", "last_down_at"] as const),
];

export const oltScreens: readonly Screen[] = [
  {
    path: "fibre",
    element: <FibrePage />,
    nav: { label: "nav.fibre", icon: laterIcon("IconBinaryTree") },
    // Who may not see the OLTs would be told that there are none.
    permission: ["network.olt.view", "network.onu.view"],
  },
  ...resourceScreen(olt, {
    icon: laterIcon("IconBuildingBroadcastTower"),
    columns: ["name", "status", "onu_online", "onu_count", "onu_los", "onu_weak", "host", "last_error"],
    widths: {
      name: 160,
      status: 110,
      onu_online: 80,
      onu_count: 70,
      onu_los: 90,
      onu_weak: 110,
      host: 130,
      last_error: 160,
    },
    filters: ["status", "site", "vendor"],
    groups: [
      {
        fields: [
          "name",
          "site",
          "vendor",
          "host",
          "snmp_port",
          "snmp_version",
          "community",
          "write_community",
        ],
      },
      {
        fields: [
          "security_name",
          "security_level",
          "auth_protocol",
          "auth_password",
          "priv_protocol",
          "priv_password",
        ],
        more: true,
      },
      { fields: ["allow_unverified", "is_active"], more: true },
    ],
    without: ["error_code"],
    cells: OLT_CELLS,
    head: OltHead,
    in_head: OLT_IN_HEAD,
    actions: [
      {
        operation: pollOlt,
        icon: laterIcon("IconRefresh"),
        when: ({ is_active }) => is_active === true,
        in_row: true,
        at_once: true,
      },
    ],
  }),
  ...resourceScreen(onu, {
    icon: laterIcon("IconFocus2"),
    columns: ["serial_number", "signal", "customer", "olt", "pon_port", "onu_index", "last_down_cause"],
    widths: {
      serial_number: 180,
      signal: 180,
      customer: 140,
      olt: 130,
      pon_port: 80,
      onu_index: 80,
      last_down_cause: 120,
    },
    filters: ["olt", "status", "signal", "customer"],
    on: ["olt"],
    cells: ONU_CELLS,
    head: OnuHead,
    in_head: ONU_IN_HEAD,
    actions: [
      {
        operation: rebootOnu,
        icon: laterIcon("IconPower"),
        danger: true,
        in_row: true,
        preview: OnuRebootWarning,
      },
    ],
  }),
  ...resourceScreen(incident, {
    icon: laterIcon("IconAlertTriangle"),
    columns: ["kind", "status", "olt", "pon_port", "started_at", "ended_at", "onu_count", "customer_count"],
    widths: {
      kind: 160,
      status: 110,
      olt: 120,
      pon_port: 80,
      started_at: 160,
      ended_at: 160,
      onu_count: 80,
      customer_count: 100,
    },
    filters: ["status", "kind", "olt"],
    on: ["olt"],
    tools: IncidentTools,
    head: IncidentHead,
    in_head: ["kind", "status", "olt", "pon_port", "started_at", "ended_at", ...COUNTS],
    detail: ConcernedTable,
  }),
];
