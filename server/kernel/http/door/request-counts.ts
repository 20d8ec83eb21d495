// Counts requests a minute by sender, over all server processes of one database.

const WINDOW_MS = 60_000;
/** Windows kept before those that are over are swept away. */
const SWEEP_AT = 10_000;
/**
 * A process counts so large a part of a limit by itself, then it asks for the next one: who sends little costs the database
 * nothing, and each process beyond the first lets through at most this part too many.
 */
const PART = 20;

export interface Taken {
  /** Whether this one is still within the limit. */
  ok: boolean;
  left: number;
  /** Seconds until the count restarts. */
  seconds: number;
}

/** What all processes have taken of a key's minute. */
export interface SharedWindow {
  taken: number;
  /** Milliseconds until it is over. */
  ends_in: number;
}

/** Adds to what all processes have taken of a key; begins a minute that has `ends_in` milliseconds left where none is under way. */
export type TakeShared = (key: string, amount: number, ends_in: number) => Promise<SharedWindow>;

interface Window {
  count: number;
  ends: number;
  /** So many of them were taken from what all processes share; null: none yet, the first part is counted here alone. */
  taken: number | null;
  /** What other processes took, as far as it is known. */
  others: number;
  asking: Promise<void> | null;
}

/** A window of a minute per key, which begins with the key's first request. */
export class RequestCounts {
  readonly #windows = new Map<string, Window>();
  readonly #takeShared: TakeShared;
  readonly #now: () => number;

  constructor(takeShared: TakeShared, now: () => number = () => performance.now()) {
    this.#takeShared = takeShared;
    this.#now = now;
  }

  /** Counts `weight` requests of `key`; what is over the limit counts as well, but can't make the wait longer. */
  async take(key: string, max: number, weight = 1): Promise<Taken> {
    const window = this.#open(key);
    window.count += weight;
    // What came later with the same key can't take this one's place.
    const place = window.count;
    const part = Math.max(1, Math.floor(max / PART));
    while (place > (window.taken ?? part) && place + window.others <= max) {
      window.asking ??= this.#ask(key, window, Math.min(window.count + part, max - window.others));
      await window.asking;
    }
    return {
      ok: place + window.others <= max,
      left: Math.max(0, max - place - window.others),
      seconds: Math.max(1, Math.ceil((window.ends - this.#now()) / 1_000)),
    };
  }

  /** Takes back what was counted under a key that turned out not to be the right one. */
  giveBack(key: string, weight = 1): void {
    const window = this.#windows.get(key);
    if (window) window.count = Math.max(0, window.count - weight);
  }

  #open(key: string): Window {
    const now = this.#now();
    const known = this.#windows.get(key);
    if (known && known.ends > now) return known;
    if (this.#windows.size >= SWEEP_AT) this.#sweep(now);
    const window = { count: 0, ends: now + WINDOW_MS, taken: null, others: 0, asking: null };
    this.#windows.set(key, window);
    return window;
  }

  /** Takes so many in all of what the processes share; it learns by the way what the others have taken. */
  async #ask(key: string, window: Window, wanted: number): Promise<void> {
    try {
      const left = Math.max(0, Math.ceil(window.ends - this.#now()));
      const { taken, ends_in } = await this.#takeShared(key, wanted - (window.taken ?? 0), left);
      window.taken = wanted;
      window.others = Math.max(0, taken - wanted);
      window.ends = this.#now() + ends_in;
    } finally {
      window.asking = null;
    }
  }

  #sweep(now: number): void {
    for (const [key, { ends }] of this.#windows) if (ends <= now) this.#windows.delete(key);
  }
}
