// When a router that fails is tried again: soon at first, and after some failures in a row only now and then.

/** Failures in a row after which it is left alone but for a probe each minute. */
const OPENS_AFTER = 5;

/** One router's. Open: nothing but a probe, and what a person waits for, goes to it. */
export class CircuitBreaker {
  #failures = 0;
  #counted_ms = Number.NEGATIVE_INFINITY;

  get is_open(): boolean {
    return this.#failures >= OPENS_AFTER;
  }

  /** Whoever fails within the time of a look meets the same outage, however many they are: it counts once. */
  failed(now_ms: number, look_ms: number): void {
    if (now_ms - this.#counted_ms < look_ms) return;
    this.#counted_ms = now_ms;
    this.#failures += 1;
  }

  /** It answered, or is reached in another way from now on. */
  close(): void {
    this.#failures = 0;
    this.#counted_ms = Number.NEGATIVE_INFINITY;
  }

  /** Milliseconds until the next try: longer after each failure, `probe_ms` at most and while it is open. */
  pause(look_ms: number, probe_ms: number): number {
    return this.is_open ? probe_ms : Math.min(look_ms * this.#failures, probe_ms);
  }
}
