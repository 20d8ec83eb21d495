// Ten thousand commands that wait: what one more costs, and how fast they go out when the line is back.
import type { Page } from "playwright-core";
import { startBrowserLab } from "../../replica/helpers/browser-lab.ts";
import type { BrowserLab } from "../../replica/helpers/browser-lab-page.ts";
import { startMemoryServer } from "../../replica/helpers/memory-server.ts";
import { customers } from "../../replica/helpers/people.ts";
import { startTcpProxy } from "../../replica/helpers/tcp-proxy.ts";
import type { Finding } from "../harness/row.ts";
import { at } from "./chromium-page.ts";

declare const lab: BrowserLab;

const WAITING = 10_000;
const MEASURED = 300;

/** ms of each of so many commands, one after the other, sorted. */
function queue(page: Page, count: number): Promise<number[]> {
  return page.evaluate(async (many) => {
    const times: number[] = [];
    for (let n = 0; n < many; n++) {
      const begun = performance.now();
      await lab.recharge({ customer_id: "00000000-0000-7000-8000-000000000001" });
      times.push(performance.now() - begun);
    }
    return times.sort((a, b) => a - b);
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

export async function measureOutbox(): Promise<Finding[]> {
  const server = await startMemoryServer(["customers", "recharges", "packages"]);
  const proxy = await startTcpProxy(server.port);
  const browser = await startBrowserLab();
  try {
    server.put("customers", customers(10));
    const { page } = await browser.open();
    await page.evaluate((url) => lab.signIn(url), proxy.url);
    proxy.set("refuse");
    const none = await queue(page, MEASURED);
    await pile(page, WAITING - 2 * MEASURED);
    const many = await queue(page, MEASURED);
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
        value: at(many, 0.5) / at(none, 0.5),
        unit: "×",
        goal: { at_most: 1.25 },
        figures: { none_ms: at(none, 0.5).toFixed(2), many_ms: at(many, 0.5).toFixed(2) },
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
    await browser.close();
    await proxy.close();
    await server.close();
  }
}
