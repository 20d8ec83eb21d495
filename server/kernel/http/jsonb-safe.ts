// What JSON allows and PostgreSQL's jsonb does not: NUL, half characters, bottomless nesting.

/** Levels of nesting that a body may have; the deepest that we declare has four. */
const MAX_DEPTH = 64;

/**
 * Why a body can't be taken, whatever it is for: nested deeper than anything we take, or with a member `__proto__`, which
 * nothing declares and copying would drop in silence. Walks without recursion, since depth is what it is about.
 */
export function whyRefused(value: unknown): string | null {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return "The body must be nested 64 levels at most";
    if (level.some((item) => item !== null && typeof item === "object" && Object.hasOwn(item, "__proto__")))
      return "Unknown field __proto__";
    level = level.flatMap((item) => (item !== null && typeof item === "object" ? Object.values(item) : []));
  }
  return null;
}

/**
 * The same value with every character that can't be stored replaced by U+FFFD. For what must never be turned away for
 * such a reason: a desktop's commands come in order, so one that could not even be written down would hold up all others.
 */
export function jsonbSafe<T>(value: T, depth = 0): T {
  if (typeof value === "string") return Buffer.from(value.replaceAll("\0", "\ufffd")).toString() as T;
  if (value === null || typeof value !== "object") return value;
  if (depth > MAX_DEPTH) return null as T;
  if (Array.isArray(value)) return value.map((item: unknown) => jsonbSafe(item, depth + 1)) as T;
  const entries = Object.entries(value).map(([key, item]) => [jsonbSafe(key), jsonbSafe(item, depth + 1)]);
  return Object.fromEntries(entries) as T;
}
