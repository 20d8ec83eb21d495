// The console's screens: what a super administrator keeps. No role of a tenant opens them.
import {
  IconBuilding,
  IconCalendarRepeat,
  IconCash,
  IconCheck,
  IconCircleX,
  IconDatabaseExport,
  IconDatabaseImport,
  IconDoorEnter,
  IconGauge,
  IconHistory,
  IconPackages,
  IconPlayerPlay,
  IconShieldCheck,
  IconX,
} from "@tabler/icons-react";
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
  saasPackage,
  saasPayment,
  saasTenant,
  tenantRestore,
  tenantSubscription,
} from "../../shared/saas/index.ts";
import { resourceScreen } from "../kernel/resource/resource-screen.tsx";
import { lazily } from "../kernel/screen/lazily.tsx";
import type { Screen } from "../kernel/screen/screens.ts";

const OverviewScreen = lazily(() => import("./overview-screen.tsx"), "OverviewScreen");
const NewCompany = lazily(() => import("./new-company.tsx"), "NewCompany");
const ApproveDialog = lazily(() => import("./approve-dialog.tsx"), "ApproveDialog");

export const CONSOLE_SCREENS: readonly Screen[] = [
  {
    path: "saas/overview",
    element: <OverviewScreen />,
    nav: { label: "console.overview", icon: IconGauge, group: "work" },
  },
  ...resourceScreen(saasTenant, {
    icon: IconBuilding,
    group: "work",
    columns: ["name", "subdomain", "is_active", "plan", "subscribers", "mrr", "last_activity_at"],
    made_elsewhere: true,
    tools: NewCompany,
  }),
  ...resourceScreen(onboardingRequest, {
    icon: IconDoorEnter,
    group: "work",
    columns: ["org_name", "contact_email", "phone", "package_name", "created_at", "status"],
    begin: { status: "PENDING" },
    actions: [
      {
        operation: approveOnboarding,
        icon: IconCheck,
        dialog: ApproveDialog,
        when: ({ status }) => status === "PENDING",
      },
      { operation: rejectOnboarding, icon: IconX, danger: true, when: ({ status }) => status === "PENDING" },
    ],
  }),
  ...resourceScreen(tenantSubscription, {
    icon: IconCalendarRepeat,
    group: "money",
    columns: ["tenant_name", "package_name", "start_date", "end_date", "status"],
    hidden: ["notes", "created_at", "updated_at"],
    filters: ["status", "package", "end_date"],
    actions: [
      {
        operation: activateSubscription,
        icon: IconPlayerPlay,
        when: ({ status }) => status !== "ACTIVE",
      },
      {
        operation: cancelSubscription,
        icon: IconCircleX,
        danger: true,
        when: ({ status }) => status === "ACTIVE" || status === "TRIAL",
      },
    ],
  }),
  ...resourceScreen(saasPayment, {
    icon: IconCash,
    group: "money",
    columns: ["trx_id", "tenant_name", "amount", "payment_method", "paid_at", "paid_until"],
    without: ["tenant"],
    filters: ["paid_at"],
  }),
  ...resourceScreen(databaseBackup, {
    icon: IconDatabaseExport,
    group: "work",
    columns: [
      "filename",
      "tenant",
      "origin",
      "status",
      "taken_at",
      "file_size",
      "last_proven_at",
      "last_drill_error",
    ],
    actions: [
      { operation: restoreBackup, icon: IconDatabaseImport, when: ({ status }) => status === "SUCCEEDED" },
      { operation: proveBackup, icon: IconShieldCheck, when: ({ status }) => status === "SUCCEEDED" },
    ],
  }),
  ...resourceScreen(tenantRestore, {
    icon: IconDatabaseImport,
    group: "work",
    columns: ["name", "subdomain", "backup", "status", "rows_done", "finished_at", "error"],
  }),
  ...resourceScreen(platformAuditLog, {
    icon: IconHistory,
    group: "work",
    columns: ["timestamp", "actor_username", "action", "object_type", "address"],
    hidden: ["occurred_at", "module", "request_id"],
    filters: ["timestamp", "actor_username", "action"],
  }),
  ...resourceScreen(saasPackage, {
    icon: IconPackages,
    group: "money",
    columns: ["name", "price_monthly", "max_subscribers"],
  }),
];
