// The reports area's door: figures put together from what the other areas keep, and a month's end over all of them.
import { reportsResources } from "../../shared/reports/index.ts";
import { jobsOf } from "../billing/index.ts";
import { servedArea } from "../kernel/served-area.ts";
import { collectionsRoute } from "./collections.ts";
import { dashboardRoute } from "./dashboard.ts";
import { monthEndOperations } from "./month-end.ts";
import { mrrRoute } from "./mrr.ts";
import { collectedSums } from "./receipts-rollup.ts";
import { reportJob, reportPdfRoute, scheduleOperations } from "./schedule/schedule.ts";

export const reports = servedArea(reportsResources, {
  name: "reports",
  summary: "How the business stands: dashboard, collections, months' ends",
  operations: [...monthEndOperations, ...scheduleOperations],
  routes: [dashboardRoute, collectionsRoute, mrrRoute, reportPdfRoute],
  jobs: [reportJob, ...jobsOf(collectedSums)],
});
