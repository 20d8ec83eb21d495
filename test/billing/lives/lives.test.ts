// Random lives of a company over REST, with everything that moves money: after each step all that must hold of its books
// holds, every report is what the entries add up to, and at the end everything is undone in any order until nothing is left.

import { afterAll, beforeAll, expect, it } from "vitest";
import { addDays, type Day } from "../../../shared/kernel/day.ts";
import type { Body } from "../../acceptance/helpers/money.ts";
import { startTestServer, type TestServer } from "../../helpers/server.ts";
import { checkBooks } from "../helpers/check-books.ts";
import { ok } from "../helpers/tenant.ts";
import { everything, readBooks, type Sums, sumBy, upTo } from "./books.ts";
import { type Answer, beginLife, type Life } from "./life.ts";
import { PastDays } from "./past-days.ts";
import { reportsAgree } from "./reports.ts";
import { STEPS, type Step } from "./steps.ts";
import { undoEverything } from "./undoing.ts";

/** More lives, longer ones, others: `LASTMILE_LIVES=20 LASTMILE_LIFE_STEPS=200 LASTMILE_LIVES_SEED=7`. */
const LIVES = Number(process.env.LASTMILE_LIVES ?? 1);
const LENGTH = Number(process.env.LASTMILE_LIFE_STEPS ?? 60);
const SEED = Number(process.env.LASTMILE_LIVES_SEED ?? 9);

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** Days of the past of which every report is looked at, and after how many acts again: after each in longer runs. */
const PAST_DAYS = LIVES > 1 ? 3 : 2;
const PAST_EACH = LIVES > 1 ? 1 : 6;

/** Which days are closed, and what the books said of them as they were. */
interface Closed {
  day: Day;
  until: bigint;
  sums: Sums;
}

/** What the lives before this one did. */
const everDone = new Set<string>();
/** How often a past day was compared in them. */
let everCompared = 0;

/** By weight; now and then among what was not done in this life yet, or in none, so that every life is full and all together whole. */
function chooseStep({ dice }: Life, done: ReadonlySet<string>): Step {
  const missing = STEPS.filter(({ name }) => !done.has(name));
  const nowhere = missing.filter(({ name }) => !everDone.has(name));
  const wanted = nowhere.length > 0 && dice.chance(0.5) ? nowhere : missing;
  const among = wanted.length > 0 && dice.chance(0.6) ? wanted : STEPS;
  let at = dice.between(
    1,
    among.reduce((sum, { weight }) => sum + weight, 0),
  );
  for (const step of among) {
    at -= step.weight;
    if (at <= 0) return step;
  }
  throw new Error("The weights are their sum");
}

/** Nothing but what the rules refuse is refused. */
function judge({ name, refusals = [] }: Step, { status, body }: Answer): "done" | "refused" {
  if (status < 300) return "done";
  if (status < 500 && refusals.includes(body.code)) return "refused";
  throw new Error(`${name} was answered ${status} ${JSON.stringify(body)}`);
}

/** Does something and takes it back: every account is as it was, to the smallest part, and so is every customer. */
async function playAndUndo(life: Life, step: Step, undo: NonNullable<Step["undo"]>): Promise<boolean> {
  const before = everything(await readBooks(life));
  const answer = await step.play(life);
  if (!answer || judge(step, answer) === "refused") return false;
  judge({ ...step, refusals: [] }, await undo(life, answer.body));
  expect([`${step.name}, undone`, everything(await readBooks(life))]).toEqual([
    `${step.name}, undone`,
    before,
  ]);
  return true;
}

/** The books are closed up to a day of the last weeks, or opened again. */
async function moveTheLock(life: Life, closed: Closed | null): Promise<Closed | null> {
  const { dice, owner, today } = life;
  if (closed && dice.chance(0.5)) {
    await ok(owner.patch("/settings/", { lock_date: null }));
    return null;
  }
  const day = addDays(today, -dice.between(1, 30));
  await ok(owner.patch("/settings/", { lock_date: day }));
  const books = await readBooks(life);
  return { day, until: books.until, sums: sumBy(upTo(books, day), ({ account }) => account) };
}

async function nothingChangedIn(life: Life, closed: Closed): Promise<void> {
  const books = await readBooks(life);
  const moved = upTo(books, closed.day).filter(({ entry_no }) => entry_no > closed.until);
  expect([closed.day, moved]).toEqual([closed.day, []]);
  expect(sumBy(upTo(books, closed.day), ({ account }) => account)).toEqual(closed.sums);
}

