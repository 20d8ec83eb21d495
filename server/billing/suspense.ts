// Money that was taken but can't be applied as meant: kept in SUSPENSE, listed, and given to whom it belongs (contract §5.3).
import { RECEIVED_METHODS, reviewItemResolve } from "../../shared/billing/index.ts";
import type { MoneyPlan, PaymentMethod } from "../../shared/billing/ledger.rules.ts";
import { planRecharge } from "../../shared/billing/settlement.rules.ts";
import { planResolveSuspense, planSuspense } from "../../shared/billing/suspense.rules.ts";
import { dayOf } from "../../shared/kernel/day.ts";
import { Failure, invalid, toProblem } from "../../shared/kernel/failure.ts";
import { type Minor, parseMoney } from "../../shared/kernel/money.ts";
import type { InputOf } from "../../shared/kernel/operation.ts";
import { reviewItem } from "../../shared/platform/index.ts";
import type { OperationContext } from "../kernel/context.ts";
import { requireRecord } from "../kernel/crud.ts";
import type { Row } from "../kernel/db.ts";
import { postJournals, systemAccounts } from "../kernel/journal.ts";
import { implement } from "../kernel/run-operation.ts";
import { addReviewItem } from "../kernel/sync/review.ts";
import { moneyState, post } from "./post.ts";
import { isTaken, nextReceiptNumber } from "./receipt-number.ts";
import { isTooLittle, packageOf, referredPackage } from "./recharge.ts";
import { lockReferred, planContext } from "./snapshot.ts";

