// Each minute: whose access ended with yesterday, in the tenant's time zone, is EXPIRED and cut off (contract §4.9).
import type { Day } from "../../../shared/kernel/day.ts";
import { customer } from "../../../shared/subscribers/index.ts";
import { type DueTenant, tenantsPastDayEnd } from "../../identity/index.ts";
import type { JobDefinition } from "../../kernel/jobs/jobs.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import type { Services } from "../../kernel/services.ts";
import { enqueueJobs } from "../../network/index.ts";
import { mayExpireNow, noteExpired } from "./expiry-guard.ts";

/** Customers expired by one transaction: a longer one would hold up every reader of the feed. */
const CHUNK = 100;
const EXPIRE = { on: customer, name: "customer.expire" };

interface Expired {
  id: string;
  router: string | null;
  expiry_date: Day;
}

/** Expires the next customers; answers how many. */
async function expireChunk(ctx: OperationContext, today: Day): Promise<number> {
  const { tx, tenant } = ctx;
  // The rule of isExpired (shared/subscribers/access.rules.ts), over a whole tenant. Rows that are locked now are
  // left for the next minute. In the order of their days, as the index has them.
  const expired = await tx<Expired[]>`
    with next as (
      select id from customers where tenant_id = ${tenant.id} and status = 'ACTIVE' and expiry_date is not null
        and greatest(expiry_date, grace_period_until) < ${today}
      order by greatest(expiry_date, grace_period_until) limit ${CHUNK} for update skip locked)
    update customers c set status = 'EXPIRED' from next where c.tenant_id = ${tenant.id} and c.id = next.id
    returning c.id, c.router, c.expiry_date`;
  if (expired.length === 0) return 0;
  ctx.markChanged("customers");
  await noteExpired(ctx, expired.length);
  for (const { id, expiry_date } of expired) {
    ctx.audit(EXPIRE, {
      id,
      before: { status: "ACTIVE" },
      after: { status: "EXPIRED" },
      note: `Access ended; expiry_date ${expiry_date}`,
    });
  }
  await enqueueJobs(
    ctx,
    expired.map(({ id, router }) => ({ kind: "DISABLE_USER", router, customer: id })),
  );
  return expired.length;
}

/**
 * Expires customers of all tenants that suspend by themselves, unless they are more than usual or the clock jumped.
 * @param is_sure without review: a demo's own past.
 * @returns how many.
 */
export async function expireCustomers(
  services: Services,
  now = new Date(),
  { is_sure = false } = {},
): Promise<number> {
  const off = is_sure ? null : await services.clock.look();
  // Of each tenant one customer is read, whose access ends next. Holds are looked at in any case: they may be over.
  const find = (latest: Day) => services.db.platform<DueTenant[]>`
    select /* every tenant */ s.tenant_id as id, s.timezone,
      case when h.tenant_id is null then e.last_day else date '0001-01-01' end as first
    from company_settings s
    left join expiry_holds h on h.tenant_id = s.tenant_id
    left join lateral (select greatest(c.expiry_date, c.grace_period_until) as last_day from customers c
      where c.tenant_id = s.tenant_id and c.status = 'ACTIVE' and c.expiry_date is not null
      order by greatest(c.expiry_date, c.grace_period_until) limit 1) e on true
    where s.auto_suspend and (e.last_day < ${latest} or h.tenant_id is not null)`;
  const may = (ctx: OperationContext, today: Day) => mayExpireNow(ctx, today, off);
  return tenantsPastDayEnd(services, now, {
    find,
    chunk: expireChunk,
    size: CHUNK,
    ...(is_sure ? {} : { may }),
  });
}

export const expireCustomersJob: JobDefinition = {
  name: "expire-customers",
  cron: "* * * * *",
  on_clock_jump: "GUARDS",
  run: async (services) => {
    await expireCustomers(services);
  },
};
