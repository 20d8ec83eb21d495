// RxDB's errors carry a code and what it was about, but no text: its texts come with the mode for development alone.
import { LocalFailure } from "../../connection/local-failure.ts";

/** An error of RxDB's as one that people and logs can read; any other as it is. */
export function databaseFailure(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { code, parameters } = error as { code?: unknown; parameters?: { args?: unknown } };
  if (typeof code !== "string" || !("rxdb" in error)) return error;
  const about = parameters?.args === undefined ? "" : ` ${JSON.stringify(parameters.args)}`;
  return new LocalFailure("DATABASE", `The local database refused: ${code}${about}`, { cause: error });
}
