// From somebody else's write to the screen of a real desktop: the built app in Chromium, signed in at the office's own server, alone
// and among 200 desktops of its company.
import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "playwright";
import { buildRenderer } from "../../../main/demo/build.ts";
import type { Bench, Finding } from "../harness/row.ts";
import { median, percentile } from "../harness/statistics.ts";
import { HttpClient } from "../office/http-load.ts";
import { customerId, type Office } from "../office/office.ts";
import { listenAll } from "../office/wire.ts";
import { rechargeOf } from "../recharge/request.ts";
import { DESKTOPS, PER_SESSION } from "../sync/wake.ts";
import { shownAt } from "./chromium-page.ts";
import { counter, filled, openApp, openChromium, searchBox, typeIn } from "./world.ts";

const CHANGES = 20;
/** Before the first measure: page and server compile what they do beside the first ones. */
const WARM_UP = 4;
/** The counter is told of what was found three times a second at most, so that a second change within that time waits for it. */
const APART_MS = 320;
const LOOKS_AT_CLOCK = 20;
/** Whose row is looked at: of the thousand, whose first bill is open. */
const CUSTOMER = 997;
const AMOUNT = 10;

/** Of each change, in ms. */
interface Times {
  from_request: number[];
  from_answer: number[];
}

const now = () => performance.timeOrigin + performance.now();

/** How far the page's clock is ahead of ours, as the quickest of many questions tells: two programs, and one clock behind both. */
async function clockAhead(page: Page): Promise<number> {
  let [ahead, shortest] = [Number.NaN, Number.POSITIVE_INFINITY];
  for (let look = 0; look < LOOKS_AT_CLOCK; look += 1) {
    const asked = now();
    const there = await page.evaluate(() => performance.timeOrigin + performance.now());
    const answered = now();
    if (answered - asked > shortest) continue;
    shortest = answered - asked;
    ahead = there - (asked + answered) / 2;
  }
  return ahead;
}

/** Recharges of somebody else's, each of which lowers what is due by its amount: from its request, and from its answer, to the page. */
async function measure(page: Page, { url, thousand }: Office, warm_up: number): Promise<Times> {
  const { body } = await thousand.owner.get(`/customers/${customerId(CUSTOMER)}/`);
  let due = Number(body.due_amount);
  const writer = new HttpClient(url, thousand.owner.token);
  const times: Times = { from_request: [], from_answer: [] };
  try {
    const ahead = await clockAhead(page);
    for (let number = 1; number <= warm_up + CHANGES; number += 1) {
      due -= AMOUNT;
      const seen = shownAt(page, `due ${due.toLocaleString("en", { minimumFractionDigits: 2 })}`);
      await pause(APART_MS);
      const sent = now();
      const answer = await writer.send(rechargeOf(CUSTOMER));
      const answered = now();
      if (answer.status !== 201) throw new Error(`${answer.status} ${answer.body}`);
      const shown = (await seen) - ahead;
      if (number <= warm_up) continue;
      times.from_request.push(shown - sent);
      times.from_answer.push(shown - answered);
    }
    return times;
  } finally {
    writer.close();
  }
}

const ms = (value: number) => `${value.toFixed(1)} ms`;

/** Signs in on a computer that is new, and looks at the one customer. */
async function openCounter(page: Page, { url, thousand }: Office): Promise<void> {
  await openApp(page, url);
  await typeIn(page, await thousand.hire());
  await page.keyboard.press("Enter");
  await counter(page).waitFor({ timeout: 60_000 });
  await filled(page);
  await searchBox(page).fill(`M${CUSTOMER}`);
  await page.getByText("1 found").waitFor();
}

export async function benchScreen(bench: Bench): Promise<Finding[]> {
  const office = await bench.office();
  const { thousand } = office;
  await buildRenderer(bench.say);
  const { browser, page } = await openChromium();
  const stops: (() => void)[] = [];
  const found: Finding[] = [];
  try {
    await openCounter(page, office);
    for (const desktops of [1, DESKTOPS]) {
      if (desktops > 1) {
        const tokens = await thousand.signIn(desktops / PER_SESSION);
        stops.push(...(await listenAll(office.url, tokens, desktops - 1, () => undefined)));
      }
      const { from_request, from_answer } = await measure(page, office, desktops === 1 ? WARM_UP : 1);
      found.push({
        what: `a recharge, sent → ${desktops === 1 ? "another desktop's screen" : `the screen of one of ${desktops} desktops of the company`}: p50`,
        ...{ value: median(from_request), unit: " ms", goal: { at_most: 25 } },
        figures: {
          from_its_answer: ms(median(from_answer)),
          p95: ms(percentile(from_request, 0.95)),
        },
      });
    }
    return found;
  } finally {
    for (const stop of stops) stop();
    await browser.close();
  }
}
