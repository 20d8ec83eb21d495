// Domains of a company's own: they lead to it once a record in their zone shows that they are its.
import { z } from "zod";
import { flag, instant, json, nullable, text } from "../kernel/field.ts";
import { operation, plainOperations } from "../kernel/operation.ts";
import { resource } from "../kernel/resource.ts";

const never = { writable: "never" } as const;

/** The record that shows whose a domain is. */
const verification = z.object({
  type: z.literal("TXT"),
  /** Where it stands in the domain's zone. */
  name: z.string(),
  value: z.string(),
});

export const tenantDomain = resource({
  name: "tenant_domain",
  path: "tenant-domains",
  area: "identity",
  module: "platform",
  summary: "A domain of the company's own",
  many: "the company's domains",
  fields: {
    domain: text({ required: true, max: 300, writable: "create" }),
    /** The one that the company is called by: one of them at most. */
    is_primary: flag({ initial: false }),
    /** Whether it leads to the company, once it is verified. */
    is_active: flag({ initial: true }),
    is_verified: flag({ ...never, initial: false }),
    verified_at: nullable(instant(never)),
    verification: json(verification, never),
  },
  verbs: ["list", "read", "create", "update", "delete"],
  search: ["domain"],
  title: "domain",
  names_tenant: true,
  order: ["domain"],
});

export const tenantDomainVerbs = plainOperations(tenantDomain);

export const verifyDomain = operation({
  on: tenantDomain,
  name: "verify",
  summary: "Look its TXT record up in DNS: from then on the domain leads to the company",
  allows: "Have a domain's ownership looked up",
  input: z.strictObject({}),
  failures: ["DUPLICATE", "DOMAIN_NOT_VERIFIED", "UNAVAILABLE"],
});

/** Where the record stands. */
export const recordName = (domain: string): string => `_lastmile.${domain}`;
