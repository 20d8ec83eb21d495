// Tenants: the providers that use this installation; only super administrators manage them (contract §2).
import { z } from "zod";
import { flag, text } from "../kernel/field.ts";
import { type InputOf, plainOperations } from "../kernel/operation.ts";
import { IS_MAIL_ADDRESS } from "../kernel/outgoing/mail.ts";
import { platformResource } from "../kernel/resource.ts";
import { newPassword, newUsername } from "./auth.ts";

const SUBDOMAIN = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** The name that leads to a tenant, below the installation's own or alone. */
export const subdomainField = {
  max: 63,
  pattern: SUBDOMAIN,
  hint: "Lower-case letters, digits and hyphens",
} as const;

export const tenantFields = {
  name: text({ required: true }),
  subdomain: text({ required: true, ...subdomainField }),
  is_active: flag({ initial: true }),
  tier: text({ max: 50, initial: "STANDARD", pattern: /\S/, hint: "Must not be empty" }),
};

export const tenant = platformResource({
  name: "tenant",
  path: "tenants",
  area: "identity",
  module: "platform",
  summary: "A provider that uses this installation",
  fields: tenantFields,
  verbs: ["list", "read", "create", "update"],
  search: ["name", "subdomain"],
});

/** Who owns a new tenant: a new account, or one that exists already, with its own password. */
export const tenantAdmin = z.strictObject({
  username: newUsername,
  password: newPassword,
  full_name: text().optional(),
  email: text({ max: 200, ...IS_MAIL_ADDRESS }).nullish(),
});

export const tenantVerbs = plainOperations(tenant, { create: { more: { admin: tenantAdmin } } });

/** What a tenant is made of. */
export type NewTenant = Omit<InputOf<typeof tenantVerbs.create>, "id">;
