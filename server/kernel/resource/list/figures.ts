// What is remembered of lists for a minute: how many match, and which texts so many records hold that no index helps.

/** For how long a figure is kept. */
const KEPT_MS = 60_000;
/** Lists whose figures are kept; then the oldest one goes. */
const LISTS = 2_000;

export interface Figure {
  readonly count: number;
  /** Transactions before this one were over when it was counted; null: it is not known whether the count still holds. */
  readonly as_of: string | null;
}

const kept = new Map<string, Figure & { at: number }>();

/** Notes how many a list has; `list` says which it is. */
export function keepFigure(list: string, count: number, as_of: string | null = null): void {
  kept.delete(list);
  kept.set(list, { count, as_of, at: Date.now() });
  const [oldest] = kept.keys();
  if (kept.size > LISTS && oldest !== undefined) kept.delete(oldest);
}

/** How many a list had less than a minute ago. */
export function figureOf(list: string): Figure | null {
  const known = kept.get(list);
  return known && known.at > Date.now() - KEPT_MS ? known : null;
}
