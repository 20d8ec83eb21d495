// Random lives of companies over REST, with everything that moves money: whenever they are looked at all that must hold of their
// books holds, every report is what the entries add up to, and at the end everything is undone in any order until nothing is left.

import { expect, it } from "vitest";
import { addDays, type Day } from "../../../shared/kernel/day.ts";
import type { Body } from "../../acceptance/helpers/money.ts";
import { lot } from "../../helpers/lot.ts";
import { startTestServer, type TestServer } from "../../helpers/server.ts";
import { checkBooksOf } from "../helpers/check-books.ts";
import { ok } from "../helpers/tenant.ts";
import { everything, readBooks, type Sums, sumBy, upTo } from "./books.ts";
import { type Answer, type Birth, beginLife, birthOf, FURTHEST, type Life } from "./life.ts";
import { PastDays } from "./past-days.ts";
import { reportsAgree } from "./reports.ts";
import { STEPS, type Step } from "./steps.ts";
import { undoEverything } from "./undoing.ts";

/** Other lives: `LASTMILE_LIVES=20 LASTMILE_LIFE_STEPS=200 LASTMILE_LIVES_SEED=7`. */
const LIVES = Number(process.env.LASTMILE_LIVES ?? lot(4, 500));
const LENGTH = Number(process.env.LASTMILE_LIFE_STEPS ?? lot(30, 300));
const SEED = Number(process.env.LASTMILE_LIVES_SEED ?? 9);
/** Lives in one server: so few that its tables stay small. */
const OF_A_SERVER = 20;
/** Lives that go on beside each other: while one waits for the database, another thinks. */
const SIDE_BY_SIDE = 4;
/** After so many acts everything is looked at, and where something is wrong the life is lived again and looked at after each. */
const STRETCH = lot(10, 50);
const PAST_DAYS = 2;
/** Of so many lives one is undone. */
const UNDONE = lot(1, 4);

/** Which days are closed, and what the books said of them as they were. */
interface Closed {
  day: Day;
  until: bigint;
  sums: Sums;
}

/** What all lives did. */
const everDone = new Set<string>();
/** How often a past day was compared in them. */
let everCompared = 0;

