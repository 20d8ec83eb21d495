// Errors in plain words: what happened and what to do next; the code stays for whoever is asked for help.

import { Failure } from "../../shared/kernel/failure.ts";
import { own } from "../../shared/kernel/own.ts";
import type { Key, Translate } from "./i18n/index.ts";
import { LocalFailure, type LocalFailureCode, wordsOf } from "./replica/index.ts";

const WORDS: Partial<Record<LocalFailureCode, Key>> = {
  OFFLINE: "problem.offline",
  TIMEOUT: "problem.timeout",
  UNAUTHENTICATED: "problem.unauthenticated",
  PERMISSION: "problem.permission",
  DEVICE_REVOKED: "problem.device_revoked",
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
  STORE_GONE: "problem.store_gone",
  WIPED: "problem.wiped",
  MEMBERSHIP_ENDED: "problem.membership_ended",
  APP_TOO_OLD: "problem.app_too_old",
  SERVER_TOO_OLD: "problem.server_too_old",
};

const PROBLEM_WORDS: Readonly<Record<string, Key>> = {
  INVALID_CREDENTIALS: "problem.invalid_credentials",
  ACCOUNT_LOCKED: "problem.account_locked",
  OTP_ENROLMENT_REQUIRED: "problem.otp_enrolment_required",
  OTP_REQUIRED: "problem.otp_required",
  USE_SAAS_LOGIN: "problem.use_saas_login",
  RATE_LIMITED: "problem.rate_limited",
  TENANT_REQUIRED: "problem.tenant_required",
  TENANT_INACTIVE: "problem.tenant_inactive",
  DEVICE_REVOKED: "problem.device_revoked",
  MEMBERSHIP_ENDED: "problem.membership_ended",
  APP_TOO_OLD: "problem.app_too_old",
  AGENT_OFFLINE: "problem.agent_offline",
};

export interface Words {
  readonly text: string;
  readonly code: string;
}

/** Any thrown thing in words. */
export function problemWords(error: unknown, t: Translate): Words {
  // The server's own rules, run here.
  if (error instanceof Failure) return { text: error.message, code: error.code };
  if (!(error instanceof LocalFailure)) return { text: wordsOf(error), code: "UNEXPECTED" };
  const { problem, details } = error;
  if (problem) {
    if (problem.code === "OTP_REQUIRED" && problem.errors)
      return { text: t("problem.otp_wrong"), code: problem.code };
    const known = own(PROBLEM_WORDS, problem.code);
    if (known) return { text: t(known), code: problem.code };
    const fields = (problem.errors ?? []).map(({ field, message }) => `${field}: ${message}`);
    const detail = problem.detail || problem.title;
    const text =
      fields.length > 0 ? [detail, ...fields.filter((line) => !line.endsWith(detail))].join(" · ") : detail;
    return { text, code: problem.code };
  }
  const key = WORDS[error.code];
  return { text: key ? t(key, details) : error.message, code: error.code };
}
