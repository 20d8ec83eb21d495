// What the database refused lately: a full disk does not show in a query, so the one that met it reports it.
import { isSqlState, whyRefused } from "./refused.ts";

/** For so long after a refusal the server counts as unready; afterwards the next change finds out. */
const REMEMBERED_MS = 30_000;

export class Refusals {
  readonly #tell: (error: unknown) => void;
  readonly #told = new Map<string, number>();
  #full_until = 0;

  /** @param tell hears of each kind of refusal, once in a while. */
  constructor(tell: (error: unknown) => void) {
    this.#tell = tell;
  }

  /** Whatever a task failed with: most of it says nothing of the database. */
  note(error: unknown): void {
    const why = whyRefused(error);
    if (why === null) return;
    const now = performance.now();
    if (isSqlState(error, "53100")) this.#full_until = now + REMEMBERED_MS;
    if (now < (this.#told.get(why) ?? 0)) return;
    this.#told.set(why, now + REMEMBERED_MS);
    this.#tell(error);
  }

  /** Why the next change would be refused most likely. */
  get why(): string | null {
    return performance.now() < this.#full_until ? "The database has no room left on its disk" : null;
  }
}
