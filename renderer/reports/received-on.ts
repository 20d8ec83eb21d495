// The list of payments of certain days, as its address says them.
import { RECEIVED_METHODS } from "../../shared/billing/index.ts";
import type { Day } from "../../shared/kernel/day.ts";

/** Payments that were received from one day until another, and count as collected: adjustments are no money. */
export const receivedOn = (from: Day, to: Day, by = `method__in=${RECEIVED_METHODS.join(",")}`): string =>
  `transactions?received_at__gte=${from}&received_at__lte=${to}&status=COMPLETED&${by}`;
