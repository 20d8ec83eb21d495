// A job's lease as its holder keeps it: renewed while the work lasts, and given up before another agent can have it.

export interface LeaseTerms {
  seconds: number;
  /** When it was asked for, before the server began to count; monotonic milliseconds. */
  asked_ms: number;
  clock: () => number;
  /** Asks the server to renew it. False: another agent has the job. Rejects: the server was not reached. */
  renew: () => Promise<boolean>;
  onNotRenewed: (error: unknown) => void;
}

/** Renewals in the time that a lease lasts. */
const RENEWALS = 3;
/** It counts as lost when this share of it is left: a command under way is over before another agent begins. */
const MARGIN = 1 / 6;

export class HeldLease {
  readonly #terms: LeaseTerms;
  readonly #lost = new AbortController();
  readonly #renewal: NodeJS.Timeout;
  #end: NodeJS.Timeout | undefined;

  constructor(terms: LeaseTerms) {
    this.#terms = terms;
    this.#lasts(terms.asked_ms);
    this.#renewal = setInterval(() => void this.#renew(), (terms.seconds * 1000) / RENEWALS);
  }

  /** Aborted once another agent has the job, or may have it because the server does not answer. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  release(): void {
    clearInterval(this.#renewal);
    clearTimeout(this.#end);
  }

  /** From when the server was asked: it counts from later. */
  #lasts(asked_ms: number): void {
    const { seconds, clock } = this.#terms;
    clearTimeout(this.#end);
    const left_ms = asked_ms + seconds * 1000 * (1 - MARGIN) - clock();
    this.#end = setTimeout(() => this.#lost.abort(), Math.max(0, left_ms));
  }

  async #renew(): Promise<void> {
    const { clock, renew, onNotRenewed } = this.#terms;
    const asked_ms = clock();
    try {
      if (!(await renew())) this.#lost.abort();
      else if (!this.lost.aborted) this.#lasts(asked_ms);
    } catch (error) {
      onNotRenewed(error);
    }
  }
}
