// Where the server says what happened.
import type { Log } from "./kernel/services.ts";

/** One line of JSON per event, so that a log collector can read it. */
export const consoleLog: Log = {
  info: () => {},
  warn: (fields, message) => console.warn(JSON.stringify({ level: "warn", message, ...fields })),
  error: (fields, message) => console.error(JSON.stringify({ level: "error", message, ...describe(fields) })),
};

function describe(fields: object): object {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      value instanceof Error ? { message: value.message, stack: value.stack } : value,
    ]),
  );
}
