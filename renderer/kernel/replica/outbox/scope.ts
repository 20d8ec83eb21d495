// Where a command is seen: the collections that it changes and the records that it is about, from its declaration.
import { referencesIn } from "../../../../shared/kernel/field.ts";
import type { Operation } from "../../../../shared/kernel/operation.ts";
import { operationNamed, resourceNamed } from "../../../../shared/kernel/registry.ts";

/** Collections in which a command's effect may be seen, that of its own record first; none for a kind of another version. */
export const changedBy = (kind: string): readonly string[] => operationNamed(kind)?.changes ?? [];

/** A record that a command is about; its screen shows the clock. */
export interface Target {
  collection: string;
  id: string;
}

/** The records that a payload names, of those that the operation changes: the one that it is on, and its references. */
export function targetsOf(operation: Operation, payload: Readonly<Record<string, unknown>>): Target[] {
  const { on, input, changes } = operation;
  const named = [["id", on.name], ...referencesIn(input)].map(([member = "", resource = ""]) => ({
    collection: resourceNamed(resource)?.collection ?? "",
    id: payload[member],
  }));
  return named.filter(
    (target): target is Target => typeof target.id === "string" && changes.includes(target.collection),
  );
}
