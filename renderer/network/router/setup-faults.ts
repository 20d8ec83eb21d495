// What a check of a router found, as its page says it: the severe first, and what is no fault left out. Pure.

import type { Router } from "../../../shared/network/index.ts";
import type { SetupFault } from "../../../shared/network/live/question-wire.ts";

/** With these the router is not reached, or not the one that is meant, or can't do its work. */
const SEVERE: readonly SetupFault[] = [
  "NOT_REACHED",
  "WRONG_PASSWORD",
  "TLS_NOT_PINNED",
  "TLS_CHANGED",
  "TLS_NO_CERTIFICATE",
  "LEGACY_LOGIN",
  "OTHER_IDENTITY",
  "NO_RIGHT_READ",
  "NO_RIGHT_WRITE",
];

const BY_SCRIPT: readonly SetupFault[] = [
  "WRONG_PASSWORD",
  "TLS_NO_CERTIFICATE",
  "NO_RIGHT_READ",
  "NO_RIGHT_WRITE",
  "NO_RIGHT_TEST",
  "NO_RIGHT_REBOOT",
  "TOO_MANY_RIGHTS",
  "API_OPEN_TO_ALL",
];

export const isSevere = (fault: SetupFault): boolean => SEVERE.includes(fault);

export const isPutRightByScript = (fault: SetupFault): boolean => BY_SCRIPT.includes(fault);

/** Null: not checked yet. On trial nothing is written, so the right to write is not missed. */
export function faultsOf({ missing, mode }: Pick<Router, "missing" | "mode">): readonly SetupFault[] | null {
  if (missing === null) return null;
  const faults = mode === "TRIAL" ? missing.filter((fault) => fault !== "NO_RIGHT_WRITE") : [...missing];
  return faults.sort((a, b) => Number(isSevere(b)) - Number(isSevere(a)));
}
