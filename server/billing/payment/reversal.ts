// Undoing documents of money: a recharge, a payment, an adjustment; and what each would change (contract §4.5, §4.11).

import {
  adjustment,
  adjustmentReverse,
  recharge,
  rechargeReverse,
  reversalPreviewAnswer,
  transaction,
  transactionReverse,
} from "../../../shared/billing/index.ts";
import type { MoneyPlan } from "../../../shared/billing/ledger/ledger.rules.ts";
import {
  type ChargeSnapshot,
  describeChargeReversal,
  planChargeReversal,
} from "../../../shared/billing/payment/charge-reversal.rules.ts";
import type { PlanDescription } from "../../../shared/billing/payment/preview.rules.ts";
import {
  describeReversal,
  planReversal,
  type ReversalSnapshot,
} from "../../../shared/billing/payment/reversal.rules.ts";
import { Failure } from "../../../shared/kernel/failure.ts";
import { isId } from "../../../shared/kernel/id.ts";
import { formatMoney, type Minor } from "../../../shared/kernel/money.ts";
import type { PermissionCode } from "../../../shared/kernel/registry.ts";
import { type Route, route } from "../../kernel/area.ts";
import { operationId } from "../../kernel/openapi/names.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { runAsSystem } from "../../kernel/operation/run-as-system.ts";
import { implement, tenantOf } from "../../kernel/operation/run-operation.ts";
import { requireRecord } from "../../kernel/resource/record.ts";
import { systemAccounts } from "../ledger/journal.ts";
import { type Locked, planContext } from "../ledger/snapshot.ts";
import { moneyState, writeSettlement } from "../ledger/write-settlement.ts";
import { refundReseller } from "../reseller/wallet.ts";
import { lockCharge, lockPayment } from "./reversal-snapshot.ts";

/** A document under the lock of its customer's account, with the one plan that undoes it. */
interface Reversible {
  on: typeof recharge | typeof transaction | typeof adjustment;
  id: string;
  locked: Locked;
  /** Null when it is undone already. */
  plan: MoneyPlan | null;
  changes: PlanDescription | null;
}

type Document = Pick<Reversible, "on" | "id">;

function ofPayment(
  ctx: OperationContext,
  document: Document,
  { locked, snapshot }: { locked: Locked; snapshot: ReversalSnapshot },
): Reversible {
  const context = planContext(ctx.tenant, ctx.call.received_at);
  const plan = planReversal(snapshot, context);
  return { ...document, locked, plan, changes: describeReversal(snapshot, context) };
}

function ofCharge(
  ctx: OperationContext,
  document: Document,
  { locked, snapshot }: { locked: Locked; snapshot: ChargeSnapshot },
): Reversible {
  const context = planContext(ctx.tenant, ctx.call.received_at);
  const plan = planChargeReversal(snapshot, context);
  return { ...document, locked, plan, changes: describeChargeReversal(snapshot, context) };
}

async function findRecharge(ctx: OperationContext, id: string): Promise<Reversible> {
  const [found] = await ctx.tx<{ customer: string; payment_transaction: string }[]>`
    select customer, payment_transaction from recharges where tenant_id = ${ctx.tenant.id} and id = ${id}`;
  if (!found) throw new Failure("NOT_FOUND");
  const document = { on: recharge, id };
  return ofPayment(ctx, document, await lockPayment(ctx, { ...found, adjustment: null }));
}

