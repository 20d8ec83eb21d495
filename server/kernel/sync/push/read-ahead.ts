// What the commands of one transaction lock and read, asked for before it is their turn: the database reads for those behind
// while this process works out those before them.
import type { Tx } from "../../db/db.ts";
import { type Ahead, beginReading, type Ready } from "./apply.ts";

/** So many are worked out before their writes are sent; as many more have been read by then. */
export const LOT = 8;

/** Whether one may read before what stands before it is written: calls of one operation that reads first (`implementInSteps`). */
export const isInSteps = (one: Ready, before: Ready | undefined): boolean =>
  one.implementation?.reader != null && one.implementation === before?.implementation;

export class ReadAhead {
  readonly #tx: Tx;
  readonly #run: readonly Ready[];
  /** By place in the run. */
  readonly #begun = new Map<number, Ahead>();
  #isOff = false;

  /** @param run commands about different records, in their order. */
  constructor(tx: Tx, run: readonly Ready[]) {
    this.#tx = tx;
    this.#run = run;
  }

  /** What the command at this place has begun to read, and those behind it with it; null: it reads in its turn. */
  at(place: number): Ahead | null {
    if (this.#isOff) return null;
    const end = Math.min(this.#run.length, (Math.floor(place / LOT) + 2) * LOT);
    for (let next = place; next < end; next += 1) {
      const attempt = this.#run[next]!;
      if (attempt.implementation?.reader == null) break;
      if (next > place && !isInSteps(attempt, this.#run[next - 1])) break;
      if (!this.#begun.has(next)) this.#begun.set(next, beginReading(this.#tx, attempt));
    }
    return this.#begun.get(place) ?? null;
  }

  /** What was read ahead is not what those behind will find, and from now on nobody reads ahead. */
  end(): void {
    this.#begun.clear();
    this.#isOff = true;
  }
}
