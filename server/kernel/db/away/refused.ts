// What a database refuses by no fault of who asked: it is away, full, or takes no changes. Trying again later makes sense.
import type postgres from "postgres";
import { Failure } from "../../../../shared/kernel/failure.ts";

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
