// What bills that were made since a change charged by it, once the change is taken back or called off: its days are given back, and
// charged as the service before it.

import { periodOf } from "../../../shared/billing/service/period.rules.ts";
import { chargedDays, creditedDays } from "../../../shared/billing/service/postpaid.rules.ts";
import { type Day, LAST_DAY, type Month } from "../../../shared/kernel/day.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { lockOwner } from "../ledger/snapshot.ts";
import { offersFor } from "../offer.ts";
import { readSoldService } from "./read-change.ts";
import { readServiceCharges } from "./service-charges.ts";
import { chargeNext, giveBack } from "./settle-invoices.ts";

/** A change that is taken back. */
interface TakenBack {
  id: string;
  customer: string;
  priced_from: Day;
  from_service: string | null;
}

interface Bill {
  id: string;
  billing_month: Month;
  billing_months: number;
}

/** The caller holds the customer's lock, and reads their money anew. */
export async function resettleBills(ctx: OperationContext, kept: TakenBack, reason: string): Promise<void> {
  const { tx, tenant, today } = ctx;
  const { customer, priced_from, from_service, id } = kept;
  const bills = await tx<Bill[]>`
    select i.id, i.billing_month, i.billing_months from invoices i
    where i.tenant_id = ${tenant.id} and i.customer = ${customer} and i.is_recurring and i.voided_at is null
      and i.created_at > (select created_at from service_changes where tenant_id = ${tenant.id} and id = ${id})
    order by i.billing_month`;
  if (bills.length === 0) return;
  const days = { from: priced_from, to: LAST_DAY };
  const [charges, sold, { customer: money }] = await Promise.all([
    readServiceCharges(ctx, customer, priced_from),
    from_service ? readSoldService(ctx, from_service) : null,
    lockOwner(ctx, customer),
  ]);
  const theirs = charges.filter(({ invoice }) => bills.some((bill) => bill.id === invoice));
  const credited = creditedDays(theirs, days, today);
  if (credited.length === 0) return;
  await giveBack(ctx, credited, reason);
  if (!sold) return;
  const offer = await offersFor(ctx, sold.id, priced_from);
  const periods = bills.map(({ billing_month, billing_months }) => periodOf(billing_month, billing_months));
  const charged = chargedDays(periods, days, sold, { discount: money.discount, today, offer });
  await chargeNext(ctx, { customer, service_change: null, of: sold }, charged);
}
