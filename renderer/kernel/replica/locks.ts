// Locks that windows share. Whoever holds one says that they live when asked: from one that stands still, whatever the cause, it is taken.

/** So often somebody who waits asks, ms. No timer of the holder's answers: a browser slows those of a page in the background. */
const ASK_MS = 5000;
/** After so many questions in a row without an answer the holder stands still. Each takes time of the asker's own, so sleep is none. */
const UNANSWERED = 3;

interface Word {
  readonly type: "asked" | "alive";
  readonly lock: string;
}

/** Counts questions that nobody answered. */
class Patience {
  #unanswered = 0;

  /** Whether to ask once more; else it is over. */
  asks(): boolean {
    return this.#unanswered++ < UNANSWERED;
  }

  answered(): void {
    this.#unanswered = 0;
  }
}

/** Runs with a lock; `taken` is aborted when another window has taken it away. */
type Work<T> = (taken: AbortSignal) => Promise<T>;

export class Locks {
  readonly #channel: BroadcastChannel;
  readonly #name: (lock: string) => string;
  /** A mark for each lock that is held here. */
  readonly #held = new Set<{ readonly lock: string }>();
  readonly #waiting = new Set<{ readonly lock: string; readonly patience: Patience }>();

  constructor(database: string) {
    this.#name = (lock) => `lastmile|${database}|${lock}`;
    this.#channel = new BroadcastChannel(`lastmile|${database}|alive`);
    this.#channel.addEventListener("message", (event) => this.#hear((event as MessageEvent<Word>).data));
  }

  #holds(lock: string): boolean {
    return [...this.#held].some((one) => one.lock === lock);
  }

  #say(type: Word["type"], lock: string): void {
    this.#channel.postMessage({ type, lock } satisfies Word);
  }

  #hear({ type, lock }: Word): void {
    if (type === "asked" && this.#holds(lock)) this.#say("alive", lock);
    if (type !== "alive") return;
    for (const one of this.#waiting) if (one.lock === lock) one.patience.answered();
  }

  /** Asks whether the holder lives, until stopped; `onSilence` when nobody answers. */
  #watch(lock: string, onSilence: () => void): () => void {
    const one = { lock, patience: new Patience() };
    this.#waiting.add(one);
    let timer: ReturnType<typeof setTimeout>;
    const later = () => {
      timer = setTimeout(ask, ASK_MS);
    };
    const ask = () => {
      if (this.#holds(lock)) one.patience.answered();
      if (!one.patience.asks()) return onSilence();
      this.#say("asked", lock);
      later();
    };
    later();
    return () => {
      clearTimeout(timer);
      this.#waiting.delete(one);
    };
  }

  async #run<T>(lock: string, work: Work<T>, taken: AbortSignal): Promise<T> {
    const mark = { lock };
    const release = () => void this.#held.delete(mark);
    this.#held.add(mark);
    // Whoever lost it does not answer for it any more.
    taken.addEventListener("abort", release);
    // Others that lost patience with the last one begin anew with this one.
    this.#say("alive", lock);
    try {
      return await work(taken);
    } finally {
      release();
    }
  }

  /**
   * Runs `work` while nobody else runs theirs under this name. When the lock is taken away meanwhile, `work` hears of it and
   * goes on to its own end: what it writes has to be kept from harm by other means.
   * @throws what `work` throws; the reason of `waiting` when that is aborted before the turn has come.
   */
  async hold<T>(lock: string, work: Work<T>, waiting?: AbortSignal): Promise<T> {
    const taken = new AbortController();
    const silence = new AbortController();
    let running: Promise<T> | null = null;
    const stop = this.#watch(lock, () => silence.abort());
    const begin = () => {
      stop();
      running = this.#run(lock, work, taken.signal);
      return running;
    };
    const name = this.#name(lock);
    const signal = waiting ? AbortSignal.any([waiting, silence.signal]) : silence.signal;
    try {
      await navigator.locks.request(name, { signal }, begin).catch((error: unknown) => {
        if (running || !silence.signal.aborted || waiting?.aborted) throw error;
        return navigator.locks.request(name, { steal: true }, begin);
      });
    } catch (error) {
      stop();
      if (!running) throw error;
      taken.abort();
    }
    return await running!;
  }

  /** Runs `work` if nobody holds the lock now; answers whether it could. */
  async holdIfFree(lock: string, work: () => Promise<void>): Promise<boolean> {
    const taken = new AbortController();
    return navigator.locks.request(this.#name(lock), { ifAvailable: true }, async (free) => {
      if (free) await this.#run(lock, work, taken.signal);
      return free !== null;
    });
  }

  close(): void {
    this.#channel.close();
  }
}
