// What can go wrong on the desktop's own side, with a stable code each.
import type { Problem } from "../../../shared/kernel/failure.ts";

export type LocalFailureCode =
  /** No answer: connection refused, name not found, no network. */
  | "OFFLINE"
  /** Somebody between answers in the server's place: nothing is reached, */
  | "BETWEEN"
  /** or only what is handed in is refused there. */
  | "BETWEEN_PUSH"
  /** No answer in time; whether it was done there is unknown. */
  | "TIMEOUT"
  /** 401: no token, or it expired or was revoked. */
  | "UNAUTHENTICATED"
  /** 403 for this one thing. */
  | "PERMISSION"
  /** This device was revoked: hand in the outbox, wipe the replica. */
  | "DEVICE_REVOKED"
  /** 401: no longer a member of the tenant: hand in the outbox, wipe the replica. */
  | "MEMBERSHIP_ENDED"
  /** 409: the server does not serve this version of the app any more. */
  | "APP_TOO_OLD"
  /** The server speaks an older protocol than this app. */
  | "SERVER_TOO_OLD"
  /** A part of the application is not here: the line is cut, and nothing has kept the file. */
  | "PART_MISSING"
  /** Any other problem answer; see `problem`. */
  | "PROBLEM"
  /** The answer isn't what the contract says. */
  | "BAD_ANSWER"
  /** Offline unlock with a wrong password. */
  | "WRONG_PASSWORD"
  /** Five wrong passwords in a row: only an on-line sign-in opens it again. */
  | "LOCKED_UNTIL_ONLINE"
  /** Nobody by that name ever signed in on this machine. */
  | "UNKNOWN_ACCOUNT"
  /** No contact with the server for 45 days: only an on-line sign-in opens it again. */
  | "ONLINE_NEEDED"
  /** Nothing can be queued before the first on-line sign-in registered this device. */
  | "DEVICE_NOT_REGISTERED"
  /** Commands are still waiting to be handed in. */
  | "WIPE_REFUSED"
  | "UNKNOWN_COMMAND"
  /** The page has no WebCrypto: it isn't served over https, from loopback or by the desktop app. */
  | "INSECURE_CONTEXT"
  /** A write was refused: the disk is full. */
  | "DISK"
  /** The browser does not open its store at all. */
  | "STORE_UNAVAILABLE"
  /** A newer version of the app has written it. */
  | "STORE_NEWER"
  /** The store was cleared or closed under the open window. */
  | "STORE_GONE"
  /** RxDB refused something; its own error is the cause. */
  | "DATABASE"
  /** What this account has here is being deleted by another window. */
  | "WIPED"
  /** Somebody practises, and this needs the server. */
  | "PRACTICE";

/** The one error that the replica, the outbox and the client throw on purpose. */
export class LocalFailure extends Error {
  override readonly name = "LocalFailure";
  readonly code: LocalFailureCode;
  readonly problem: Problem | undefined;
  /** Counts a message may want to show, e.g. `pending` or `tries_left`. */
  readonly details: Readonly<Record<string, number>>;

  constructor(
    code: LocalFailureCode,
    message: string,
    more: { problem?: Problem; details?: Record<string, number>; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause });
    this.code = code;
    this.problem = more.problem;
    this.details = more.details ?? {};
  }
}

/** Whether an error is a LocalFailure with one of the codes. */
export function failedWith(error: unknown, ...codes: LocalFailureCode[]): error is LocalFailure {
  return error instanceof LocalFailure && codes.includes(error.code);
}

/** An error's words for people, whatever was thrown. */
export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
