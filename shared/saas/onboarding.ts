// Companies that ask to be let in: anybody may ask, a super administrator decides, once.
import { z } from "zod";
import { subdomainField, tenantAdmin } from "../identity/tenant.ts";
import { choice, instant, nullable, prose, reference, secret, text } from "../kernel/field.ts";
import { operation } from "../kernel/operation.ts";
import { IS_MAIL_ADDRESS } from "../kernel/outgoing/mail.ts";
import { createSchema, platformResource, recordSchema } from "../kernel/resource.ts";

const never = { writable: "never" } as const;

export const onboardingRequest = platformResource({
  name: "onboarding_request",
  path: "saas/onboarding-requests",
  collection: "onboarding_requests",
  area: "saas",
  module: "saas",
  summary: "A company that asks to be let in",
  fields: {
    org_name: text({ required: true }),
    contact_email: text({
      required: true,
      max: 200,
      ...IS_MAIL_ADDRESS,
    }),
    contact_name: nullable(text()),
    phone: nullable(text({ max: 50 })),
    /** The short name that it would like. */
    subdomain: nullable(text(subdomainField)),
    /** The plan that it would like to try. */
    package: nullable(reference("saas_package")),
    notes: nullable(prose({ max: 2_000 })),
    status: choice(["PENDING", "APPROVED", "REJECTED"], { ...never, initial: "PENDING" }),
    /** The tenant that it became. */
    tenant: nullable(reference("tenant", never)),
    decided_by: nullable(text(never)),
    decided_at: nullable(instant(never)),
    /** Why it was rejected. */
    reason: nullable(text({ ...never, max: 500 })),
  },
  verbs: ["list", "read", "update"],
  search: ["org_name", "contact_email"],
  title: "org_name",
  display: {
    package_name: { via: "package", column: "name" },
    tenant_name: { via: "tenant", column: "name" },
  },
});

/** What anybody may send: what the company says of itself. */
export const onboardingBody = createSchema(onboardingRequest).omit({ id: true });

export type OnboardingBody = z.output<typeof onboardingBody>;

export const approveOnboarding = operation({
  on: onboardingRequest,
  name: "approve",
  summary: "Make the tenant that was asked for, with its owner's account",
  input: z.strictObject({
    /** The tenant's short name, in place of the one that was asked for, or is made from the company's name. */
    subdomain: text(subdomainField).optional(),
    /** The plan that it tries, in place of the one that was asked for. */
    package: reference("saas_package").nullish(),
    trial_days: z.int().min(1).max(365).optional(),
    /** The owner's account; unless given, one under the e-mail address with a password that is shown this once. */
    admin: tenantAdmin.optional(),
  }),
  output: recordSchema(onboardingRequest).extend({
    admin: z
      .object({
        username: z.string(),
        /** To be changed after the first sign-in; null where the password was given, or was shown before. */
        one_time_password: secret(z.string()).nullable(),
      })
      .nullable(),
  }),
  shown_once: ["admin"],
  failures: ["ILLEGAL_TRANSITION", "DUPLICATE"],
  changes: ["tenants", "tenant_subscriptions"],
});

export const rejectOnboarding = operation({
  on: onboardingRequest,
  name: "reject",
  summary: "Decline a company's request",
  input: z.strictObject({ reason: text({ max: 500 }).nullish() }),
  failures: ["ILLEGAL_TRANSITION"],
});
