// Every dialog that is written by hand is opened by a test in the browser: what nobody opens is broken until a customer presses
// its button. What follows from a declaration is opened by test/e2e/forms/every-form.test.ts.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync, Visitor } from "vite";
import { expect, test } from "vitest";
import { project } from "../../helpers/build.ts";

/** What dialogs are made of; used in another file they are a dialog. */
const PARTS = ["Modal", "Drawer", "Dialog", "FormDialog", "ReasonDialog", "RecordDialog", "ManyDialog"];

/** Where the parts are made of each other: what they show is whoever's uses them. */
const MAKERS = [
  "renderer/kernel/form/dialog.tsx",
  "renderer/kernel/resource/form/record-dialog.tsx",
  "renderer/kernel/resource/made-form.tsx",
  "renderer/kernel/resource/operation/many-dialog.tsx",
  "renderer/kernel/screen/reason-dialog.tsx",
];

/** The dialogs of a source, in their order. */
function dialogsIn(file: string, source: string): string[] {
  const found: string[] = [];
  new Visitor({
    JSXOpeningElement: ({ name }) => {
      if (name.type === "JSXIdentifier" && PARTS.includes(name.name)) found.push(name.name);
    },
  }).visit(parseSync(file, source).program);
  return found;
}

/** The test that opens it, and words on it or on its button that the test says. */
type Opened = readonly [test: string, says: string];

const EVERY_FORM: Opened = ["test/e2e/forms/every-form.test.ts", "openForms"];
const STOPS = "test/e2e/helpers/opened-stops.ts";
const BOOKS = "test/e2e/billing/books.test.ts";
const MONTH_END = "test/e2e/billing/month-end.test.ts";
const INBOX = "test/e2e/day/inbox.test.ts";
const FACTOR = "test/e2e/session/second-factor.test.ts";
const FIRST_DAY = "test/e2e/first-day.test.ts";

