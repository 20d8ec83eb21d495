// How many commands are under way at the same time: more while a router answers quickly, half as many when it is slow.

const START = 8;
const MAX = 32;
/** An answer that took longer says that the router is busy. */
const SLOW_MS = 2_000;

export class Window {
  size = START;
  #quick = 0;

  /** Counts an answer after `took_ms`. */
  answered(took_ms: number): void {
    if (took_ms > SLOW_MS) {
      this.size = Math.max(1, Math.floor(this.size / 2));
      this.#quick = 0;
      return;
    }
    this.#quick += 1;
    if (this.#quick < this.size) return;
    this.#quick = 0;
    this.size = Math.min(MAX, this.size + 1);
  }

  /**
   * Does `work` for each item, so many at a time. The first error ends it: all under way settle before it is passed on,
   * so that nothing is written after this function ended.
   */
  async each<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
    const failures: unknown[] = [];
    const under_way = new Set<Promise<void>>();
    for (const item of items) {
      while (under_way.size >= this.size) await Promise.race(under_way);
      if (failures.length > 0) break;
      const started = performance.now();
      const one: Promise<void> = work(item)
        .catch((error: unknown) => {
          failures.push(error);
        })
        .finally(() => {
          this.answered(performance.now() - started);
          under_way.delete(one);
        });
      under_way.add(one);
    }
    await Promise.all(under_way);
    if (failures.length > 0) throw failures[0];
  }
}
