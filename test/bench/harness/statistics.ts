// Medians, spreads and percentiles of what rounds measured.

/** The middle value; of an even number, what lies between the two. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN;
  return (lower + upper) / 2;
}

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

/** Runs every case in turn, round by round (from 0), so that what else the machine does meets all of them alike. */
export async function inTurn<T>(
  rounds: number,
  cases: readonly ((round: number) => Promise<T>)[],
): Promise<T[][]> {
  const results: T[][] = cases.map(() => []);
  for (let round = 0; round < rounds; round += 1)
    for (const [index, run] of cases.entries()) results[index]?.push(await run(round));
  return results;
}
