// How often a live query is worked out anew: at once while that is cheap; later the dearer it is, so that a storm leaves the
// page to people.

/** What took t ms is done again after this many times t at the earliest. */
const REST_FACTOR = 10;
const LONGEST_REST_MS = 2000;

export class Pace {
  #timer: ReturnType<typeof setTimeout> | null = null;
  #restUntil = 0;

  /** Work was done from `begun` until now. */
  worked(begun: number): void {
    const now = performance.now();
    this.#restUntil = now + Math.min(LONGEST_REST_MS, (now - begun) * REST_FACTOR);
  }

  /** Whether work is due already: then it need not be asked for again. */
  get isDue(): boolean {
    return this.#timer !== null;
  }

  /** Does the work at once, or when the rest is over. */
  soon(work: () => void): void {
    if (this.#timer) return;
    const wait = this.#restUntil - performance.now();
    if (wait <= 1) {
      work();
      return;
    }
    this.#timer = setTimeout(() => {
      this.#timer = null;
      work();
    }, wait);
  }

  stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#restUntil = 0;
  }
}

/**
 * Lets input, painting and other tasks in. What `scheduler.yield()` resumes goes before timers and messages: a month end's records,
 * put away slice by slice, kept those waiting for a quarter of a second.
 */
export function pause(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: { postTask?: (task: () => void) => Promise<void> } };
  return scheduler?.postTask ? scheduler.postTask(() => {}) : new Promise((resolve) => setTimeout(resolve));
}
