// How many rows one question asks of a device, learnt by what it answers and remembered while the agent runs.

/** From what fits one datagram on any network down to one row a question, which every device can. */
const SIZES = [25, 10, 1] as const;
/** More than 25 are asked where the rows are so short that the answer still fits a datagram of 1,500 bytes. */
const MOST = 40;
const ANSWER_BYTES = 1_300;
/**
 * How long larger questions are left out: at first shortly, since the network may have failed and small questions are
 * many; four times as long each time that they fail again, since then it is the device.
 */
const FIRST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 3_600_000;

export class Repetitions {
  /** The largest that is asked; null: no question failed. */
  #size: number | null = null;
  #until_ms = 0;
  #failures = 0;

  /** Rows to ask for at first. */
  size(now_ms: number): number {
    return this.#size !== null && now_ms < this.#until_ms ? this.#size : SIZES[0];
  }

  /** Rows to ask for after an answer of so many rows and bytes to a question for `size`. */
  next(size: number, { rows, bytes }: { rows: number; bytes: number }, now_ms: number): number {
    if (this.#size !== null && now_ms < this.#until_ms) return this.#size;
    if (this.#size !== null && size > this.#size) {
      this.#size = null;
      this.#failures = 0;
    }
    if (size < SIZES[0] || rows === 0 || bytes === 0) return SIZES[0];
    return Math.min(MOST, Math.max(SIZES[0], Math.floor((ANSWER_BYTES * rows) / bytes)));
  }

  /** The next smaller question; null: there is none. */
  static smaller(size: number): number | null {
    return SIZES.find((other) => other < size) ?? null;
  }

  /** The device fell silent altogether while it was asked: the next questions are as small as they can be. */
  broke(now_ms: number): void {
    this.settle(1, now_ms);
  }

  /** A question of this size was answered after larger ones were not. */
  settle(size: number, now_ms: number): void {
    this.#size = size;
    this.#until_ms = now_ms + Math.min(FIRST_PAUSE_MS * 4 ** this.#failures, LONGEST_PAUSE_MS);
    this.#failures += 1;
  }
}
