// What follows from an attempt: whether it arrived, when it is tried next, and what the endpoint's answer says of the endpoint.

/** What an endpoint is thought of as gone after. */
const FAILING_DAYS = 5;
const FAILING_ATTEMPTS = 10;

const DAY_MS = 86_400_000;
/** Endpoints that come back are not all asked at the same moment. */
const SPREAD = 0.1;

export interface Answered {
  /** Null: there was no answer. */
  status: number | null;
  /** How long it asks to be left alone, in milliseconds; 0: it does not. */
  wished_ms: number;
}

export interface Attempted {
  status: "SUCCEEDED" | "PENDING" | "FAILED";
  /** In how many milliseconds it is tried again; null: it is not. */
  next_ms: number | null;
  /** It is not there any more. */
  is_gone: boolean;
  /** It is told one thing at a time from now on. */
  is_slow: boolean;
}

const SLOW = [429, 502, 504];

/**
 * @param attempt which one it was, from 1.
 * @param retries the waits behind each failed attempt, in seconds.
 * @param random from 0 to 1.
 */
export function afterAttempt(
  { status, wished_ms }: Answered,
  attempt: number,
  retries: readonly number[],
  random: number,
): Attempted {
  if (status !== null && status >= 200 && status < 300)
    return { status: "SUCCEEDED", next_ms: null, is_gone: false, is_slow: false };
  const is_slow = status !== null && SLOW.includes(status);
  const wait = retries[attempt - 1];
  if (status === 410 || wait === undefined)
    return { status: "FAILED", next_ms: null, is_gone: status === 410, is_slow };
  const planned = wait * 1_000 * (1 + SPREAD * (2 * random - 1));
  const next_ms = Math.round(Math.max(planned, Math.min(wished_ms, DAY_MS)));
  return { status: "PENDING", next_ms, is_gone: false, is_slow };
}

/** Whether an endpoint is given up: nothing has arrived for days, however often it was tried. */
export const isGivenUp = (failing_since: Date, failures: number, now: Date): boolean =>
  failures >= FAILING_ATTEMPTS && now.getTime() - failing_since.getTime() >= FAILING_DAYS * DAY_MS;
