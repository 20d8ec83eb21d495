// The list of payments of certain days, as its address says them.
import type { Day } from "../../shared/kernel/day.ts";

/** Payments that were received from one day until another, and count as collected. */
export const receivedOn = (from: Day, to: Day): string =>
  `transactions?received_at__gte=${from}&received_at__lte=${to}&status=COMPLETED`;
