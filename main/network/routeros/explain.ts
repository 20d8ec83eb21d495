// What went wrong, in plain words and typed: socket errors and RouterOS traps as DriverErrors.
import { DriverError, type Row } from "../driver.ts";

/** A socket's error as a DriverError; TLS errors become ETLS. */
export function explainSocketError(error: Error & { code?: string }): DriverError {
  switch (error.code) {
    case "ECONNREFUSED":
      return new DriverError(
        "ECONNREFUSED",
        "The router refused the connection: is its API service on, at this port?",
      );
    case "ETIMEDOUT":
      return new DriverError("ETIMEDOUT", "The router did not answer in time.");
    case "EHOSTUNREACH":
    case "ENETUNREACH":
    case "EHOSTDOWN":
    case "ENETDOWN":
      return new DriverError("EUNREACHABLE", "There is no way to the router's address from here.");
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return new DriverError("EUNREACHABLE", "The router's host name could not be resolved.");
    case "ECONNRESET":
    case "EPIPE":
    case "ECONNABORTED":
      return new DriverError("ECLOSED", "The router cut the connection.");
    default:
      if (error.code?.startsWith("ERR_SSL") || error.code?.startsWith("ERR_TLS") || error.code === "EPROTO")
        return new DriverError(
          "ETLS",
          "TLS with the router failed: does its api-ssl service have a certificate?",
        );
      return new DriverError("ECLOSED", `The connection to the router failed (${error.code ?? error.name}).`);
  }
}

/** A `!trap` as a DriverError with its category, the router's own words kept. */
export function trapError(row: Row): DriverError {
  const original = row["message"] ?? "no message";
  const category = row["category"] === undefined ? null : Number.parseInt(row["category"], 10);
  return new DriverError("ETRAP", `The router refused the command: ${original}.`, {
    category: Number.isNaN(category) ? null : category,
    original,
  });
}
