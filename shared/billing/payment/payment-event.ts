// Payments that a payment provider reports: matched to a customer and applied, or kept for a person to match.
import { z } from "zod";
import { choice, instant, json, money, nullable, prose, reference, text } from "../../kernel/field.ts";
import { operation } from "../../kernel/operation.ts";
import { recordSchema, resource } from "../../kernel/resource.ts";
import { SETTLED } from "./payment.ts";

const never = { writable: "never" } as const;
const create = { writable: "create" } as const;

export const paymentEvent = resource({
  name: "payment_event",
  path: "payments/events",
  collection: "payment_events",
  area: "billing",
  module: "finance",
  summary: "Inbound payment events",
  many: "payments reported by providers",
  fields: {
    provider: text({ ...create, required: true, max: 60 }),
    /** Unique per provider: a repeat answers the first record. */
    event_id: text({ ...create, required: true, max: 200 }),
    /** The provider's own id of the payment, which several events may report; event_id where there is none. */
    payment_ref: text({ ...create, max: 200 }),
    amount: money({ ...create, required: true, positive: true, currency: "currency" }),
    currency: text({ ...create, required: true, pattern: /^[A-Z]{3}$/, hint: "An ISO 4217 code" }),
    /** Customer code, username or phone. */
    account_ref: text({ ...create, required: true }),
    payer: nullable(text(create)),
    occurred_at: instant(create),
    payload: nullable(json(z.record(z.string(), z.unknown()), create)),
    status: choice(["RECEIVED", "APPLIED", "UNMATCHED", "REJECTED"], never),
    /** Why it was not applied. */
    detail: nullable(prose(never)),
    customer: nullable(reference("customer", never)),
    payment_transaction: nullable(reference("transaction", never)),
  },
  verbs: ["list", "read"],
  large: { filters: ["status", "customer"] },
  search: ["event_id", "payment_ref", "account_ref", "payer"],
  display: { customer_name: { via: "customer", column: "name" } },
});

/** POST /payments/events/ (contract §3): signed by the provider where the tenant keeps its secret. */
export const paymentEventCreate = operation({
  on: paymentEvent,
  name: "create",
  summary: "Report a payment from outside",
  input: z.strictObject({
    provider: paymentEvent.fields.provider,
    event_id: paymentEvent.fields.event_id,
    payment_ref: text({ required: true, max: 200 }).nullish(),
    amount: paymentEvent.fields.amount,
    /** Left out: the tenant's. */
    currency: paymentEvent.fields.currency.nullish(),
    account_ref: paymentEvent.fields.account_ref,
    payer: paymentEvent.fields.payer.optional(),
    occurred_at: paymentEvent.fields.occurred_at.nullish(),
    payload: paymentEvent.fields.payload.optional(),
  }),
  // A repeat answers the first record.
  also: { 200: recordSchema(paymentEvent) },
  headers: ["Signature"],
  failures: ["INVALID_SIGNATURE"],
  changes: SETTLED,
});

export const paymentEventMatch = operation({
  on: paymentEvent,
  name: "match",
  summary: "Say whose an unmatched payment is, and apply it",
  allows: "Say whose a provider's payment is",
  input: z.strictObject({
    customer: reference("customer"),
    /** In the tenant's currency: needed where the payment was reported in another. */
    amount: money({ required: true, positive: true }).nullish(),
  }),
  failures: ["ILLEGAL_TRANSITION"],
  changes: SETTLED,
  offline: true,
});
