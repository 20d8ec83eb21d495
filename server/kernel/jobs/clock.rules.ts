// Whether a machine's clock moved otherwise than the time that passed. Pure.

/** What a machine says at one moment. */
export interface Reading {
  /** Which start of the machine this is: its uptime counts from there. */
  boot: string;
  /** Milliseconds since then: whatever is done to the clock, this goes on by what passes. */
  uptime_ms: number;
  /** The clock, in milliseconds since 1970. */
  now_ms: number;
}

/** What is known of a machine's clock after a look at it. */
export interface Seen extends Reading {
  /** How far the clock is from where it would be; 0: it is believed. */
  off_ms: number;
  /** The clock's own time at the look that found it moved; null: it is believed. */
  off_since_ms: number | null;
}

/** So much may be put right by hand, or by the network after a night without it. */
export const LEEWAY_MS = 3_600_000;

const movedBy = (before: Seen, at: Reading): number => {
  const went = at.now_ms - before.now_ms;
  if (at.boot === before.boot) return went - (at.uptime_ms - before.uptime_ms);
  // Nobody knows for how long the machine was off; but not for less than no time.
  return Math.min(went, 0);
};

/**
 * A look at a clock, given the one before. It is off once it moved by more than an hour against the time that passed, and right
 * again when it has moved back to within an hour.
 */
export function lookAt(before: Seen | null, at: Reading): Seen {
  if (before === null) return { ...at, off_ms: 0, off_since_ms: null };
  const moved = movedBy(before, at);
  const off_ms = before.off_ms + moved;
  if (Math.abs(off_ms) <= LEEWAY_MS) return { ...at, off_ms: 0, off_since_ms: null };
  const is_new = before.off_since_ms === null || Math.abs(moved) > LEEWAY_MS;
  return { ...at, off_ms, off_since_ms: is_new ? at.now_ms : before.off_since_ms };
}
