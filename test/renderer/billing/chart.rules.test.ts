// The chart of accounts as the books show it: every account named in both languages, and every line of a trial balance in its place.
import { expect, test } from "vitest";
import { ACCOUNT_WORDS } from "../../../renderer/billing/accounts/account-words.ts";
import { chartOf } from "../../../renderer/billing/accounts/chart.ts";
import { CUSTOMER_ACCOUNTS, SYSTEM_ACCOUNTS } from "../../../shared/billing/ledger/chart-of-accounts.ts";

const BENGALI = /[\u0980-\u09FF]/;
const CODES = [...SYSTEM_ACCOUNTS, ...Object.keys(CUSTOMER_ACCOUNTS)] as (keyof typeof ACCOUNT_WORDS)[];

test.each(CODES)(
  "The account %s has a title of its own and one sentence of meaning, in English and in Bengali",
  (code) => {
    const { title, meaning } = ACCOUNT_WORDS[code];
    const titles = CODES.filter((other) => other !== code).flatMap((other) => ACCOUNT_WORDS[other].title);
    for (const text of title) expect(titles).not.toContain(text);
    expect(meaning[0]).toMatch(/^[A-Z].*\.$/);
    expect(meaning[1]).toMatch(/।$/);
    for (const text of [title[1], meaning[1]]) expect(text).toMatch(BENGALI);
  },
);

const line = (account: string, debit: string, credit: string, part: object = {}) => ({
  ...{ account, debit, credit, balance: "0.00" },
  ...part,
});

const answer = (accounts: ReturnType<typeof line>[]) => ({
  ...{ accounts, total_debit: "0.00", total_credit: "0.00", balanced: true },
});

test("Each line of a trial balance stands under its account's kind, an account of a newer server under the last, and no account of the chart is left out", () => {
  const sections = chartOf(
    answer([line("CASH:CASH", "70.00", "20.00"), line("DEPRECIATION", "5.00", "0.00")]),
    2,
  );
  expect(sections.map(({ kind, balance }) => [kind, balance])).toEqual([
    ["ASSET", 5000n],
    ["LIABILITY", 0n],
    ["EQUITY", 0n],
    ["INCOME", 0n],
    ["EXPENSE", 0n],
    [null, 500n],
  ]);
  const accounts = sections.flatMap((section) => section.accounts.map(({ account }) => account));
  expect(accounts.toSorted()).toEqual([...CODES, "DEPRECIATION"].toSorted());
});

test("An account whose lines are told apart by holder is the sum of its parts, with the part of nobody among them", () => {
  const lines = [
    line("CASH:CASH", "70.00", "20.00", { holder: "T1" }),
    line("CASH:CASH", "5.00", "0.00", { holder: null }),
    line("TAX", "0.00", "9.00", { holder: null }),
  ];
  const [assets, liabilities] = chartOf(answer(lines), 2);
  const cash = assets?.accounts.find(({ account }) => account === "CASH:CASH");
  expect(cash).toMatchObject({ debit: 7500n, credit: 2000n, balance: 5500n });
  expect(cash?.parts.map(({ part, balance }) => [part, balance])).toEqual([
    ["T1", 5000n],
    [null, 500n],
  ]);
  // Nothing tells the lines of tax apart.
  expect(liabilities?.accounts.find(({ account }) => account === "TAX")?.parts).toEqual([]);
});
