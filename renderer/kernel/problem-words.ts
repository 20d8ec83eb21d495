// Errors in plain words, by their codes: what happened and what to do next. Details are for support.
import {
  FAILURES,
  Failure,
  type FailureCode,
  FIELD_CODES,
  type FieldCode,
} from "../../shared/kernel/failure.ts";
import { own } from "../../shared/kernel/safe-lookup.ts";
import type { SyncProblem } from "./connection/connection.ts";
import { betweenOf } from "./connection/refusals.ts";
import { Unread } from "./connection/unread.ts";
import { fieldNamed, isKey, type Key, type NamedField, type Translate } from "./i18n/index.ts";
import { LocalFailure, type LocalFailureCode, type QueuedCommand, wordsOf } from "./replica/index.ts";

const WORDS: Partial<Record<LocalFailureCode, Key>> = {
  OFFLINE: "problem.offline",
  BETWEEN: "problem.between",
  BETWEEN_PUSH: "problem.between_push",
  PRACTICE: "problem.practice",
  TIMEOUT: "problem.timeout",
  PART_MISSING: "problem.part_missing",
  UNAUTHENTICATED: "error.UNAUTHENTICATED",
  PERMISSION: "error.PERMISSION_DENIED",
  DEVICE_REVOKED: "error.DEVICE_REVOKED",
  BAD_ANSWER: "problem.bad_answer",
  WRONG_PASSWORD: "problem.wrong_password",
  LOCKED_UNTIL_ONLINE: "problem.locked_until_online",
  UNKNOWN_ACCOUNT: "problem.unknown_account",
  ONLINE_NEEDED: "problem.online_needed",
  DEVICE_NOT_REGISTERED: "problem.device_not_registered",
  WIPE_REFUSED: "problem.wipe_refused",
  INSECURE_CONTEXT: "problem.insecure_context",
  DISK: "problem.disk",
  STORE_UNAVAILABLE: "problem.store_unavailable",
  STORE_NEWER: "problem.store_newer",
  STORE_GONE: "problem.store_gone",
  WIPED: "problem.wiped",
  MEMBERSHIP_ENDED: "error.MEMBERSHIP_ENDED",
  APP_TOO_OLD: "error.APP_TOO_OLD",
  SERVER_TOO_OLD: "problem.server_too_old",
};

/** Codes whose words say it all. What the server adds to the others tells which of several reasons it was. */
const WHOLE: readonly FailureCode[] = [
  "INVALID_CREDENTIALS",
  "ACCOUNT_LOCKED",
  "OTP_ENROLMENT_REQUIRED",
  "PASSWORD_CHANGE_REQUIRED",
  "OTP_REQUIRED",
  "USE_SAAS_LOGIN",
  "RATE_LIMITED",
  "TENANT_REQUIRED",
  "TENANT_INACTIVE",
  "DEVICE_REVOKED",
  "MEMBERSHIP_ENDED",
  "APP_TOO_OLD",
  "AGENT_OFFLINE",
  "PERMISSION_DENIED",
  "NO_PACKAGE",
  "PERIOD_LOCKED",
  "INTERNAL",
  "UNAUTHENTICATED",
];

export interface Words {
  readonly text: string;
  /** The code, and what the server said word for word: shown on demand. */
  readonly details: string;
}

const isFailure = (code: string): code is FailureCode => Object.hasOwn(FAILURES, code);

/** What is wrong with one field. */
export interface FieldProblem {
  readonly code: FieldCode;
  /** The least or most that is allowed, where that is known. */
  readonly limit?: number;
  /** What the declaration says of how it is written, in English. */
  readonly says?: string;
}

const LIMITED = {
  TOO_SHORT: "field.TOO_SHORT.least",
  TOO_SMALL: "field.TOO_SMALL.least",
  TOO_LONG: "field.TOO_LONG.most",
  TOO_LARGE: "field.TOO_LARGE.most",
} as const;

/** The same of a time. */
const OF_TIME = { TOO_SMALL: "field.TOO_EARLY", TOO_LARGE: "field.TOO_LATE" } as const;

