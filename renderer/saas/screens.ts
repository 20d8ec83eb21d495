// The console's screens: what a super administrator keeps. No role of a tenant opens them.
import {
  IconBuilding,
  IconCalendarRepeat,
  IconCash,
  IconCheck,
  IconCircleX,
  IconDoorEnter,
  IconPackages,
  IconPlayerPlay,
  IconX,
} from "@tabler/icons-react";
import {
  activateSubscription,
  approveOnboarding,
  cancelSubscription,
  onboardingRequest,
  rejectOnboarding,
  saasPackage,
  saasPayment,
  saasTenant,
  tenantSubscription,
} from "../../shared/saas/index.ts";
import { resourceScreen } from "../kernel/resource/resource-screen.tsx";
import type { Screen } from "../kernel/screen/screens.ts";

export const CONSOLE_SCREENS: readonly Screen[] = [
  ...resourceScreen(saasTenant, {
    icon: IconBuilding,
    group: "work",
    columns: ["name", "subdomain", "is_active", "plan", "subscribers", "mrr", "last_activity_at"],
  }),
  ...resourceScreen(onboardingRequest, {
    icon: IconDoorEnter,
    group: "work",
    columns: ["org_name", "contact_email", "phone", "package", "created_at", "status"],
    begin: { status: "PENDING" },
    actions: [
      { operation: approveOnboarding, icon: IconCheck, when: ({ status }) => status === "PENDING" },
      { operation: rejectOnboarding, icon: IconX, danger: true, when: ({ status }) => status === "PENDING" },
    ],
  }),
  ...resourceScreen(tenantSubscription, {
    icon: IconCalendarRepeat,
    group: "money",
    columns: ["tenant", "package", "start_date", "end_date", "status"],
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
    columns: ["trx_id", "tenant", "amount", "payment_method", "paid_at", "paid_until"],
  }),
  ...resourceScreen(saasPackage, {
    icon: IconPackages,
    group: "money",
    columns: ["name", "price_monthly", "max_subscribers"],
  }),
];
