// A database that goes away must not take the server with it.
import { isConnectionError, whyRefused } from "./refused.ts";

/** What is known of an uncaught error, also of one that came from another process as a copy. */
interface Uncaught {
  name?: string;
  stack?: string;
}

/** The driver's timer that writes to a connection which was closed since (postgres.js 3, connection.js, nextWrite). */
export function isWriteToClosed(error: Uncaught): boolean {
  return error.name === "TypeError" && /at .*nextWrite .*postgres.src.connection\.js/.test(error.stack ?? "");
}

/** The driver's own question about array types, asked at each connection's start, whose failure it does not handle. */
export function isLostGreeting(error: Uncaught): boolean {
  return whyRefused(error) !== null && /postgres.src.connection\.js/.test(error.stack ?? "");
}

/**
 * A connection of the jobs' own driver (pg) that is lost, reset, or refused when it is sought again, while the jobs are being
 * stopped: by then nothing listens to it. A reset or a refusal comes from Node's sockets, and has no other cause.
 */
function isLostByJobs(error: unknown): boolean {
  if (!isConnectionError(error)) return false;
  const frames = (error.stack ?? "").split("\n").slice(1);
  const isOfSocket = "syscall" in error && /^(connect|read|write)$/.test(String(error.syscall));
  return (
    /pg-protocol/.test(error.stack ?? "") || (isOfSocket && frames.every((frame) => /node:/.test(frame)))
  );
}

/**
 * The driver schedules small writes for the next turn of the event loop and does not take that back when the connection
 * ends before: the write then throws where it cannot be caught. The statement itself was refused already, with an error
 * that its caller got. Any other uncaught exception ends the process, as it would without this.
 */
export function surviveLostConnections(): void {
  process.on("uncaughtException", (error) => {
    if (isWriteToClosed(error) || isLostGreeting(error) || isLostByJobs(error)) return;
    console.error(error);
    process.exit(1);
  });
}
