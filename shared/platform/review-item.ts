// The review list: what could not be applied just as it was meant, for people to look at (contract §5).
import { z } from "zod";
import { choice, instant, json, money, nullable, prose, reference, text } from "../kernel/field.ts";
import { operation } from "../kernel/operation.ts";
import { resource } from "../kernel/resource.ts";
import { REVIEW_KINDS } from "../kernel/sync/review-kinds.ts";

const never = { writable: "never" } as const;
const anything = z.record(z.string(), z.unknown());

export const reviewItem = resource({
  name: "review_item",
  path: "review-items",
  area: "platform",
  module: "platform",
  summary: "Something that a person has to look at",
  many: "the review list",
  fields: {
    kind: choice(REVIEW_KINDS, never),
    status: choice(["OPEN", "RESOLVED"], never),
    command: nullable(reference("command", never)),
    device: nullable(reference("device", never)),
    author: text(never),
    detail: prose(never),
    problem: nullable(json(anything, never)),
    payload: nullable(json(anything, never)),
    amount: nullable(money(never)),
    customer: nullable(reference("customer", never)),
    payment_transaction: nullable(reference("transaction", never)),
    occurred_at: nullable(instant(never)),
    resolved_by: nullable(text(never)),
    resolved_at: nullable(instant(never)),
    resolution: nullable(text({ ...never, max: 1_000 })),
    /** How what was asked for was answered; null: it waits, or nothing was asked for. */
    outcome: nullable(choice(["ACCEPTED", "DECLINED"], never)),
    /** When who had asked read the answer. */
    answer_seen_at: nullable(instant(never)),
  },
  verbs: ["list", "read"],
  large: { filters: ["status", "kind", "customer"] },
  search: ["author"],
  replica: true,
});

export const dismissReviewItem = operation({
  on: reviewItem,
  name: "dismiss",
  summary: "Take an item off the list; money in suspense is resolved instead",
  allows: "Take an item off the review list",
  input: z.strictObject({
    note: text({ max: 500 }).optional(),
  }),
  failures: ["CONFLICT", "ILLEGAL_TRANSITION"],
  offline: true,
});
