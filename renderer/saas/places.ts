// The places of the operator's console.
import {
  IconBuilding,
  IconDatabaseExport,
  IconDoorEnter,
  IconGauge,
  IconHistory,
  IconPackages,
} from "@tabler/icons-react";
import type { Place } from "../kernel/place/places.ts";

export const CONSOLE_PLACES: readonly Place[] = [
  { id: "overview", label: "console.overview", icon: IconGauge, parts: [{ tabs: ["saas/overview"] }] },
  {
    id: "companies",
    label: "nav.companies",
    icon: IconBuilding,
    parts: [{ tabs: ["saas/tenants", "saas/subscriptions", "saas/payments"] }],
  },
  {
    id: "requests",
    label: "nav.requests",
    icon: IconDoorEnter,
    parts: [{ tabs: ["saas/onboarding-requests"] }],
  },
  { id: "plans", label: "nav.plans", icon: IconPackages, parts: [{ tabs: ["saas/packages"] }] },
  {
    id: "backups",
    label: "nav.backups",
    icon: IconDatabaseExport,
    parts: [{ tabs: ["saas/backups", "saas/restores"] }],
  },
  { id: "log", label: "nav.log", icon: IconHistory, parts: [{ tabs: ["saas/audit-logs"] }] },
];
