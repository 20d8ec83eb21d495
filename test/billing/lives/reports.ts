// What the server's reports say, as plain sums, to be compared with the books computed from the entries.
import { expect } from "vitest";
import { addDays, type Day } from "../../../shared/kernel/day.ts";
import type { Body } from "../../acceptance/helpers/money.ts";
import { ok } from "../helpers/tenant.ts";
import { type Aged, agedBills, minor, readAgeing } from "./ageing.ts";
import {
  type Books,
  between,
  readBooks,
  resultsOf,
  type Sums,
  sheetOf,
  sumBy,
  taxesOf,
  upTo,
} from "./books.ts";
import { FURTHEST, type Life } from "./life.ts";

const without = (sums: Sums): Sums =>
  Object.fromEntries(
    Object.entries(sums)
      .filter(([, sum]) => sum !== 0n)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

async function trialBalance(
  { owner, digits }: Life,
  query: string,
  part?: "holder" | "source",
): Promise<Sums> {
  const { accounts, total_debit, total_credit, balanced } = await ok<Body>(
    owner.get(`/reports/trial-balance/?${query}`),
  );
  expect([balanced, total_debit]).toEqual([true, total_credit]);
  const name = (line: Body) => (part ? `${line.account} ${line[part] ?? ""}` : line.account);
  return without(Object.fromEntries(accounts.map((line: Body) => [name(line), minor(line.balance, digits)])));
}

async function balanceSheet({ owner, digits }: Life, day: Day): Promise<Sums> {
  const sheet = await ok<Body>(owner.get(`/reports/balance-sheet/?as_of=${day}`));
  expect(sheet.balanced).toBe(true);
  const sums: Sums = {};
  for (const { kind, accounts } of sheet.sections)
    for (const { account, amount } of accounts) sums[`${kind} ${account}`] = minor(amount, digits);
  return without(sums);
}

async function profitAndLoss({ owner, digits }: Life, from: Day, to: Day): Promise<Sums> {
  const { sections, result } = await ok<Body>(owner.get(`/reports/profit-and-loss/?from=${from}&to=${to}`));
  const sums: Sums = {};
  let earned = 0n;
  for (const { kind, accounts } of sections)
    for (const { account, source, amount } of accounts) {
      sums[`${account} ${source ?? ""}`] = minor(amount, digits);
      earned += (kind === "INCOME" ? 1n : -1n) * minor(amount, digits);
    }
  expect(minor(result, digits)).toBe(earned);
  return without(sums);
}

async function tax({ owner, digits }: Life, from: Day, to: Day): Promise<Sums> {
  const { codes } = await ok<Body>(owner.get(`/reports/tax/?from=${from}&to=${to}`));
  const sums: Sums = {};
  for (const { code, rate, net, tax: due } of codes) {
    sums[`${code ?? ""} ${rate ?? ""} net`] = minor(net, digits);
    sums[`${code ?? ""} ${rate ?? ""} tax`] = minor(due, digits);
  }
  return without(sums);
}

async function cash({ owner, digits }: Life, day: Day): Promise<{ held: Sums; on_its_way: bigint }> {
  const report = await ok<Body>(owner.get(`/reports/cash/?as_of=${day}`));
  const held = report.holders.map((row: Body) => [
    `CASH:${row.method} ${row.holder}`,
    minor(row.held, digits),
  ]);
  return { held: without(Object.fromEntries(held)), on_its_way: minor(report.total_in_transit, digits) };
}

/** A customer's statement ends with what the entries say of them. */
async function statementsAgree(life: Life, books: Books): Promise<void> {
  const { owner, digits, eyes, customers, today } = life;
  const customer = eyes.pick(customers);
  const from = addDays(today, -eyes.between(0, FURTHEST));
  const said = await ok<Body>(owner.get(`/customers/${customer}/statement/?from=${from}&to=${today}`));
  const of = (account: string) =>
    upTo(books, today)
      .filter((move) => move.account === account && move.customer === customer)
      .reduce((sum, { amount }) => sum + amount, 0n);
  const due = of("CUSTOMERS:RECEIVABLE");
  const advance = -of("CUSTOMERS:ADVANCE");
  const read = (name: string) => minor(said[name], digits);
  expect([read("due_amount"), read("advance_amount"), read("closing_balance")]).toEqual([
    ...[due, advance, advance - due],
  ]);
  expect(read("closing_balance")).toBe(read("opening_balance") + read("total_credit") - read("total_debit"));
}

/** On every day, of each customer: what they owe and what they have paid ahead is nothing or more. */
function nobodyOwesLessThanNothing({ moves }: Books): void {
  const running = new Map<string, bigint>();
  for (const day of [...new Set(moves.map((move) => move.day))].sort()) {
    for (const move of moves) {
      if (move.day !== day || move.customer === null) continue;
      const key = `${move.account} ${move.customer}`;
      running.set(key, (running.get(key) ?? 0n) + move.amount);
    }
    for (const [key, amount] of running) {
      const sign = key.startsWith("CUSTOMERS:ADVANCE") ? -1n : 1n;
      if (sign * amount < 0n) throw new Error(`On ${day} ${key} is ${amount}`);
    }
  }
}

/** Every report, of today and of a day and a time by chance, is what the entries add up to. */
export async function reportsAgree(life: Life): Promise<Books> {
  const { eyes, today } = life;
  const books = await readBooks(life);
  expect(books.unbalanced).toEqual([]);
  nobodyOwesLessThanNothing(books);
  const day = addDays(today, -eyes.between(0, FURTHEST));
  const from = addDays(day, -eyes.between(0, FURTHEST));
  const until = upTo(books, day);
  const during = between(books, from, day);
  const [asOf, byHolder, bySource, sheet, earned, taxed, held, old, aged, then] = await Promise.all([
    trialBalance(life, `as_of=${day}`),
    trialBalance(life, "group_by=holder", "holder"),
    trialBalance(life, `as_of=${day}&group_by=source`, "source"),
    balanceSheet(life, day),
    profitAndLoss(life, from, day),
    tax(life, from, day),
    cash(life, day),
    readAgeing(life.owner, life.digits),
    agedBills(life, today),
    readAgeing(life.owner, life.digits, day),
  ]);
  expect(["trial balance", day, asOf]).toEqual([
    "trial balance",
    day,
    sumBy(until, ({ account }) => account),
  ]);
  const apart =
    (part: "holder" | "source") =>
    (move: { account: string; holder: string | null; source: string | null }) =>
      `${move.account} ${move[part] ?? ""}`;
  expect(["by holder", byHolder]).toEqual(["by holder", sumBy(books.moves, apart("holder"))]);
  expect(["by source", bySource]).toEqual(["by source", sumBy(until, apart("source"))]);
  expect(["balance sheet", day, sheet]).toEqual(["balance sheet", day, without(sheetOf(until))]);
  expect(["profit and loss", from, day, earned]).toEqual([
    "profit and loss",
    from,
    day,
    without(resultsOf(during)),
  ]);
  expect(["tax", from, day, taxed]).toEqual(["tax", from, day, without(taxesOf(during))]);
  const inCash = sumBy(until, ({ account, holder }) =>
    account.startsWith("CASH:") ? `${account} ${holder}` : null,
  );
  expect(["cash", day, held]).toEqual([
    ...["cash", day],
    { held: inCash, on_its_way: sumBy(until, ({ account }) => account).IN_TRANSIT ?? 0n },
  ]);
  expect(["ageing", old]).toEqual(["ageing", aged]);
  const total = (buckets: Aged) => Object.values(buckets).reduce((sum, amount) => sum + amount, 0n);
  expect(["owed", day, total(then)]).toEqual([
    ...["owed", day, sumBy(until, ({ account }) => account)["CUSTOMERS:RECEIVABLE"] ?? 0n],
  ]);
  const owed = total(old);
  expect(["owed", owed]).toEqual([
    "owed",
    sumBy(books.moves, ({ account }) => account)["CUSTOMERS:RECEIVABLE"] ?? 0n,
  ]);
  await statementsAgree(life, books);
  return books;
}
