// Counts requests a minute in this process, by whoever sends them.

const WINDOW_MS = 60_000;
/** Windows kept before those that are over are swept away. */
const SWEEP_AT = 10_000;

export interface Taken {
  /** Whether this one is still within the limit. */
  ok: boolean;
  left: number;
  /** Seconds until the count begins anew. */
  seconds: number;
}

/** A window of a minute per key, which begins with the key's first request. */
export class RequestCounts {
  readonly #windows = new Map<string, { count: number; ends: number }>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Counts `weight` requests of `key`; what is over the limit counts as well, but can't make the wait longer. */
  take(key: string, max: number, weight = 1): Taken {
    const now = this.#now();
    let window = this.#windows.get(key);
    if (!window || window.ends <= now) {
      if (this.#windows.size >= SWEEP_AT) this.#sweep(now);
      window = { count: 0, ends: now + WINDOW_MS };
      this.#windows.set(key, window);
    }
    window.count += weight;
    return {
      ok: window.count <= max,
      left: Math.max(0, max - window.count),
      seconds: Math.max(1, Math.ceil((window.ends - now) / 1_000)),
    };
  }

  /** Takes back what was counted under a key that turned out not to be the right one. */
  giveBack(key: string, weight = 1): void {
    const window = this.#windows.get(key);
    if (window) window.count = Math.max(0, window.count - weight);
  }

  #sweep(now: number): void {
    for (const [key, { ends }] of this.#windows) if (ends <= now) this.#windows.delete(key);
  }
}
