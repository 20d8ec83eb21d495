// Keeps secrets out of what is kept for people to read: commands, review items, the audit log.
import { isSecret } from "../../../shared/kernel/field.ts";
import { type Declarations, declaredNames } from "../declared-names.ts";

const REDACTED = "[secret]";
const MAX_DEPTH = 64;

let names: ReadonlySet<string> = new Set();

/** Learns from the declarations which fields are secret (`secret: true`). Told once at start, like the tables. */
export function knowSecrets(modules: readonly Declarations[]): void {
  names = declaredNames(modules, isSecret);
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
