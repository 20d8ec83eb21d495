// Why something is on the review list.

/** GAP: commands of a device that never came. REFUSED: money that was not booked. FAILED: given up after a fault of ours. */
export const REVIEW_KINDS = [
  "SUSPENSE",
  "CLOCK",
  "CONFLICT",
  "RECEIPT_NUMBER",
  "DRIFT",
  "BELOW_PRICE",
  "PAYMENT_EVENT",
  "GAP",
  "REFUSED",
  "FAILED",
] as const;
