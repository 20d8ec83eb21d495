// POST /customers/take-back-expiry/: what a clock that was ahead has ended goes on, in one act (contract §4.9).

import { invoice } from "../../../shared/billing/index.ts";
import { takeBackExpiry } from "../../../shared/subscribers/index.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { implement } from "../../kernel/operation/run-operation.ts";
import { enqueueJobs } from "../../network/index.ts";

/**
 * Whoever expired by themselves although their access lasts is ACTIVE again. Who is worked on just now is left: what happens to
 * them decides.
 */
async function reviveCustomers(ctx: OperationContext, note: string): Promise<number> {
  const { tx, tenant, today } = ctx;
  const revived = await tx<{ id: string; router: string | null }[]>`
    with ended as (
      select c.id from customers c
      where c.tenant_id = ${tenant.id} and c.status = 'EXPIRED'
        and greatest(c.expiry_date, c.grace_period_until) >= ${today}
        and exists (select from audit_logs a
          where a.tenant_id = ${tenant.id} and a.object_id = c.id and a.action = 'customer.expire')
      for update of c skip locked)
    update customers c set status = 'ACTIVE' from ended where c.tenant_id = ${tenant.id} and c.id = ended.id
    returning c.id, c.router`;
  if (revived.length === 0) return 0;
  ctx.markChanged("customers");
  for (const { id } of revived)
    ctx.audit(takeBackExpiry, { id, before: { status: "EXPIRED" }, after: { status: "ACTIVE" }, note });
  await enqueueJobs(
    ctx,
    revived.map(({ id, router }) => ({ kind: "ENABLE_USER", router, customer: id })),
  );
  return revived.length;
}

/** Bills that are overdue before their day are as open as what was settled of them says (`invoiceStatus`). */
async function reopenBills(ctx: OperationContext, note: string): Promise<number> {
  const { tx, tenant, today } = ctx;
  const reopened = await tx`
    with early as (
      select id from invoices where tenant_id = ${tenant.id} and status = 'OVERDUE' and due_date >= ${today}
      for no key update skip locked)
    update invoices i set status = case when i.paid_amount > 0 or i.carried_amount > 0 or i.credited_amount > 0
      then 'PARTIAL' else 'UNPAID' end
    from early where i.tenant_id = ${tenant.id} and i.id = early.id returning i.id`;
  if (reopened.length === 0) return 0;
  ctx.markChanged("invoices");
  const after = { invoices: reopened.length };
  ctx.audit({ on: invoice, name: "invoice.not_overdue" }, { id: null, after, note });
  return reopened.length;
}

export const takeBackExpiryOperation = implement(takeBackExpiry, async (ctx, { reason }) => {
  const customers = await reviveCustomers(ctx, reason);
  return { customers, invoices: await reopenBills(ctx, reason) };
});
