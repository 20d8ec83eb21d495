// How long a key takes from the press to the frame that shows it, noted in the page itself.
import type { Page } from "playwright";

declare const keyTimes: number[];

/** From now on every key is noted. */
export function watchKeys(page: Page): Promise<void> {
  return page.evaluate(() => {
    const times: number[] = [];
    Object.assign(globalThis, { keyTimes: times });
    globalThis.addEventListener(
      "keydown",
      (event) => {
        requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - event.timeStamp)));
      },
      { capture: true },
    );
  });
}

/** Types words at a clerk's pace until `done` or so many keys; answers the times of the keys, in ms, sorted. */
export async function typeWords(
  page: Page,
  words: readonly string[],
  keys: number,
  done: () => boolean = () => false,
): Promise<number[]> {
  await page.evaluate(() => keyTimes.splice(0));
  for (let pressed = 0, word = 0; pressed < keys && !done(); word++) {
    for (const letter of words[word % words.length]!) {
      await page.keyboard.press(letter);
      pressed += 1;
      await page.waitForTimeout(60);
    }
    await page.keyboard.press("Escape");
    await page.waitForTimeout(60);
  }
  return (await page.evaluate(() => keyTimes.splice(0))).sort((a, b) => a - b);
}
