// Each minute: what was sold for a day that has come begins there, in the tenant's time zone (contract C3): changes of packages that
// were ordered, and new prices.
import { serviceChange } from "../../../shared/billing/index.ts";
import { planOf } from "../../../shared/billing/ledger/plan.rules.ts";
import { addDays, type Day } from "../../../shared/kernel/day.ts";
import { type DueTenant, tenantsPastDayEnd } from "../../identity/index.ts";
import type { JobDefinition } from "../../kernel/jobs/jobs.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import type { Services } from "../../kernel/services.ts";
import { lockCustomers, refreshPrices } from "../../subscribers/index.ts";
import { systemAccounts } from "../ledger/journal.ts";
import { lockOwner, readCredits } from "../ledger/snapshot.ts";
import { dated, writeSettlement } from "../ledger/write-settlement.ts";
import { keptColumns } from "./change.ts";
import { minorOf, readCovers } from "./read-change.ts";
import { settleDays } from "./settle-days.ts";
import type { KeptChange } from "./undo-change.ts";
import { setChangeDays, setPackage, updateChange } from "./write-change.ts";

/** Customers worked on by one transaction. */
const CHUNK = 50;
const BEGIN = { on: serviceChange, name: "service_change.begin" };

interface Due {
  id: string;
  customer: string;
  package: string;
  had: string | null;
  router: string | null;
  service_change: string | null;
}

/** A change of days that are paid settles them as it holds. */
async function settle(ctx: OperationContext, id: string): Promise<void> {
  const { tx, tenant } = ctx;
  const [kept] = await tx<
    KeptChange[]
  >`select * from service_changes where tenant_id = ${tenant.id} and id = ${id}`;
  if (!kept) return;
  const done = { state: "DONE", done_at: ctx.call.received_at };
  if (kept.mode !== "PREPAID") return updateChange(ctx, id, done);
  const { customer, priced_from, new_expiry_date } = kept;
  const [accounts, locked, credits, covers] = await Promise.all([
    systemAccounts(ctx.services.db, tenant),
    lockOwner(ctx, customer),
    readCredits(ctx, customer),
    readCovers(ctx, customer),
  ]);
  const settled = settleDays({ ...kept, freed: minorOf(ctx)(kept.freed) }, covers, credits);
  const { expiry_date } = locked.customer;
  const moved = { ...locked.customer, expiry_date: expiry_date && addDays(expiry_date, settled.moved) };
  await writeSettlement(ctx, accounts, locked, await dated(ctx, [{ plan: planOf(moved, settled.plan) }]));
  await setChangeDays(ctx, settled.changes);
  const covered = new_expiry_date !== null && new_expiry_date >= priced_from;
  const days = covered ? { covers_from: priced_from, covers_to: new_expiry_date } : {};
  await updateChange(ctx, id, { ...done, ...days, ...keptColumns(ctx, settled) });
}

/** Begins the next services whose day has come; answers how many. */
async function beginChunk(ctx: OperationContext, today: Day): Promise<number> {
  const { tx, tenant } = ctx;
  const next = await tx<{ customer: string }[]>`select customer from services
    where tenant_id = ${tenant.id} and state = 'SCHEDULED' and from_date <= ${today} order by from_date, id limit ${CHUNK}`;
  if (next.length === 0) return 0;
  const customers = next.map(({ customer }) => customer);
  await lockCustomers(tx, tenant.id, customers);
  // Asked again under the locks: another process may have begun them meanwhile.
  const due = await tx<Due[]>`
    select s.id, s.customer, s.package, s.service_change, c.package as had, c.router
    from services s join customers c on c.tenant_id = s.tenant_id and c.id = s.customer
    where s.tenant_id = ${tenant.id} and s.customer = any(${customers}::text[]::uuid[]) and s.state = 'SCHEDULED'
      and s.from_date <= ${today} order by s.customer`;
  if (due.length === 0) return next.length;
  const those = due.map(({ customer }) => customer);
  await tx`update services set state = 'ENDED' where tenant_id = ${tenant.id} and state = 'ACTIVE'
    and customer = any(${those}::text[]::uuid[])`;
  // Periods of a promotion that bills of the old price used meanwhile are used; recharges used those of the new one.
  await tx`update services s set state = 'ACTIVE', promo_left = case when s.reason <> 'PRICE' then s.promo_left
      else least(s.promo_left, (select p.promo_left from services p where p.tenant_id = s.tenant_id and p.id = s.previous_service)) end
    where s.tenant_id = ${tenant.id} and s.state = 'SCHEDULED' and s.id = any(${due.map(({ id }) => id)}::text[]::uuid[])`;
  ctx.markChanged("services");
  for (const { customer, package: to, had, router, service_change } of due) {
    if (service_change) {
      await settle(ctx, service_change);
      ctx.audit(BEGIN, { id: service_change, before: { package: had }, after: { package: to } });
    }
    if (had !== to) await setPackage(ctx, { customer, router, to });
  }
  await refreshPrices(ctx, tx`c.id = any(${those}::text[]::uuid[])`);
  return next.length;
}

/** Begins what is due in all companies. @returns how many services were looked at. */
export function beginServicesDue(services: Services, now = new Date()): Promise<number> {
  // Of each tenant the first that waits is read, by an index of those alone. What began yesterday's end is due.
  const find = (latest: Day) => services.db.platform<DueTenant[]>`
    select /* every tenant */ s.tenant_id as id, s.timezone, d.from_date - 1 as first from company_settings s
    cross join lateral (select v.from_date from services v where v.tenant_id = s.tenant_id and v.state = 'SCHEDULED'
      order by v.from_date limit 1) d
    where d.from_date - 1 < ${latest}`;
  return tenantsPastDayEnd(services, now, { find, chunk: beginChunk, size: CHUNK });
}

export const beginServicesJob: JobDefinition = {
  name: "begin-services",
  cron: "* * * * *",
  on_clock_jump: "WAITS",
  run: async (services) => {
    await beginServicesDue(services);
  },
};
