// The history of what customers were sold: begun with them, and continued by whatever changes their package (contract C2).
import type { Day } from "../../../shared/kernel/day.ts";
import { Failure } from "../../../shared/kernel/failure.ts";
import type { Service } from "../../../shared/subscribers/index.ts";
import type { Fragment } from "../../kernel/db/db.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";

type Reason = Service["reason"];

/**
 * Begins a service for each of these customers who has a package and none that runs: since they joined, or from a day on.
 * One statement, however many they are.
 */
export async function beginServices(
  ctx: OperationContext,
  customers: readonly string[],
  reason: Reason,
  from: Day | null = null,
): Promise<void> {
  const { tx, tenant, today } = ctx;
  const { timezone } = tenant.settings;
  await tx`
    insert into services (tenant_id, id, customer, package, package_name, price, validity_days, billing_months, tax_code,
      from_date, state, reason)
    select c.tenant_id, new_id(), c.id, p.id, p.name, p.price, p.validity_days, p.billing_months, p.tax_code,
      greatest(coalesce(${from}::date, least((c.joined_at at time zone ${timezone})::date, ${today}::date)),
        (select max(o.to_date) + 1 from services o
          where o.tenant_id = c.tenant_id and o.customer = c.id and o.state <> 'CANCELLED')),
      'ACTIVE', ${reason}
    from unnest(${[...customers]}::text[]::uuid[]) as i (id)
      -- Each by their key: a list would be looked for among all of the tenant.
      cross join lateral (select * from customers where tenant_id = ${tenant.id} and id = i.id offset 0) c
      join packages p on p.tenant_id = c.tenant_id and p.id = c.package
    where c.status <> 'TERMINATED'
      and not exists (select from services s where s.tenant_id = c.tenant_id and s.customer = c.id and s.state = 'ACTIVE')`;
  ctx.markChanged("services");
}

/**
 * The statements that end what runs with the day before `from`, and call off what waits; a service that would never have run
 * is none.
 */
export function servicesEnded(ctx: OperationContext, customer: string, from: Day): Fragment[] {
  const { tx, tenant } = ctx;
  ctx.markChanged("services", "service_changes");
  return [
    tx`
    update services set
      state = case when state = 'ACTIVE' and from_date < ${from} then 'ENDED' else 'CANCELLED' end,
      to_date = greatest(from_date, ${from}::date - 1)
    where tenant_id = ${tenant.id} and customer = ${customer} and state in ('ACTIVE', 'SCHEDULED')`,
    tx`update service_changes set state = 'CANCELLED' where tenant_id = ${tenant.id} and customer = ${customer}
      and state = 'SCHEDULED'`,
  ];
}

export async function endServices(ctx: OperationContext, customer: string, from: Day): Promise<void> {
  await Promise.all(servicesEnded(ctx, customer, from));
}

/**
 * What a change that waits has charged or given back is undone by calling it off, never by writing over it.
 * @throws Failure CHANGE_SCHEDULED.
 */
async function refuseSettled({ tx, tenant }: OperationContext, customer: string): Promise<void> {
  const [waiting] = await tx<{ id: string }[]>`
    select id from service_changes where tenant_id = ${tenant.id} and customer = ${customer} and state = 'SCHEDULED'
      and (to_pay > 0 or credit_amount > 0 or charge_amount > 0)`;
  if (waiting) throw new Failure("CHANGE_SCHEDULED", undefined, { extra: { service_change: waiting.id } });
}

/**
 * What a customer's record says of their service, once it has changed: the history follows from today on.
 * @throws Failure CHANGE_SCHEDULED.
 */
export async function followPackage(
  ctx: OperationContext,
  after: { id: string; package: string | null; status: string },
  before: { package: string | null; status: string },
): Promise<void> {
  const runs = (one: typeof before) => one.package !== null && one.status !== "TERMINATED";
  if (after.package === before.package && runs(after) === runs(before)) return;
  await refuseSettled(ctx, after.id);
  if (runs(before)) await endServices(ctx, after.id, ctx.today);
  if (!runs(after)) return;
  const reason = runs(before) ? "CHANGE" : before.status === "TERMINATED" ? "RETURN" : "START";
  await beginServices(ctx, [after.id], reason, ctx.today);
}
