// When a command counts as having happened (contract §5.6).

/** How far two honest clocks may be apart. */
export const CLOCK_TOLERANCE_MS = 5 * 60_000;
const MAX_AGE_MS = 45 * 86_400_000;

/** What is known of a moment that a device or person reports. */
export interface Told {
  /** When it was received. */
  received_at: Date;
  /** What the device's clock said when it sent it. */
  sent_at?: Date | null;
  /** It can't have happened before this: the device's command before it, and the device's registration. */
  not_before?: Date | null;
}

/** What a person says of when something happened: any day that is past, but none to come. */
export function saidToHaveOccurredAt(
  occurredAt: Date,
  receivedAt: Date,
): { occurred_at: Date; flagged: boolean } {
  const flagged = !(receivedAt.getTime() - occurredAt.getTime() >= -CLOCK_TOLERANCE_MS);
  if (flagged) return { occurred_at: receivedAt, flagged };
  return { occurred_at: occurredAt, flagged };
}

export interface Occurred {
  /** When it counts as having happened. */
  occurred_at: Date;
  /** By which it is judged against what the server's own clock ended: never later, and with the device's clock put right. */
  judged_at: Date;
  /** The clock was not believed, or was corrected: it goes to the review list. */
  flagged: boolean;
}

const earlier = (a: Date, b: Date): Date => (a.getTime() <= b.getTime() ? a : b);

/**
 * The desktop's own time counts, unless its clock is clearly wrong: over 5 minutes ahead, over 45 days old, or before what is
 * known to have come before. Then the time of receipt counts, and it goes to the review list. A clock that the device itself
 * shows to be over 5 minutes wrong is corrected by as much, and reviewed as well. One that is a little slow does no harm: what it
 * dates before the bound happened at the bound.
 */
export function effectiveOccurredAt(
  occurredAt: Date,
  { received_at, sent_at = null, not_before = null }: Told,
): Occurred {
  const age = received_at.getTime() - occurredAt.getTime();
  const unbelieved = { occurred_at: received_at, judged_at: received_at, flagged: true };
  // Said this way round, an instant that is none is not believed either.
  if (!(age >= -CLOCK_TOLERANCE_MS && age <= MAX_AGE_MS)) return unbelieved;
  const skew = sent_at ? sent_at.getTime() - received_at.getTime() : 0;
  const righted = earlier(new Date(occurredAt.getTime() - skew), received_at);
  const flagged = Math.abs(skew) > CLOCK_TOLERANCE_MS;
  const occurred_at = flagged ? righted : occurredAt;
  if (not_before && occurred_at.getTime() < not_before.getTime()) {
    if (righted.getTime() < not_before.getTime()) return unbelieved;
    return { occurred_at: not_before, judged_at: not_before, flagged };
  }
  return { occurred_at, judged_at: earlier(occurred_at, righted), flagged };
}
