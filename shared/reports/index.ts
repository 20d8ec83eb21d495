// The reports area's public names: what its reads take and answer (contract §3, Reports), and a month's end.
import { operationsOf } from "../kernel/operation.ts";
import { createMonthEnd, finishStep, monthEnd, monthEndStep, undoStep } from "./month-end.ts";
import { reportSchedule, sendReport } from "./report-schedule.ts";

export * from "./collections.ts";
export * from "./dashboard.ts";
export * from "./month-end.ts";
export * from "./mrr.ts";
export {
  type ReportSchedule,
  reportPdfQuery,
  reportSchedule,
  reportScheduleVerbs,
  sendReport,
} from "./report-schedule.ts";

export const reportsResources = [monthEnd, monthEndStep, reportSchedule] as const;
export const reportsOperations = operationsOf(reportsResources, [
  createMonthEnd,
  finishStep,
  undoStep,
  sendReport,
]);
