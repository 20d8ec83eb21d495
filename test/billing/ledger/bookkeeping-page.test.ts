// docs/bookkeeping.md names every account, kind of entry and column of the export; its examples balance.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { GENERAL_LEDGER_COLUMNS, ledgerEntry } from "../../../shared/billing/index.ts";
import { CHART_OF_ACCOUNTS, CUSTOMER_ACCOUNTS } from "../../../shared/billing/ledger/chart-of-accounts.ts";
import { parseMoney } from "../../../shared/kernel/money.ts";

const page = readFileSync(new URL("../../../docs/bookkeeping.md", import.meta.url), "utf8");
const cellsOf = (line: string) =>
  line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());
const rows = page.split("\n").filter((line) => line.startsWith("|"));
const rowOf = (name: string) => rows.map(cellsOf).find(([first]) => first === `\`${name}\``);

/** The tables of journals: account, debit, credit. */
const journals = page
  .split(/\n(?!\|)/)
  .map((block) => block.split("\n").filter((line) => line.startsWith("|")))
  .filter(([head]) => head && cellsOf(head).join() === "account,debit,credit")
  .map((lines) => lines.slice(2).map(cellsOf));

describe("docs/bookkeeping.md", () => {
  it.each(Object.entries({ ...CUSTOMER_ACCOUNTS, ...CHART_OF_ACCOUNTS }))(
    "docs/bookkeeping.md says what the account %s is, of kind %s, when it is debited and when credited",
    (account, kind) => {
      const [, said, what, debited, credited] = rowOf(account) ?? [];
      expect(said).toBe(kind);
      expect(what).not.toBe("");
      expect(`${debited}${credited}`).not.toBe("");
    },
  );

  it.each(ledgerEntry.fields.entry_type.options)(
    "docs/bookkeeping.md says what an entry of type %s is",
    (type) => {
      expect(rowOf(type)?.[1]).toBeTruthy();
    },
  );

  it.each(GENERAL_LEDGER_COLUMNS)("docs/bookkeeping.md says what the export's column %s holds", (column) => {
    expect(rowOf(column)?.[1]).toBeTruthy();
  });

  it("docs/bookkeeping.md has an example of each account, and each example balances", () => {
    const accounts = { ...CUSTOMER_ACCOUNTS, ...CHART_OF_ACCOUNTS };
    const used = new Set<string>();
    for (const lines of journals) {
      let sum = 0n;
      for (const [account = "", debit = "", credit = ""] of lines) {
        const code = /^`([^`]+)`/.exec(account)?.[1] ?? "";
        expect(Object.keys(accounts)).toContain(code);
        used.add(code);
        sum += parseMoney(debit || "0", 2) - parseMoney(credit || "0", 2);
      }
      expect([lines, sum]).toEqual([lines, 0n]);
    }
    const methods = ["CASH:CARD", "CASH:ONLINE"];
    expect(Object.keys(accounts).filter((account) => !used.has(account))).toEqual(methods);
  });
});
