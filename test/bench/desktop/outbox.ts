// Ten thousand commands that wait: what one more costs, and how fast they go out when the line is back.
import type { Page } from "playwright";
import { type BrowserLabHost, startBrowserLab } from "../../replica/helpers/browser-lab.ts";
import type { BrowserLab } from "../../replica/helpers/browser-lab-page.ts";
import { startTcpProxy, type TcpProxy } from "../../replica/helpers/tcp-proxy.ts";
import { costsOf, usageOfOne } from "../harness/costs.ts";
import type { Bench, Finding } from "../harness/row.ts";
import type { Credentials } from "../office/company.ts";
import { customerId } from "../office/office.ts";
import { type OneCompany, openOneCompany } from "../office/one-company.ts";
import { Till } from "../office/wire.ts";
import { at, Watched } from "./chromium-page.ts";

declare const lab: BrowserLab;

const WAITING = 10_000;
/** Commands measured of either desktop, so many of one and then of the other. */
const MEASURED = 300;
const IN_TURN = 30;
/** Of one company, each as often as the others. */
const CUSTOMERS = Array.from({ length: 1_000 }, (_none, at) => customerId(at + 1));
/** Of a sealed command in the browser's store. */
const COMMAND_BYTES = 700;
const RECHARGE = { amount: "10.00", validity_days: 1 };
/** Recharges that the server has seen before. */
const STARTED = 1_000;
/** After so many were queued at once: the browser's store puts them in order behind them. */
const LEFT_ALONE_MS = 10_000;

/** ms of each of so many commands, one after the other. */
function queue(page: Page, count: number): Promise<number[]> {
  return page.evaluate(
    async ({ count, customers, recharge }) => {
      const times: number[] = [];
      for (let n = 0; n < count; n++) {
        const begun = performance.now();
        await lab.recharge({ ...recharge, customer_id: customers[n % customers.length]! });
        times.push(performance.now() - begun);
      }
      return times;
    },
    { count, customers: CUSTOMERS, recharge: RECHARGE },
  );
}

/**
 * Queues so many at once, with the receipt numbers that this till gives: how they come to wait is not what is measured.
 * None of its numbers is given afterwards.
 */
function pile(page: Page, count: number): Promise<void> {
  return page.evaluate(
    async ({ count, customers, recharge }) => {
      const [till, first] = (await lab.receipt()).split("-");
      const one = (n: number) =>
        lab.recharge({
          ...{ ...recharge, receipt_number: `${till}-${Number(first) + n}` },
          customer_id: customers[n % customers.length]!,
        });
      for (let n = 0; n < count; n += 100)
        await Promise.all(Array.from({ length: Math.min(100, count - n) }, (_none, at) => one(n + at)));
    },
    { count, customers: CUSTOMERS, recharge: RECHARGE },
  );
}

/**
 * Writes as many records of a command's size into a database of their own: whatever was written here before, by whom and for what,
 * a browser's store takes longer for the next one than an empty one does.
 */
function use(page: Page, count: number): Promise<void> {
  return page.evaluate(
    async ({ count, bytes }) => {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open("written-before", 1);
        request.onupgradeneeded = () => request.result.createObjectStore("records", { autoIncrement: true });
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
      const one = () =>
        new Promise<void>((resolve, reject) => {
          const transaction = database.transaction("records", "readwrite", { durability: "strict" });
          transaction.oncomplete = () => resolve();
          transaction.onabort = () => reject(transaction.error);
          transaction.objectStore("records").add(crypto.getRandomValues(new Uint8Array(bytes)));
        });
      for (let n = 0; n < count; n += 100)
        await Promise.all(Array.from({ length: Math.min(100, count - n) }, one));
      database.close();
    },
    { count, bytes: COMMAND_BYTES },
  );
}

/** What each of some desktops needs for a command, in turns: whatever else the machine does meets both. */
async function inTurns(...desktops: readonly Desktop[]): Promise<{ ms: number; cpu: number }[]> {
  const seen = desktops.map(() => ({ times: [] as number[], cpu: 0 }));
  for (const { page } of desktops) await queue(page, IN_TURN);
  for (let round = 0; round < MEASURED / IN_TURN; round++) {
    for (const [index, { page, watched }] of desktops.entries()) {
      const one = seen[index]!;
      one.cpu += await watched.cpuOf(async () => one.times.push(...(await queue(page, IN_TURN))));
    }
  }
  return seen.map(({ times, cpu }) => ({
    ms: at(
      times.sort((a, b) => a - b),
      0.5,
    ),
    cpu: cpu / MEASURED,
  }));
}

interface Desktop {
  readonly page: Page;
  readonly watched: Watched;
}

/** A desktop in a browser of its own, signed in. */
async function openDesktop(browser: BrowserLabHost, server: string, who: Credentials): Promise<Desktop> {
  const { page } = await browser.open();
  const watched = await Watched.of(page);
  await page.evaluate(({ server, who }) => lab.signIn(server, who), { server, who });
  return { page, watched };
}

interface Drained {
  waiting: number;
  /** From when the desktop knew that the line is back. */
  seconds: number;
  /** Seconds until it knew: it looks every other second. */
  noticed: number;
  /** Of a command, in ms. */
  cpu: { server: number; database: number; page: number };
  usage: string;
}

