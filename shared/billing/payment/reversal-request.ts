// Asking whoever may for the reversal of a receipt, and the answer (contract §4.16).
import { z } from "zod";
import { reference, text } from "../../kernel/field.ts";
import { operation } from "../../kernel/operation.ts";
import { recordSchema } from "../../kernel/resource.ts";
import { reviewItem } from "../../platform/index.ts";
import { transactionReverse } from "./payment.ts";

/** What either needs who answers, by what is to be reversed. */
const TO_ANSWER = ["billing.recharge.reverse", "finance.transaction.reverse"] as const;

/** POST /reversal-requests/: asked again while it waits it is the same item, with 200. */
export const requestReversal = operation({
  on: reviewItem,
  name: "request_reversal",
  area: "billing",
  path: "/reversal-requests/",
  summary:
    "Ask for a recharge or a payment to be reversed: an item REVERSAL_REQUESTED of the review list. Asked again it is the same item",
  allows: "Ask for receipts to be reversed",
  permission: "billing.reversal_request.create",
  status: 201,
  input: z.strictObject({
    id: z.uuidv7().optional(),
    /** Exactly one of these two. */
    recharge: reference("recharge").nullish(),
    transaction: reference("transaction").nullish(),
    reason: text({ required: true, max: 500 }),
  }),
  also: { 200: recordSchema(reviewItem) },
  failures: ["ILLEGAL_TRANSITION", "REVERSE_THE_RECHARGE", "REVERSE_THE_ADJUSTMENT"],
  offline: true,
});

/** POST /review-items/{id}/accept/. */
export const acceptReversal = operation({
  on: reviewItem,
  name: "accept",
  area: "billing",
  summary: "Reverse what was asked for, in the name of who accepts and for the asker's reason",
  permission: null,
  further_permissions: TO_ANSWER,
  input: z.strictObject({}),
  failures: transactionReverse.failures,
  changes: transactionReverse.changes,
  offline: true,
});

/** POST /review-items/{id}/decline/. */
export const declineReversal = operation({
  on: reviewItem,
  name: "decline",
  area: "billing",
  summary: "Leave as it is what was asked to be reversed; `reason` is what the asker reads",
  permission: null,
  further_permissions: TO_ANSWER,
  input: z.strictObject({ reason: text({ required: true, max: 500 }) }),
  failures: ["ILLEGAL_TRANSITION"],
  offline: true,
});

/** POST /review-items/{id}/acknowledge/. */
export const acknowledgeReversal = operation({
  on: reviewItem,
  name: "acknowledge",
  area: "billing",
  summary: "Note that who asked has read the answer. A repeat changes nothing",
  permission: "billing.reversal_request.create",
  input: z.strictObject({}),
  failures: ["ILLEGAL_TRANSITION"],
  offline: true,
});
