// What the reversal of a document reads, under the lock of its customer's account.

import type { Allocation } from "../../../shared/billing/ledger/money-records.ts";
import type { ChargeSnapshot } from "../../../shared/billing/payment/adjustment-reversal.rules.ts";
import type { ChargeRecords, WaivedMoney } from "../../../shared/billing/payment/charge-trace.rules.ts";
import type {
  RechargeTerms,
  ReversalSnapshot,
  TransactionMoney,
} from "../../../shared/billing/payment/reversal.rules.ts";
import { type GivenUpFor, toWrittenOff } from "../../../shared/billing/tax/credit-split.rules.ts";
import { Failure } from "../../../shared/kernel/failure.ts";
import { parseMoney } from "../../../shared/kernel/money.ts";
import type { Fragment, Row } from "../../kernel/db/db.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { readPosted } from "../ledger/posted.ts";
import { invoiceColumns, type Locked, lockOwner, readCredits, toInvoiceMoney } from "../ledger/snapshot.ts";

/** What is to be undone: a payment, alone or with its recharge or adjustment. */
export interface PaymentTarget {
  customer: string;
  payment_transaction: string;
  adjustment: string | null;
}

export interface ReversiblePayment {
  locked: Locked;
  snapshot: ReversalSnapshot;
}

const digitsOf = (ctx: OperationContext) => (value: unknown) => parseMoney(String(value), ctx.tenant.digits);

async function readAllocations(ctx: OperationContext, where: Fragment): Promise<Allocation[]> {
  const { tx, tenant } = ctx;
  const rows = await tx<(Allocation & Row)[]>`
    select id, payment_transaction, invoice, allocated_amount from payment_allocations
    where tenant_id = ${tenant.id} and ${where} order by id`;
  const money = digitsOf(ctx);
  return rows.map((row) => ({ ...row, allocated_amount: money(row.allocated_amount) }));
}

/**
 * The invoices that a condition names, and every one that took over something of them, however far on. Walked along both
 * marks: carried_to names the one that took the rest, carried_from each that took a part.
 */
function chainOf(ctx: OperationContext, customer: string, first: Fragment): Fragment {
  const { tx, tenant } = ctx;
  return tx`with recursive chain as (
      ${first}
      union
      select i.id from chain c join invoices o on o.tenant_id = ${tenant.id} and o.id = c.id
        join invoices i on i.tenant_id = o.tenant_id and i.customer = ${customer}
          and (i.id = o.carried_to or i.carried_from @> jsonb_build_array(jsonb_build_object('invoice', c.id)))
      where i.tenant_id = ${tenant.id}
    )`;
}

type StoredWriteOffs = Parameters<typeof toWrittenOff>[0];

/** The invoices of whose charges waivers gave something up. */
const givenUpOf = ({ tx, tenant }: OperationContext, which: Fragment): Fragment => tx`
  select (g ->> 'invoice')::uuid as id from adjustments a, jsonb_array_elements(a.given_up) g
  where a.tenant_id = ${tenant.id} and a.id ${which}`;

/** @throws Failure NOT_FOUND. */
export async function lockPayment(ctx: OperationContext, target: PaymentTarget): Promise<ReversiblePayment> {
  const { tx, tenant } = ctx;
  const { customer, payment_transaction: paid, adjustment } = target;
  const [locked, [transaction], [recharge], allocations, invoices, [given], posted] = await Promise.all([
    lockOwner(ctx, customer),
    tx<
      (TransactionMoney & Row)[]
    >`select id, amount, method, status, unallocated_amount, reseller_charge, holder, deposit,
        refunded_amount
      from payment_transactions where tenant_id = ${tenant.id} and id = ${paid}`,
    tx<
      RechargeTerms[]
    >`select r.id, r.promo_periods, r.validity_days, r.previous_expiry_date, r.new_expiry_date, r.is_reversed,
        exists (select from recharges o where o.tenant_id = r.tenant_id and o.customer = r.customer
          and o.created_at > r.created_at and not o.is_reversed) as is_built_on,
        (select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'covers_from', o.covers_from, 'covers_to', o.covers_to)
            order by o.id), '[]') from recharges o
          where o.tenant_id = r.tenant_id and o.customer = r.customer and o.created_at > r.created_at
            and not o.is_reversed and o.covers_from is not null) as later,
        exists (select from service_changes s where s.tenant_id = r.tenant_id and s.customer = r.customer
          and s.mode = 'PREPAID' and s.state in ('DONE', 'SCHEDULED') and s.created_at > r.created_at
          and r.validity_days > 0 and s.priced_from <= r.new_expiry_date) as is_changed,
        (select coalesce(jsonb_agg(o order by o.created_at desc), '[]') from recharges o
          where o.tenant_id = r.tenant_id and o.customer = r.customer
            and o.created_at < r.created_at and o.reversed_at > r.created_at) as undone_before
      from recharges r
      where r.tenant_id = ${tenant.id} and r.customer = ${customer} and r.payment_transaction = ${paid}`,
    readAllocations(ctx, tx`payment_transaction = ${paid}`),
    tx<Row[]>`
      ${chainOf(
        ctx,
        customer,
        tx`select invoice as id from payment_allocations
        where tenant_id = ${tenant.id} and payment_transaction = ${paid} union ${givenUpOf(ctx, tx`= ${adjustment}`)}`,
      )}
      select ${invoiceColumns(tx)} from invoices t join chain using (id) where t.tenant_id = ${tenant.id}`,
    tx<
      { adjustment_type: string; category: GivenUpFor | null; given_up: StoredWriteOffs }[]
    >`select adjustment_type, category, given_up from adjustments
      where tenant_id = ${tenant.id} and id = ${adjustment}`,
    readPosted(ctx, tx`= ${adjustment}`),
  ]);
  if (!transaction) throw new Failure("NOT_FOUND");
  const money = digitsOf(ctx);
  const { reseller_charge } = transaction;
  const snapshot: ReversalSnapshot = {
    customer: locked.customer,
    transaction: {
      ...transaction,
      amount: money(transaction.amount),
      unallocated_amount: money(transaction.unallocated_amount),
      refunded_amount: money(transaction.refunded_amount),
      reseller_charge: reseller_charge === null ? null : money(reseller_charge),
    },
    recharge: recharge ?? null,
    ...(adjustment && { posted: posted.get(adjustment) ?? [] }),
    adjustment,
    category: given?.category ?? null,
    is_waiver: given?.adjustment_type === "WAIVER",
    given_up: toWrittenOff(given?.given_up ?? [], tenant.digits),
    allocations,
    invoices: invoices.map((row) => toInvoiceMoney(row, tenant.digits)),
  };
  return { locked, snapshot };
}

