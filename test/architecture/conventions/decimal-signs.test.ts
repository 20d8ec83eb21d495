// Decimal signs follow the company's setting at every door where a person reads or types an amount: papers, files, mails, calls and
// forms. Each door is found in the code, and goes by the one way of writing or says here why it need not.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { project } from "../../helpers/build.ts";

const files = globSync("{server,shared,renderer}/**/*.{ts,tsx}", {
  cwd: project,
  exclude: ["server/demo/**"],
}).map((file) => ({
  file: file.replaceAll("\\", "/"),
  code: readFileSync(join(project, file), "utf8").replace(/^\s*(\/\/|\*|\/\*\*).*$/gm, ""),
}));

type Reasons = Readonly<Record<string, string>>;

/** The files that have such a door and do not go through what is right there; each is known with its reason. */
function expectKnown(door: RegExp, right: RegExp | null, known: Reasons): void {
  const others = files
    .filter(({ code }) => door.test(code) && !(right?.test(code) ?? false))
    .map(({ file }) => file);
  expect(others.sort()).toEqual(Object.keys(known).sort());
}

test("A number is written by Intl or toFixed only where it is no amount of a company: all else goes by its way of writing", () => {
  expectKnown(/Intl\.NumberFormat\(|\.toFixed\(|toLocaleString\(/, null, {
    "shared/kernel/formatting/localized.ts": "the way of writing itself",
    "shared/kernel/field.ts": "decimals of records, between machines",
    "shared/billing/documents/receipt-words.ts": "the currency's sign alone",
    "renderer/kernel/money-format.ts": "marks of groups; durations, rates and amounts of data",
    "renderer/kernel/i18n/translate.ts": "whole numbers in texts",
    "renderer/identity/first-day/countries.ts": "asks what a country's sign is",
    "renderer/billing/receipt/print-receipt.ts": "a size in CSS",
    "renderer/billing/month-end/ageing-card.tsx": "a decimal text that format.money writes",
    "renderer/reports/collected-card.tsx": "a decimal text that format.money writes",
    "renderer/saas/console-cells.tsx": "sizes of files, in the console, which has no company",
    "renderer/network/router/sensors.ts": "volts and degrees",
    "renderer/network/diagnosis/verdict-text.ts": "optical power",
    "renderer/helpdesk/board/clock-text.ts": "hours and minutes",
    "renderer/helpdesk/coordinates-input.tsx": "degrees of a place, as maps have them",
  });
});

test("A typed decimal is read as the company writes it, wherever a keyboard of digits opens", () => {
  expectKnown(/inputMode="decimal"|type="number"|<NumberInput/, /typed(Decimal|Money)\(/, {
    "renderer/kernel/resource/kinds/inputs.tsx": "read by form-values.ts",
    "renderer/billing/invoice/lines.tsx": "read by invoice-draft.ts",
    "renderer/billing/corrections/credit-note-dialog.tsx": "read by credit-note-draft.ts",
    "renderer/helpdesk/technician-day/light-input.tsx": "optical power: a point and a comma mean the same",
    "renderer/helpdesk/coordinates-input.tsx": "degrees of a place, as maps have them",
    "renderer/saas/approve-dialog.tsx": "whole days",
  });
  const readers = [
    "kernel/form/form-values",
    "billing/invoice/invoice-draft",
    "billing/corrections/credit-note-draft",
  ];
  for (const reader of readers)
    expect(readFileSync(join(project, `renderer/${reader}.ts`), "utf8")).toMatch(/typed(Decimal|Money)\(/);
});

test("A file of figures is written as the company's spreadsheets take it, and read as its first line says", () => {
  expectKnown(/csv(Line|Figures)\(/, /csvWriting\(/, {
    "renderer/subscribers/import/cells.rules.ts": "what goes to the API, already in its words",
    "renderer/billing/statements/ledger-formats.ts": "what accounting programs import has commas and points",
  });
  expectKnown(/parseCsv\(/, /plainNumber\(|typedDecimal\(|csvWriting\(/, {
    "renderer/subscribers/import/mapping.rules.ts": "cells as they are: cells.rules.ts reads them",
  });
});

test("A text with an amount for somebody outside writes it as the company does: papers, mails, calls", () => {
  expectKnown(
    /queueMails?\(|fillScript\(|sheetPdf\(|PDFDocument\.create\(/,
    /moneyText|moneyWithCurrency|[fF]ormat\b/,
    {
      "server/kernel/mail/queue.ts": "the queue itself",
      "server/kernel/pdf/paper.ts": "the paper itself",
      "server/kernel/pdf/sheet.ts": "the paper itself",
      "renderer/billing/receipt/receipt-file.ts": "fonts and pages alone: the words come written",
      "server/integrations/disable.ts": "an address that was switched off, without amounts",
      "server/platform/mails.ts": "a test of the mail server, without amounts",
    },
  );
});
