// What an answer that is none, or a refusal, means here. Pure.
import type { Problem } from "../../../shared/kernel/failure.ts";
import { failedWith, LocalFailure } from "./local-failure.ts";

export function isProblem(value: unknown): value is Problem {
  const body = value as Partial<Problem> | null;
  return typeof body === "object" && body !== null && typeof body.code === "string" && "status" in body;
}

const OWN_CODES = ["DEVICE_REVOKED", "MEMBERSHIP_ENDED", "APP_TOO_OLD"] as const;

/** Which of our failures a problem answer is. */
export function failureOf(problem: Problem): LocalFailure {
  const words = problem.detail || problem.title;
  const own = OWN_CODES.find((code) => code === problem.code);
  if (own) return new LocalFailure(own, words, { problem });
  if (problem.status === 401) return new LocalFailure("UNAUTHENTICATED", words, { problem });
  if (problem.code === "PERMISSION_DENIED") return new LocalFailure("PERMISSION", words, { problem });
  return new LocalFailure("PROBLEM", words, { problem });
}

/** A gateway's answers for a server that is down; they are no refusals. */
const BEHIND_IS_GONE = [500, 502, 503, 504];

/**
 * An answer that is not the server's: it was not reached. Somebody between (a proxy, a filter, a network's sign-in page) who
 * answers in its place is named by the status that they gave (`betweenOf`).
 */
export function notTheServer({ status }: Pick<Response, "status">): LocalFailure {
  const words = `The server can't be reached (${status}).`;
  return new LocalFailure(
    "OFFLINE",
    words,
    BEHIND_IS_GONE.includes(status) ? {} : { details: { between: status } },
  );
}

/** The status of a proxy that answered in the server's place; null where none did. */
export function betweenOf(error: unknown): number | null {
  return failedWith(error, "OFFLINE") ? (error.details.between ?? null) : null;
}

/** Whether it is a page for people, which the server gives to no call. */
export const isPage = (response: Response): boolean =>
  response.headers.get("content-type")?.includes("text/html") === true;

/** A call that got no answer: given up by our clock, or never delivered. */
export function unanswered(error: unknown, signal: AbortSignal): LocalFailure {
  const reason: unknown = signal.aborted ? signal.reason : error;
  if (reason instanceof LocalFailure) return reason;
  if (reason instanceof DOMException && reason.name === "TimeoutError")
    return new LocalFailure("TIMEOUT", "The server did not answer in time.", { cause: error });
  return new LocalFailure("OFFLINE", "The server can't be reached.", { cause: error });
}