/** How a field is written, by what its declaration says of it: "Not an e-mail address" → "As in name@example.com". */
function writtenBy(says: string, t: Translate): string | undefined {
  const words = says.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const key = `written.${words.join("_")}`;
  return isKey(key) ? t(key) : undefined;
}

/** The words for one field's fault: by its code, with its limit and with how the field is written. */
export function fieldWords(
  { code, limit, says = "" }: FieldProblem,
  field: NamedField,
  t: Translate,
): string {
  const of_time = field.is_time ? own(OF_TIME, code) : undefined;
  const limited = of_time ?? (limit === undefined ? undefined : own(LIMITED, code));
  const words = t(limited ?? `field.${code}`, { field: field.label, limit: limit ?? "" });
  const written = code === "INVALID" ? (field.written ?? writtenBy(says, t)) : undefined;
  return written ? `${words} ${written}` : words;
}

interface Refusal {
  readonly code: string;
  readonly detail: string;
  readonly errors: readonly { readonly field: string; readonly code: string; readonly message: string }[];
}

/** A refusal's words by its code; of a server that is newer than this app they may be its own alone. */
function refusalWords({ code, detail, errors }: Refusal, t: Translate): string {
  if (code === "OTP_REQUIRED" && errors.length > 0) return t("field.WRONG_CODE");
  const fields = errors.map(({ field, code: wrong, message }) => {
    const known = FIELD_CODES.find((mine) => mine === wrong);
    const named = fieldNamed(field.split(".")[0] ?? "", t.language);
    return known ? fieldWords({ code: known, says: message }, named, t) : `${named.label}: ${message}`;
  });
  if (!isFailure(code)) return [detail, ...fields].join(" ");
  const words = t(`error.${code}`);
  if (WHOLE.includes(code)) return words;
  if (fields.length > 0) return [...(code === "VALIDATION" ? [] : [words]), ...new Set(fields)].join(" ");
  return detail === FAILURES[code][1] || detail === "" ? words : t("error.with_detail", { words, detail });
}

/** Any thrown thing in words. */
export function problemWords(error: unknown, t: Translate): Words {
  if (error instanceof Unread) return problemWords(error.error, t);
  // The server's own rules, run here.
  if (error instanceof Failure) {
    const { code, message, errors = [] } = error;
    return { text: refusalWords({ code, detail: message, errors }, t), details: `${code} · ${message}` };
  }
  if (!(error instanceof LocalFailure)) return { text: wordsOf(error), details: "UNEXPECTED" };
  const { problem, details } = error;
  if (problem) {
    const { code, errors = [], request_id } = problem;
    const detail = problem.detail || problem.title;
    return {
      text: refusalWords({ code, detail, errors }, t),
      details: [code, detail, request_id].filter(Boolean).join(" · "),
    };
  }
  const key = WORDS[betweenOf(error) === null ? error.code : "BETWEEN"];
  return { text: key ? t(key, details) : error.message, details: error.code };
}

/** Why syncing does not advance, in words. */
export function syncProblemWords({ code, message, problem, details }: SyncProblem, t: Translate): Words {
  // A code that no failure of this app has is said by its message.
  return problemWords(new LocalFailure(code as LocalFailureCode, message, { problem, details }), t);
}

/** A refusal as a record keeps it (of a background task, of a file), in words; null where it keeps none. */
export function problemSays(kept: Readonly<Record<string, unknown>> | null, t: Translate): string | null {
  if (typeof kept?.code !== "string") return null;
  const problem = { title: "", detail: "", status: 0, type: "", ...kept, code: kept.code };
  return problemWords(new LocalFailure("PROBLEM", problem.detail || problem.title, { problem }), t).text;
}

/** Why a command was not applied as meant; null where it was. */
export function commandProblem(
  command: Pick<QueuedCommand, "problem" | "status">,
  t: Translate,
): Words | null {
  const { problem, status } = command;
  if (!problem)
    return status === "SUSPENSE" ? { text: t("sync.outbox.suspense"), details: "SUSPENSE" } : null;
  const words = problemWords(new LocalFailure("PROBLEM", problem.detail || problem.title, { problem }), t);
  return status === "SUSPENSE" ? { ...words, text: `${words.text} · ${t("sync.outbox.suspense")}` } : words;
}
