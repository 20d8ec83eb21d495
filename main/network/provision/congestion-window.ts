// How many commands are under way at the same time: more while a router answers quickly, half as many when it is slow.

const START = 8;
const MAX = 32;
/** An answer that took longer says that the router is busy. */
const SLOW_MS = 2_000;

export class CongestionWindow {
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
  each<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
    const queue = items.values();
    let under_way = 0;
    let failure: { error: unknown } | null = null;
    return new Promise((resolve, reject) => {
      const one = async (item: T): Promise<void> => {
        const started = performance.now();
        try {
          await work(item);
        } catch (error) {
          failure ??= { error };
        }
        this.answered(performance.now() - started);
        under_way -= 1;
        goOn();
      };
      const goOn = (): void => {
        while (under_way < this.size && failure === null) {
          const next = queue.next();
          if (next.done) break;
          under_way += 1;
          void one(next.value);
        }
        if (under_way > 0) return;
        if (failure === null) resolve();
        else reject(failure.error);
      };
      goOn();
    });
  }
}
