// Events are kept for 30 days, with their deliveries; old secrets for as long as they sign.
import { EVENT_DAYS } from "../../shared/integrations/index.ts";
import type { JobDefinition } from "../kernel/jobs/jobs.ts";

/** At a time: no transaction holds the feed back for long. */
const LOT = 10_000;

export const forgetEvents: JobDefinition = {
  name: "forget-webhook-events",
  cron: "37 3 * * *",
  on_clock_jump: "WAITS",
  async run({ db }) {
    for (let gone = LOT; gone === LOT; ) {
      const rows = await db.platform`delete /* every tenant */ from webhook_events e
        using (select tenant_id, id from webhook_events where timestamp < now() - ${EVENT_DAYS} * interval '1 day' limit ${LOT}) old
        where e.tenant_id = old.tenant_id and e.id = old.id returning e.id`;
      gone = rows.length;
    }
    await db.platform`delete /* every tenant */ from webhook_secrets where ends_at < now()`;
  },
};
