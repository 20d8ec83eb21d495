// How the network's benches say what they found.

export interface Verdict {
  /** One line: the measure, its figures. */
  what: string;
  /** What is compared with the goal; null: could not be measured here. */
  value: number | null;
  unit: string;
  /** At least, or at most. */
  goal: { at_least: number } | { at_most: number } | null;
}

export function isGood({ value, goal }: Verdict): boolean {
  if (value === null || goal === null) return true;
  return "at_least" in goal ? value >= goal.at_least : value <= goal.at_most;
}

export function lineOf(verdict: Verdict): string {
  const { what, value, unit, goal } = verdict;
  if (value === null) return `skipped: ${what}`;
  const wanted =
    goal === null ? "" : "at_least" in goal ? ` (goal ≥ ${goal.at_least})` : ` (goal ≤ ${goal.at_most})`;
  const judged = goal === null ? "" : isGood(verdict) ? ": good" : ": MISSED";
  return `${what}: ${value.toLocaleString("en", { maximumFractionDigits: 2 })}${unit}${wanted}${judged}`;
}

/** Milliseconds that the work took. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

export const middle = (times: readonly number[]): number =>
  [...times].sort((a, b) => a - b)[times.length >> 1] ?? Number.NaN;
