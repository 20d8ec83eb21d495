// The same "chance" at every run, so that the demo looks alike everywhere and an interrupted seeding can be repeated.

export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number;
  pick<T>(items: readonly T[]): T;
  /** True in this share of cases. */
  chance(share: number): boolean;
}

/** Mulberry32: small, and good enough to look alive. */
export function random(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    between,
    pick: <T>(items: readonly T[]): T => items[between(0, items.length - 1)] as T,
    chance: (share) => next() < share,
  };
}
