// Why something is on the review list.

/**
 * GAP: commands of a device that never came. REFUSED: money that was not booked. FAILED: given up after a fault of ours.
 * PLAN_LIMIT: a customer who was added offline beyond what the company's plan allows.
 * SHORTAGE: more was taken than the books had. PERIOD: done in books that are closed, booked on the first open day.
 * DRAWER: cash of a drawer that had been counted when it was told.
 */
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
  "PLAN_LIMIT",
  "SHORTAGE",
  "PERIOD",
  "DRAWER",
] as const;
