// The console's screens: what a super administrator keeps. No role of a tenant opens them.

import {
  activateSubscription,
  approveOnboarding,
  cancelSubscription,
  databaseBackup,
  onboardingRequest,
  platformAuditLog,
  proveBackup,
  rejectOnboarding,
  restoreBackup,
  resumeTenant,
  reverseSaasPayment,
  saasPackage,
  saasPayment,
  saasTenant,
  suspendTenant,
  tenantRestore,
  tenantSubscription,
} from "../../shared/saas/index.ts";
import { resourceScreen } from "../kernel/resource/resource-screen.tsx";
import { laterIcon } from "../kernel/screen/later-icon.tsx";
import { lazily } from "../kernel/screen/lazily.tsx";
import type { Screen } from "../kernel/screen/screens.ts";
import { auditCells } from "../platform/audit-cells.tsx";
import { FileSize, PaidBy, Proof, Tier } from "./console-cells.tsx";

const OverviewScreen = lazily(() => import("./overview-screen.tsx"), "OverviewScreen");
const NewCompany = lazily(() => import("./new-company.tsx"), "NewCompany");
const TenantDetail = lazily(() => import("./tenant-detail.tsx"), "TenantDetail");
const BackupDetail = lazily(() => import("./backup-detail.tsx"), "BackupDetail");
const LinesInput = lazily(() => import("./lines-input.tsx"), "LinesInput");
const ApproveDialog = lazily(() => import("./approve-dialog.tsx"), "ApproveDialog");

/** How often figures of what runs are asked for. */
const LOOK_MS = 3000;

export const CONSOLE_SCREENS: readonly Screen[] = [
  {
    path: "saas/overview",
    element: <OverviewScreen />,
    nav: { label: "console.overview", icon: laterIcon("IconGauge") },
  },
  ...resourceScreen(saasTenant, {
    icon: laterIcon("IconBuilding"),
    columns: ["name", "subdomain", "is_active", "plan", "subscribers", "mrr", "last_activity_at"],
    widths: { name: 180, subdomain: 120, plan: 110, subscribers: 90, mrr: 100 },
    cells: { tier: ({ tier }) => <Tier tier={tier} /> },
    made_elsewhere: true,
    tools: NewCompany,
    detail: TenantDetail,
    // Being open is changed by a separate operation, which asks first and is written down with its reason.
    formProps: { without: ["is_active"] },
    actions: [
      {
        operation: suspendTenant,
        icon: laterIcon("IconPlayerPause"),
        danger: true,
        in_row: true,
        when: ({ is_active }) => is_active === true,
      },
      {
        operation: resumeTenant,
        icon: laterIcon("IconPlayerPlay"),
        in_row: true,
        when: ({ is_active }) => is_active === false,
      },
    ],
  }),
  ...resourceScreen(onboardingRequest, {
    icon: laterIcon("IconDoorEnter"),
    columns: ["org_name", "contact_email", "phone", "package_name", "created_at", "status"],
    widths: { contact_email: 200, phone: 140, package_name: 110 },
    begin: { status: "PENDING" },
    actions: [
      {
        operation: approveOnboarding,
        icon: laterIcon("IconCheck"),
        dialog: ApproveDialog,
        when: ({ status }) => status === "PENDING",
      },
      {
        operation: rejectOnboarding,
        icon: laterIcon("IconX"),
        danger: true,
        when: ({ status }) => status === "PENDING",
      },
    ],
  }),
  ...resourceScreen(tenantSubscription, {
    icon: laterIcon("IconCalendarRepeat"),
    columns: ["tenant_name", "package_name", "start_date", "end_date", "status"],
    hidden: ["notes", "created_at", "updated_at"],
    filters: ["status", "package", "end_date"],
    actions: [
      {
        operation: activateSubscription,
        icon: laterIcon("IconPlayerPlay"),
        when: ({ status }) => status !== "ACTIVE",
      },
      {
        operation: cancelSubscription,
        icon: laterIcon("IconCircleX"),
        danger: true,
        when: ({ status }) => status === "ACTIVE" || status === "TRIAL",
      },
    ],
  }),
  ...resourceScreen(saasPayment, {
    icon: laterIcon("IconCash"),
    columns: ["trx_id", "tenant_name", "amount", "payment_method", "paid_at", "paid_until", "is_reversed"],
    without: ["tenant", "subscription_before"],
    filters: ["paid_at", "is_reversed"],
    widths: { trx_id: 180, tenant_name: 170, payment_method: 100, is_reversed: 100 },
    cells: { payment_method: ({ payment_method }) => <PaidBy method={payment_method} /> },
    actions: [
      {
        operation: reverseSaasPayment,
        icon: laterIcon("IconArrowBackUp"),
        danger: true,
        reasons: ["console.reason.twice", "console.reason.other_company", "console.reason.amount"],
        when: ({ is_reversed, reverses }) => is_reversed === false && reverses === null,
      },
    ],
  }),
  ...resourceScreen(databaseBackup, {
    icon: laterIcon("IconDatabaseExport"),
    columns: ["company", "taken_at", "origin", "status", "file_size", "last_proven_at"],
    hidden: [
      "tenant",
      "rows_done",
      "finished_at",
      "requested_by",
      "last_drill_at",
      "last_drill_error",
      "error",
      "created_at",
    ],
    filters: ["tenant", "status"],
    widths: {
      filename: 190,
      company: 130,
      origin: 90,
      status: 100,
      file_size: 100,
    },
    live_ms: LOOK_MS,
    without: ["company"],
    cells: {
      file_size: ({ file_size, rows_done }) => <FileSize bytes={file_size} rows={rows_done} />,
      last_proven_at: (backup) => <Proof at={backup.last_proven_at} error={backup.last_drill_error} />,
    },
    detail: BackupDetail,
    actions: [
      {
        operation: restoreBackup,
        icon: laterIcon("IconDatabaseImport"),
        when: ({ status }) => status === "SUCCEEDED",
      },
      {
        operation: proveBackup,
        icon: laterIcon("IconShieldCheck"),
        when: ({ status }) => status === "SUCCEEDED",
      },
    ],
  }),
  ...resourceScreen(tenantRestore, {
    icon: laterIcon("IconDatabaseImport"),
    columns: ["name", "subdomain", "filename", "status", "finished_at", "error"],
    widths: { filename: 200, name: 160 },
    live_ms: LOOK_MS,
  }),
  ...resourceScreen(platformAuditLog, {
    icon: laterIcon("IconHistory"),
    columns: ["timestamp", "actor_username", "action", "details", "object_type", "address"],
    hidden: ["occurred_at", "module", "request_id"],
    filters: ["timestamp", "actor_username", "action"],
    widths: { timestamp: 150, actor_username: 110, object_type: 190, address: 130 },
    cells: auditCells,
  }),
  ...resourceScreen(saasPackage, {
    icon: laterIcon("IconPackages"),
    columns: ["name", "price_monthly", "max_subscribers", "features"],
    formProps: { inputs: { features: LinesInput } },
  }),
];
