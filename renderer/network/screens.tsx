// Routers, the jobs for them, who is on-line; the optical network.

import {
  cancelJob,
  kickSession,
  networkSyncJob,
  rebootRouter,
  retryJob,
  router,
  switchRouter,
  syncRouter,
  userSession,
} from "../../shared/network/index.ts";
import { resourceScreen } from "../kernel/resource/resource-screen.tsx";
import { laterIcon } from "../kernel/screen/later-icon.tsx";
import { lazily } from "../kernel/screen/lazily.tsx";
import { oltScreens } from "./olt/screens.tsx";
import { followTls } from "./router/follow-tls.ts";
import { ROUTER_CELLS } from "./router/router-cells.tsx";
import { JOB_CELLS } from "./sync-job/job-cells.tsx";
import { canCancel, canRetry } from "./sync-job/job-view.ts";
import { SESSION_CELLS } from "./user-session/session-cells.tsx";

const JobHead = lazily(() => import("./sync-job/job-head.tsx"), "JobHead");
const RouterHead = lazily(() => import("./router/router-head.tsx"), "RouterHead");
const SwitchText = lazily(() => import("./router/switch-text.tsx"), "SwitchText");
const RouterTools = lazily(() => import("./router/router-tools.tsx"), "RouterTools");
const FailedJobs = lazily(() => import("./router/router-tools.tsx"), "FailedJobs");
const SyncDialog = lazily(() => import("./router/sync/sync-dialog.tsx"), "SyncDialog");
const RebootWarning = lazily(() => import("./line-warnings.tsx"), "RebootWarning");
const KickWarning = lazily(() => import("./line-warnings.tsx"), "KickWarning");

/** What a router's page says at its head, among it the port behind the address. */
const ROUTER_IN_HEAD = [
  ...([
    "status",
    "last_seen_at",
    "identity",
    "ros_version",
    "board_name",
    "uptime_seconds",
    "cpu_load",
  ] as const),
  ...(["last_error", "serial_number", "checked_at", "tls_fingerprint_offered", "compared_at"] as const),
  ...(["differences", "api_port"] as const),
];

const JOB_IN_HEAD = [
  ...(["router", "olt", "customer", "kind", "status", "attempts", "last_error", "requested_by"] as const),
  ...(["next_attempt_at", "finished_at", "payload", "result", "plan_id", "snapshot_at"] as const),
];

/** Agents look every few seconds; asking more often tells nothing new. */
const LOOK_MS = 10_000;

export const networkScreens = [
  ...resourceScreen(router, {
    icon: laterIcon("IconRouter"),
    columns: ["name", "status", "host", "cpu_load", "site", "last_error"],
    widths: { name: 190, status: 210, host: 130, cpu_load: 80, site: 110, last_error: 190 },
    filters: ["status", "site", "is_active"],
    groups: [
      {
        fields: [
          ...(["name", "site", "host", "api_port", "use_tls", "tls_fingerprint"] as const),
          ...(["username", "password", "mode"] as const),
        ],
      },
      { fields: ["legacy_login", "is_active"], more: true },
    ],
    without: ["vendor", "missing", "health", "rights", "compared_job", "error_code"],
    cells: ROUTER_CELLS,
    // Whoever brings a router in by hand sees its plan before anything is written.
    formProps: { derive: followTls, defaults: { mode: "TRIAL" } },
    tools: RouterTools,
    head: RouterHead,
    in_head: ROUTER_IN_HEAD,
    actions: [
      {
        operation: syncRouter,
        icon: laterIcon("IconRefresh"),
        when: ({ is_active }) => is_active === true,
        in_row: true,
        dialog: SyncDialog,
      },
      {
        operation: switchRouter,
        icon: laterIcon("IconSwitchHorizontal"),
        when: ({ is_active }) => is_active === true,
        preview: SwitchText,
      },
      {
        operation: rebootRouter,
        icon: laterIcon("IconPower"),
        danger: true,
        when: ({ is_active }) => is_active === true,
        preview: RebootWarning,
      },
    ],
  }),
  ...resourceScreen(networkSyncJob, {
    icon: laterIcon("IconListCheck"),
    for: "network.router.view",
    columns: ["kind", "status", "customer", "router", "created_at", "last_error"],
    widths: { kind: 160, status: 120, customer: 130, router: 120, last_error: 160 },
    filters: ["status", "router", "customer", "created_at"],
    begin: { status: "QUEUED" },
    without: ["olt", "error_code"],
    cells: JOB_CELLS,
    head: JobHead,
    in_head: JOB_IN_HEAD,
    tools: FailedJobs,
    actions: [
      {
        operation: retryJob,
        icon: laterIcon("IconRotateClockwise"),
        when: ({ kind, status, attempts }) => canRetry({ kind, status, attempts }),
        in_row: true,
        at_once: true,
        many: true,
      },
      {
        operation: cancelJob,
        icon: laterIcon("IconPlayerStop"),
        when: ({ status }) => canCancel({ status }),
        in_row: true,
        at_once: true,
        many: true,
      },
    ],
  }),
  ...resourceScreen(userSession, {
    icon: laterIcon("IconPlugConnected"),
    for: "network.router.view",
    columns: [
      "username",
      "customer",
      "router",
      "ip_address",
      "uptime_seconds",
      "rate_in_bps",
      "rate_out_bps",
      "observed_at",
    ],
    widths: {
      username: 160,
      customer: 130,
      router: 100,
      ip_address: 115,
      uptime_seconds: 80,
      rate_in_bps: 100,
      rate_out_bps: 100,
      observed_at: 125,
    },
    filters: ["router", "customer"],
    live_ms: LOOK_MS,
    cells: SESSION_CELLS,
    actions: [
      {
        operation: kickSession,
        icon: laterIcon("IconPlugConnectedX"),
        danger: true,
        in_row: true,
        preview: KickWarning,
      },
    ],
  }),
  ...oltScreens,
];
