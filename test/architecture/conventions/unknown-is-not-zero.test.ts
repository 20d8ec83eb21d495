// An empty place says that it is empty only of what is known: while a computer is being filled, its records are not.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { project } from "../../helpers/build.ts";

/** What is empty there is known whatever has arrived; everywhere else stands NothingHere. */
const KNOWN: Readonly<Record<string, string>> = {
  "renderer/kernel/screen/arriving.tsx": "NothingHere itself",
  "renderer/kernel/place/place-page.tsx": "says that no heading has the words",
  "renderer/kernel/resource/resource-detail.tsx": "says that there is no line",
  "renderer/platform/sync/overview-tab.tsx": "tells what is on this computer",
  "renderer/platform/sync/outbox-tab.tsx": "commands are made on this computer",
  "renderer/billing/counter/customer-search.tsx": "asks for a name",
  "renderer/subscribers/import/import-page.tsx": "says that the import is done",
  "renderer/network/user-session/line-panel.tsx": "where the server has told of the sessions",
  "renderer/hr/attendance/sheet-page.tsx": "the server's sheet",
  "renderer/hr/payroll/run-page.tsx": "the server's list",
  "renderer/billing/cash/day-sheet-page.tsx": "the server's sheet",
  "renderer/billing/cash/cash-page.tsx": "the server's sums",
  "renderer/billing/statements/tax-view.tsx": "the server's report",
  "renderer/billing/statements/ledger-export.tsx": "the server's lines",
  "renderer/billing/statements/profit-and-loss.tsx": "the server's report",
  "renderer/billing/accounts/journal-page.tsx": "the server's journal",
  "renderer/billing/accounts/entries-page.tsx": "the server's entries",
  "renderer/reports/month-end/panels/settle-step.tsx": "the server's report",
  "renderer/reports/month-end/stepper.tsx": "says that there is no line",
  "renderer/reports/mrr/mrr-page.tsx": "the server's report",
  "renderer/reports/collections-page.tsx": "the server's report",
};

test("An empty place of this computer's records is drawn by NothingHere, which knows whether they have all arrived", () => {
  const drawing = globSync("renderer/**/*.tsx", { cwd: project }).filter((file) =>
    /<Nothing\s|[?:=] Nothing\b/.test(readFileSync(join(project, file), "utf8")),
  );
  expect(drawing.sort()).toEqual(Object.keys(KNOWN).sort());
});
