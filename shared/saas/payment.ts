// What providers paid for their subscriptions, in the platform's currency.
import { date, instant, money, nullable, reference, text } from "../kernel/field.ts";
import { plainOperations } from "../kernel/operation.ts";
import { platformResource } from "../kernel/resource.ts";

export const saasPayment = platformResource({
  name: "saas_payment",
  path: "saas/payments",
  collection: "saas_payments",
  area: "saas",
  module: "saas",
  summary: "A provider's payment for a subscription",
  fields: {
    subscription: reference("tenant_subscription", { required: true, writable: "create" }),
    tenant: reference("tenant", { writable: "never" }),
    amount: money({ required: true, positive: true, writable: "create" }),
    payment_method: text({
      max: 50,
      initial: "BANK",
      pattern: /\S/,
      hint: "Must not be empty",
      writable: "create",
    }),
    trx_id: text({ required: true, max: 100, writable: "create" }),
    /** When it came in; now unless given. */
    paid_at: instant({ writable: "create" }),
    /** The subscription's new last day, where the payment moves it; one that had ended runs again. */
    paid_until: nullable(date({ writable: "create" })),
  },
  verbs: ["list", "read", "create"],
  search: ["trx_id"],
  title: "trx_id",
  order: ["-paid_at"],
  display: { tenant_name: { via: "tenant", column: "name" } },
});

export const saasPaymentVerbs = plainOperations(saasPayment, {
  create: { changes: ["tenant_subscriptions"] },
});
