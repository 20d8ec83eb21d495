// The replica in a real Chromium: its IndexedDB, its network stack, and what a crash leaves behind.

import type { Page } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { HANGS_MS } from "../helpers/process/wait.ts";
import { type BrowserLabHost, startBrowserLab } from "./helpers/browser-lab.ts";
import type { BrowserLab } from "./helpers/browser-lab-page.ts";
import { customers, type MemoryServer, startMemoryServer } from "./helpers/memory-server.ts";
import { startTcpProxy, type TcpProxy } from "./helpers/tcp-proxy.ts";

declare const lab: BrowserLab;

let environment: BrowserLabHost;
let memoryServer: MemoryServer;
let proxy: TcpProxy;

beforeAll(async () => {
  environment = await startBrowserLab();
});
afterAll(() => environment.close());
beforeEach(async () => {
  memoryServer = await startMemoryServer(["customers", "recharges", "packages"]);
  proxy = await startTcpProxy(memoryServer.port);
});
afterEach(async () => {
  await proxy.close();
  await memoryServer.close();
});

/** The debugger stops the page once, as the answer to a push arrives. */
function stopAtAnswerOfPush(): void {
  const real = globalThis.fetch;
  globalThis.fetch = async (...asked) => {
    const answer = await real(...asked);
    if (!String(asked[0]).includes("sync.push")) return answer;
    globalThis.fetch = real;
    // biome-ignore lint/suspicious/noDebugger: what a developer's breakpoint does
    debugger;
    return answer;
  };
}

/** Whether it is this page that has the leader's lock. */
async function isLeading(): Promise<boolean> {
  const held = async (name: string) =>
    (await navigator.locks.query()).held?.find((lock) => lock.name?.endsWith(name))?.clientId;
  const [leader, self] = [await held("|leader"), await navigator.locks.request("self", () => held("self"))];
  return leader === self;
}

const signIn = (page: Page) => page.evaluate((url) => lab.signIn(url), proxy.url);
const unlock = (page: Page) => page.evaluate((url) => lab.unlock(url), proxy.url);
const handedIn = (page: Page) =>
  page.waitForFunction(() => lab.status().waiting === 0, undefined, { polling: 20 });

test("First sync, restart offline, unlock, find; thirty commands offline arrive once and in order", async () => {
  memoryServer.put("customers", customers(5000));
  const first = await environment.open();
  await signIn(first.page);
  expect(await first.page.evaluate(() => lab.count("customers"))).toBe(5000);
  await first.context.close();

  proxy.set("refuse");
  const second = await environment.open();
  await unlock(second.page);
  const found = await second.page.evaluate(() => lab.search("rahima 4240").rows[0]?.username);
  expect(found).toBe("user4240");
  const byPhone = await second.page.evaluate(() => lab.find("customers", { phone: "+880 1700000042" }));
  expect(byPhone).toMatchObject([{ username: "user42" }]);
  const { id } = customers(1)[0]!;
  await second.page.evaluate(async (customer_id) => {
    for (let n = 0; n < 30; n++) await lab.recharge({ customer_id, amount: String(n) });
  }, id);
  // Not closed but cut off: what `send` promised has to be there all the same.
  await second.kill();

  const third = await environment.open();
  await unlock(third.page);
  expect((await third.page.evaluate(() => lab.status())).waiting).toBe(30);
  const raw = await third.page.evaluate(() => lab.rawText());
  expect(raw.length).toBeGreaterThan(50_000);
  for (const known of ["Rahima", "user4240", "1700000042", "recharge.create", "right-horse"]) {
    expect(raw).not.toContain(known);
  }
  proxy.set("pass");
  await handedIn(third.page);
  expect(memoryServer.applied.map(({ payload }) => payload.amount)).toEqual(
    Array.from({ length: 30 }, (_, n) => String(n)),
  );
  await third.context.close();
});

