// A database that is unavailable: away, full, or taking no changes. Trying again later makes sense; the server goes on.
import type postgres from "postgres";
import { Failure } from "../../../shared/kernel/failure.ts";

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : "";

/** By the driver's own name for it, also of a copy from another process: the driver itself is `openPool`'s alone. */
const isOfDatabase = (error: unknown): error is postgres.PostgresError =>
  typeof error === "object" && error !== null && "name" in error && error.name === "PostgresError";

/** Whether an error of the database has this SQLSTATE, e.g. 23505 for a duplicate. */
export function isSqlState(error: unknown, code: string): error is postgres.PostgresError {
  return isOfDatabase(error) && error.code === code;
}

/** Whether the database was out of reach, so that trying again later makes sense. */
export function isConnectionError(error: unknown): error is Error {
  const code = codeOf(error);
  // A local socket that a database which starts again has not made yet.
  if (code === "ENOENT") return (error as NodeJS.ErrnoException).syscall === "connect";
  return /^(ECONN|EPIPE|EHOST|ENET|ETIMEDOUT|ENOTFOUND|EAI_|CONNECTION_|CONNECT_TIMEOUT|08|57P|25P03)/.test(
    code,
  );
}

/** Whether the database refused the login: the role, its password, or no database of this name. */
export function isTurnedAway(error: unknown): error is postgres.PostgresError {
  return isOfDatabase(error) && /^(28|3D)/.test(error.code);
}

/** Why it refuses, by the beginning of the SQLSTATE, as people are told it. */
const WHY: readonly (readonly [string, string])[] = [
  ["CONNECTION_WAIT", "is too busy just now"],
  ["53300", "is too busy just now"],
  ["53100", "has no room left on its disk"],
  ["53", "is short of resources just now"],
  ["25006", "takes no changes just now"],
  ["58030", "can't reach its disk just now"],
];

const UNREACHABLE = "can't be reached just now";

/** Why the database refuses everybody, or every change; null: it refuses what it was asked, or it is no error of its. */
export function whyRefused(error: unknown): string | null {
  const code = codeOf(error);
  const isKnown = isOfDatabase(error) || code === "CONNECTION_WAIT";
  const why = isKnown ? WHY.find(([start]) => code.startsWith(start)) : undefined;
  if (why) return why[1];
  // What it says as it ends a connection, or lets none begin, is never about a statement.
  const isEnd = isOfDatabase(error) && /^(FATAL|PANIC)$/.test(error.severity);
  return isEnd || isTurnedAway(error) || isConnectionError(error) ? UNREACHABLE : null;
}

/** Another try may find a proxy's other database, or what was cleared away: soon, but not at once. */
const RETRY_SECONDS = 5;

/** The failure of a database that is away (nothing of the transaction was kept, unless it was lost while committing), or refuses. */
export function refusedFailure(error: unknown): Failure | null {
  const why = whyRefused(error);
  if (why === null) return null;
  return new Failure("UNAVAILABLE", `The database ${why}; try again`, {
    extra: { retry_after: RETRY_SECONDS },
  });
}

/** For so long after a refusal the server counts as unready; afterwards the next change finds out. */
const REMEMBERED_MS = 30_000;

/** What the database refused lately: a full disk does not show in a query, so whichever task met it reports it. */
export class Refusals {
  readonly #tell: (error: unknown) => void;
  readonly #told = new Map<string, number>();
  #full_until = 0;

  /** @param tell hears of each kind of refusal, once in a while. */
  constructor(tell: (error: unknown) => void) {
    this.#tell = tell;
  }

  /** Whatever a task failed with: most of it says nothing of the database. */
  note(error: unknown): void {
    const why = whyRefused(error);
    if (why === null) return;
    const now = performance.now();
    if (isSqlState(error, "53100")) this.#full_until = now + REMEMBERED_MS;
    if (now < (this.#told.get(why) ?? 0)) return;
    this.#told.set(why, now + REMEMBERED_MS);
    this.#tell(error);
  }

  /** Why the next change would be refused most likely. */
  get why(): string | null {
    return performance.now() < this.#full_until ? "The database has no room left on its disk" : null;
  }
}

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
