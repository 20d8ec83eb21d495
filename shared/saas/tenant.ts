// The providers as the console shows them: what each uses, and what it brings.
import { z } from "zod";
import { tenantAdmin, tenantFields } from "../identity/tenant.ts";
import { count, instant, money, nullable, text } from "../kernel/field.ts";
import { operation, plainOperations } from "../kernel/operation.ts";
import { platformResource } from "../kernel/resource.ts";

const never = { writable: "never" } as const;

export const saasTenant = platformResource({
  name: "saas_tenant",
  path: "saas/tenants",
  collection: "saas_tenants",
  area: "saas",
  module: "saas",
  summary: "A provider with its usage",
  many: "companies",
  fields: {
    ...tenantFields,
    /** Customers that are not TERMINATED. */
    subscribers: count(never),
    /** The plan that it has, or tries. */
    plan: nullable(text(never)),
    /** What its active subscription brings a month, in the platform's currency. */
    mrr: money(never),
    last_activity_at: nullable(instant(never)),
  },
  verbs: ["list", "read", "create", "update"],
  search: ["name", "subdomain"],
});

export const saasTenantVerbs = plainOperations(saasTenant, {
  create: { more: { admin: tenantAdmin }, changes: ["tenants"] },
  update: { changes: ["tenants"] },
});

const why = z.strictObject({ reason: text({ max: 500 }).nullish() });

export const suspendTenant = operation({
  on: saasTenant,
  name: "suspend",
  summary: "Keep a provider's people out at once; nothing of theirs is lost. A repeat changes nothing",
  input: why,
  changes: ["tenants"],
});

export const resumeTenant = operation({
  on: saasTenant,
  name: "resume",
  summary: "Let a suspended provider's people in again. A repeat changes nothing",
  input: why,
  changes: ["tenants"],
});
