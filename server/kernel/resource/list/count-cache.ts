// What is remembered of lists for a minute: how many match, among them which texts so many records hold that no index helps.

/** Beyond this many matches a filtered list says only that there are more (contract §1). */
export const COUNTED_MAX = 10_000;

/**
 * Of so many on a list, or that hold a text, it is known for a minute that they are more than are counted: a sixth of them is
 * not deleted or renamed within that time.
 */
export const COMMON = COUNTED_MAX * 1.2;

/** For how long it is kept. */
const KEPT_MS = 60_000;

/** What is known of lists, each for a minute; of so many at most, then the oldest one goes. */
export class KnownOfLists<T> {
  readonly #most: number;
  readonly #kept = new Map<string, { known: T; at: number }>();

  constructor(most: number) {
    this.#most = most;
  }

  /** @param list says which it is. */
  keep(list: string, known: T): void {
    this.#kept.delete(list);
    this.#kept.set(list, { known, at: Date.now() });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > this.#most && oldest !== undefined) this.#kept.delete(oldest);
  }

  /** What was found out less than a minute ago. */
  of(list: string): T | null {
    const kept = this.#kept.get(list);
    return kept && kept.at > Date.now() - KEPT_MS ? kept.known : null;
  }
}

export interface Figure {
  readonly count: number;
  /** Transactions before this one were over when it was counted; null: it is not known whether the count still holds. */
  readonly as_of: string | null;
}

/** How many a list has. */
export const figures = new KnownOfLists<Figure>(2_000);
