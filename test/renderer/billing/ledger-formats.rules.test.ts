// The general ledger's file for other accounting programs: the same lines under their names, adding up as before.
import { expect, test } from "vitest";
import {
  inFormat,
  LEDGER_FORMATS,
  ledgerFile,
  ledgerRows,
} from "../../../renderer/billing/statements/ledger-formats.ts";
import { GENERAL_LEDGER_COLUMNS } from "../../../shared/billing/index.ts";
import { csvLine, csvNumber, csvWriting, parseCsv } from "../../../shared/kernel/csv.ts";

const row = (values: Readonly<Record<string, string>>) =>
  GENERAL_LEDGER_COLUMNS.map((name) => values[name] ?? "");
const rows = [
  row({ journal_id: "j1", date: "2026-11-01", account: "CASH:CASH", debit: "10.00", credit: "0.00" }),
  row({
    ...{ journal_id: "j1", date: "2026-11-01", account: "CUSTOMERS:ADVANCE", debit: "0.00", credit: "10.00" },
    ...{ partner_name: "Rahim, M.", description: "Payment" },
  }),
];

test.each(LEDGER_FORMATS)(
  "The file for %s has each line once, and reads back as it was written",
  (format) => {
    const lines = parseCsv(ledgerFile(format, rows)).map(({ cells }) => cells);
    expect(lines).toEqual(inFormat(format, rows));
    expect(lines).toHaveLength(1 + rows.length);
    for (const line of lines) expect(line).toHaveLength(lines[0]?.length ?? 0);
  },
);

test("A program with one amount gets debits above zero and credits below", () => {
  expect(inFormat("xero", rows).map((line) => line.at(-1))).toEqual(["Amount", "10.00", "-10.00"]);
});

test("The server's file gives the same rows however the company writes its decimals", () => {
  for (const sign of [".", ","]) {
    const writing = csvWriting(sign);
    const written = rows.map((cells) => cells.map((cell) => csvNumber(cell, writing)));
    const file = [GENERAL_LEDGER_COLUMNS, ...written].map((cells) => csvLine(cells, writing)).join("");
    expect(ledgerRows(file), sign).toEqual(rows);
  }
});
