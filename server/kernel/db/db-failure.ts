// What the database refuses, said as the failure that the caller caused.
import type postgres from "postgres";
import { Failure } from "../../../shared/kernel/failure.ts";
import { type Declarations, declaredNames } from "../declared-names.ts";
import { spelledColumn } from "./normal/keys.ts";
import { isSqlState, refusedFailure } from "./unavailable.ts";

/** On a node of a cluster, where parts of tables end in a number, this wall is merged with the tenants', and has no name. */
const OWN_WALL = /row-level security policy ("own_wall" for|for table "\w+_\d+"$)/;
const OF_NODE = /unique constraint "(?:\w+?_(?=tenant_id_)|[a-z]+_)(\w+?)(?:_\d+)?"/;
const FIELDS_OF_KEY = /^Key \((.+?)\)=/;

let fields: ReadonlySet<string> = new Set();

/** Learns from the declarations what fields are called. Told once at start, like the tables. */
export function knowFields(modules: readonly Declarations[]): void {
  fields = declaredNames(modules, () => true);
}

/** The fields of which a key's name is made, e.g. employee_date; the name itself where it is not. */
function fieldsNamed(name: string): string[] {
  if (fields.has(name) || fields.has(spelledColumn(name))) return [spelledColumn(name)];
  for (let at = name.lastIndexOf("_"); at > 0; at = name.lastIndexOf("_", at - 1)) {
    const [first, rest] = [spelledColumn(name.slice(0, at)), fieldsNamed(name.slice(at + 1))];
    if (fields.has(first) && rest.every((field) => fields.has(field))) return [first, ...rest];
  }
  return [name];
}

/**
 * The fields of the unique key that was hit. Under row-level security the database keeps the detail to itself, so they
 * are read off the key's name: `customers_tenant_id_username_key`.
 */
function fieldsOfKey(error: postgres.PostgresError): string[] {
  const detail = FIELDS_OF_KEY.exec(error.detail ?? "")?.[1];
  if (detail) {
    const columns = detail.replace(/lower\((\w+)(::\w+)?\)/g, "$1").split(", ");
    return columns.filter((column) => column !== "tenant_id").map(spelledColumn);
  }
  // Of a node's error the coordinator hands on the message alone, and there each part of a table ends in its number; a key that
  // a trigger of ours keeps has none.
  const name = error.constraint_name
    ? error.constraint_name.replace(`${error.table_name ?? ""}_`, "")
    : (OF_NODE.exec(error.message)?.[1] ?? "");
  const field = name.replace(/_?(key|idx|pkey)\d*$/, "").replace(/^tenant_id_/, "");
  return fieldsNamed(field || "id");
}

/** Another record has the same value of what may be there once. */
export function duplicate(names: readonly string[]): Failure {
  return new Failure("DUPLICATE", `There is already one with this ${names.join(" and ")}`, {
    errors: names.map((field) => ({ field, code: "NOT_UNIQUE", message: "Already in use" })),
  });
}

/**
 * Whether the books were closed while something was under way that had been planned for a day then open (0015), or the currency
 * that it was planned in was changed (0059).
 */
export const wasClosedMeanwhile = (error: unknown): error is postgres.PostgresError =>
  isSqlState(error, "LM001");

/** Errors that bad input or a race can cause become Failures; every other error is passed on as the defect it is. */
export function toFailure(error: unknown): unknown {
  if (error instanceof Failure) return error;
  if (isSqlState(error, "23505")) {
    return duplicate(fieldsOfKey(error));
  }
  // Closed while this was under way (0006-billing.sql).
  if (wasClosedMeanwhile(error)) return new Failure("PERIOD_LOCKED", error.message);
  if (isSqlState(error, "23P01")) return new Failure("CONFLICT", "It overlaps with another one");
  if (isSqlState(error, "23503")) return new Failure("IN_USE", "Other records refer to this one");
  if (isSqlState(error, "42501") && OWN_WALL.test(error.message))
    return new Failure("PERMISSION_DENIED", "You may write your own records alone");
  // What a check of ours let through and no column can hold: still the caller's mistake.
  if (["22007", "22008", "22009", "22021", "22P02", "22P05"].some((code) => isSqlState(error, code))) {
    return new Failure("VALIDATION", "A value is not of the kind that is needed");
  }
  if (isSqlState(error, "22003")) return new Failure("VALIDATION", "A number is out of range");
  if (isSqlState(error, "40P01") || isSqlState(error, "40001") || isSqlState(error, "55P03")) {
    return new Failure("UNAVAILABLE", "The records are busy; try again", { extra: { retry_after: 1 } });
  }
  return refusedFailure(error) ?? error;
}
