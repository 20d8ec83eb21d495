// What the embedded PostgreSQL is told of the machine that it runs on: its own defaults are for one of twenty years ago.
import { totalmem } from "node:os";

const MB = 1_024 * 1_024;
/** An eighth: the page beside it, the server and the desktop live on the same machine, and the system caches files as well. */
const SHARE = 8;
const LEAST_MB = 32;
const MOST_MB = 1_024;

/** Bytes that this process may count on: a container's limit, where it is in one. */
function memory(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

/** PostgreSQL's settings for a machine with this much memory, in bytes. */
export function machineSettings(bytes = memory()): string[] {
  const buffers = Math.min(Math.max(Math.floor(bytes / MB / SHARE), LEAST_MB), MOST_MB);
  return [
    `shared_buffers=${buffers}MB`,
    // Just after a checkpoint each page that changes is written to the log whole: fewer checkpoints, and pages compressed.
    // How much log there may be between two stays as it is (1 GB): a start after a power cut has to replay it.
    "wal_compression=on",
    "checkpoint_timeout=15min",
    // Our statements are short: compiling one takes longer than running it.
    "jit=off",
  ];
}