/** By file: what opens each of its dialogs. */
const OPENED: Readonly<Record<string, readonly Opened[]>> = {
  "renderer/billing/adjustment/adjustment-dialog.tsx": [["test/e2e/lists.test.ts", "Adjustment"]],
  "renderer/billing/registers/new-for-customer.tsx": [EVERY_FORM],
  "renderer/billing/registers/customer-of.tsx": [EVERY_FORM],
  "renderer/billing/cash/hand-over.tsx": [[STOPS, "Hand over"]],
  "renderer/billing/period/close-month.tsx": [EVERY_FORM],
  "renderer/billing/period/reverse-closing.tsx": [EVERY_FORM],
  "renderer/billing/first-day/packages-dialog.tsx": [[FIRST_DAY, "Make packages"]],
  "renderer/billing/first-day/test-receipt.tsx": [[FIRST_DAY, "See and print it"]],
  "renderer/billing/invoice/new-invoice.tsx": [[STOPS, "New bill"]],
  "renderer/billing/invoice/print-invoices.tsx": [
    ["test/e2e/day/clerk-calls.test.ts", "Print bills…"],
    ["test/e2e/day/clerk-calls.test.ts", "2 bills in one file"],
  ],
  "renderer/billing/period/move-lock.tsx": [[BOOKS, "Months"]],
  "renderer/billing/receipt/receipt-copy.tsx": [["test/e2e/payment.test.ts", "Show receipt"]],
  "renderer/billing/recharge/payment-dialog.tsx": [[STOPS, "What this will do"]],
  "renderer/billing/reversal/answer-dialogs.tsx": [
    [INBOX, "a reversal accepted"],
    [INBOX, "The receipt is right"],
  ],
  "renderer/billing/reversal/reverse-dialog.tsx": [["test/e2e/story.test.ts", "Reverse recharge"]],
  "renderer/billing/service/change-dialog.tsx": [["test/e2e/day/clerk-changes.test.ts", "Change package"]],
  "renderer/billing/shift/close-dialog.tsx": [[STOPS, "Count and close"]],
  "renderer/billing/receipt/slip-button.tsx": [[BOOKS, "Slip…"]],
  "renderer/billing/suspense/assign-suspense-dialog.tsx": [[STOPS, "Decide…"]],
  "renderer/billing/package/package-form.tsx": [EVERY_FORM],
  "renderer/billing/corrections/credit-note-dialog.tsx": [[BOOKS, "Credit note…"]],
  "renderer/billing/corrections/refund-dialog.tsx": [[BOOKS, "Pay out…"]],
  "renderer/billing/corrections/reverse-refund.tsx": [EVERY_FORM],
  "renderer/billing/corrections/void-invoice.tsx": [[BOOKS, "Void…"]],
  "renderer/callcenter/broadcast-dialog.tsx": [[STOPS, "Call customers"]],
  "renderer/callcenter/calls/log-call.tsx": [[STOPS, "Log a call"]],
  "renderer/callcenter/remind/remind-dialog.tsx": [[STOPS, "Remind…"]],
  "renderer/helpdesk/board/dispatch-dialog.tsx": [["test/e2e/helpers/day-stops.ts", "Send somebody"]],
  "renderer/helpdesk/outage/close-dialog.tsx": [["test/e2e/day/dispatcher.test.ts", "Close them together"]],
  "renderer/helpdesk/outage/join-dialog.tsx": [[STOPS, "outage"]],
  "renderer/helpdesk/photo/task-photos.tsx": [["test/e2e/phone/phone.test.ts", "Photo"]],
  "renderer/hr/attendance/my-work-page.tsx": [[STOPS, "Ask for leave"]],
  "renderer/hr/payroll/still-open.tsx": [["test/e2e/hr/people.test.ts", "Draw up anyway"]],
  "renderer/identity/role/role-form.tsx": [EVERY_FORM],
  "renderer/identity/security/enrolment-dialog.tsx": [[FACTOR, "One more step"]],
  "renderer/identity/security/new-password-dialog.tsx": [
    ["test/e2e/session/console.test.ts", "Choose your own password"],
  ],
  "renderer/kernel/form/form-dialog.tsx": [EVERY_FORM, [STOPS, "Leave without saving?"]],
  "renderer/kernel/resource/form/shown-once.tsx": [["test/e2e/resource-screens.test.ts", "Token"]],
  "renderer/kernel/resource/operation/delete-dialog.tsx": [EVERY_FORM, EVERY_FORM],
  "renderer/kernel/resource/operation/operation-dialog.tsx": [EVERY_FORM, EVERY_FORM, EVERY_FORM],
  "renderer/kernel/scan/scan-dialog.tsx": [["test/e2e/phone/scan.test.ts", "Scan a code"]],
  "renderer/kernel/shell/phone/phone-bar.tsx": [["test/e2e/phone/phone.test.ts", "More"]],
  "renderer/kernel/shell/shortcut-list.tsx": [[STOPS, "shortcuts"]],
  "renderer/kernel/shell/wipe-dialog.tsx": [[STOPS, "wipe"]],
  "renderer/network/router/agent-dialog.tsx": [
    ["test/e2e/network/agent-here.test.ts", "The agent runs and hears the server"],
  ],
  "renderer/network/router/setup-panel.tsx": [[STOPS, "Set-up script"]],
  "renderer/network/router/sync/sync-dialog.tsx": [[STOPS, "Sync router"]],
  "renderer/platform/settings/provider-secrets.tsx": [[STOPS, "Payment providers"]],
  "renderer/platform/settings/settings-screen.tsx": [[STOPS, "Edit: Company"]],
  "renderer/platform/sync/review-item/dismiss-command.tsx": [
    ["test/e2e/day/clerk-decides.test.ts", "Dismiss…"],
  ],
  "renderer/platform/sync/review-item/review-item-card.tsx": [
    ["test/e2e/put-right.test.ts", "Money in suspense"],
  ],
  "renderer/platform/sync/review-item/review-actions.tsx": [[STOPS, "Dismiss…"]],
  "renderer/reports/month-end/step-dialogs.tsx": [
    [MONTH_END, "leaveOut"],
    [MONTH_END, "Bills that are voided"],
  ],
  "renderer/saas/approve-dialog.tsx": [EVERY_FORM],
  "renderer/saas/new-company.tsx": [[FIRST_DAY, "Create another company"]],
  "renderer/store/held/use-part-dialog.tsx": [["test/e2e/helpers/day-stops.ts", "Use a part"]],
  "renderer/store/move-dialog.tsx": [[STOPS, "Move stock"]],
  "renderer/subscribers/access/grace-dialog.tsx": [[STOPS, "Grace"]],
  "renderer/subscribers/access/suspend-many.tsx": [[STOPS, "Suspend…"]],
  "renderer/subscribers/access/toggle-dialog.tsx": [[STOPS, "(Suspend|Resume)"]],
  "renderer/subscribers/customer/customer-form.tsx": [[STOPS, "new-customer"]],
  "renderer/subscribers/customer/take-back-expiry.tsx": [[STOPS, "Take back what a wrong clock ended"]],
};

const read = (file: string) => readFileSync(join(project, file), "utf8");

test("Every dialog that is written by hand names the test that opens it", () => {
  const planted = '<><Dialog title="A" /><Modal.Root /><ReasonDialog>{x}</ReasonDialog></>';
  expect(dialogsIn("a.tsx", planted)).toEqual(["Dialog", "ReasonDialog"]);
  const files = globSync("renderer/**/*.tsx", { cwd: project }).map((file) => file.replaceAll("\\", "/"));
  const found = files
    .filter((file) => !MAKERS.includes(file))
    .map((file) => [file, dialogsIn(file, read(file)).length] as const)
    .filter(([, count]) => count > 0);
  const named = Object.entries(OPENED).map(([file, by]) => [file, by.length]);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(named));
  for (const file of MAKERS) expect(dialogsIn(file, read(file)).length, file).toBeGreaterThan(0);
});

test("The test that a dialog names says the dialog's words, or those of its button", () => {
  const untold = Object.entries(OPENED).flatMap(([file, by]) =>
    by.filter(([opens, says]) => !read(opens).includes(says)).map((one) => `${file}: ${one.join(" ")}`),
  );
  expect(untold).toEqual([]);
});
