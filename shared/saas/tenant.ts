// The providers as the console shows them: what each uses, and what it brings.
import { tenantAdmin, tenantFields } from "../identity/tenant.ts";
import { count, instant, money, nullable, text } from "../kernel/field.ts";
import { plainOperations } from "../kernel/operation.ts";
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
