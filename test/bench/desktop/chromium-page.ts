// A desktop's page under the bench: what a key costs its main thread, its heap, its long tasks.
import type { CDPSession, Page } from "playwright";

declare const longTasks: number[];

/** Main-thread CPU so far, in ms. */
async function busy(session: CDPSession): Promise<number> {
  const { metrics } = await session.send("Performance.getMetrics");
  return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN) * 1000;
}

/** Resolves when what was asked for so far is on the screen. */
const drawn = (page: Page) =>
  page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(() => setTimeout(resolve)))),
  );

export class Watched {
  readonly page: Page;
  readonly #session: CDPSession;

  private constructor(page: Page, session: CDPSession) {
    this.page = page;
    this.#session = session;
  }

  static async of(page: Page): Promise<Watched> {
    const session = await page.context().newCDPSession(page);
    await session.send("Performance.enable", { timeDomain: "threadTicks" });
    await session.send("Runtime.enable");
    await page.addInitScript(() => {
      const tasks: number[] = [];
      Object.assign(globalThis, { longTasks: tasks });
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) tasks.push(duration);
      }).observe({ type: "longtask", buffered: true });
    });
    return new Watched(page, session);
  }

  /** Bytes of live objects after collecting, buffers included. */
  async heap(): Promise<number> {
    for (let n = 0; n < 3; n++) await this.#session.send("HeapProfiler.collectGarbage");
    const { usedSize, backingStorageSize = 0 } = (await this.#session.send("Runtime.getHeapUsage")) as {
      usedSize: number;
      backingStorageSize?: number;
    };
    return usedSize + backingStorageSize;
  }

  /** Main-thread CPU of everything that `work` does, in ms. */
  async cpuOf(work: () => Promise<unknown>): Promise<number> {
    const before = await busy(this.#session);
    await work();
    return (await busy(this.#session)) - before;
  }

  /** Types into what has the focus until `done`; the main thread's CPU for every key until it is drawn, in ms, sorted. */
  async type(words: readonly string[], keys: number, done: () => boolean = () => false): Promise<number[]> {
    const times: number[] = [];
    for (let word = 0; times.length < keys && !done(); word++) {
      for (const letter of words[word % words.length]!) {
        times.push(
          await this.cpuOf(async () => {
            await this.page.keyboard.press(letter);
            await drawn(this.page);
          }),
        );
        await this.page.waitForTimeout(30);
      }
      await this.page.keyboard.press("Escape");
      await drawn(this.page);
    }
    return times.sort((a, b) => a - b);
  }

  /** Durations of the tasks over 50 ms since the last call, in ms. */
  takeLongTasks(): Promise<number[]> {
    return this.page.evaluate(() => longTasks.splice(0));
  }
}

export const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

/** A text that has not come by then does not come. */
const COMES_MS = 60_000;

/**
 * When a text first stands on the page, in ms of the clock, as the page itself sees it: who asks from outside asks every now and
 * then. To be called, not awaited, before what brings the text.
 */
export const shownAt = (page: Page, text: string): Promise<number> =>
  page.evaluate(
    ({ wanted, ms }) =>
      new Promise<number>((resolve, reject) => {
        setTimeout(() => reject(new Error(`"${wanted}" does not come`)), ms);
        const look = () => {
          if (!document.body.textContent?.includes(wanted)) return;
          watch.disconnect();
          resolve(performance.timeOrigin + performance.now());
        };
        const watch = new MutationObserver(look);
        watch.observe(document.body, { subtree: true, childList: true, characterData: true });
        look();
      }),
    { wanted: text, ms: COMES_MS },
  );
