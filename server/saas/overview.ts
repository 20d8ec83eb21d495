// GET /saas/overview/: one row a provider is read, from what is kept of each; no tenant's own tables but one index entry
// of its audit log (its last act).
import { addDays, dayOf } from "../../shared/kernel/day.ts";
import { add, formatMoney, MAX_DIGITS, parseMoney } from "../../shared/kernel/money.ts";
import {
  clockConfirmation,
  platformAuditLog,
  RISKS,
  type SaasOverview,
  saasOverview,
} from "../../shared/saas/index.ts";
import { route } from "../kernel/area.ts";
import { transaction } from "../kernel/db/db.ts";
import { believeClocks, readClocksOff } from "../kernel/jobs/clock-watch.ts";
import { runOnPlatform } from "../kernel/operation/run-as-system.ts";
import { fixDigits } from "../kernel/resource/record.ts";

/** A subscription that ends within these days, a tenant without an act for these. */
const SOON_DAYS = 7;
const QUIET_DAYS = 14;
/** From this share of its limit on a tenant is told of a larger plan. */
const NEAR_LIMIT = 0.9;
const AT_RISK_MAX = 50;

interface ProviderRow {
  id: string;
  name: string;
  subdomain: string;
  is_active: boolean;
  created_at: string;
  subscribers: number;
  max_subscribers: number | null;
  is_ended: boolean;
  package: string | null;
  subscription: "TRIAL" | "ACTIVE" | null;
  end_date: string | null;
  plan: string | null;
  last_activity_at: string | null;
}

interface PlanRow {
  package: string;
  name: string;
  tenants: number;
  trials: number;
  subscribers: number;
  mrr: string;
}

type Risk = (typeof RISKS)[number];

function risksOf(row: ProviderRow, now: Date): Risk[] {
  const { subscribers, max_subscribers, end_date } = row;
  const today = dayOf(now, "UTC");
  const quiet_since = new Date(now.getTime() - QUIET_DAYS * 86_400_000).toISOString();
  const at: Readonly<Record<Risk, boolean>> = {
    SUBSCRIPTION_ENDED: row.is_ended,
    ENDS_SOON: end_date !== null && end_date <= addDays(today, SOON_DAYS),
    NO_ACTIVITY: (row.last_activity_at ?? row.created_at) < quiet_since,
    OVER_LIMIT: max_subscribers !== null && subscribers > max_subscribers,
    NEAR_LIMIT:
      max_subscribers !== null &&
      subscribers <= max_subscribers &&
      subscribers >= max_subscribers * NEAR_LIMIT,
  };
  return RISKS.filter((risk) => at[risk]);
}

function atRisk(rows: readonly ProviderRow[], now: Date): SaasOverview["tenants_at_risk"] {
  return rows
    .filter(({ is_active }) => is_active)
    .map((row) => ({ row, reasons: risksOf(row, now) }))
    .filter(({ reasons }) => reasons.length > 0)
    .sort((a, b) => RISKS.indexOf(a.reasons[0] as Risk) - RISKS.indexOf(b.reasons[0] as Risk))
    .slice(0, AT_RISK_MAX)
    .map(
      ({
        row: { id, name, subdomain, plan, end_date, subscribers, max_subscribers, last_activity_at },
        reasons,
      }) => ({
        ...{ id, name, subdomain, reasons, plan, end_date, subscribers, max_subscribers, last_activity_at },
      }),
    );
}

export const overviewRoute = route({
  method: "GET",
  path: "/saas/overview/",
  operation_id: "getSaasOverview",
  summary: "How the platform and its providers are doing",
  area: "saas",
  permission: "superuser",
  output: saasOverview,
  async handler({ services, call }): Promise<SaasOverview> {
    const { currency } = services.platform.settings;
    const money = (amount: string | undefined) => fixDigits(amount ?? "0", services.platform.digits);
    const now = call.occurred_at;
    return transaction(
      services.db.platform_transactions,
      async (tx) => {
        const [rows, plans, [sums], clocks_off] = await Promise.all([
          tx<ProviderRow[]>`
            select id, name, subdomain, is_active, created_at, subscribers, max_subscribers, is_ended, package, subscription,
              end_date, plan, last_activity_at from saas_tenants order by end_date nulls last, name`,
          tx<PlanRow[]>`
            select p.id as package, p.name, count(t.id)::int as tenants,
              count(*) filter (where t.subscription = 'TRIAL')::int as trials,
              coalesce(sum(t.subscribers), 0)::int as subscribers, coalesce(sum(t.mrr), 0) as mrr
            from saas_packages p left join saas_tenants t on t.package = p.id and t.is_active
            group by p.id, p.name, p.price_monthly order by p.price_monthly, p.name`,
          tx<{ revenue: string; pending: number }[]>`
            select coalesce((select sum(amount) from saas_payments
                where paid_at >= date_trunc('month', ${now}::timestamptz at time zone 'UTC') at time zone 'UTC'), 0) as revenue,
              (select count(*)::int from onboarding_requests where status = 'PENDING') as pending`,
          readClocksOff(tx),
        ]);
        const open = rows.filter(({ is_active }) => is_active);
        const trial = open.filter(({ subscription }) => subscription === "TRIAL").length;
        const mrr = add(...plans.map((plan) => parseMoney(plan.mrr, MAX_DIGITS)));
        return {
          currency,
          tenants: {
            total: rows.length,
            active: open.length - trial,
            trial,
            suspended: rows.length - open.length,
          },
          subscribers_total: rows.reduce((sum, { subscribers }) => sum + subscribers, 0),
          mrr: money(formatMoney(mrr, MAX_DIGITS)),
          revenue_this_month: money(sums?.revenue),
          by_plan: plans.map((plan) => ({ ...plan, mrr: money(plan.mrr) })),
          onboarding_pending: sums?.pending ?? 0,
          clocks_off,
          tenants_at_risk: atRisk(rows, now),
        };
      },
      "isolation level repeatable read read only",
    );
  },
});

/** The clock jumped because it had been wrong before: what waits for it goes on. */
export const confirmClockRoute = route({
  method: "POST",
  path: "/saas/clock/confirm/",
  operation_id: "confirmClock",
  summary: "Say that the server's clock is right after it jumped",
  area: "saas",
  permission: "superuser",
  output: clockConfirmation,
  handler: ({ services, call }) =>
    runOnPlatform(services, call, async (ctx) => {
      const confirmed = await believeClocks(ctx.tx);
      if (confirmed > 0)
        ctx.audit({ on: platformAuditLog, name: "clock.confirm" }, { id: null, after: { confirmed } });
      return { confirmed };
    }),
});
