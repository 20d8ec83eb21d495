// When an unused computer locks itself. Pure.

/** So long before it locks it says so: people who only read have time to touch a key. */
export const WARNING_MS = 60_000;

export type Idleness = "busy" | "warned" | "over";

/**
 * @param idle_ms since the last touch of keys, mouse or screen
 * @param lock_after_minutes the company's setting; 0: never
 */
export function idleness(idle_ms: number, lock_after_minutes: number): Idleness {
  if (lock_after_minutes <= 0) return "busy";
  const left = lock_after_minutes * 60_000 - idle_ms;
  if (left <= 0) return "over";
  return left <= WARNING_MS ? "warned" : "busy";
}
