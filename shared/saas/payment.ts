// What providers paid for their subscriptions, in the platform's currency; a mistaken one is undone by its mirror image.
import { z } from "zod";
import { date, flag, instant, json, money, nullable, reference, text } from "../kernel/field.ts";
import { takenBackFields } from "../kernel/fields/taken-back.ts";
import { operation, plainOperations } from "../kernel/operation.ts";
import { platformResource, type RecordOf } from "../kernel/resource.ts";
import { SUBSCRIPTION_STATUSES } from "./subscription.ts";

const never = { writable: "never" } as const;

export const saasPayment = platformResource({
  name: "saas_payment",
  path: "saas/payments",
  collection: "saas_payments",
  area: "saas",
  module: "saas",
  summary: "A provider's payment for a subscription",
  fields: {
    subscription: reference("tenant_subscription", { required: true, writable: "create" }),
    tenant: reference("tenant", never),
    /** More than 0; that of a mirror image is less. */
    amount: money({ required: true, signed: true, writable: "create" }),
    payment_method: text({
      max: 50,
      initial: "BANK",
      pattern: /\S/,
      hint: "Must not be empty",
      writable: "create",
    }),
    /** Unique among the payments that count: that of one that was undone may be booked again. */
    trx_id: text({ required: true, max: 100, writable: "create", normal: "text", is_key: true }),
    /** When it came in; now unless given. */
    paid_at: instant({ writable: "create" }),
    /** The subscription's new last day, where the payment moves it; one that had ended runs again. */
    paid_until: nullable(date({ writable: "create" })),
    /** How the subscription is without what was paid for it; null: the payment does not count for its day, or no longer. */
    subscription_before: nullable(
      json(z.object({ status: z.enum(SUBSCRIPTION_STATUSES), end_date: z.string().nullable() }), never),
    ),
    is_reversed: flag({ ...never, initial: false }),
    ...takenBackFields,
    /** Of a mirror image: the payment that it undoes. */
    reverses: nullable(reference("saas_payment", never)),
  },
  verbs: ["list", "read", "create"],
  search: ["trx_id"],
  title: "trx_id",
  order: ["-paid_at"],
  display: { tenant_name: { via: "tenant", column: "name" } },
});

export type SaasPayment = RecordOf<typeof saasPayment>;

export const saasPaymentVerbs = plainOperations(saasPayment, {
  create: { changes: ["tenant_subscriptions"] },
});

export const reverseSaasPayment = operation({
  on: saasPayment,
  name: "reverse",
  summary:
    "Undo a mistaken payment by its mirror image; the subscription goes back to the day that is paid for without it, unless it was moved by hand since. A repeat changes nothing",
  input: z.strictObject({ reason: text({ required: true, max: 500 }) }),
  failures: ["NOT_REVERSIBLE"],
  changes: ["tenant_subscriptions"],
});
