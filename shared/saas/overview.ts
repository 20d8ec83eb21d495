// GET /saas/overview/: how the platform and its providers are doing, on one page.
import { z } from "zod";

/** Why a provider may be lost, or is to be talked to. */
export const RISKS = ["SUBSCRIPTION_ENDED", "ENDS_SOON", "NO_ACTIVITY", "OVER_LIMIT", "NEAR_LIMIT"] as const;

export const saasOverview = z.object({
  /** In which all money here is. */
  currency: z.string(),
  /** Active: open and not on trial. */
  tenants: z.object({ total: z.int(), active: z.int(), trial: z.int(), suspended: z.int() }),
  subscribers_total: z.int(),
  /** Of active subscriptions of tenants that are open. */
  mrr: z.string(),
  /** Payments received since the first of the month, UTC. */
  revenue_this_month: z.string(),
  by_plan: z.array(
    z.object({
      package: z.uuid(),
      name: z.string(),
      tenants: z.int(),
      trials: z.int(),
      subscribers: z.int(),
      mrr: z.string(),
    }),
  ),
  onboarding_pending: z.int(),
  /** Machines whose clock jumped: what can't be undone waits there until it is right, or confirmed. */
  clocks_off: z.array(
    z.object({
      machine: z.string(),
      /** How far it is from where it would be; more than 0: ahead. */
      by_seconds: z.int(),
      since: z.iso.datetime({ offset: true }),
    }),
  ),
  /** The most pressing first, 50 at most. */
  tenants_at_risk: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      subdomain: z.string(),
      reasons: z.array(z.enum(RISKS)),
      plan: z.string().nullable(),
      end_date: z.string().nullable(),
      subscribers: z.int(),
      max_subscribers: z.int().nullable(),
      last_activity_at: z.iso.datetime({ offset: true }).nullable(),
    }),
  ),
});

export type SaasOverview = z.output<typeof saasOverview>;

export const clockConfirmation = z.object({
  /** How many machines' clocks were off. */
  confirmed: z.int(),
});
