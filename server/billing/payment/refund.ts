// POST /customers/{id}/refund/ and its undoing, and what each would change (contract §4.11).
import {
  refund,
  refundCustomer,
  refundPreviewAnswer,
  refundPreviewInput,
  refundReverse,
} from "../../../shared/billing/index.ts";
import { describePlan } from "../../../shared/billing/payment/preview.rules.ts";
import {
  planRefund,
  planRefundReversal,
  type RefundableCredit,
  type RefundInput,
  type RefundReversalSnapshot,
  type RefundSnapshot,
} from "../../../shared/billing/payment/refund.rules.ts";
import { Failure } from "../../../shared/kernel/failure.ts";
import { isId } from "../../../shared/kernel/id.ts";
import { parseMoney, withDecimals } from "../../../shared/kernel/money.ts";
import type { InputOf } from "../../../shared/kernel/operation.ts";
import { route } from "../../kernel/area.ts";
import type { Fragment, Row } from "../../kernel/db/db.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { runAsSystem } from "../../kernel/operation/run-as-system.ts";
import { implement, tenantOf } from "../../kernel/operation/run-operation.ts";
import { drawNumbers } from "../../kernel/resource/numbered.ts";
import { requireRecord } from "../../kernel/resource/record.ts";
import { systemAccounts } from "../ledger/journal.ts";
import { type Locked, lockOwner, planContext } from "../ledger/snapshot.ts";
import { dated, moneyState, writeSettlement } from "../ledger/write-settlement.ts";
import { type ReversibleDocument, reversalPreview, reverseDocument } from "./reverse-document.ts";

const moneyOf =
  ({ tenant }: OperationContext) =>
  (value: unknown) =>
    parseMoney(String(value), tenant.digits);

/** Credits with what was paid out of them; ask for them together with the lock, after it. */
async function readRefundable(ctx: OperationContext, which: Fragment): Promise<RefundableCredit[]> {
  const rows = await ctx.tx<Row[]>`
    select id as payment_transaction, unallocated_amount, bound_amount, refunded_amount, received_at from payment_transactions
    where tenant_id = ${ctx.tenant.id} and status = 'COMPLETED' and ${which}`;
  const money = moneyOf(ctx);
  return rows.map((row) => ({
    payment_transaction: String(row.payment_transaction),
    received_at: String(row.received_at),
    unallocated_amount: money(row.unallocated_amount),
    bound_amount: money(row.bound_amount),
    refunded_amount: money(row.refunded_amount),
  }));
}

async function lockRefundable(
  ctx: OperationContext,
  customer: string,
): Promise<{ locked: Locked; snapshot: RefundSnapshot }> {
  const [locked, credits] = await Promise.all([
    lockOwner(ctx, customer),
    readRefundable(ctx, ctx.tx`customer = ${customer} and unallocated_amount > 0`),
  ]);
  return { locked, snapshot: { customer: locked.customer, credits } };
}

const ruleInput = (
  ctx: OperationContext,
  { amount, method = "CASH" }: Pick<InputOf<typeof refundCustomer>, "amount" | "method">,
): Omit<RefundInput, "reason"> => ({
  amount: ctx.minor(amount),
  method,
  takes_bound: ctx.can("finance.refund.bound"),
});

/** Pays an advance out, under the lock of its customer. */
export async function payOut(
  ctx: OperationContext,
  input: InputOf<typeof refundCustomer>,
  customer: string,
): Promise<Row> {
  const [accounts, { locked, snapshot }] = await Promise.all([
    systemAccounts(ctx.services.db, ctx.tenant),
    lockRefundable(ctx, customer),
  ]);
  const { id = ctx.newId(), reason } = input;
  const wanted = { ...ruleInput(ctx, input), id, reason };
  const plan = planRefund(snapshot, wanted, planContext(ctx.tenant, ctx.call.received_at));
  const [number = ""] = await drawNumbers(ctx, refund, "refund_number", 1);
  await writeSettlement(ctx, accounts, locked, await dated(ctx, [{ plan, number }]));
  const record = await requireRecord(ctx, refund, id);
  ctx.audit(
    { on: refund, name: "refund.create" },
    {
      id,
      before: moneyState(ctx, locked.customer),
      after: { ...record, ...moneyState(ctx, plan.customer) },
      note: reason,
    },
  );
  return record;
}

interface RefundRow extends Row {
  id: string;
  customer: string;
  amount: string;
  method: RefundReversalSnapshot["refund"]["method"];
  reason: string;
  holder: string;
  parts: { payment_transaction: string; amount: string }[];
  is_reversed: boolean;
}

async function findRefund(ctx: OperationContext, id: string): Promise<ReversibleDocument> {
  const { tx, tenant } = ctx;
  const read = () => tx<RefundRow[]>`
    select id, customer, amount, method, reason, holder, parts, is_reversed from refunds
    where tenant_id = ${tenant.id} and id = ${id}`;
  const [found] = await read();
  if (!found) throw new Failure("NOT_FOUND");
  const drawn = found.parts.map(({ payment_transaction }) => payment_transaction);
  const [locked, [row], credits] = await Promise.all([
    lockOwner(ctx, found.customer),
    read(),
    readRefundable(ctx, tx`customer = ${found.customer} and id = any(${drawn}::text[]::uuid[])`),
  ]);
  if (!row) throw new Failure("NOT_FOUND");
  const money = moneyOf(ctx);
  const parts = row.parts.map((part) => ({ ...part, amount: money(part.amount) }));
  const { customer } = locked;
  const snapshot = { customer, credits, refund: { ...row, amount: money(row.amount), parts } };
  const plan = planRefundReversal(snapshot);
  const changes = plan && describePlan({ customer, invoices: [] }, plan);
  return { on: refund, id, locked, plan, changes };
}

export const refundOperations = [
  implement(refundCustomer, payOut),
  implement(refundReverse, async (ctx, { reason }, id) => {
    await reverseDocument(ctx, refundReverse, findRefund, id, reason);
    return requireRecord(ctx, refund, id);
  }),
];

export const refundRoutes = [
  reversalPreview(refundReverse, "/refunds/{id}/reversal/", findRefund),
  route({
    method: "POST",
    path: "/customers/{id}/refund/preview/",
    operation_id: "previewRefund",
    summary: "What paying an advance out would change",
    area: "billing",
    permission: refundCustomer.permission,
    body: refundPreviewInput,
    output: refundPreviewAnswer,
    failures: refundCustomer.failures,
    async handler({ services, principal, call, params, body }) {
      const { id = "" } = params;
      if (!principal || !isId(id)) throw new Failure("NOT_FOUND");
      const tenant = tenantOf(principal);
      return runAsSystem(services, tenant, call, async (ctx) => {
        const { snapshot } = await lockRefundable(ctx, id);
        const wanted = { ...ruleInput(ctx, body), reason: "" };
        const plan = planRefund(snapshot, wanted, planContext(tenant, call.received_at));
        const { amount, method, parts } = plan.refund;
        const changes = describePlan({ customer: snapshot.customer, invoices: [] }, plan);
        return { customer: id, method, ...withDecimals({ amount, parts, changes }, tenant.digits) };
      });
    },
  }),
];
