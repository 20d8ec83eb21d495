// Ten thousand commands that wait: what one more costs, and how fast they go out when the line is back.
import type { Page } from "playwright-core";
import { type BrowserLabHost, startBrowserLab } from "../../replica/helpers/browser-lab.ts";
import type { BrowserLab } from "../../replica/helpers/browser-lab-page.ts";
import { startMemoryServer } from "../../replica/helpers/memory-server.ts";
import { customers } from "../../replica/helpers/people.ts";
import { startTcpProxy } from "../../replica/helpers/tcp-proxy.ts";
import type { Bench, Finding } from "../harness/row.ts";
import { at, Watched } from "./chromium-page.ts";

declare const lab: BrowserLab;

const WAITING = 10_000;
/** Commands measured of either desktop, so many of one and then of the other. */
const MEASURED = 300;
const IN_TURN = 30;
/** After so many were queued at once: the browser's store puts them in order behind them. */
const LEFT_ALONE_MS = 10_000;

/** ms of each of so many commands, one after the other. */
function queue(page: Page, count: number): Promise<number[]> {
  return page.evaluate(async (many) => {
    const times: number[] = [];
    for (let n = 0; n < many; n++) {
      const begun = performance.now();
      await lab.recharge({ customer_id: "00000000-0000-7000-8000-000000000001" });
      times.push(performance.now() - begun);
    }
    return times;
  }, count);
}

/** Queues so many at once: how they come to wait is not what is measured. */
function pile(page: Page, count: number): Promise<unknown> {
  return page.evaluate(async (many) => {
    for (let n = 0; n < many; n += 100)
      await Promise.all(
        Array.from({ length: 100 }, () =>
          lab.recharge({ customer_id: "00000000-0000-7000-8000-000000000001" }),
        ),
      );
  }, count);
}

/** What either of two desktops needs for a command, in turns: whatever else the machine does meets both. */
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
async function openDesktop(browser: BrowserLabHost, server: string): Promise<Desktop> {
  const { page } = await browser.open();
  const watched = await Watched.of(page);
  await page.evaluate((url) => lab.signIn(url), server);
  return { page, watched };
}

export async function measureOutbox({ say, makeReady }: Bench): Promise<Finding[]> {
  const server = await startMemoryServer(["customers", "recharges", "packages"]);
  const proxy = await startTcpProxy(server.port);
  const browsers = [await startBrowserLab(), await startBrowserLab()] as const;
  try {
    server.put("customers", customers(10));
    const idle = await openDesktop(browsers[0], proxy.url);
    const full = await openDesktop(browsers[1], proxy.url);
    proxy.set("refuse");
    const piled = async () => {
      await pile(full.page, WAITING - MEASURED - IN_TURN);
      await full.page.waitForTimeout(LEFT_ALONE_MS);
    };
    await Promise.all([piled(), makeReady()]);
    say("one more, and one where none wait");
    const [none, many] = await inTurns(idle, full);
    const { page } = full;
    await idle.page.close();
    say("the line is back");
    const waiting = await page.evaluate(() => lab.status().waiting);
    const begun = performance.now();
    proxy.set("pass");
    await page.waitForFunction(() => lab.status().waiting === 0, undefined, {
      timeout: 300_000,
      polling: 50,
    });
    const seconds = (performance.now() - begun) / 1000;
    return [
      {
        what: "queueing a command with 10,000 waiting / with none, p50",
        value: many!.ms / none!.ms,
        unit: "×",
        goal: { at_most: 1.25 },
        figures: {
          none_ms: none!.ms.toFixed(2),
          many_ms: many!.ms.toFixed(2),
          none_main_thread_ms: none!.cpu.toFixed(2),
          many_main_thread_ms: many!.cpu.toFixed(2),
        },
      },
      {
        what: "draining what waits, over loopback",
        value: waiting / seconds,
        unit: "/s",
        goal: { at_least: 500 },
        figures: { commands: waiting, pushes: server.faults.pushes },
      },
    ];
  } finally {
    for (const browser of browsers) await browser.close();
    await proxy.close();
    await server.close();
  }
}
