// The demo's platform: plans, what the two providers pay for, a backup, and companies that ask to join. Both subscriptions run without an
// end, and the demo's own provider has no limit, so that nothing stops in a demo.
import { addDays, dayOf } from "../../shared/kernel/day.ts";
import { withoutRights } from "../kernel/operation/principal.ts";
import { systemCall } from "../kernel/operation/run-as-system.ts";
import type { Services } from "../kernel/services.ts";
import { queueBackup, requestToJoin } from "../saas/index.ts";
import { type Actor, doerOf } from "./act.ts";
import { PLATFORM } from "./known-passwords.ts";

const PLANS = [
  {
    name: "Start",
    price_monthly: "25.00",
    max_subscribers: 300,
    features: ["Customers and billing", "One router"],
  },
  {
    name: "Growth",
    price_monthly: "80.00",
    max_subscribers: 2_000,
    features: ["Everything of Start", "Field work", "HR"],
  },
  {
    name: "Unlimited",
    price_monthly: "240.00",
    max_subscribers: null,
    features: ["Everything of Growth", "No limit"],
  },
] as const;

/** Months in which each provider has paid, this one included. */
const MONTHS = 6;
const DAYS = 30;

async function subscribe(
  act: Actor,
  provider: { id: string; subdomain: string },
  plan: { id: string; price: string },
  now: Date,
): Promise<void> {
  const begin = addDays(dayOf(now, "UTC"), -DAYS * MONTHS);
  const made = await act({
    name: "tenant_subscription.create",
    key: `subscription:${provider.subdomain}`,
    input: { tenant: provider.id, package: plan.id, start_date: begin, status: "ACTIVE" },
    at: now,
  });
  for (let month = 0; month < MONTHS; month += 1) {
    const paid_at = new Date(now.getTime() - month * DAYS * 86_400_000).toISOString();
    const trx_id = `WIRE-${provider.subdomain.toUpperCase()}-${paid_at.slice(0, 10)}`;
    const input = { subscription: made.id, amount: plan.price, payment_method: "BANK", trx_id, paid_at };
    await act({ name: "saas_payment.create", key: `payment:${provider.subdomain}:${month}`, input, at: now });
  }
}

/** Companies that would like to join; the last one was declined. */
const REQUESTS = [
  {
    ...{
      org_name: "Jamuna Broadband",
      contact_email: "office@jamuna.example",
      contact_name: "Tahmina Akter",
    },
    ...{ phone: "01711000301", subdomain: "jamuna", notes: "About 250 customers in Sirajganj, two routers." },
  },
  {
    ...{ org_name: "Fjord Nett AS", contact_email: "drift@fjordnett.example", contact_name: "Ola Berge" },
    ...{
      phone: "+47 55 00 01 02",
      subdomain: "fjordnett",
      notes: "We would like to bring our 900 customers over.",
    },
  },
  {
    ...{ org_name: "Cheap Loans 24", contact_email: "win@loans.example", contact_name: "" },
    ...{ phone: null, subdomain: null, notes: "Best rates." },
  },
] as const;

async function askToJoin(services: Services, act: Actor, now: Date): Promise<void> {
  for (const request of REQUESTS) {
    const { body } = await requestToJoin(services, systemCall(services.platform, now), request);
    if (request.subdomain !== null) continue;
    const { id } = body as { id: string };
    const input = { reason: "No provider of Internet access" };
    await act({ name: "onboarding_request.reject", key: "reject", id, input, at: now });
  }
}

/** Gives the demo its plans, subscriptions, payments and requests to join. */
export async function seedPlatform(
  services: Services,
  providers: { unlimited: string; other: string },
  now = new Date(),
): Promise<void> {
  const sql = services.db.platform;
  const [done] = await sql`select 1 from onboarding_requests where status = 'REJECTED' limit 1`;
  if (done) return;
  const act = doerOf(services, {
    ...withoutRights("superuser", PLATFORM, null),
    full_name: "Platform",
    is_superuser: true,
  });
  const plans = new Map<string, { id: string; price: string }>();
  for (const plan of PLANS) {
    const made = await act({ name: "saas_package.create", key: `plan:${plan.name}`, input: plan, at: now });
    plans.set(plan.name, { id: String(made.id), price: plan.price_monthly });
  }
  // A start that was interrupted may have subscribed them on another day.
  const tenants = await sql<{ id: string; subdomain: string }[]>`
    select id, subdomain from tenants t where subdomain in (${providers.unlimited}, ${providers.other})
      and not exists (select from tenant_subscriptions s where s.tenant = t.id)`;
  for (const tenant of tenants) {
    const plan = plans.get(tenant.subdomain === providers.unlimited ? "Unlimited" : "Growth");
    if (plan) await subscribe(act, tenant, plan, now);
  }
  // Taken in the background once the server runs.
  const [other] = await sql<{ id: string; name: string; subdomain: string }[]>`
    select id, name, subdomain from tenants t where subdomain = ${providers.other}
      and not exists (select from database_backups b where b.tenant = t.id)`;
  if (other) await queueBackup(sql, other, "MANUAL", PLATFORM);
  await askToJoin(services, act, now);
}