/** By weight; mostly among what was not done yet, so that every life is full. */
function chooseStep({ dice }: Life, done: ReadonlySet<string>): Step {
  const missing = STEPS.filter(({ name }) => !done.has(name));
  const among = missing.length > 0 && dice.chance(0.6) ? missing : STEPS;
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

/** A life under way. */
interface Course {
  life: Life;
  log: string[];
  done: Set<string>;
  closed: Closed | null;
  past: PastDays;
}

async function act({ life, log, done }: Course, at: number): Promise<void> {
  const step = chooseStep(life, done);
  log.push(`${at} ${step.name}`);
  if (step.undo && life.dice.chance(0.3)) {
    log[log.length - 1] += ", undone";
    if (await playAndUndo(life, step, step.undo)) done.add(step.name);
    return;
  }
  const answer = await step.play(life);
  const how = answer ? judge(step, answer) : "nothing";
  log[log.length - 1] += `: ${how}`;
  if (how === "done") done.add(step.name);
}

async function look({ life, log, closed, past }: Course, since: number): Promise<void> {
  expect(await checkBooksOf(life.db, life.tenant)).toEqual([]);
  if (closed) await nothingChangedIn(life, closed);
  await past.stand(log.slice(since).join(", "));
  await reportsAgree(life);
}

/** Lives so many steps. @param each from this step on everything is looked at after each. */
async function live(course: Course, each: number): Promise<void> {
  const { life, log, done, past } = course;
  for (let n = 0; n < PAST_DAYS; n += 1) await past.lookAtOneMore();
  let since = 0;
  for (let at = 0; at < LENGTH; at += 1) {
    // Acts of which some are told late change what is shown of late days; where all are of these days, the others are compared.
    if (at % STRETCH === 0) life.furthest = life.dice.pick([1, 3, 12, FURTHEST]);
    if (life.dice.chance(0.06)) {
      if (course.closed) await nothingChangedIn(life, course.closed);
      course.closed = await moveTheLock(life, course.closed);
      log.push(`${at} lock ${course.closed?.day ?? "off"}`);
      done.add("lock");
    }
    await act(course, at);
    if (at % STRETCH !== STRETCH - 1 && at !== LENGTH - 1 && at < each) continue;
    await look(course, since);
    since = log.length;
  }
  everCompared += past.compared;
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
  expect(await checkBooksOf(life.db, life.tenant)).toEqual([]);
}

/** Lives it to its end. @param each from this step on everything is looked at after each. */
async function liveOnce(server: TestServer, birth: Birth, each = LENGTH): Promise<void> {
  const life = await beginLife(server, birth);
  const log: string[] = [];
  const done = new Set<string>();
  try {
    await live({ life, log, done, closed: null, past: new PastDays(life) }, each);
    if (birth.seed % UNDONE === 0) {
      log.push("undo everything");
      for (const name of await undoEverything(life)) done.add(name);
      await expectNothingLeft(life);
    }
  } catch (error) {
    throw Object.assign(new Error(log.join(", "), { cause: error }), { log });
  }
  for (const name of done) everDone.add(name);
}

/** Lives it, and where something is wrong once more, looking at everything after each act of the stretch in which it was seen. */
async function liveThrough(server: TestServer, birth: Birth): Promise<void> {
  const { currency, timezone, seed } = birth;
  const called = `A life in ${currency}, ${timezone} (LASTMILE_LIVES_SEED=${seed} LASTMILE_LIFE_STEPS=${LENGTH})`;
  try {
    await liveOnce(server, birth);
  } catch (error) {
    const steps = error instanceof Error && "log" in error ? (error.log as readonly string[]).length : 0;
    await liveOnce(server, birth, Math.max(0, steps - 2 * STRETCH)).catch((again) => {
      throw new Error(`${called}, act by act: ${again}`, { cause: again.cause });
    });
    throw new Error(`${called}: ${error}`, { cause: error instanceof Error ? error.cause : error });
  }
}

/** All of them, some beside each other; a fault in one does not stop the others. */
async function liveBeside(all: readonly Birth[]): Promise<void> {
  const server = await startTestServer();
  const waiting = [...all];
  const faults: unknown[] = [];
  const next = async (): Promise<void> => {
    for (let birth = waiting.shift(); birth; birth = waiting.shift())
      await liveThrough(server, birth).catch((fault) => faults.push(fault));
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, next));
  await server.stop();
  if (faults.length > 0) throw new AggregateError(faults, faults.map(String).join("\n"));
}

it.each(
  Array.from({ length: Math.ceil(LIVES / OF_A_SERVER) }, (_, n) => n * OF_A_SERVER).map((from) => ({
    ...{ first: SEED + from, last: SEED + Math.min(LIVES, from + OF_A_SERVER) - 1 },
  })),
)(
  "Lives of seeds $first to $last keep their books right, and undone in any order leave nothing behind",
  async ({ first, last }) => {
    await liveBeside(Array.from({ length: last - first + 1 }, (_, n) => birthOf(first + n)));
  },
  Math.max(300_000, LENGTH * OF_A_SERVER * 500),
);

/** More than what is rare needs to come about. */
const MOST_MORE = 1_500;

it("The lives, and one that goes on until nothing is missing, do everything that moves money", async () => {
  expect(everCompared).toBeGreaterThan(0);
  const missing = () => [...STEPS.map(({ name }) => name), "lock"].filter((name) => !everDone.has(name));
  if (missing().length === 0) return;
  const server = await startTestServer();
  const life = await beginLife(server, birthOf(SEED + LIVES));
  await moveTheLock(life, null);
  await ok(life.owner.patch("/settings/", { lock_date: null }));
  everDone.add("lock");
  for (let at = 0; at < MOST_MORE && missing().length > 0; at += 1) {
    // Mostly what goes before it: a drawer is counted right when one was opened, and closed with a difference.
    const step = chooseStep(life, life.dice.chance(0.3) ? everDone : new Set(STEPS.map(({ name }) => name)));
    const answer = await step.play(life);
    if (answer && judge(step, answer) === "done") everDone.add(step.name);
  }
  expect(await checkBooksOf(life.db, life.tenant)).toEqual([]);
  await server.stop();
  expect(missing()).toEqual([]);
});
