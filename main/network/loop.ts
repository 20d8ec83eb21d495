// Work repeated with pauses, for the agent.

/** Repeats `work` until stopped; `work` answers the pause in milliseconds until the next time. */
export class Loop {
  readonly #work: () => Promise<number>;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | null = null;
  #again = false;
  #stopped = false;
  /** Monotonic time of the next run, and the longest pause that was asked for during the one under way. */
  #due_ms = 0;
  #at_most_ms = Number.POSITIVE_INFINITY;

  constructor(work: () => Promise<number>) {
    this.#work = work;
  }

  /** Runs now, or once more right after the run under way. */
  kick(): void {
    if (this.#stopped) return;
    clearTimeout(this.#timer);
    if (this.#running !== null) {
      this.#again = true;
      return;
    }
    this.#running = this.#work().then((pause_ms) => {
      this.#running = null;
      if (this.#stopped) return;
      const wait_ms = this.#again ? 0 : Math.min(pause_ms, this.#at_most_ms);
      this.#again = false;
      this.#at_most_ms = Number.POSITIVE_INFINITY;
      this.#runIn(wait_ms);
    });
  }

  /** Runs again within so many milliseconds, where it would later. */
  within(wait_ms: number): void {
    if (this.#stopped) return;
    if (this.#running !== null) this.#at_most_ms = Math.min(this.#at_most_ms, wait_ms);
    else if (this.#due_ms > performance.now() + wait_ms) this.#runIn(wait_ms);
  }

  #runIn(wait_ms: number): void {
    clearTimeout(this.#timer);
    this.#due_ms = performance.now() + wait_ms;
    this.#timer = setTimeout(() => this.kick(), wait_ms);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }
}

/** Waits; once the signal is aborted no longer than a second, so that stopping is quick. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, signal.aborted ? Math.min(milliseconds, 1_000) : milliseconds);
    signal.addEventListener("abort", done);
  });
}
