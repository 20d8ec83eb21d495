// When a command counts as having happened (contract §5.6).

/** How far two honest clocks may be apart. */
export const CLOCK_TOLERANCE_MS = 5 * 60_000;
const MAX_AGE_MS = 45 * 86_400_000;

/**
 * The desktop's own time counts, unless its clock is clearly wrong (over 5 minutes ahead) or the command is over 45 days
 * old: then the time of receipt counts, and somebody is to look at it.
 */
export function effectiveOccurredAt(
  occurredAt: Date,
  receivedAt: Date,
): { occurred_at: Date; flagged: boolean } {
  const age = receivedAt.getTime() - occurredAt.getTime();
  // Said this way round, an instant that is none is not believed either.
  const flagged = !(age >= -CLOCK_TOLERANCE_MS && age <= MAX_AGE_MS);
  return { occurred_at: flagged ? receivedAt : occurredAt, flagged };
}
