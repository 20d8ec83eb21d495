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

/** The journals: the rows of the tables whose last columns are debit and credit. */
const journals = page
  .split(/\n(?!\|)/)
  .map((block) => block.split("\n").filter((line) => line.startsWith("|")))
  .filter(([head]) => head && cellsOf(head).slice(1).join() === "debit,credit")
  .flatMap((lines) => lines.slice(2).map(cellsOf));

/** What a cell posts: accounts, whatever is said of each, and amounts. */
const postedIn = (cell: string) =>
  cell.split(", ").map((entry) => {
    const [, account = "", amount = ""] = /^`([^`]+)`(?: \S+)? ([\d.]+)$/.exec(entry) ?? [];
    return { account, amount: parseMoney(amount || "0", 2) };
  });

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
    expect(journals.length).toBeGreaterThan(30);
    for (const [what, ...sides] of journals) {
      const [debits = [], credits = []] = sides.map(postedIn);
      for (const { account } of [...debits, ...credits]) {
        expect([what, Object.keys(accounts)]).toEqual([what, expect.arrayContaining([account])]);
        used.add(account);
      }
      const [debit, credit] = [debits, credits].map((side) =>
        side.reduce((sum, { amount }) => sum + amount, 0n),
      );
      expect([what, debit]).toEqual([what, credit]);
      expect([what, debit]).not.toEqual([what, 0n]);
    }
    const methods = ["CASH:CARD", "CASH:ONLINE"];
    expect(Object.keys(accounts).filter((account) => !used.has(account))).toEqual(methods);
  });
});
