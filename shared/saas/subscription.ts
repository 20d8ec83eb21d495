// Which plan a provider has, from when to when. Prepaid: it runs to the end of its last day, and a payment moves that day.
import { z } from "zod";
import { choice, date, nullable, prose, reference, text } from "../kernel/field.ts";
import { operation, plainOperations } from "../kernel/operation.ts";
import { platformResource, type RecordOf } from "../kernel/resource.ts";

export const SUBSCRIPTION_STATUSES = ["TRIAL", "ACTIVE", "EXPIRED", "CANCELLED"] as const;

export const tenantSubscription = platformResource({
  name: "tenant_subscription",
  path: "saas/subscriptions",
  collection: "tenant_subscriptions",
  area: "saas",
  module: "saas",
  summary: "A provider's subscription to a plan",
  many: "subscriptions",
  fields: {
    tenant: reference("tenant", { required: true, writable: "create" }),
    package: reference("saas_package", { required: true }),
    /** The platform's days are those of UTC. */
    start_date: date(),
    /** Its last day; null: it runs until it is cancelled. */
    end_date: nullable(date()),
    status: choice(SUBSCRIPTION_STATUSES, { writable: "create", initial: "ACTIVE" }),
    /** What was agreed beside the plan. */
    notes: nullable(prose({ max: 2_000 })),
  },
  verbs: ["list", "read", "create", "update"],
  title: "tenant",
  display: {
    tenant_name: { via: "tenant", column: "name" },
    package_name: { via: "package", column: "name" },
  },
});

export type TenantSubscription = RecordOf<typeof tenantSubscription>;

export const tenantSubscriptionVerbs = plainOperations(tenantSubscription, {
  update: { failures: ["ILLEGAL_TRANSITION"] },
});

export const cancelSubscription = operation({
  on: tenantSubscription,
  name: "cancel",
  summary: "End a subscription now. A repeat changes nothing",
  input: z.strictObject({ reason: text({ max: 500 }).nullish() }),
  failures: ["ILLEGAL_TRANSITION"],
});

export const activateSubscription = operation({
  on: tenantSubscription,
  name: "activate",
  summary: "Let a trial, or a subscription that ended, run as an active one. A repeat changes nothing",
  input: z.strictObject({
    /** Its new last day; null: none. The old one unless given. */
    end_date: nullable(date()).optional(),
  }),
  failures: ["ILLEGAL_TRANSITION", "DUPLICATE"],
});
