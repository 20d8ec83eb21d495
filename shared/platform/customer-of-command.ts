// Whom a command is about, by its declaration. Pure.
import { referencesIn } from "../kernel/field.ts";
import { operationNamed } from "../kernel/registry.ts";
import type { Command } from "../kernel/sync/wire.ts";

/** The customer that a command is about: the one that it is on, or that it names. */
export function customerOf({ kind, payload }: Pick<Command, "kind" | "payload">): string | null {
  const operation = operationNamed(kind);
  if (!operation) return null;
  const members = [["id", operation.on.name] as const, ...referencesIn(operation.input)];
  const named = members.filter(([, resource]) => resource === "customer").map(([member]) => payload[member]);
  return named.find((id): id is string => typeof id === "string" && id !== "") ?? null;
}
