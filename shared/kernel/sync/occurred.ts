// When a command counts as having happened (contract §5.6).

/** How far two honest clocks may be apart. */
export const CLOCK_TOLERANCE_MS = 5 * 60_000;
const MAX_AGE_MS = 45 * 86_400_000;

/** How much a device's clock is wrong, by what it said as it sent; nought where it did not say. */
function skewOf(sentAt: Date | null, receivedAt: Date): number {
  const skew = sentAt ? sentAt.getTime() - receivedAt.getTime() : 0;
  return Math.abs(skew) > CLOCK_TOLERANCE_MS ? skew : 0;
}

/**
 * The desktop's own time counts, unless its clock is clearly wrong (over 5 minutes ahead) or the command is over 45 days
 * old: then the time of receipt counts, and somebody is to look at it. A clock that the device itself shows to be over
 * 5 minutes wrong is put right by as much, and looked at as well.
 * @param sentAt what the device's clock said when it sent the command.
 */
export function effectiveOccurredAt(
  occurredAt: Date,
  receivedAt: Date,
  sentAt: Date | null = null,
): { occurred_at: Date; flagged: boolean } {
  const age = receivedAt.getTime() - occurredAt.getTime();
  // Said this way round, an instant that is none is not believed either.
  const flagged = !(age >= -CLOCK_TOLERANCE_MS && age <= MAX_AGE_MS);
  if (flagged) return { occurred_at: receivedAt, flagged };
  const skew = skewOf(sentAt, receivedAt);
  if (skew === 0) return { occurred_at: occurredAt, flagged };
  const righted = Math.min(occurredAt.getTime() - skew, receivedAt.getTime());
  return { occurred_at: new Date(righted), flagged: true };
}
