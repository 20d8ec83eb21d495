// Why something is on the review list.

/**
 * GAP: commands of a device that never came. REFUSED: money that was not booked. FAILED: given up after a fault of ours.
 * PLAN_LIMIT: a customer who was added offline beyond what the company's plan allows.
 * SHORTAGE: more was taken than the books had. PERIOD: done in books that are closed, booked on the first open day.
 * DRAWER: cash of a drawer that had been counted when it was told. EXPIRY_HELD: more customers would have lost their access than
 * usual, or by a clock that jumped.
 * AUTHOR_UNPROVEN: a command named another author than its sender, without that author's proof.
 * LATE_HAND_IN: money that came after the end of its author's membership or right, or of its device.
 * WEBHOOK: an endpoint was switched off, since nothing arrives there. CALLBACK: a provider called in with what can't be read.
 * CHANGE_DIFFERS: a till's change of package that the server settled otherwise than it had shown.
 * REVERSAL_REQUESTED: somebody asks for a receipt to be reversed.
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
  "EXPIRY_HELD",
  "AUTHOR_UNPROVEN",
  "LATE_HAND_IN",
  "WEBHOOK",
  "CALLBACK",
  "CHANGE_DIFFERS",
  "REVERSAL_REQUESTED",
] as const;
