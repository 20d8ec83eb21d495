// Keeps secrets out of what is kept for people to read: commands, review items, the audit log.
import { type Field, isSecret } from "../../../shared/kernel/field.ts";

const REDACTED = "[secret]";
const MAX_DEPTH = 64;

interface Shaped {
  shape?: Record<string, unknown>;
  def?: { innerType?: unknown; element?: unknown; options?: readonly unknown[] };
}

const names = new Set<string>();

/** Notes the secret fields of a schema, in whatever depth. */
function learn(schema: unknown, depth = 0): void {
  if (depth > MAX_DEPTH || schema === null || typeof schema !== "object") return;
  const { shape, def } = schema as Shaped;
  for (const [name, field] of Object.entries(shape ?? {})) {
    if (isSecret(field as Field)) names.add(name);
    else learn(field, depth + 1);
  }
  for (const inner of [def?.innerType, def?.element, ...(def?.options ?? [])]) learn(inner, depth + 1);
}

interface Declarations {
  resources: readonly { resource: { fields: Readonly<Record<string, Field>> } }[];
  operations: readonly { operation: { input: unknown } }[];
}

/** Learns from the declarations which fields are secret (`secret: true`). Told once at start, like the tables. */
export function knowSecrets(modules: readonly Declarations[]): void {
  for (const { resources, operations } of modules) {
    for (const { resource } of resources) learn({ shape: resource.fields });
    for (const { operation } of operations) learn(operation.input);
  }
}

/** Whether a field of this name is secret somewhere. */
const isSecretName = (name: string): boolean => names.has(name);

/**
 * The same value without what stands in a secret field. By name, wherever it stands: what is kept for ever must not
 * depend on whether a payload was well formed.
 */
export function redact<T>(value: T, depth = 0): T {
  if (value === null || typeof value !== "object" || value instanceof Date) return value;
  if (depth > MAX_DEPTH) return null as T;
  if (Array.isArray(value)) return value.map((item: unknown) => redact(item, depth + 1)) as T;
  const entries = Object.entries(value).map(([name, item]) => [
    name,
    isSecretName(name) && item !== null ? REDACTED : redact(item, depth + 1),
  ]);
  return Object.fromEntries(entries) as T;
}
