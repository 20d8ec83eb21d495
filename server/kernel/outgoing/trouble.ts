// What an error of a connection is told as: its kind. What the other side said stays unsaid, since it may be anybody's.
import type { LineTrouble } from "../../../shared/kernel/outgoing/line-trouble.ts";

/** What Node and its libraries say of a failed connection beside words. */
export interface LineError extends Error {
  code?: string;
  /** Of the system or of TLS, where a library wraps it. */
  originalCode?: string;
  /** Of several addresses that were tried. */
  errors?: readonly LineError[];
}

const OF_TLS = /CERT|SIGNED|SIGNATURE|TLS|SSL/;

/** The codes of the system, of DNS, of llhttp. */
const KINDS: readonly (readonly [RegExp, LineTrouble])[] = [
  [/^ADDRESS_NOT_ALLOWED$/, "ADDRESS_NOT_ALLOWED"],
  [/^ECONNREFUSED$/, "CONNECTION_REFUSED"],
  [/TIMEDOUT|TIMEOUT|^ABORT_ERR$/, "SILENT"],
  [/^HPE_|^EPROTOCOL$/, "NOT_THE_PROTOCOL"],
  [OF_TLS, "ENCRYPTION"],
];

/** The kind of an error; UNREACHABLE where nothing more is known. */
export function troubleOfLine(error: LineError): LineTrouble {
  const { code = "", originalCode = "", name, errors } = error;
  if (name === "AbortError" || name === "TimeoutError") return "SILENT";
  const said = [originalCode, code, ...(errors ?? []).map((one) => one.code ?? "")];
  for (const one of said) {
    const kind = KINDS.find(([pattern]) => pattern.test(one));
    if (kind) return kind[1];
  }
  return "UNREACHABLE";
}
