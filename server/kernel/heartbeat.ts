// Whether a server process still works. One that hangs keeps its share of a port's new connections for as long as it is there; one that
// has died may not have announced its last commits.
import type { Worker } from "node:cluster";

const ASKED = "alive?";
const ALIVE = "alive";
const DIED = "another died";
const ASK_MS = 1_000;
/** So many questions without an answer, and it hangs: no request keeps a process for nearly as long. */
const UNANSWERED = 15;

/** Asks a process every second, until it ends. @param onHung it has answered nothing for fifteen seconds; told once. */
export function watchHeartbeat(worker: Worker, onHung: () => void): void {
  let unanswered = 0;
  // Counted, not timed: a machine that slept, or had no time for anybody, says nothing about this process.
  const asking = setInterval(() => {
    if (unanswered === UNANSWERED) onHung();
    unanswered += 1;
    // One that has just ended can't be asked, which its end says.
    worker.send(ASKED, () => {});
  }, ASK_MS);
  worker.on("message", (said: unknown) => {
    if (said === ALIVE) unanswered = 0;
  });
  worker.once("exit", () => clearInterval(asking));
}

/** In the process that is asked. */
export function answerHeartbeats(): void {
  process.on("message", (said: unknown) => {
    if (said === ASKED) process.send?.(ALIVE);
  });
}

/** Tells a process that another one ended without having told what it knew. */
export function tellOfDeath(worker: Worker): void {
  worker.send(DIED, () => {});
}

/** In the process that is told. */
export function hearOfDeaths(onDeath: () => void): void {
  process.on("message", (said: unknown) => {
    if (said === DIED) onDeath();
  });
}
