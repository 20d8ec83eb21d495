// RxDB's errors carry a code and what it was about, but no text: its texts come with the mode for development alone.
import { LocalFailure } from "../../connection/local-failure.ts";

const PLAIN = ["string", "number", "boolean"];

/** What an error was about, as far as it is short: names and numbers, none of RxDB's own objects. */
function about(parameters: unknown): string {
  const { args, ...others } = Object(parameters) as Readonly<Record<string, unknown>>;
  const all = Object.entries({ ...others, ...Object(args) });
  const plain = all.filter(([, value]) => PLAIN.includes(typeof value));
  return plain.map(([name, value]) => ` ${name}=${value}`).join("");
}

/** An error of RxDB's as one that people and logs can read; any other as it is. */
export function databaseFailure(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { code, parameters } = error as { code?: unknown; parameters?: unknown };
  if (typeof code !== "string" || !("rxdb" in error)) return error;
  const message = `The local database refused: ${code}${about(parameters)}`;
  return new LocalFailure("DATABASE", message, { cause: error });
}
