// The words of every screen that is loaded when it is opened.

import { chartTexts } from "./billing/accounts/words.ts";
import { adjustmentTexts } from "./billing/adjustment/words.ts";
import { cashTexts } from "./billing/cash/later-words.ts";
import { undoTexts } from "./billing/corrections/words.ts";
import { accountTexts } from "./billing/customer/account/words.ts";
import { customerMoneyTexts } from "./billing/customer/words.ts";
import { stepsTexts } from "./billing/first-day/words.ts";
import { invoiceTexts } from "./billing/invoice/words.ts";
import { monthEndTexts } from "./billing/month-end/words.ts";
import { closingTexts } from "./billing/period/closing-words.ts";
import { periodTexts } from "./billing/period/words.ts";
import { slipTexts } from "./billing/receipt/slip-words.ts";
import { receiptTexts } from "./billing/receipt/words.ts";
import { paymentTexts } from "./billing/recharge/words.ts";
import { reversalTexts } from "./billing/reversal/words.ts";
import { changeTexts } from "./billing/service/words.ts";
import { shiftTexts } from "./billing/shift/later-words.ts";
import { taxTexts } from "./billing/statements/tax-words.ts";
import { statementsTexts } from "./billing/statements/words.ts";
import { broadcastTexts } from "./callcenter/broadcast-words.ts";
import { helpTexts } from "./help/words.ts";
import { boardTexts } from "./helpdesk/board/words.ts";
import { outageTexts } from "./helpdesk/outage/words.ts";
import { photoTexts } from "./helpdesk/photo/words.ts";
import { taskTexts } from "./helpdesk/task-words.ts";
import { dayTexts } from "./helpdesk/technician-day/words.ts";
import { hrTexts } from "./hr/later-words.ts";
import { companyTexts } from "./identity/first-day/words.ts";
import { roleTexts } from "./identity/role/words.ts";
import { webhookTexts } from "./integrations/later-words.ts";
import { compareTexts } from "./kernel/compare/words.ts";
import { writtenTexts } from "./kernel/i18n/written-words.ts";
import { practiceTexts } from "./kernel/practice/words.ts";
import { scanTexts } from "./kernel/scan/words.ts";
import { timelineTexts } from "./kernel/timeline/words.ts";
import { diagnosisTexts } from "./network/diagnosis/words.ts";
import { fibreTexts } from "./network/olt/fibre-words.ts";
import { incidentTexts } from "./network/olt/incident/words.ts";
import { routerLiveTexts } from "./network/router/live-words.ts";
import { routerTexts } from "./network/router/words.ts";
import { jobTexts } from "./network/sync-job/words.ts";
import { lineTexts } from "./network/user-session/words.ts";
import { placesTexts } from "./places/words.ts";
import { inboxTexts } from "./platform/inbox/words.ts";
import { settingsTexts } from "./platform/settings/words.ts";
import { syncTexts } from "./platform/sync/words.ts";
import { stepTexts } from "./reports/month-end/words.ts";
import { reportTexts } from "./reports/words.ts";
import { consoleTexts } from "./saas/console-words.ts";
import { heldTexts } from "./store/held/words.ts";
import { customerPageTexts } from "./subscribers/customer/later-words.ts";
import { importTexts } from "./subscribers/import/words.ts";
import { customerTimelineTexts } from "./timeline/words.ts";
import { todayTexts } from "./today/words.ts";

export const LATER_DICTIONARIES = [
  todayTexts,
  placesTexts,
  stepTexts,
  consoleTexts,
  roleTexts,
  companyTexts,
  settingsTexts,
  syncTexts,
  inboxTexts,
  diagnosisTexts,
  fibreTexts,
  incidentTexts,
  routerTexts,
  routerLiveTexts,
  jobTexts,
  lineTexts,
  customerMoneyTexts,
  customerPageTexts,
  accountTexts,
  stepsTexts,
  cashTexts,
  chartTexts,
  closingTexts,
  taxTexts,
  changeTexts,
  undoTexts,
  slipTexts,
  adjustmentTexts,
  invoiceTexts,
  monthEndTexts,
  periodTexts,
  statementsTexts,
  receiptTexts,
  paymentTexts,
  reversalTexts,
  shiftTexts,
  broadcastTexts,
  taskTexts,
  dayTexts,
  boardTexts,
  outageTexts,
  hrTexts,
  reportTexts,
  importTexts,
  writtenTexts,
  scanTexts,
  practiceTexts,
  photoTexts,
  heldTexts,
  webhookTexts,
  timelineTexts,
  customerTimelineTexts,
  helpTexts,
  compareTexts,
] as const;

declare module "./kernel/i18n/dictionary.ts" {
  interface Words {
    later: typeof LATER_DICTIONARIES;
  }
}
