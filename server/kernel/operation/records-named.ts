// Which records an operation's input is about, as far as its ids tell.
import { referencesIn } from "../../../shared/kernel/field.ts";
import type { Operation } from "../../../shared/kernel/operation.ts";
import { resourceNamed } from "../../../shared/kernel/registry.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const leftAlone = new WeakMap<Operation, ReadonlySet<string>>();

/** The fields that refer to what the operation leaves as it is. */
function leftBy(operation: Operation): ReadonlySet<string> {
  const known = leftAlone.get(operation);
  if (known) return known;
  const isLeft = (name: string) => !operation.changes.includes(resourceNamed(name)?.collection ?? "");
  const left = new Set(
    referencesIn(operation.input).flatMap(([field, name]) => (isLeft(name) ? [field] : [])),
  );
  leftAlone.set(operation, left);
  return left;
}

/**
 * The records that a call is about: every id that its input names, but for references to what its operation leaves as it is.
 * Of two calls about one record the later gets a separate transaction: times and versions then tell them apart.
 */
export function recordsNamed(operation: Operation, input: unknown): string[] {
  const left = leftBy(operation);
  const named = (value: unknown): string[] => {
    if (typeof value === "string") return UUID.test(value) ? [value.toLowerCase()] : [];
    if (value === null || typeof value !== "object") return [];
    return Object.entries(value).flatMap(([key, one]) => (left.has(key) ? [] : named(one)));
  };
  return named(input);
}