/** Lets the line pass, until the server has answered everything that waits. */
async function drain({ page, watched }: Desktop, proxy: TcpProxy, server: OneCompany): Promise<Drained> {
  const waiting = await page.evaluate(() => lab.status().waiting);
  const patience = { timeout: 300_000, polling: 50 };
  const since = (begun: number) => (performance.now() - begun) / 1_000;
  let noticed = Number.NaN;
  let seconds = Number.NaN;
  const { result, costs } = await costsOf(server, () =>
    watched.cpuOf(async () => {
      const back = performance.now();
      proxy.set("pass");
      await page.waitForFunction(() => lab.status().state === "online", undefined, patience);
      noticed = since(back);
      const begun = performance.now();
      await page.waitForFunction(() => lab.status().waiting === 0, undefined, patience);
      seconds = since(begun);
    }),
  );
  const [server_ms, database_ms] = [costs.server_cpu_ms, costs.database_cpu_ms];
  const cpu = { server: server_ms / waiting, database: database_ms / waiting, page: result / waiting };
  return { waiting, seconds, noticed, cpu, usage: usageOfOne([costs], waiting) };
}

/**
 * As it is in an office: a server that has just started compiles its own code beside the first commands, and what was planned for
 * tables that were empty goes through them row by row until they are analyzed, as within an office's first minute.
 */
async function warmUp({ url, sql, company }: OneCompany): Promise<void> {
  const till = await Till.open(url, company.owner.token);
  for (let pushed = 0; pushed < STARTED; pushed += 100)
    await till.push(CUSTOMERS.slice(0, 100).map((_id, at) => till.recharge(1 + pushed + at)));
  till.close();
  await sql`analyze`;
}

/** @throws Error unless each of so many commands was applied, and once. */
async function requireOnce({ sql, company }: OneCompany, page: Page, commands: number): Promise<void> {
  const device = await page.evaluate(() => lab.outbox()[0]?.device_id ?? "");
  const [row] = await sql<Record<string, number>[]>`
    select (select count(*)::int from commands
        where tenant_id = ${company.id} and device = ${device} and status = 'APPLIED') as applied,
      count(*)::int as recharges, count(distinct receipt_number)::int as receipts,
      count(distinct customer)::int as customers, (sum(amount) / ${Number(RECHARGE.amount)})::int as paid
    from recharges where tenant_id = ${company.id} and device = ${device}`;
  const { customers, ...counted } = row ?? {};
  const isOnce = Object.values(counted).every((count) => count === commands);
  if (!isOnce || customers !== CUSTOMERS.length)
    throw new Error(`of ${commands} commands the server has ${JSON.stringify(row)}`);
}

export async function measureOutbox({ say, makeReady }: Bench): Promise<Finding[]> {
  const browsers = await Promise.all([startBrowserLab(), startBrowserLab(), startBrowserLab()]);
  const closers: (() => Promise<unknown>)[] = browsers.map((browser) => () => browser.close());
  // What later rows need is made beside what only waits.
  const others = makeReady();
  try {
    const origins = browsers.map(({ origin }) => origin).join();
    const server = await openOneCompany(CUSTOMERS.length, say, { LASTMILE_CORS_ORIGINS: origins });
    closers.push(() => server.stop());
    const proxy = await startTcpProxy(Number(new URL(server.url).port));
    closers.push(() => proxy.close());
    const who = await server.company.hire();
    const unused = await openDesktop(browsers[0], proxy.url, who);
    const idle = await openDesktop(browsers[1], proxy.url, who);
    const full = await openDesktop(browsers[2], proxy.url, who);
    proxy.set("refuse");
    const before = WAITING - MEASURED - IN_TURN;
    const settled = async () => {
      await Promise.all([use(idle.page, before), pile(full.page, before)]);
      await full.page.waitForTimeout(LEFT_ALONE_MS);
    };
    await Promise.all([settled(), warmUp(server), others]);
    say("one more, and one where none wait");
    const [empty, none, many] = await inTurns(unused, idle, full);
    for (const { page } of [unused, idle]) await page.close();
    say("the line is back");
    const drained = await drain(full, proxy, server);
    await requireOnce(server, full.page, drained.waiting);
    const { waiting, seconds, noticed, cpu, usage } = drained;
    return [
      {
        what: "queueing a command with 10,000 waiting / with none, on computers that have written as much, p50",
        value: many!.ms / none!.ms,
        unit: "×",
        goal: { at_most: 1.25 },
        figures: {
          none_on_an_unused_computer_ms: empty!.ms.toFixed(2),
          none_ms: none!.ms.toFixed(2),
          many_ms: many!.ms.toFixed(2),
          none_main_thread_ms: none!.cpu.toFixed(2),
          many_main_thread_ms: many!.cpu.toFixed(2),
        },
      },
      {
        what: "draining what waits into a server, over loopback, each command applied once",
        ...{ value: waiting / seconds, unit: "/s", goal: { at_least: 500 } },
        figures: {
          ...{
            commands: waiting,
            customers: CUSTOMERS.length,
            line_noticed_after_s: noticed.toFixed(1),
          },
          a_command: `server ${cpu.server.toFixed(2)} + database ${cpu.database.toFixed(2)} + page ${cpu.page.toFixed(2)} ms of CPU; ${usage}`,
        },
      },
    ];
  } finally {
    await others;
    for (const close of closers) await close();
  }
}
