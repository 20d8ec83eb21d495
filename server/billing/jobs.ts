// What time does to money: invoices become overdue each minute, and each night the books are checked.
import { invoice } from "../../shared/billing/index.ts";
import type { Day } from "../../shared/kernel/day.ts";
import { because } from "../../shared/platform/index.ts";
import { type DueTenant, loadTenant, tenantsPastDayEnd } from "../identity/index.ts";
import type { Row } from "../kernel/db/db.ts";
import { forEachTenant } from "../kernel/jobs/for-each-tenant.ts";
import type { JobDefinition } from "../kernel/jobs/jobs.ts";
import type { OperationContext } from "../kernel/operation/context.ts";
import { runAsSystem, systemCall } from "../kernel/operation/run-as-system.ts";
import type { Services } from "../kernel/services.ts";
import { addReviewItem } from "../kernel/sync/review.ts";
import { lockCustomers } from "../subscribers/index.ts";

/** Invoices changed by one transaction: a longer one would hold up every reader of the feed. */
const CHUNK = 250;

/** Marks the next invoices; answers how many. */
async function markChunk(ctx: OperationContext, today: Day): Promise<number> {
  const { tx, tenant } = ctx;
  // Invoices that a payment works on just now are left to the next minute: neither waits for the other. In the order of their
  // days: in that of their ids PostgreSQL would go through all of the tenant's.
  const late = await tx`
    with next as (
      select id from invoices
      where tenant_id = ${tenant.id} and status in ('UNPAID', 'PARTIAL') and due_date < ${today}
      order by due_date, id limit ${CHUNK} for no key update skip locked)
    update invoices i set status = 'OVERDUE' from next where i.tenant_id = ${tenant.id} and i.id = next.id
    returning i.id`;
  if (late.length === 0) return 0;
  ctx.markChanged("invoices");
  const after = { status: "OVERDUE", invoices: late.length };
  ctx.audit({ on: invoice, name: "invoice.overdue" }, { id: null, after });
  return late.length;
}

/** Open invoices past their due date in the tenant's time zone become OVERDUE (contract §4.9). @returns how many. */
export function markOverdue(services: Services, now = new Date()): Promise<number> {
  // Of each tenant the first due date alone is read, of either status: all that are due were one range of an index, but the index of
  // all tenants was read for it.
  const find = (latest: Day) => services.db.platform<DueTenant[]>`
    select /* every tenant */ s.tenant_id as id, s.timezone, least(u.due_date, p.due_date) as first from company_settings s
    left join lateral (select i.due_date from invoices i where i.tenant_id = s.tenant_id and i.status = 'UNPAID'
      order by i.due_date limit 1) u on true
    left join lateral (select i.due_date from invoices i where i.tenant_id = s.tenant_id and i.status = 'PARTIAL'
      order by i.due_date limit 1) p on true
    where least(u.due_date, p.due_date) < ${latest}`;
  return tenantsPastDayEnd(services, now, { find, chunk: markChunk, size: CHUNK });
}

interface Drift extends Row {
  tenant_id: string;
  id: string;
}

/** Customers whose kept figures differ from what their records say: in a healthy database none (contract §4.6). */
function findDrift(services: Services): Promise<Drift[]> {
  return services.db.platform<Drift[]>`
    select /* every tenant */ c.tenant_id, c.id, c.due_amount, c.advance_amount, a.balance,
      coalesce(d.due, 0) as records_due, coalesce(v.advance, 0) as records_advance, l.balance_after
    from customers c
      join billing_accounts a on a.tenant_id = c.tenant_id and a.customer = c.id
      left join (select tenant_id, customer, sum(due_amount) as due from invoices where due_amount > 0 group by 1, 2) d
        on d.tenant_id = c.tenant_id and d.customer = c.id
      left join (select tenant_id, customer, sum(unallocated_amount) as advance from payment_transactions
        where unallocated_amount > 0 and status = 'COMPLETED' group by 1, 2) v
        on v.tenant_id = c.tenant_id and v.customer = c.id
      left join lateral (select balance_after from ledger_entries e
        where e.tenant_id = a.tenant_id and e.account = a.id order by entry_no desc limit 1) l on true
    where c.due_amount <> coalesce(d.due, 0) or c.advance_amount <> coalesce(v.advance, 0)
      or a.balance <> c.advance_amount - c.due_amount or a.balance <> coalesce(l.balance_after, 0)
    limit 1000`;
}

async function reportDrift(ctx: OperationContext, customer: string, figures: Row): Promise<void> {
  // Two servers may look at the same time: the second one finds what the first one has reported.
  await lockCustomers(ctx.tx, ctx.tenant.id, [customer]);
  const [open] = await ctx.tx`select from review_items where tenant_id = ${ctx.tenant.id} and kind = 'DRIFT'
    and status = 'OPEN' and customer = ${customer}`;
  if (open) return;
  const said = because("BOOKS_DIFFER", {}, { payload: figures });
  await addReviewItem(ctx, { kind: "DRIFT", ...said, customer });
}

/**
 * Reports drift, once per customer while the report is open; changes no figure: that is for people to decide.
 * @returns how many customers' books do not agree.
 */
export async function checkBooks(services: Services): Promise<number> {
  const found = await findDrift(services);
  await forEachTenant("customers", found, async ({ tenant_id, id, ...figures }) => {
    services.log.error(
      { tenant: tenant_id, customer: id, ...figures },
      "the books of a customer do not agree",
    );
    const tenant = await loadTenant(services.db.platform, tenant_id);
    if (tenant)
      await runAsSystem(services, tenant, systemCall(tenant), (ctx) => reportDrift(ctx, id, figures));
  });
  return found.length;
}

export const billingJobs: readonly JobDefinition[] = [
  {
    name: "mark-overdue",
    cron: "* * * * *",
    on_clock_jump: "WAITS",
    run: async (services) => {
      await markOverdue(services);
    },
  },
  {
    name: "check-books",
    cron: "30 2 * * *",
    on_clock_jump: "HARMLESS",
    run: async (services) => {
      await checkBooks(services);
    },
  },
];