type WaivedRow = Omit<WaivedMoney, "amount" | "refunded_amount" | "given_up"> &
  Row & { amount: string; refunded_amount: string; given_up: StoredWriteOffs };

export interface LockedCharge {
  locked: Locked;
  records: ChargeRecords;
}

/** A charge under the lock of its customer's account, wherever it is by now. @throws Failure NOT_FOUND. */
export async function lockCharge(
  ctx: OperationContext,
  { customer, invoice }: { customer: string; invoice: string },
): Promise<LockedCharge> {
  const { tx, tenant } = ctx;
  const chain = chainOf(ctx, customer, tx`select ${invoice}::uuid as id`);
  const settled = tx`${chain} select payment_transaction from payment_allocations
    where tenant_id = ${tenant.id} and invoice in (select id from chain)`;
  const waivers = tx`select id from adjustments where tenant_id = ${tenant.id} and customer = ${customer}
    and adjustment_type = 'WAIVER' and payment_transaction in (${settled})`;
  // What those gave up of other charges went part of the same way, and has to stay there: with their ways, too.
  const given_up = givenUpOf(ctx, tx`in (${waivers})`);
  const ways = chainOf(ctx, customer, tx`select ${invoice}::uuid as id union ${given_up}`);
  const [locked, invoices, allocations, credits, waived] = await Promise.all([
    lockOwner(ctx, customer),
    tx<Row[]>`${ways} select ${invoiceColumns(tx)} from invoices t join chain using (id)
      where t.tenant_id = ${tenant.id}`,
    readAllocations(ctx, tx`invoice in (${ways} select id from chain)`),
    readCredits(ctx, customer),
    tx<WaivedRow[]>`select a.id as adjustment, a.payment_transaction, t.amount, t.refunded_amount,
        a.category, a.given_up
      from adjustments a join payment_transactions t on t.tenant_id = a.tenant_id and t.id = a.payment_transaction
      where a.tenant_id = ${tenant.id} and a.id in (${waivers})`,
  ]);
  const money = digitsOf(ctx);
  const records: ChargeRecords = {
    ...{ customer: locked.customer, invoice, allocations, credits },
    invoices: invoices.map((row) => toInvoiceMoney(row, tenant.digits)),
    waived: waived.map((row) => ({
      ...row,
      amount: money(row.amount),
      refunded_amount: money(row.refunded_amount),
      given_up: toWrittenOff(row.given_up, tenant.digits),
    })),
  };
  return { locked, records };
}

export interface ReversibleCharge {
  locked: Locked;
  snapshot: ChargeSnapshot;
}

/** A charge by hand. @throws Failure NOT_FOUND. */
export async function lockChargeByHand(
  ctx: OperationContext,
  target: { customer: string; adjustment: string; invoice: string },
): Promise<ReversibleCharge> {
  const { tx, tenant } = ctx;
  const { adjustment: id } = target;
  const [{ locked, records }, [kept], posted] = await Promise.all([
    lockCharge(ctx, target),
    tx<{ id: string; amount: string; is_reversed: boolean }[]>`select id, amount, is_reversed
      from adjustments where tenant_id = ${tenant.id} and id = ${id}`,
    readPosted(ctx, tx`= ${id}`),
  ]);
  if (!kept) throw new Failure("NOT_FOUND");
  const adjustment = { ...kept, amount: digitsOf(ctx)(kept.amount) };
  return { locked, snapshot: { ...records, adjustment, posted: posted.get(id) ?? [] } };
}
