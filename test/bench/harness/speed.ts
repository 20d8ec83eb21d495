// How fast the machine itself is: goals in seconds have no limit of the same run beside them, and a start that takes three times
// as long may be the machine's.
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { median } from "./statistics.ts";

export interface Speed {
  /** ms until 64 MB of memory have been written to for the first time. */
  memory_ms: number;
  /** ms until 8 kB are on the disk, in the median. */
  disk_ms: number;
  /** ms for a hundred million steps of a sum. */
  steps_ms: number;
}

const MEMORY = 64 * 2 ** 20;
const PAGE = 8 * 2 ** 10;
const WRITES = 50;
const STEPS = 1e8;

function timeOf(work: () => unknown): number {
  const begun = performance.now();
  work();
  return performance.now() - begun;
}

function steps(): number {
  let sum = 0;
  for (let step = 0; step < STEPS; step += 1) sum = (sum * 31 + step) | 0;
  return sum;
}

function writes(): number {
  const directory = mkdtempSync(join(tmpdir(), "lastmile-bench-speed-"));
  const file = openSync(join(directory, "file"), "w");
  const page = Buffer.alloc(PAGE, 1);
  const one = () => {
    writeSync(file, page);
    fsyncSync(file);
  };
  try {
    return median(Array.from({ length: WRITES }, () => timeOf(one)));
  } finally {
    closeSync(file);
    rmSync(directory, { recursive: true });
  }
}

/** Takes a second or two. */
export const speed = (): Speed => ({
  memory_ms: timeOf(() => Buffer.alloc(MEMORY, 1)),
  disk_ms: writes(),
  steps_ms: timeOf(steps),
});