/** An amount that could have been taken in this currency; null: no money to keep. */
function readableAmount(value: unknown, digits: number): Minor | null {
  if (typeof value !== "string" && typeof value !== "number") return null;
  const text = String(value).trim();
  if (!/^\d{1,12}(\.\d+)?$/.test(text)) return null;
  try {
    const amount = parseMoney(text, digits);
    return amount > 0n ? amount : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function readableMethod(value: unknown): PaymentMethod {
  return RECEIVED_METHODS.find((method) => method === value) ?? "CASH";
}

/** A text of the payload that can be stored; null where there is none. */
function readableText(value: unknown): string | null {
  return typeof value === "string" && value.length <= 200 && !value.includes("\u0000") ? value : null;
}

/** The number on the receipt that the customer holds, unless another payment has it. */
async function keptNumber(ctx: OperationContext, given: unknown): Promise<string> {
  const number = readableText(given);
  const code = ctx.call.device?.device_code;
  if (!number || !code || !number.startsWith(`${code}-`)) return nextReceiptNumber(ctx);
  return (await isTaken(ctx, number)) ? nextReceiptNumber(ctx) : number;
}

/**
 * Takes a refused payment's money in: a transaction that waits for its customer, CASH against SUSPENSE, and an item of
 * the review list with the reason.
 */
export async function takeToSuspense(
  ctx: OperationContext,
  kind: string,
  payload: Row,
  failure: Failure,
): Promise<Row | null> {
  const { tx, tenant, call } = ctx;
  const amount = readableAmount(payload.amount, tenant.digits);
  if (amount === null) return null;
  const method = readableMethod(payload.method);
  const [accounts, receipt_number] = await Promise.all([
    systemAccounts(ctx.services.db, tenant),
    keptNumber(ctx, payload.receipt_number),
  ]);
  const id = ctx.newId();
  const transaction = {
    ...{ id, tenant_id: tenant.id, trx_id: receipt_number, receipt_number, customer: null },
    ...{ amount: ctx.money(amount), unallocated_amount: ctx.money(amount), method, status: "COMPLETED" },
    reference: readableText(payload.reference),
    received_by: ctx.actor.username,
    received_at: call.occurred_at,
    device: call.device?.id ?? null,
  };
  const lines = planSuspense(amount, method, id);
  const by = { posted_by: ctx.actor.username, occurred_at: call.occurred_at };
  const [, , review_item] = await Promise.all([
    tx`insert into payment_transactions ${tx(transaction)}`,
    postJournals(tx, tenant, accounts, by, [{ id: ctx.newId(), customer: null, lines }]),
    addReviewItem(ctx, {
      kind: "SUSPENSE",
      detail: failure.message,
      problem: toProblem(failure),
      payload: { ...payload, kind },
      amount: ctx.money(amount),
      payment_transaction: id,
    }),
  ]);
  ctx.touch("transactions");
  ctx.audit({
    action: "transaction.suspense",
    module: "finance",
    object_type: "transaction",
    object_id: id,
    after: transaction,
    note: failure.message,
  });
  return { payment_transaction: id, review_item, receipt_number };
}

interface Waiting extends Row {
  id: string;
  amount: string;
  method: PaymentMethod;
  received_at: string;
  trx_id: string;
  receipt_number: string;
  reference: string | null;
  clerk: string;
  till: string | null;
}

type Resolution = InputOf<typeof reviewItemResolve>;

/** The waiting money's plan for its customer: a recharge where days are given, else a payment. */
async function giveToCustomer(ctx: OperationContext, transaction: string, input: Resolution): Promise<void> {
  const { tx, tenant } = ctx;
  if (!input.customer) throw invalid("customer", "Say whose money this is", "REQUIRED");
  const [accounts, named, locked, , [waiting]] = await Promise.all([
    systemAccounts(ctx.services.db, tenant),
    referredPackage(ctx, input.package),
    lockReferred(ctx, "customer", input.customer),
    tx`select 1 from payment_transactions where tenant_id = ${tenant.id} and id = ${transaction} for update`,
    tx<Waiting[]>`select t.id, t.amount, t.method, t.received_at, t.trx_id, t.receipt_number, t.reference,
        coalesce(nullif(s.full_name, ''), t.received_by) as clerk, d.device_code as till
      from payment_transactions t left join devices d on d.id = t.device
        left join staff s on s.tenant_id = t.tenant_id and s.username = t.received_by
      where t.tenant_id = ${tenant.id} and t.id = ${transaction} and t.customer is null`,
  ]);
  if (!waiting) throw new Failure("ILLEGAL_TRANSITION", "This money has its customer already");
  const { method, received_at, trx_id, receipt_number, reference } = waiting;
  const money = {
    ...{ amount: parseMoney(waiting.amount, tenant.digits), method, received_at },
    ...{ transaction_id: waiting.id, from_suspense: true },
  };
  const context = planContext(tenant, ctx.call.received_at);
  if (isTooLittle(locked, named, money.amount, input.validity_days ?? 0)) {
    ctx.require("billing.recharge.below_price");
  }
  const plan: MoneyPlan =
    input.validity_days == null
      ? planResolveSuspense(locked, money, context)
      : planRecharge(
          locked,
          {
            ...money,
            package: packageOf(locked, named),
            validity_days: input.validity_days,
            occurred_on: dayOf(new Date(received_at), tenant.settings.timezone),
          },
          context,
        );
  const { clerk, till } = waiting;
  const taken = { trx_id, receipt_number, reference, waited: { clerk, till } };
  await post(ctx, accounts, locked, [{ plan, taken }], new Date(received_at));
  ctx.audit({
    action: "transaction.resolve_suspense",
    module: "finance",
    object_type: "transaction",
    object_id: transaction,
    before: moneyState(ctx, locked.customer),
    after: moneyState(ctx, plan.customer),
  });
}

async function resolveItem(ctx: OperationContext, input: Resolution, id: string): Promise<Row> {
  const { tx, tenant } = ctx;
  const item = await ctx.lockRecord<{ status: string; kind: string; payment_transaction: string | null }>(
    "review_items",
    id,
  );
  if (item.status === "RESOLVED") throw new Failure("ILLEGAL_TRANSITION", "This item is resolved already");
  if (item.kind === "SUSPENSE" && item.payment_transaction) {
    await giveToCustomer(ctx, item.payment_transaction, input);
  }
  await tx`update review_items set status = 'RESOLVED', resolved_by = ${ctx.actor.username}, resolved_at = now(),
      resolution = ${input.resolution ?? null}, customer = coalesce(${input.customer ?? null}::uuid, customer)
    where tenant_id = ${tenant.id} and id = ${id}`;
  ctx.touch("review_items");
  const after = await requireRecord(ctx, reviewItem, id);
  ctx.audit({
    action: "review_item.resolve",
    module: "finance",
    object_type: "review_item",
    object_id: id,
    before: { status: "OPEN" },
    after: { status: "RESOLVED", customer: after.customer, resolution: after.resolution },
  });
  return after;
}

export const suspenseOperations = [implement(reviewItemResolve, resolveItem)];
