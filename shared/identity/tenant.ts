// Tenants: the providers that use this installation; only super administrators manage them (contract §2).
import { z } from "zod";
import { flag, text } from "../kernel/field.ts";
import { createSchema, recordSchema, resource, updateSchema } from "../kernel/resource.ts";
import { newPassword, newUsername } from "./auth.ts";

const SUBDOMAIN = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

export const tenant = resource({
  name: "tenant",
  path: "tenants",
  area: "identity",
  module: "platform",
  summary: "A provider that uses this installation",
  fields: {
    name: text({ required: true }),
    subdomain: text({
      required: true,
      max: 63,
      pattern: SUBDOMAIN,
      hint: "Lower-case letters, digits and hyphens",
    }),
    is_active: flag({ initial: true }),
    tier: text({ max: 50, initial: "STANDARD", pattern: /\S/, hint: "Must not be empty" }),
  },
  verbs: [],
  search: ["name", "subdomain"],
});

const tenantAdmin = z.strictObject({
  username: newUsername,
  password: newPassword,
  full_name: text().optional(),
  email: z.email().max(200).nullish(),
});

export const createTenantBody = createSchema(tenant).omit({ id: true }).extend({ admin: tenantAdmin });
export const updateTenantBody = updateSchema(tenant);
export const tenantAnswer = recordSchema(tenant);

/** A tenant with its usage figures, for the SaaS control plane. */
export const tenantUsageAnswer = tenantAnswer.extend({
  subscribers: z.int(),
  plan: z.string().nullable(),
  mrr: z.string(),
  last_activity_at: z.iso.datetime({ offset: true }).nullable(),
});

const page = z.looseObject({
  page: z.string().optional(),
  page_size: z.string().optional(),
  ordering: z.string().optional(),
  search: z.string().optional(),
});
const pageAnswer = (item: z.ZodType) =>
  z.object({
    count: z.int(),
    count_is_exact: z.literal(false).optional(),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    results: z.array(item),
  });

/** Query of a list that is served by a route of its own; filters are checked where they are used. */
export const tenantListQuery = page;
export const tenantListAnswer = pageAnswer(tenantAnswer);
export const tenantUsageListAnswer = pageAnswer(tenantUsageAnswer);