/** Lives so many steps; answers what was done. */
async function live(life: Life, log: string[]): Promise<ReadonlySet<string>> {
  const done = new Set<string>();
  let closed: Closed | null = null;
  const past = new PastDays(life);
  await past.lookAt(PAST_DAYS, 45);
  for (let at = 0; at < LENGTH; at += 1) {
    if (life.dice.chance(0.06)) {
      closed = await moveTheLock(life, closed);
      log.push(`${at} lock ${closed?.day ?? "off"}`);
      done.add("lock");
    }
    const step = chooseStep(life, done);
    log.push(`${at} ${step.name}`);
    if (step.undo && life.dice.chance(0.3)) {
      log[log.length - 1] += ", undone";
      if (await playAndUndo(life, step, step.undo)) done.add(step.name);
    } else {
      const answer = await step.play(life);
      const how = answer ? judge(step, answer) : "nothing";
      log[log.length - 1] += `: ${how}`;
      if (how === "done") done.add(step.name);
    }
    expect(await checkBooks(life.sql)).toEqual([]);
    if (closed) await nothingChangedIn(life, closed);
    if (at % PAST_EACH === PAST_EACH - 1) await past.stand(log.slice(-PAST_EACH).join(", "));
    if (at % 3 === 2) await reportsAgree(life);
  }
  everCompared += past.compared;
  return done;
}

/** Of everything that was done nothing is left but money that nobody claimed and that was kept. */
async function expectNothingLeft(life: Life): Promise<void> {
  const { moves } = await reportsAgree(life);
  const [kept] = await life.sql<{ amount: string }[]>`
    select /* a test's own */ (coalesce(sum(amount), 0) * ${10 ** life.digits})::bigint::text as amount
    from payment_transactions where tenant_id = ${life.tenant} and suspense_resolution = 'WRITTEN_OFF'`;
  const amount = BigInt(kept?.amount ?? 0);
  const left = sumBy(moves, ({ account, holder, source, code }) => [account, holder, source, code].join("|"));
  const income = Object.entries(left).filter(([name]) => name.startsWith("OTHER_INCOME|"));
  expect(income.map(([, sum]) => sum)).toEqual(amount === 0n ? [] : [-amount]);
  const others = Object.entries(left).filter(([name]) => !name.startsWith("OTHER_INCOME|"));
  const cash = others.filter(([name]) => name.startsWith("CASH:"));
  expect(cash.reduce((sum, [, one]) => sum + one, 0n)).toBe(amount);
  expect(others.filter((one) => !cash.includes(one))).toEqual([]);
  const customers = await ok<Body>(life.owner.get("/customers/?page_size=100"));
  for (const { due_amount, advance_amount } of customers.results)
    expect([Number(due_amount), Number(advance_amount)]).toEqual([0, 0]);
  expect(await checkBooks(life.sql)).toEqual([]);
}

it.each(
  (
    [
      ["JPY", 0],
      ["BDT", 2],
      ["KWD", 3],
      // Digits like the second's: in longer runs alone.
      ...(LIVES > 1 ? [["EUR", 2] as const] : []),
    ] as const
  ).flatMap(([currency, digits]) =>
    Array.from({ length: LIVES }, (_, n) => ({ currency, digits, seed: SEED + n })),
  ),
)(
  "A life in $currency of seed $seed keeps its books right at every step, and undone in any order leaves nothing behind",
  async (birth) => {
    const life = await beginLife(server, birth);
    const log: string[] = [];
    try {
      for (const name of await live(life, log)) everDone.add(name);
      log.push("undo everything");
      for (const name of await undoEverything(life)) everDone.add(name);
      await expectNothingLeft(life);
    } catch (error) {
      const again = `LASTMILE_LIVES_SEED=${birth.seed} LASTMILE_LIFE_STEPS=${LENGTH}`;
      throw new Error(`A life in ${birth.currency} (${again}): ${log.join(", ")}`, { cause: error });
    }
  },
  Math.max(300_000, LENGTH * 5_000),
);

/** More than what is rare needs to come about. */
const MOST_MORE = 1_500;

it("The lives, and one that goes on until nothing is missing, do everything that moves money", async () => {
  expect(everCompared).toBeGreaterThan(0);
  const missing = () => [...STEPS.map(({ name }) => name), "lock"].filter((name) => !everDone.has(name));
  if (missing().length === 0) return;
  const life = await beginLife(server, { currency: "BDT", digits: 2, seed: SEED + LIVES });
  await moveTheLock(life, null);
  await ok(life.owner.patch("/settings/", { lock_date: null }));
  everDone.add("lock");
  for (let at = 0; at < MOST_MORE && missing().length > 0; at += 1) {
    // Mostly what goes before it: a drawer is counted right when one was opened, and closed with a difference.
    const step = chooseStep(life, life.dice.chance(0.3) ? everDone : new Set(STEPS.map(({ name }) => name)));
    const answer = await step.play(life);
    if (answer && judge(step, answer) === "done") everDone.add(step.name);
  }
  expect(await checkBooks(life.sql)).toEqual([]);
  expect(missing()).toEqual([]);
});
