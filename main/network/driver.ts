// The port to a router: what the agent needs of any driver, and the errors a driver may throw.
import type { RouterAccess } from "../../shared/network/agent-wire.ts";

export type DriverErrorCode =
  | "ECONNREFUSED"
  | "ETIMEDOUT"
  | "EUNREACHABLE"
  /** The address is one that no router may have. */
  | "EADDRESS"
  | "ETLS"
  /** The certificate is not the confirmed one, or none is confirmed yet. */
  | "ETLSPIN"
  | "EAUTH"
  | "ETRAP"
  | "EFATAL"
  | "ECLOSED"
  | "EPROTO";

/** Trap categories of the RouterOS API: https://help.mikrotik.com/docs/display/ROS/API */
const TRAP_CATEGORY = {
  missing: 0,
  argument: 1,
  interrupted: 2,
  scripting: 3,
  general: 4,
  api: 5,
} as const;

/** A failure of one command or of the connection; message is plain words for the operator and holds no secret. */
export class DriverError extends Error {
  readonly code: DriverErrorCode;
  /** Trap category as sent by the router; null when absent or no trap. */
  readonly category: number | null;
  /** The router's own words, for traps and fatals. */
  readonly original: string | null;
  /** SHA-256 of the certificate that the router showed, where it was refused for that. */
  readonly fingerprint: string | null;

  constructor(
    code: DriverErrorCode,
    message: string,
    extra: { category?: number | null; original?: string; fingerprint?: string } = {},
  ) {
    super(message);
    this.name = "DriverError";
    this.code = code;
    this.category = extra.category ?? null;
    this.original = extra.original ?? null;
    this.fingerprint = extra.fingerprint ?? null;
  }
}

/**
 * True when trying again later can help: the router or the way to it was the trouble. Wrong passwords are not tried
 * again (routers lock out), refused values neither.
 */
function isRetriable(error: DriverError): boolean {
  switch (error.code) {
    case "ECONNREFUSED":
    case "ETIMEDOUT":
    case "EUNREACHABLE":
    case "EFATAL":
    case "ECLOSED":
    case "EPROTO":
      return true;
    case "ETRAP":
      return error.category === TRAP_CATEGORY.interrupted && !isPermissionTrap(error);
    case "EADDRESS":
    case "ETLS":
    case "ETLSPIN":
    case "EAUTH":
      return false;
  }
}

/** The router's user lacks a right: no row will be granted it, and no other try. */
export function isPermissionTrap(error: DriverError): boolean {
  return error.code === "ETRAP" && /not enough permissions|not permitted/i.test(error.original ?? "");
}

/** Words with which RouterOS refuses a value or a state that stays as it is. */
const FOR_GOOD =
  /no such|unknown|ambiguous|does not match|invalid|expected|missing|already|can ?not|can't|not (allowed|supported|empty)|too (long|short|big|many)|must be|license/i;

/**
 * A refusal that names no fault of the command's, such as `failure: busy` with or without a category: it may pass by
 * itself, and set, enable and disable may be sent twice.
 */
function isUnknownTrap(error: DriverError): boolean {
  if (error.code !== "ETRAP" || isPermissionTrap(error)) return false;
  const blames = error.category === TRAP_CATEGORY.missing || error.category === TRAP_CATEGORY.argument;
  return !blames && !FOR_GOOD.test(error.original ?? "");
}

/** Tries of a job whose commands the router refuses for reasons of its own ("busy"), with the queue's pauses between. */
const TRAP_TRIES_MAX = 6;

/** Whether another attempt can help: after connection trouble always, after an unknown refusal a bounded number of times. */
export function canPass(error: DriverError, attempts: number): boolean {
  return isRetriable(error) || (isUnknownTrap(error) && attempts + 1 < TRAP_TRIES_MAX);
}

/** `no such item`: what was to be changed or removed is gone. */
export function isMissingItem(error: unknown): boolean {
  return error instanceof DriverError && error.code === "ETRAP" && /no such item/i.test(error.original ?? "");
}

/** The router has no such menu: its package is switched off, or its version is older. */
export function isNoSuchCommand(error: unknown): boolean {
  return (
    error instanceof DriverError && error.code === "ETRAP" && /no such command/i.test(error.original ?? "")
  );
}

/** A row of that name exists: read again and reconcile, never add blindly a second time. */
export function isDuplicate(error: unknown): boolean {
  return (
    error instanceof DriverError &&
    error.code === "ETRAP" &&
    /already (have|exists)/i.test(error.original ?? "")
  );
}

export type Row = Readonly<Record<string, string>>;

export interface CommandOptions {
  /** `=name=value` words. */
  attributes?: Readonly<Record<string, string>>;
  /** Columns to answer; print without it returns slow counters too, so every print sends it. */
  proplist?: readonly string[];
  /** Query words without the leading `?`, in order: `name=x`, `#|`. */
  queries?: readonly string[];
  /** Milliseconds without any reply of this command before it is given up; each row restarts it. */
  timeout_ms?: number;
}

export interface Reply {
  rows: Row[];
  /** Attributes of the closing `!done`, such as `ret` after an add. */
  done: Row;
}

/** A logged-in connection. Commands may overlap; each settles exactly once, with a DriverError when it fails. */
export interface RouterSession {
  run(command: string, options?: CommandOptions): Promise<Reply>;
  /** Ends the connection; pending commands fail with ECLOSED. May be called twice. */
  close(): Promise<void>;
  readonly open: boolean;
  /** This side's address of the connection; null: not known. */
  readonly local_address: string | null;
  /** Replies that could not be attributed to a pending command and were dropped. */
  readonly dropped_replies: number;
}

export interface OpenOptions {
  connect_timeout_ms?: number;
  login_timeout_ms?: number;
  command_timeout_ms?: number;
  /** Loopback addresses are refused unless set; for tests and the demo. */
  allow_loopback?: boolean;
}

/** Opens a session: connects, checks the TLS pin, logs in. Throws DriverError. */
export type OpenRouter = (access: RouterAccess, options?: OpenOptions) => Promise<RouterSession>;
