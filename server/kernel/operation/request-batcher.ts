// Pieces of work of one kind, of which a few are under way at once: those that come meanwhile are done together. What comes alone
// is begun at once; only right behind several that were done together is there a moment for those who come again at once, as
// a till at work does. So the more come the more of them share what a piece of work costs.

/** What became of several: all of them were done, or nothing of them was kept. */
export type Batched<R> =
  | { done: readonly R[] }
  /** Which of them is to be done separately, and the others together again without it; null: each separately. */
  | { apart: number | null };

export interface Sizes {
  /** So many are under way at once, at most. */
  at_once: number;
  /** While one is under way, another is begun only for so many: for fewer it costs more than their waiting. */
  few: number;
  /** So many are done together at most. */
  most: number;
  /**
   * What has waited for so long is begun whatever is under way: that may itself wait, for a lock that is nothing to those
   * behind it.
   */
  patience_ms: number;
  /** Behind several that were done together, so long at most is waited for as many to come again, where nothing is under way. */
  moment_ms: number;
}

/** How work of one kind is done. */
export interface CollectedBatch<T, R> {
  /** What a piece of work is about. Of two about the same the later is done separately, whatever the first waits for. */
  records(one: T): readonly string[];
  alone(one: T): Promise<R>;
  /** @param several two or more, about different records, in the order of these. */
  together(several: readonly T[]): Promise<Batched<R>>;
}

/**
 * Of a company's work of one kind: one transaction is worked out here while the other is with the database. What one of them
 * locks is locked until its end, so it is not long. docs/performance.md has what others came to.
 */
const SIZES = { at_once: 2, few: 4, most: 16, patience_ms: 250, moment_ms: 2 };

interface Member<T, R> {
  one: T;
  records: readonly string[];
  settle(result: R | Promise<R>): void;
}

const byRecords = (a: Member<unknown, never>, b: Member<unknown, never>): number =>
  a.records.join() < b.records.join() ? -1 : 1;

export class RequestBatcher<T, R> {
  readonly #how: CollectedBatch<T, R>;
  readonly #sizes: Sizes;
  readonly #onIdle: () => void;
  readonly #waiting: Member<T, R>[] = [];
  /** Of what waits or is under way. */
  readonly #records = new Set<string>();
  #under_way = 0;
  #patience: NodeJS.Timeout | null = null;
  /** While there is one, of how many what comes next is begun at once. */
  #moment: { enough: number; end: NodeJS.Timeout } | null = null;

  /** @param onIdle told each time that nothing waits and nothing is under way any more. */
  constructor(how: CollectedBatch<T, R>, onIdle: () => void, sizes = SIZES) {
    this.#how = how;
    this.#onIdle = onIdle;
    this.#sizes = sizes;
  }

  /** Does it, alone or with others. @throws whatever it would fail with alone. */
  run(one: T): Promise<R> {
    const records = this.#how.records(one);
    if (records.some((record) => this.#records.has(record))) return this.#how.alone(one);
    for (const record of records) this.#records.add(record);
    return new Promise((settle) => {
      this.#waiting.push({ one, records, settle });
      this.#next();
    });
  }

  get #mayBegin(): boolean {
    const { at_once, few } = this.#sizes;
    if (this.#under_way === 0) return this.#waiting.length >= (this.#moment?.enough ?? 0);
    return this.#under_way < at_once && this.#waiting.length >= few;
  }

  /** How many of those that wait are next: half of them, where that leaves enough for another. */
  get #share(): number {
    const { few, most } = this.#sizes;
    const waiting = this.#waiting.length;
    return Math.min(most, waiting < 2 * few ? waiting : Math.ceil(waiting / 2));
  }

  #next(): void {
    while (this.#waiting.length > 0 && this.#mayBegin) this.#begin(this.#share);
    if (this.#waiting.length > 0)
      this.#patience ??= setTimeout(() => this.#outwaited(), this.#sizes.patience_ms);
    else if (this.#under_way === 0 && !this.#moment) this.#onIdle();
  }

  /** Whoever was just answered may come again at once. */
  #giveAMoment(answered: number): void {
    const enough = Math.min(this.#sizes.most, answered + this.#waiting.length);
    this.#moment = { enough, end: setTimeout(() => this.#endMoment(), this.#sizes.moment_ms) };
  }

  #endMoment(): void {
    this.#moment = null;
    this.#next();
  }

  #outwaited(): void {
    this.#begin(this.#sizes.most);
    this.#next();
  }

  #begin(count: number): void {
    // In one order everywhere: of two servers that do the same at once, neither then waits for the other's half.
    const members = this.#waiting.splice(0, count).sort(byRecords);
    clearTimeout(this.#patience ?? undefined);
    this.#patience = null;
    clearTimeout(this.#moment?.end);
    this.#moment = null;
    this.#under_way += 1;
    void this.#work(members).then(() => {
      this.#under_way -= 1;
      for (const { records } of members) for (const record of records) this.#records.delete(record);
      if (this.#under_way === 0 && members.length > 1) this.#giveAMoment(members.length);
      this.#next();
    });
  }

  /** Never fails: each member hears of its own failure. */
  async #work(members: readonly Member<T, R>[]): Promise<void> {
    const by_themselves: Promise<unknown>[] = [];
    const byItself = ({ one, settle }: Member<T, R>) => {
      const result = this.#how.alone(one);
      settle(result);
      by_themselves.push(result.catch(() => undefined));
    };
    let left = members;
    while (left.length > 1) {
      const gathered = await this.#together(left);
      if ("done" in gathered) {
        for (const [at, { settle }] of left.entries()) settle(gathered.done[at] as R);
        left = [];
      } else if (gathered.apart === null) {
        break;
      } else {
        byItself(left[gathered.apart]!);
        left = left.filter((_member, at) => at !== gathered.apart);
      }
    }
    left.forEach(byItself);
    await Promise.all(by_themselves);
  }

  /** What fails as a whole is done one by one, so that each fails with its own error. */
  async #together(members: readonly Member<T, R>[]): Promise<Batched<R>> {
    try {
      return await this.#how.together(members.map(({ one }) => one));
    } catch {
      return { apart: null };
    }
  }
}

/** The gatherers that are at work, by name. */
const gatherers = new WeakMap<object, Map<string, RequestBatcher<never, unknown>>>();

/**
 * Does a piece of work, alone or with others of its kind.
 * @param owner whose work it is: a server's services. @param name of the kind, the same for all that may be done together.
 * @throws whatever it would fail with alone.
 */
export function gathered<T, R>(owner: object, name: string, how: CollectedBatch<T, R>, one: T): Promise<R> {
  const all = gatherers.get(owner) ?? new Map<string, RequestBatcher<never, unknown>>();
  gatherers.set(owner, all);
  const known = all.get(name) as RequestBatcher<T, R> | undefined;
  const gatherer = known ?? new RequestBatcher(how, () => all.delete(name));
  if (!known) all.set(name, gatherer as RequestBatcher<never, unknown>);
  return gatherer.run(one);
}
