// How fast the machine itself is: goals in seconds have no limit of the same run beside them, and a start that takes three times
// as long may be the machine's.
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { median, timed } from "./statistics.ts";

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

function steps(): number {
  let sum = 0;
  for (let step = 0; step < STEPS; step += 1) sum = (sum * 31 + step) | 0;
  return sum;
}

async function writes(): Promise<number> {
  const directory = await mkdtemp(join(tmpdir(), "lastmile-bench-speed-"));
  const file = await open(join(directory, "file"), "w");
  const page = Buffer.alloc(PAGE, 1);
  const times: number[] = [];
  try {
    for (let write = 0; write < WRITES; write += 1)
      times.push(
        await timed(async () => {
          await file.write(page);
          await file.sync();
        }),
      );
    return median(times);
  } finally {
    await file.close();
    await rm(directory, { recursive: true });
  }
}

/** Takes a second or two. */
export const speed = async (): Promise<Speed> => ({
  memory_ms: await timed(async () => Buffer.alloc(MEMORY, 1)),
  disk_ms: await writes(),
  steps_ms: await timed(async () => steps()),
});
