// What the server was asked for and did not answer, with a function to ask once more, which a screen can offer.
import { failedWith, LocalFailure } from "./local-failure.ts";

/** A failed read. Trouble says why, and has a button that asks again. */
export class Unread {
  readonly error: unknown;
  readonly again: () => void;
  /** It is being asked for again. */
  readonly busy: boolean;

  constructor(error: unknown, again: () => void, busy: boolean) {
    this.error = error;
    this.again = again;
    this.busy = busy;
  }
}

/** After a temporary error it is asked for again this often, while it is shown. */
const AGAIN_MS = 5_000;

/** The server was not reached, or said that it was busy: the next answer may be another. */
const passes = (error: unknown): boolean =>
  failedWith(error, "OFFLINE") || (error instanceof LocalFailure && error.problem?.code === "UNAVAILABLE");

/**
 * After how many ms a read is repeated; false: never.
 * @param error of the last answer; null where it was read
 * @param every_ms what is read again and again anyway
 */
export function repeatAfter(error: unknown, every_ms?: number): number | false {
  if (!passes(error)) return every_ms ?? false;
  return Math.min(every_ms ?? AGAIN_MS, AGAIN_MS);
}
