// How many rows one question asks of a device, learnt by what it answers and remembered while the agent runs.

/** From the most that fits one datagram of 1,500 bytes down to one row a question, which every device can. */
const SIZES = [25, 10, 1] as const;
/** After this the larger question is tried again: what failed may have been the network. */
const TRY_AGAIN_MS = 3_600_000;

export class Pace {
  #size: number = SIZES[0];
  #settled_ms = 0;

  /** Rows to ask for. */
  size(now_ms: number): number {
    return now_ms - this.#settled_ms > TRY_AGAIN_MS ? SIZES[0] : this.#size;
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
