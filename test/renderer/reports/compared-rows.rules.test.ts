// Rows that stand beside those of an earlier time hold the money of both, whoever is in one of them alone.
import fc from "fast-check";
import { expect, test } from "vitest";
import { comparedStatement } from "../../../renderer/billing/statements/compared-statement.ts";
import { collectedRows } from "../../../renderer/reports/collected-rows.ts";
import type { ProfitAndLoss } from "../../../shared/billing/index.ts";
import type { Collections } from "../../../shared/reports/index.ts";

const amounts = fc.dictionary(
  fc.constantFrom("CASH", "CARD", "BKASH", "BANK"),
  fc.integer({ min: 1, max: 9999 }),
);
const text = (whole: number) => `${whole}.00`;
const sum = (values: readonly string[]) => values.reduce((total, value) => total + Number(value), 0);

function collected(by: Readonly<Record<string, number>>, from: string, to: string): Collections {
  const groups = Object.entries(by).map(([group, amount]) => ({
    ...{ group, name: null, payments: 1, amount: text(amount) },
  }));
  const total = text(sum(groups.map(({ amount }) => amount)));
  return { from, to, group_by: "method", groups, payments: groups.length, total };
}

test("What came in by method adds up to both times' totals, also where a method has money in one of them alone", () => {
  fc.assert(
    fc.property(amounts, amounts, (now, was) => {
      const answer = collected(now, "2026-03-01", "2026-03-31");
      const before = collected(was, "2026-02-01", "2026-02-28");
      const rows = collectedRows(answer, before, "before", 2);
      expect(sum(rows.map(({ amount }) => amount))).toBe(Number(answer.total));
      expect(sum(rows.map((row) => String(row.was)))).toBe(Number(before.total));
      expect(new Set(rows.map(({ group }) => group)).size).toBe(rows.length);
    }),
  );
});

test("A day stands beside the same day of the month before, and one that this month has not is in no row", () => {
  const days = (...given: readonly string[]): Collections => ({
    ...collected(Object.fromEntries(given.map((day) => [day, 5])), given[0] ?? "", given.at(-1) ?? ""),
    group_by: "day",
  });
  const now = { ...days("2026-02-01", "2026-02-03"), from: "2026-02-01", to: "2026-02-28" };
  const rows = collectedRows(now, days("2026-01-01", "2026-01-02", "2026-01-31"), "before", 2);
  expect(rows.map(({ group, amount, was }) => [group, amount, was])).toEqual([
    ["2026-02-01", "5.00", "5.00"],
    ["2026-02-03", "5.00", "0.00"],
    ["2026-02-02", "0.00", "5.00"],
  ]);
});

test("Each account of a statement stands once, with what it was", () => {
  fc.assert(
    fc.property(amounts, amounts, (now, was) => {
      const statement = (by: Readonly<Record<string, number>>): ProfitAndLoss => {
        const accounts = Object.entries(by).map(([account, amount]) => ({
          ...{ account, source: null, amount: text(amount) },
        }));
        const total = text(sum(accounts.map(({ amount }) => amount)));
        const sections = [{ kind: "INCOME" as const, accounts, total }];
        return { from: "2026-03-01", to: "2026-03-31", sections, result: total };
      };
      const [section] = comparedStatement(statement(now), statement(was), 2).sections;
      const accounts = section?.accounts ?? [];
      expect(new Set(accounts.map(({ account }) => account)).size).toBe(accounts.length);
      expect(sum(accounts.map(({ amount }) => amount))).toBe(Number(section?.total));
      expect(sum(accounts.map((one) => one.was ?? ""))).toBe(Number(section?.was));
    }),
  );
});
