// Whom a month's recurring bills are made for, and what they are worked out from: read for a chunk of customers at once.
import { lastDayOf, type Month } from "../../../shared/kernel/day.ts";
import type { Fragment, Tx } from "../../kernel/db/db.ts";
import type { Tenant } from "../../kernel/operation/principal.ts";
import { coversFromBefore } from "../../subscribers/index.ts";
import { type BesideRow, readBesideLines } from "../addon/beside-lines.ts";
import {
  between,
  byCustomer,
  type CustomerRange,
  fromOpenCredits,
  fromOpenInvoices,
  type LockedCustomer,
  type LockedWithCredits,
  openCredits,
  openInvoices,
  readCustomersBetween,
  toCredit,
  toInvoice,
} from "./snapshot.ts";

/** Whom a month's bill is made for, with what it charges beside the package. */
export type Billable = LockedWithCredits & { besides: readonly BesideRow[] };

const fromBilled = (tx: Tx, tenant: Tenant, month: Month, customers: Fragment) => tx`
  from invoices t where t.tenant_id = ${tenant.id} and t.is_recurring and t.billing_month = ${month}
    and t.customer ${customers}`;

const fromBilledBefore = (tx: Tx, tenant: Tenant, month: Month, customers: Fragment) => tx`
  from invoices t where t.tenant_id = ${tenant.id} and ${coversFromBefore(tx, month)} and t.voided_at is null
    and t.customer ${customers}`;

/** Changes with each change of what bills are worked out from: those customers and their money, and what they are priced by. */
export async function readVersion(
  tx: Tx,
  tenant: Tenant,
  { month, ...range }: CustomerRange & { month: Month },
): Promise<string> {
  const [row] = await tx<{ version: string }[]>`
    select coalesce(sum(hashtextextended(concat(id, ' ', changed_xid), 0)), 0)::text as version from (
      select id, changed_xid from customers
      where tenant_id = ${tenant.id} and id > ${range.after} and id <= ${range.last}
      union all select t.id, t.changed_xid ${fromOpenInvoices(tx, tenant, between(tx, range))}
      union all select t.id, t.changed_xid ${fromBilled(tx, tenant, month, between(tx, range))}
      union all select t.id, t.changed_xid ${fromBilledBefore(tx, tenant, month, between(tx, range))}
      union all select t.id, t.changed_xid ${fromOpenCredits(tx, tenant, between(tx, range))}
      union all select t.id, t.changed_xid from services t
        where t.tenant_id = ${tenant.id} and t.state = 'SCHEDULED' and t.customer ${between(tx, range)}
      union all select t.id, t.changed_xid from customer_addons t
        where t.tenant_id = ${tenant.id} and t.kind = 'RECURRING' and t.customer ${between(tx, range)}
      union all select t.id, t.changed_xid from pending_charges t
        where t.tenant_id = ${tenant.id} and t.state = 'PENDING' and t.customer ${between(tx, range)}
      union all select t.id, t.changed_xid from service_pauses t where t.tenant_id = ${tenant.id}
        and t.mode = 'POSTPAID' and t.state <> 'CANCELLED' and t.customer ${between(tx, range)}
      union all select id, changed_xid from packages where tenant_id = ${tenant.id}
      union all select id, changed_xid from offers where tenant_id = ${tenant.id}
      union all select id, changed_xid from tax_codes where tenant_id = ${tenant.id}
    ) read`;
  return row?.version ?? "";
}

/** Who is paused, and pays by the bill, is billed for the days on which they are not. */
export const isServed = ({ money, paused }: Pick<LockedCustomer, "money" | "paused">): boolean =>
  money.status === "ACTIVE" || (money.suspended_for === "PAUSE" && paused.length > 0);

/**
 * The money of the customers after one id up to another who are ACTIVE and don't pay ahead, had joined by the month's end, have a
 * package and no recurring invoice of the month.
 */
export async function readBillable(
  tx: Tx,
  tenant: Tenant,
  { month, ...range }: CustomerRange & { month: Month },
): Promise<Billable[]> {
  const [rows, billed, invoices, credits, beside] = await Promise.all([
    readCustomersBetween(tx, tenant, range, `${month}-01`),
    tx<{ customer: string }[]>`select t.customer ${fromBilled(tx, tenant, month, between(tx, range))}
      union all select t.customer ${fromBilledBefore(tx, tenant, month, between(tx, range))}`,
    openInvoices(tx, tenant, between(tx, range)),
    openCredits(tx, tenant, between(tx, range)),
    readBesideLines(tx, tenant, month, between(tx, range)),
  ]);
  const done = new Set(billed.map((row) => row.customer));
  const invoicesOf = byCustomer(invoices);
  const creditsOf = byCustomer(credits);
  const besidesOf = byCustomer(beside);
  return rows
    .filter((one) => {
      const { money, package: pack, joined_on, billing_mode } = one;
      const is_billed = isServed(one) && billing_mode !== "PREPAID";
      const is_meant = is_billed && pack && joined_on <= lastDayOf(month);
      return is_meant && !done.has(money.id);
    })
    .map((of) => ({
      of,
      customer: of.money,
      open_invoices: (invoicesOf.get(of.money.id) ?? []).map((invoice) => toInvoice(invoice, tenant.digits)),
      credits: (creditsOf.get(of.money.id) ?? []).map((credit) => toCredit(credit, tenant.digits)),
      besides: besidesOf.get(of.money.id) ?? [],
    }));
}
