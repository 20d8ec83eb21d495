// The bills of a closing that are to be taken back, chunk by chunk: read under their customers' locks, and planned.

import type { Allocation, InvoiceMoney } from "../../../shared/billing/ledger/money-records.ts";
import type { MoneyPlan } from "../../../shared/billing/ledger/plan.rules.ts";
import {
  planUsageReversal,
  type UsageSnapshot,
} from "../../../shared/billing/period/usage-reversal.rules.ts";
import type { Day } from "../../../shared/kernel/day.ts";
import { type Minor, parseMoney } from "../../../shared/kernel/money.ts";
import { rowsByIds } from "../../kernel/db/bulk.ts";
import type { Row } from "../../kernel/db/db.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { lockCustomers } from "../../subscribers/index.ts";
import { readCharged } from "../credit-note/charged-invoice.ts";
import { readPosted } from "../ledger/posted.ts";
import { invoiceColumns, planContext, readCustomersBetween, toInvoiceMoney } from "../ledger/snapshot.ts";
import { lockCharge } from "../payment/reversal-snapshot.ts";

interface Bill extends InvoiceMoney {
  customer: string;
}

interface Paid extends Allocation {
  received_at: string;
  unallocated_amount: Minor;
  /** Paid by a recharge, as the closing left it. */
  of_recharge: boolean;
}

const among = (ids: readonly string[]) => [...ids] as string[];

async function readBills(ctx: OperationContext, ids: readonly string[]): Promise<Bill[]> {
  const { tx, tenant } = ctx;
  const rows = await tx<
    (Row & { customer: string })[]
  >`select ${invoiceColumns(tx)}, t.customer from ${rowsByIds(tx, "invoices", tenant.id, ids)} t
    where t.status <> 'VOID'`;
  return rows.map((row) => ({ ...toInvoiceMoney(row, tenant.digits), customer: row.customer }));
}

async function readPaid(ctx: OperationContext, ids: readonly string[]): Promise<Map<string, Paid[]>> {
  const { tx, tenant } = ctx;
  const rows = await tx<(Omit<Paid, "allocated_amount" | "unallocated_amount"> & Row)[]>`
    select p.id, p.payment_transaction, p.invoice, p.allocated_amount, t.unallocated_amount, t.received_at,
      t.recharge is not null as of_recharge
    from payment_allocations p join payment_transactions t on t.tenant_id = p.tenant_id and t.id = p.payment_transaction
    where p.tenant_id = ${tenant.id} and p.invoice = any(${among(ids)}::text[]::uuid[]) order by p.id`;
  const money = (value: unknown) => parseMoney(String(value), tenant.digits);
  const found = new Map<string, Paid[]>();
  for (const row of rows) {
    const { allocated_amount, unallocated_amount } = row;
    const paid = {
      ...row,
      allocated_amount: money(allocated_amount),
      unallocated_amount: money(unallocated_amount),
    };
    found.set(row.invoice, [...(found.get(row.invoice) ?? []), paid]);
  }
  return found;
}

/** Whether it is as the closing made it: then nothing but its own rows is needed. */
const isUntouched = (bill: Bill, paid: readonly Paid[]): boolean =>
  bill.paid_amount === bill.total_payable && paid.every(({ of_recharge }) => of_recharge);

/** What became of it is looked for along the bills that took it over. */
async function readTouched(ctx: OperationContext, bill: Bill): Promise<UsageSnapshot> {
  const [{ records }, charged] = await Promise.all([
    lockCharge(ctx, { customer: bill.customer, invoice: bill.id }),
    readCharged(ctx, bill.id),
  ]);
  return { ...records, ...charged };
}

/**
 * Locks the next customers with bills of the closing that stand, and plans one of each customer's away. A customer may have
 * more of them (the month was closed again as it went on): those are the next pass's.
 */
export async function lockUsage(
  ctx: OperationContext,
  request: { closing: string; day: Day; after: string; limit: number },
): Promise<{ plans: MoneyPlan[]; seen: number; last: string | null }> {
  const { tx, tenant } = ctx;
  const { closing, after, limit } = request;
  const next = await tx<
    { customer: string; id: string }[]
  >`select distinct on (customer) customer, id from invoices
    where tenant_id = ${tenant.id} and closing = ${closing} and customer > ${after} and status <> 'VOID'
    order by customer, id limit ${limit}`;
  const last = next.at(-1)?.customer ?? after;
  await lockCustomers(
    tx,
    tenant.id,
    next.map(({ customer }) => customer),
  );
  const ids = next.map(({ id }) => id);
  const [customers, bills, paid, posted] = await Promise.all([
    readCustomersBetween(tx, tenant, { after, last }),
    readBills(ctx, ids),
    readPaid(ctx, ids),
    readPosted(ctx, tx`= any(${ids}::text[]::uuid[])`),
  ]);
  const byId = new Map(customers.map(({ money }) => [money.id, money]));
  const context = planContext(tenant, ctx.call.received_at);
  const plans: MoneyPlan[] = [];
  for (const bill of bills) {
    const customer = byId.get(bill.customer);
    const allocations = paid.get(bill.id) ?? [];
    const snapshot: UsageSnapshot =
      customer && isUntouched(bill, allocations)
        ? {
            ...{
              customer,
              invoice: bill.id,
              invoices: [bill],
              allocations,
              credits: allocations,
              waived: [],
            },
            ...{ lines: [], posted: posted.get(bill.id) ?? [], credited: [] },
          }
        : await readTouched(ctx, bill);
    const plan = planUsageReversal(snapshot, request.day, context);
    if (plan) plans.push(plan);
  }
  return { plans, seen: next.length, last: next.length < limit ? null : last };
}
