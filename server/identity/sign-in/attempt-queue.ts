// Attempts on passwords wait here before anything is computed, so that guessing can't hold up those who sign in.

import { availableParallelism } from "node:os";
import { Failure } from "../../../shared/kernel/failure.ts";
import { normalText } from "../../../shared/kernel/normal/normal-text.ts";

/** A hash keeps one of the four threads of the runtime's pool busy; files and names are looked up on the others. */
const AT_ONCE = Math.max(2, Math.min(3, availableParallelism() - 1));
const WAITING_PER_ADDRESS = 20;
const WAITING_IN_ALL = 200;

interface Waiting {
  username: string;
  start(): Promise<void>;
}

interface Turn {
  username: string;
  address: string;
  /** A device that its holder signed in on before goes before everybody else. */
  is_known: boolean;
}

/**
 * Addresses take turns, and attempts on one username follow each other: many at once can't all pass before the first is
 * counted. What comes while too many wait is refused at once.
 */
export class AttemptQueue {
  readonly #lanes = new Map<string, Waiting[]>();
  readonly #names = new Set<string>();
  readonly #at_once: number;
  #running = 0;
  #waiting = 0;

  constructor(at_once = AT_ONCE) {
    this.#at_once = at_once;
  }

  /** @throws Failure RATE_LIMITED when too many wait already, and what the work throws. */
  run<T>({ username, address, is_known }: Turn, work: () => Promise<T>): Promise<T> {
    const key = is_known ? "" : address;
    const lane = this.#lanes.get(key) ?? [];
    const most = is_known ? WAITING_IN_ALL : WAITING_PER_ADDRESS;
    if (lane.length >= most || (this.#waiting >= WAITING_IN_ALL && !is_known)) {
      const extra = { retry_after: 5 };
      return Promise.reject(
        new Failure("RATE_LIMITED", "Too many sign-ins are waiting; try again", { extra }),
      );
    }
    this.#lanes.set(key, lane);
    this.#waiting += 1;
    return new Promise<T>((resolve, reject) => {
      lane.push({ username: normalText(username), start: () => work().then(resolve, reject) });
      this.#next();
    });
  }

  #next(): void {
    if (this.#running >= this.#at_once) return;
    for (const key of ["", ...this.#lanes.keys()]) {
      const lane = this.#lanes.get(key);
      const index = lane?.findIndex(({ username }) => !this.#names.has(username)) ?? -1;
      if (!lane || index < 0) continue;
      const [turn] = lane.splice(index, 1);
      // The address that had its turn goes to the end of the row.
      this.#lanes.delete(key);
      if (lane.length > 0) this.#lanes.set(key, lane);
      if (turn) this.#start(turn);
      return;
    }
  }

  #start({ username, start }: Waiting): void {
    this.#waiting -= 1;
    this.#running += 1;
    this.#names.add(username);
    void start().finally(() => {
      this.#running -= 1;
      this.#names.delete(username);
      this.#next();
    });
  }
}
