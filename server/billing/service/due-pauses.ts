// Each minute: pauses begin and end with their days, in the tenant's time zone (contract C4).
import type { Day } from "../../../shared/kernel/day.ts";
import { type DueTenant, tenantsPastDayEnd } from "../../identity/index.ts";
import type { JobDefinition } from "../../kernel/jobs/jobs.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import type { Services } from "../../kernel/services.ts";
import { lockCustomers } from "../../subscribers/index.ts";
import { endPause, type KeptPause, startPause } from "./pause.ts";

/** Customers worked on by one transaction. */
const CHUNK = 50;

/** Begins and ends the next ones; answers how many were looked at. */
async function turnChunk(ctx: OperationContext, today: Day): Promise<number> {
  const { tx, tenant } = ctx;
  const due = tx`tenant_id = ${tenant.id}
    and (state = 'SCHEDULED' and from_date <= ${today} or state = 'RUNNING' and to_date < ${today})`;
  const next = await tx<{ customer: string }[]>`
    select customer from service_pauses where ${due} order by from_date, id limit ${CHUNK}`;
  if (next.length === 0) return 0;
  const customers = next.map(({ customer }) => customer);
  await lockCustomers(tx, tenant.id, customers);
  // Asked again under the locks: another process may have been here meanwhile.
  const pauses = await tx<(KeptPause & { router: string | null })[]>`
    select p.*, (select router from customers c where c.tenant_id = p.tenant_id and c.id = p.customer) as router
    from service_pauses p where ${due} and customer = any(${customers}::text[]::uuid[]) order by customer`;
  for (const { router, ...kept } of pauses) {
    if (kept.state === "SCHEDULED") await startPause(ctx, kept as KeptPause, router);
    else await endPause(ctx, kept as KeptPause, kept.to_date, "The pause is over");
  }
  return next.length;
}

/** Turns what is due in all companies. @returns how many pauses were looked at. */
export function turnPausesDue(services: Services, now = new Date()): Promise<number> {
  // Of each tenant the next that begins and the next that ends are read, by indexes of those alone.
  const find = (latest: Day) => services.db.platform<DueTenant[]>`
    select /* every tenant */ s.tenant_id as id, s.timezone, least(b.from_date - 1, e.to_date) as first from company_settings s
    left join lateral (select v.from_date from service_pauses v where v.tenant_id = s.tenant_id and v.state = 'SCHEDULED'
      order by v.from_date limit 1) b on true
    left join lateral (select v.to_date from service_pauses v where v.tenant_id = s.tenant_id and v.state = 'RUNNING'
      order by v.to_date limit 1) e on true
    where least(b.from_date - 1, e.to_date) < ${latest}`;
  return tenantsPastDayEnd(services, now, { find, chunk: turnChunk, size: CHUNK });
}

export const turnPausesJob: JobDefinition = {
  name: "turn-pauses",
  cron: "* * * * *",
  on_clock_jump: "WAITS",
  run: async (services) => {
    await turnPausesDue(services);
  },
};
