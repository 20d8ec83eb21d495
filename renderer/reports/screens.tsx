// What the shell takes from here.

import { reportSchedule, sendReport } from "../../shared/reports/index.ts";
import { resourceScreen } from "../kernel/resource/resource-screen.tsx";
import { laterIcon } from "../kernel/screen/later-icon.tsx";
import { lazily } from "../kernel/screen/lazily.tsx";
import type { Screen } from "../kernel/screen/screens.ts";
import { Weekday, WeekdayInput } from "./schedule/weekday.tsx";

const ReportOnPaper = lazily(() => import("./schedule/report-on-paper.tsx"), "ReportOnPaper");
const ScheduledPreview = lazily(() => import("./schedule/scheduled-preview.tsx"), "ScheduledPreview");
const DashboardPage = lazily(() => import("./dashboard-page.tsx"), "DashboardPage");
const MrrPage = lazily(() => import("./mrr/mrr-page.tsx"), "MrrPage");
const CollectionsPage = lazily(() => import("./collections-page.tsx"), "CollectionsPage");

export const reportScreens: readonly Screen[] = [
  ...resourceScreen(reportSchedule, {
    icon: laterIcon("IconMailForward"),
    columns: ["email", "staff", "frequency", "hour", "is_active", "next_at", "last_period"],
    filters: ["frequency", "is_active"],
    cells: { weekday: ({ weekday }) => <Weekday weekday={weekday} /> },
    formProps: { inputs: { weekday: WeekdayInput } },
    tools: ReportOnPaper,
    actions: [{ operation: sendReport, icon: laterIcon("IconSend"), preview: ScheduledPreview }],
  }),
  {
    path: "dashboard",
    element: <DashboardPage />,
    nav: { label: "nav.dashboard", icon: laterIcon("IconChartHistogram") },
    permission: "reporting.report.view",
  },
  {
    path: "mrr",
    element: <MrrPage />,
    nav: { label: "nav.mrr", icon: laterIcon("IconTrendingUp") },
    permission: "reporting.report.view",
  },
  {
    path: "collections",
    element: <CollectionsPage />,
    nav: { label: "nav.collections", icon: laterIcon("IconReportMoney") },
    permission: "reporting.report.view",
  },
];
