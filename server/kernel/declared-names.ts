// Names of fields by how they are declared: for what is done by name, whether or not a body was well formed.
import type { Field } from "../../shared/kernel/field.ts";

const MAX_DEPTH = 64;

interface Shaped {
  shape?: Record<string, unknown>;
  def?: { innerType?: unknown; element?: unknown; options?: readonly unknown[] };
}

/** What an area declares of its bodies. */
export interface Declarations {
  resources: readonly { resource: { fields: Readonly<Record<string, Field>> } }[];
  operations: readonly { operation: { input: unknown } }[];
}

/** The names under which a wanted field is declared somewhere, in whatever depth. */
export function declaredNames(
  modules: readonly Declarations[],
  isWanted: (field: Field) => boolean,
): ReadonlySet<string> {
  const names = new Set<string>();
  const learn = (schema: unknown, depth = 0): void => {
    if (depth > MAX_DEPTH || schema === null || typeof schema !== "object") return;
    const { shape, def } = schema as Shaped;
    for (const [name, field] of Object.entries(shape ?? {})) {
      if (isWanted(field as Field)) names.add(name);
      else learn(field, depth + 1);
    }
    for (const inner of [def?.innerType, def?.element, ...(def?.options ?? [])]) learn(inner, depth + 1);
  };
  for (const { resources, operations } of modules) {
    for (const { resource } of resources) learn({ shape: resource.fields });
    for (const { operation } of operations) learn(operation.input);
  }
  return names;
}
