// A configuration that can't be used.
import { resolve } from "node:path";
import { isConnectionError, isTurnedAway, whyRefused } from "./kernel/db/unavailable.ts";

/** A wrong value: the start stops with exit code 2 and this one line, which names the variable. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

interface Listening {
  /** That names the port. */
  variable: "LASTMILE_PORT" | "LASTMILE_METRICS_PORT";
  port: number;
  /** As LASTMILE_HOST names it; unset where no variable does. */
  host?: string;
}

function whyNot(error: unknown, { variable, port, host }: Listening): unknown {
  const code = error instanceof Error && "code" in error ? error.code : null;
  if (code === "EADDRINUSE") return new ConfigError(`${variable}: port ${port} is in use already`);
  if (code === "EACCES") return new ConfigError(`${variable}: this user may not listen at port ${port}`);
  if (host && (code === "EADDRNOTAVAIL" || code === "ENOTFOUND"))
    return new ConfigError(`LASTMILE_HOST: ${host} is no address of this machine`);
  return error;
}

/** What `listen` does. @throws ConfigError where that is impossible, in the operator's words. */
export async function listening<T>(at: Listening, listen: () => Promise<T>): Promise<T> {
  try {
    return await listen();
  } catch (error) {
    throw whyNot(error, at);
  }
}

/** @returns the error, in one line where it is what the system refuses with a file of the data directory. */
export function whyNoData(error: unknown, dataDir: string): unknown {
  const path = error instanceof Error && "syscall" in error && "path" in error ? String(error.path) : null;
  if (path === null || !resolve(path).startsWith(resolve(dataDir))) return error;
  return new ConfigError(`LASTMILE_DATA_DIR: ${(error as Error).message}`);
}

/** Why it can't be worked with, as an operator is told it; null: the error is no such refusal of a database. */
function whyNone(error: unknown): string | null {
  if (isConnectionError(error)) return "no PostgreSQL answers there";
  if (isTurnedAway(error)) return "its PostgreSQL refuses what it names";
  const why = whyRefused(error);
  return why && `its PostgreSQL ${why}`;
}

/** @returns the error, in one line where the database refuses everybody, or every change: none there, a standby, a full disk. */
export function whyNoDatabase(error: unknown, database_url: string | null): unknown {
  const why = whyNone(error);
  if (why === null) return error;
  const variable = database_url ? "LASTMILE_DATABASE_URL" : "LASTMILE_DATA_DIR";
  return new ConfigError(`${variable}: ${why} (${(error as Error).message})`);
}
