// Payments that a payment provider reports: matched to a customer and applied, or kept for a person to match.
import { z } from "zod";
import { choice, instant, json, money, nullable, prose, reference, text } from "../../kernel/field.ts";
import { providerName } from "../../kernel/normal/provider-name.ts";
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
    /** As it was spelled; one provider in any case. */
    provider: text({ ...create, required: true, max: 200, normal: "code", is_key: true }),
    /** Unique per provider: a repeat answers the first record. */
    event_id: text({ ...create, required: true, max: 200 }),
    /** The provider's own id of the payment, which several events may report; event_id where there is none. */
    payment_ref: text({ ...create, max: 200, normal: "text", is_key: true }),
    amount: money({ ...create, required: true, positive: true, currency: "currency" }),
    currency: text({ ...create, required: true, pattern: /^[A-Z]{3}$/, hint: "An ISO 4217 code" }),
    /** Customer code, username or phone; null: the provider named none. */
    account_ref: nullable(text(create)),
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

/** What the provider has no say in, but should be right: anything else is as if it had not been said. */
const lenient = <S extends z.ZodType>(schema: S) => schema.nullish().catch(null);

const idText = z.union([z.string(), z.number()]).transform((id) => String(id).trim());

/** What could not be read in it came as U+FFFD: two payments' ids would be one. */
const readableId = idText.pipe(
  z
    .string()
    .min(1)
    .regex(/^[^\ufffd]*$/),
);

/**
 * POST /payments/events/ (contract §3): signed by the provider where the tenant keeps a secret of any. The money has been
 * paid: without a readable provider, event_id or amount nothing could be booked; whatever else is missing or too long, it is
 * booked, and somebody looks at it. Further members are kept with the payload.
 */
export const paymentEventCreate = operation({
  on: paymentEvent,
  name: "create",
  summary: "Report a payment from outside",
  input: z.looseObject({
    provider: providerName,
    event_id: readableId,
    payment_ref: lenient(idText),
    amount: paymentEvent.fields.amount,
    /** In any case. Left out: the tenant's. */
    currency: lenient(z.string()),
    account_ref: lenient(idText),
    payer: lenient(idText),
    occurred_at: lenient(z.string()),
    payload: z.unknown().optional(),
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
