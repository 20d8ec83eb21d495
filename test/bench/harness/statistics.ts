// Medians, spreads and percentiles of what rounds measured.

/** The middle value; of an even number, the upper of the two. */
export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** (largest - smallest) / median: how far the rounds lie apart. */
export function spread(values: readonly number[]): number {
  return (Math.max(...values) - Math.min(...values)) / median(values);
}

/** @param share 0.99: the value that 99 of 100 do not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Milliseconds that the work took. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Runs every case in turn, round by round, so that what else the machine does meets all of them alike. */
export async function inTurn<T>(rounds: number, cases: readonly (() => Promise<T>)[]): Promise<T[][]> {
  const results: T[][] = cases.map(() => []);
  for (let round = 0; round < rounds; round += 1)
    for (const [index, run] of cases.entries()) results[index]?.push(await run());
  return results;
}
