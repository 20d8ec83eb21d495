// Counts the keys and touches of a story, and how long it lasts: what docs/stories.md says of it is asserted, not estimated.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright";
import { project } from "../../helpers/build.ts";

/** Where each story of a run leaves its seconds; `npm run stories` prints them. */
export const STORIES = join(project, ".build/stories");

export interface ToldStory {
  readonly name: string;
  readonly acts: number;
  readonly seconds: number;
}

export class Story {
  readonly #page: Page;
  #begun: number | null = null;
  /** Keys and touches until now. */
  count = 0;

  constructor(page: Page) {
    this.#page = page;
  }

  #act(acts: number): void {
    this.#begun ??= performance.now();
    this.count += acts;
  }

  /** From here on it lasts: of a story that no key begins. */
  begin(): this {
    this.#act(0);
    return this;
  }

  /** One key after the other, each with those that are held down with it: Ctrl+K is one. */
  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      this.#act(1);
      await this.#page.keyboard.press(key);
    }
  }

  /** Every letter is a key. */
  async type(text: string): Promise<void> {
    this.#act([...text].length);
    await this.#page.keyboard.type(text);
  }

  /** A finger on it. */
  async tap(what: Locator): Promise<void> {
    this.#act(1);
    await what.tap();
  }

  /** A stroke of the finger, or what a device does at one touch. */
  async touch(done: () => Promise<unknown>): Promise<void> {
    this.#act(1);
    await done();
  }

  /** What the test does beside the story, and what is not its time: looking for faults, taking a picture. */
  async aside<T>(done: () => Promise<T>): Promise<T> {
    const since = performance.now();
    const answer = await done();
    if (this.#begun !== null) this.#begun += performance.now() - since;
    return answer;
  }

  /** The story is over. @returns how many keys and touches it took. */
  told(name: string): number {
    const seconds = Math.round((performance.now() - (this.#begun ?? performance.now())) / 100) / 10;
    const story: ToldStory = { name, acts: this.count, seconds };
    mkdirSync(STORIES, { recursive: true });
    writeFileSync(join(STORIES, `${name.replace(/\W+/g, "-")}.json`), JSON.stringify(story));
    return this.count;
  }
}
