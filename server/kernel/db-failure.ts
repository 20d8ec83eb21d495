// What the database refuses, said as the failure that the caller caused.
import { Failure } from "../../shared/kernel/failure.ts";
import { isSqlState } from "./db.ts";

const FIELDS_OF_KEY = /^Key \((.+?)\)=/;

/** Errors that bad input or a race can cause become Failures; every other error is passed on as the defect it is. */
export function toFailure(error: unknown): unknown {
  if (error instanceof Failure) return error;
  if (isSqlState(error, "23505")) {
    const columns = (FIELDS_OF_KEY.exec(error.detail ?? "")?.[1] ?? "id")
      .replace(/lower\((\w+)(::\w+)?\)/g, "$1")
      .split(", ");
    const fields = columns.filter((column) => column !== "tenant_id");
    return new Failure("DUPLICATE", `There is already one with this ${fields.join(" and ")}`, {
      errors: fields.map((field) => ({ field, code: "DUPLICATE", message: "Already in use" })),
    });
  }
  if (isSqlState(error, "23503")) return new Failure("IN_USE", "Other records refer to this one");
  if (isSqlState(error, "22003")) return new Failure("VALIDATION", "A number is out of range");
  if (isSqlState(error, "40P01") || isSqlState(error, "40001") || isSqlState(error, "55P03")) {
    return new Failure("UNAVAILABLE", "The records are busy; try again", { extra: { retry_after: 1 } });
  }
  return error;
}
