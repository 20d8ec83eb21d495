// Undoing a recharge, a payment, an adjustment (contract §4.5, §4.11).
import {
  adjustment,
  adjustmentReverse,
  recharge,
  rechargeReverse,
  transaction,
  transactionReverse,
} from "../../../shared/billing/index.ts";
import {
  type ChargeSnapshot,
  describeAdjustmentReversal,
  planAdjustmentReversal,
} from "../../../shared/billing/payment/adjustment-reversal.rules.ts";
import {
  describeReversal,
  planReversal,
  type ReversalSnapshot,
} from "../../../shared/billing/payment/reversal.rules.ts";
import { Failure } from "../../../shared/kernel/failure.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { implement } from "../../kernel/operation/run-operation.ts";
import { requireRecord } from "../../kernel/resource/record.ts";
import { type Locked, planContext } from "../ledger/snapshot.ts";
import { requireReversal } from "../shift/own-reversals.ts";
import { lockChargeByHand, lockPayment } from "./reversal-snapshot.ts";
import { type ReversibleDocument, reversalPreview, reverseDocument } from "./reverse-document.ts";

type Document = Pick<ReversibleDocument, "on" | "id">;

function ofPayment(
  ctx: OperationContext,
  document: Document,
  { locked, snapshot }: { locked: Locked; snapshot: ReversalSnapshot },
): ReversibleDocument {
  const context = planContext(ctx.tenant, ctx.call.received_at);
  const plan = planReversal(snapshot, context);
  const { deposit, amount } = snapshot.transaction;
  return {
    ...{ ...document, locked, plan, changes: describeReversal(snapshot, context) },
    deposit: deposit === null ? null : { id: deposit, amount },
  };
}

function ofCharge(
  ctx: OperationContext,
  document: Document,
  { locked, snapshot }: { locked: Locked; snapshot: ChargeSnapshot },
): ReversibleDocument {
  const context = planContext(ctx.tenant, ctx.call.received_at);
  const plan = planAdjustmentReversal(snapshot, context);
  return { ...document, locked, plan, changes: describeAdjustmentReversal(snapshot, context) };
}

export async function findRecharge(ctx: OperationContext, id: string): Promise<ReversibleDocument> {
  const [found] = await ctx.tx<{ customer: string; payment_transaction: string }[]>`
    select customer, payment_transaction from recharges where tenant_id = ${ctx.tenant.id} and id = ${id}`;
  if (!found) throw new Failure("NOT_FOUND");
  const document = { on: recharge, id };
  return ofPayment(ctx, document, await lockPayment(ctx, { ...found, adjustment: null }));
}

/** @throws Failure NOT_FOUND, REVERSE_THE_RECHARGE, REVERSE_THE_ADJUSTMENT, ILLEGAL_TRANSITION (money in suspense). */
export async function findTransaction(ctx: OperationContext, id: string): Promise<ReversibleDocument> {
  const [found] = await ctx.tx<{ customer: string | null; recharge: string | null; method: string }[]>`
    select customer, recharge, method from payment_transactions where tenant_id = ${ctx.tenant.id} and id = ${id}`;
  if (!found) throw new Failure("NOT_FOUND");
  const { customer, recharge, method } = found;
  if (recharge !== null) throw new Failure("REVERSE_THE_RECHARGE", undefined, { extra: { recharge } });
  if (method === "ADJUSTMENT") throw new Failure("REVERSE_THE_ADJUSTMENT");
  if (customer === null) {
    throw new Failure("ILLEGAL_TRANSITION", "This money is in suspense: decide on it on the review list");
  }
  const document = { on: transaction, id };
  const target = { customer, payment_transaction: id, adjustment: null };
  return ofPayment(ctx, document, await lockPayment(ctx, target));
}

async function findAdjustment(ctx: OperationContext, id: string): Promise<ReversibleDocument> {
  const [found] = await ctx.tx<
    { customer: string; payment_transaction: string | null; invoice: string | null }[]
  >`
    select customer, payment_transaction, invoice from adjustments
    where tenant_id = ${ctx.tenant.id} and id = ${id}`;
  if (!found) throw new Failure("NOT_FOUND");
  const { customer, payment_transaction, invoice } = found;
  const document = { on: adjustment, id };
  if (invoice !== null)
    return ofCharge(ctx, document, await lockChargeByHand(ctx, { customer, invoice, adjustment: id }));
  if (payment_transaction === null) throw new Error(`Adjustment ${id} led to nothing`);
  return ofPayment(ctx, document, await lockPayment(ctx, { customer, payment_transaction, adjustment: id }));
}

export const reversalOperations = [
  implement(rechargeReverse, async (ctx, { reason }, id) => {
    const { tx, tenant } = ctx;
    const paid_by = tx`(select payment_transaction from recharges where tenant_id = ${tenant.id} and id = ${id})`;
    await requireReversal(ctx, "billing.recharge.reverse", paid_by);
    const { locked } = await reverseDocument(ctx, rechargeReverse, findRecharge, id, reason ?? null);
    const [done] = await ctx.tx<{ reversed_by: string }[]>`
      select reversed_by from recharges where tenant_id = ${ctx.tenant.id} and id = ${id}`;
    const recharge = { id, is_reversed: true, customer: locked.customer.id };
    return { success: true, recharge, reversed_by: done?.reversed_by };
  }),
  implement(transactionReverse, async (ctx, { reason }, id) => {
    await requireReversal(ctx, "finance.transaction.reverse", ctx.tx`${id}`);
    await reverseDocument(ctx, transactionReverse, findTransaction, id, reason);
    return requireRecord(ctx, transaction, id);
  }),
  implement(adjustmentReverse, async (ctx, { reason }, id) => {
    await reverseDocument(ctx, adjustmentReverse, findAdjustment, id, reason);
    return requireRecord(ctx, adjustment, id);
  }),
];

export const reversalRoutes = [
  reversalPreview(rechargeReverse, "/recharges/{id}/reversal/", findRecharge),
  reversalPreview(transactionReverse, "/transactions/{id}/reversal/", findTransaction),
  reversalPreview(adjustmentReverse, "/adjustments/{id}/reversal/", findAdjustment),
];