/** @throws Failure NOT_FOUND, REVERSE_THE_RECHARGE, REVERSE_THE_ADJUSTMENT, ILLEGAL_TRANSITION (money in suspense). */
async function findTransaction(ctx: OperationContext, id: string): Promise<Reversible> {
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

async function findAdjustment(ctx: OperationContext, id: string): Promise<Reversible> {
  const [found] = await ctx.tx<
    { customer: string; payment_transaction: string | null; invoice: string | null }[]
  >`
    select customer, payment_transaction, invoice from adjustments
    where tenant_id = ${ctx.tenant.id} and id = ${id}`;
  if (!found) throw new Failure("NOT_FOUND");
  const { customer, payment_transaction, invoice } = found;
  const document = { on: adjustment, id };
  if (invoice !== null)
    return ofCharge(ctx, document, await lockCharge(ctx, { customer, invoice, adjustment: id }));
  if (payment_transaction === null) throw new Error(`Adjustment ${id} led to nothing`);
  return ofPayment(ctx, document, await lockPayment(ctx, { customer, payment_transaction, adjustment: id }));
}

type Find = (ctx: OperationContext, id: string) => Promise<Reversible>;

/** Writes the mirrored journal; a document that is undone already stays as it is. */
async function reverse(
  ctx: OperationContext,
  find: Find,
  id: string,
  reason: string | null,
): Promise<Reversible> {
  const [accounts, reversible] = await Promise.all([
    systemAccounts(ctx.services.db, ctx.tenant),
    find(ctx, id),
  ]);
  const { on, locked, plan } = reversible;
  if (plan === null) return reversible;
  await writeSettlement(ctx, accounts, locked, [{ plan, reason }]);
  if (plan.reversed?.payment_transaction) await refundReseller(ctx, plan.reversed.payment_transaction);
  ctx.audit(
    { on, name: `${on.name}.reverse` },
    {
      id,
      before: { ...moneyState(ctx, locked.customer), is_reversed: false },
      after: { ...moneyState(ctx, plan.customer), is_reversed: true },
      note: reason ?? undefined,
    },
  );
  return reversible;
}

export const reversalOperations = [
  implement(rechargeReverse, async (ctx, { reason }, id) => {
    const { locked } = await reverse(ctx, findRecharge, id, reason ?? null);
    const [done] = await ctx.tx<{ reversed_by: string }[]>`
      select reversed_by from recharges where tenant_id = ${ctx.tenant.id} and id = ${id}`;
    const recharge = { id, is_reversed: true, customer: locked.customer.id };
    return { success: true, recharge, reversed_by: done?.reversed_by };
  }),
  implement(transactionReverse, async (ctx, { reason }, id) => {
    await reverse(ctx, findTransaction, id, reason);
    return requireRecord(ctx, transaction, id);
  }),
  implement(adjustmentReverse, async (ctx, { reason }, id) => {
    await reverse(ctx, findAdjustment, id, reason);
    return requireRecord(ctx, adjustment, id);
  }),
];

/** Amounts as decimal texts, however deep. */
function withDecimals(value: unknown, digits: number): unknown {
  if (typeof value === "bigint") return formatMoney(value as Minor, digits);
  if (Array.isArray(value)) return value.map((item) => withDecimals(item, digits));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withDecimals(item, digits)]));
}

function preview(
  kind: "recharge" | "transaction" | "adjustment",
  path: string,
  permission: PermissionCode,
  find: Find,
): Route {
  return route({
    method: "GET",
    path,
    operation_id: operationId(`${kind}.preview_reversal`),
    summary: `What reversing this ${kind} would change`,
    area: "billing",
    permission,
    output: reversalPreviewAnswer(kind),
    async handler({ services, principal, call, params }) {
      const { id = "" } = params;
      if (!principal || !isId(id)) throw new Failure("NOT_FOUND");
      const tenant = tenantOf(principal);
      const { plan, changes } = await runAsSystem(services, tenant, call, (ctx) => find(ctx, id));
      return { [kind]: id, is_reversed: plan === null, changes: withDecimals(changes, tenant.digits) };
    },
  });
}

export const reversalRoutes = [
  preview("recharge", "/recharges/{id}/reversal/", rechargeReverse.permission ?? "", findRecharge),
  preview(
    "transaction",
    "/transactions/{id}/reversal/",
    transactionReverse.permission ?? "",
    findTransaction,
  ),
  preview("adjustment", "/adjustments/{id}/reversal/", adjustmentReverse.permission ?? "", findAdjustment),
];
