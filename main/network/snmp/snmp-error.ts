// Failures of SNMP in plain words for the operator: never a community, a key or the library's own text, which may hold them.
import { ErrorStatus, ResponseInvalidCode } from "net-snmp";

export type SnmpErrorCode =
  /** No answer: address, port, community or key may be wrong, or the device is off. */
  | "ETIMEDOUT"
  | "EUNREACHABLE"
  /** The address is one that no device may have. */
  | "EADDRESS"
  /** Version 3: user, key or level refused. */
  | "EAUTH"
  /** The device answered that it will not. */
  | "EREFUSED"
  /** The answer breaks the protocol or contradicts itself. */
  | "EPROTO"
  | "ECLOSED"
  /** Not in the list of what may be written: nothing was sent. */
  | "EFORBIDDEN";

export class SnmpError extends Error {
  readonly code: SnmpErrorCode;
  /** The device's own reason (`NoAccess`, `TooBig`), for EREFUSED. */
  readonly reason: string | null;

  constructor(code: SnmpErrorCode, message: string, reason: string | null = null) {
    super(message);
    this.name = "SnmpError";
    this.code = code;
    this.reason = reason;
  }
}

const UNREACHABLE = new Set([
  "ENETUNREACH",
  "EHOSTUNREACH",
  "ENETDOWN",
  "EHOSTDOWN",
  "EADDRNOTAVAIL",
  "EACCES",
]);

export const timedOut = (): SnmpError =>
  new SnmpError(
    "ETIMEDOUT",
    "The OLT does not answer. Is it on, are address and port right, and is SNMP allowed for this computer with this community or user?",
  );

/** Any failure of the library or the socket as a typed one. */
export function explainSnmp(error: unknown): SnmpError {
  if (error instanceof SnmpError) return error;
  const { name, status, code } = (error ?? {}) as { name?: unknown; status?: unknown; code?: unknown };
  if (name === "RequestTimedOutError") return timedOut();
  if (name === "RequestFailedError") {
    const reason = typeof status === "number" ? (ErrorStatus[status] ?? null) : null;
    return new SnmpError("EREFUSED", `The OLT refused the request${reason ? ` (${reason})` : ""}.`, reason);
  }
  if (name === "ResponseInvalidError" && code === ResponseInvalidCode.EAuthFailure)
    return new SnmpError(
      "EAUTH",
      "The OLT refused the SNMP user: the name, a password or the security level differs.",
    );
  if (typeof code === "string" && UNREACHABLE.has(code))
    return new SnmpError("EUNREACHABLE", "The network has no way to the OLT's address.");
  return new SnmpError("EPROTO", "The OLT's answer could not be understood.");
}
