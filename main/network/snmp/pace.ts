// How many rows one question asks of a device, learnt by what it answers and remembered while the agent runs.

/** From what fits one datagram on any network down to one row a question, which every device can. */
const SIZES = [25, 10, 1] as const;
/** More than 25 are asked where the rows are so short that the answer still fits a datagram of 1,500 bytes. */
const MOST = 40;
const ANSWER_BYTES = 1_300;
/** After this the larger question is tried again: what failed may have been the network. */
const TRY_AGAIN_MS = 3_600_000;

export class Pace {
  #size: number | null = null;
  #settled_ms = 0;

  #known(now_ms: number): number | null {
    return now_ms - this.#settled_ms > TRY_AGAIN_MS ? null : this.#size;
  }

  /** Rows to ask for at first. */
  size(now_ms: number): number {
    return this.#known(now_ms) ?? SIZES[0];
  }

  /** Rows to ask for after an answer of so many rows and bytes to a question for `size`. */
  next(size: number, { rows, bytes }: { rows: number; bytes: number }, now_ms: number): number {
    if (this.#known(now_ms) !== null || size < SIZES[0] || rows === 0 || bytes === 0) return size;
    return Math.min(MOST, Math.max(SIZES[0], Math.floor((ANSWER_BYTES * rows) / bytes)));
  }

  /** The next smaller question; null: there is none. */
  static smaller(size: number): number | null {
    return SIZES.find((other) => other < size) ?? null;
  }

  /** A question of this size was answered after larger ones were not. */
  settle(size: number, now_ms: number): void {
    this.#size = size;
    this.#settled_ms = now_ms;
  }
}