test("Receipt numbers and commands survive a crash in the middle, none twice", async () => {
  const first = await environment.open();
  await signIn(first.page);
  proxy.set("refuse");
  const seen: string[] = [];
  const sent: string[] = [];
  await first.page.exposeFunction("report", (receipt: string, id: string) => {
    seen.push(receipt);
    sent.push(id);
  });
  await first.page.evaluate(() => {
    const { report } = globalThis as unknown as { report(receipt: string, id: string): Promise<void> };
    const loop = async () => {
      for (;;) {
        const receipt = await lab.receipt();
        const { id } = await lab.recharge({ customer_id: "x", receipt_number: receipt });
        await report(receipt, id);
      }
    };
    for (let n = 0; n < 4; n++) void loop();
  });
  while (seen.length < 40) await new Promise((resolve) => setTimeout(resolve, 10));
  await first.kill();

  const second = await environment.open();
  await unlock(second.page);
  const later = await second.page.evaluate(() =>
    Promise.all(Array.from({ length: 20 }, () => lab.receipt())),
  );
  const queued = await second.page.evaluate(() => lab.outbox());
  const printed = queued.map(({ payload }) => String(payload.receipt_number));
  expect(new Set([...printed, ...later]).size).toBe(printed.length + later.length);
  for (const receipt of seen) expect(later).not.toContain(receipt);
  const kept = new Set(queued.map(({ id }) => id));
  for (const id of sent) expect(kept.has(id)).toBe(true);
  const seqs = queued.map(({ device_seq }) => device_seq);
  expect(new Set(seqs).size).toBe(seqs.length);
  proxy.set("pass");
  await handedIn(second.page);
  expect(new Set(memoryServer.applied.map(({ id }) => id)).size).toBe(memoryServer.applied.length);
  await second.context.close();
});

test("A black hole is noticed and left when the line returns; a lost answer applies once", async () => {
  memoryServer.put("customers", customers(10));
  const { page, context } = await environment.open();
  await signIn(page);
  const { id } = customers(1)[0]!;
  proxy.set("swallow");
  await page.evaluate((customer_id) => lab.recharge({ customer_id, amount: "1" }), id);
  await page.waitForFunction(() => lab.status().state === "offline", undefined, { timeout: HANGS_MS });
  memoryServer.faults.loseAnswers = 1;
  proxy.set("pass");
  await handedIn(page);
  expect(memoryServer.applied).toHaveLength(1);
  expect(await page.evaluate(() => lab.outbox().map(({ status }) => status))).toContain("APPLIED");
  await context.close();
});

test("A timer that is due waits for a slice of what arrives, not for all of it", async () => {
  const { page, context } = await environment.open();
  expect(await page.evaluate(() => lab.slicesBeforeTimer())).toBeLessThan(5);
  await context.close();
});

test("A window that stands still in a debugger amid a payment is relieved of the lead by another; awake again it steps down, and each payment arrives once", async () => {
  memoryServer.put("customers", customers(10));
  const { page: first, context } = await environment.open();
  await signIn(first);
  const second = await context.newPage();
  await second.goto(environment.origin);
  await second.waitForFunction(() => "lab" in globalThis);
  await unlock(second);
  const pay = (page: Page, amount: string) =>
    page.evaluate((said) => lab.recharge(said), { customer_id: customers(1)[0]!.id, amount });
  const online = (page: Page) =>
    page.waitForFunction(() => lab.status().state === "online", undefined, { polling: 20 });
  await online(second);

  // The server has taken the push of the first one, and its answer was not written down.
  const debug = await context.newCDPSession(first);
  await debug.send("Debugger.enable");
  const paused = new Promise((resolve) => debug.once("Debugger.paused", resolve));
  await first.evaluate(stopAtAnswerOfPush);
  await pay(first, "1");
  await paused;
  await pay(second, "2");
  await second.waitForFunction(() => lab.status().waiting === 0, undefined, {
    polling: 100,
  });
  const amounts = () => memoryServer.applied.map(({ payload }) => payload.amount);
  expect(amounts()).toEqual(["1", "2"]);

  const resumed = new Promise((resolve) => debug.once("Debugger.resumed", resolve));
  await debug.send("Debugger.resume");
  // A session that leaves before the page goes on leaves it standing for good, now and then.
  await resumed;
  await first.evaluate(() => true);
  await debug.detach();
  await handedIn(first);
  await pay(first, "3");
  await handedIn(first);
  expect(await Promise.all([first, second].map((page) => page.evaluate(isLeading)))).toEqual([false, true]);
  await second.evaluate(() => lab.close());
  await pay(first, "4");
  await handedIn(first);
  expect(amounts()).toEqual(["1", "2", "3", "4"]);
  expect(await first.evaluate(() => lab.count("customers"))).toBe(10);
  await context.close();
});
