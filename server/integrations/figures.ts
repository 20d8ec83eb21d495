// How deliveries go, for Prometheus.
import { Counter } from "prom-client";
import type { AreaFigures } from "../kernel/area.ts";

const deliveries = new Counter({
  name: "lastmile_webhook_deliveries_total",
  help: "Attempts at webhook deliveries, by what became of them",
  labelNames: ["status"],
  registers: [],
});

export const countDelivery = (status: "SUCCEEDED" | "PENDING" | "FAILED"): void =>
  // What is tried again did not arrive either.
  deliveries.inc({ status: status === "PENDING" ? "RETRIED" : status });

export const webhookCounters = [deliveries];

export const webhookFigures: AreaFigures = {
  help: {
    lastmile_webhook_lag_seconds: "How long the oldest webhook delivery that is due has waited",
    lastmile_events_waiting: "Calls of providers and channels that are not applied yet",
  },
  async read({ db }) {
    const [row] = await db.platform<{ lag: string | null }[]>`
      select /* every tenant */ extract(epoch from max(now() - d.next_at)) as lag
      from webhook_endpoints e join tenants t on t.id = e.tenant_id
        cross join lateral (select d.next_at from webhook_deliveries d
          where d.tenant_id = e.tenant_id and d.endpoint = e.id and d.status = 'PENDING'
          order by d.next_at limit 1) d
      where e.is_active and t.is_active and d.next_at <= now()`;
    const [calls] = await db.platform<{ waiting: number }[]>`
      select /* every tenant */ count(*) as waiting from inbound_calls where next_try_at is not null`;
    return {
      lastmile_webhook_lag_seconds: Number(row?.lag ?? 0),
      lastmile_events_waiting: Number(calls?.waiting ?? 0),
    };
  },
};
