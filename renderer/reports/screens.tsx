// What the shell takes from here.
import { IconChartHistogram, IconReportMoney } from "@tabler/icons-react";
import { lazily } from "../kernel/screen/lazily.tsx";
import type { Screen } from "../kernel/screen/screens.ts";

const DashboardPage = lazily(() => import("./dashboard-page.tsx"), "DashboardPage");
const CollectionsPage = lazily(() => import("./collections-page.tsx"), "CollectionsPage");

export const reportScreens: readonly Screen[] = [
  {
    path: "dashboard",
    element: <DashboardPage />,
    nav: { label: "nav.dashboard", icon: IconChartHistogram, group: "work" },
    permission: "reporting.report.view",
  },
  {
    path: "collections",
    element: <CollectionsPage />,
    nav: { label: "nav.collections", icon: IconReportMoney, group: "money" },
    permission: "reporting.report.view",
  },
];
