// What JSON allows and PostgreSQL's jsonb does not: NUL, half characters, bottomless nesting; and numbers that JavaScript rounds.

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

/** Half a character comes into a JSON text by this escape alone: bytes that are none are replaced as they are read. */
const ESCAPED_HALF = /\\ud[89a-f]/i;
const HALF = /\p{Cs}/u;

/** The dotted path of the first text with half a character in a body, or of the name that has it; null: there is none. */
export function halfCharacterIn(json: string, value: unknown, path: readonly string[] = []): string | null {
  if (path.length === 0 && !ESCAPED_HALF.test(json)) return null;
  if (typeof value === "string") return HALF.test(value) ? path.join(".") : null;
  if (value === null || typeof value !== "object") return null;
  for (const [name, member] of Object.entries(value)) {
    if (HALF.test(name)) return [...path, name.replace(/\p{Cs}/gu, "\ufffd").slice(0, 100)].join(".");
    const found = halfCharacterIn(json, member, [...path, name.slice(0, 100)]);
    if (found !== null) return found;
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

const LONG_NUMBER = /\d{16}/;

/**
 * JSON of somebody else's program, whose numbers may be ids: whole ones that JavaScript would round are texts of their digits, else
 * those of two payments would be one.
 * @throws SyntaxError where it is no JSON.
 */
export function parseWithDigits(json: string): unknown {
  if (!LONG_NUMBER.test(json)) return JSON.parse(json);
  return JSON.parse(json, (_name, value: unknown, context?: { source?: string }) =>
    typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value)
      ? context?.source
      : value,
  );
}
