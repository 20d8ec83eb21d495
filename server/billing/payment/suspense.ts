// Money that came in but can't be applied as meant: kept in SUSPENSE and put on the review list (contract §5.3).
import { RECEIVED_METHODS, transaction } from "../../../shared/billing/index.ts";
import { holderOf } from "../../../shared/billing/ledger/holder.rules.ts";
import type { PaymentMethod } from "../../../shared/billing/ledger/money-records.ts";
import { planSuspense } from "../../../shared/billing/payment/suspense.rules.ts";
import { type Failure, type Problem, toProblem } from "../../../shared/kernel/failure.ts";
import { KEEPABLE } from "../../../shared/kernel/fields/text.rules.ts";
import { isId } from "../../../shared/kernel/id.ts";
import { type Minor, readableMoney } from "../../../shared/kernel/money.ts";
import { customerVerbs } from "../../../shared/subscribers/index.ts";
import type { Row } from "../../kernel/db/db.ts";
import { withNormalForms } from "../../kernel/db/normal/columns.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { addReviewItem, moneyIn } from "../../kernel/sync/review.ts";
import { accountingDay, postedBy, postJournals, systemAccounts } from "../ledger/journal.ts";
import { bookedOn } from "../ledger/ledger-rows.ts";
import { openDay } from "../period/open-day.ts";
import { cashOf, reviewLateCash } from "../shift/late-cash.ts";
import { isTaken, nextReceiptNumber } from "./receipt-number.ts";

function readableMethod(value: unknown): PaymentMethod {
  return RECEIVED_METHODS.find((method) => method === value) ?? "CASH";
}

/** A text of the payload that can be stored; null where there is none. */
function readableText(value: unknown): string | null {
  return typeof value === "string" && value.length <= 200 && KEEPABLE.test(value) ? value : null;
}

/** The number on the receipt that the customer holds, unless another payment has it. */
async function keptNumber(ctx: OperationContext, given: unknown): Promise<string> {
  const number = readableText(given);
  const code = ctx.call.device?.device_code;
  if (!number || !code || !number.startsWith(`${code}-`)) return nextReceiptNumber(ctx);
  return (await isTaken(ctx, number)) ? nextReceiptNumber(ctx) : number;
}

/** Money that waits for its customer. */
export interface HeldMoney {
  amount: Minor;
  method: PaymentMethod;
  receipt_number: string;
  reference: string | null;
  received_at: Date;
  /** Why, for the review list. */
  detail: string;
  problem?: Problem;
  payload: Row;
  /** Whose it may be. */
  customer?: string;
}

/**
 * Posts money to SUSPENSE: a transaction that waits for its customer, CASH against SUSPENSE, and an item of the review
 * list with the reason.
 */
export async function holdMoney(
  ctx: OperationContext,
  held: HeldMoney,
): Promise<{ payment_transaction: string; review_item: string }> {
  const { tx, tenant, call } = ctx;
  const { method, receipt_number, reference, received_at, detail, problem, payload, customer } = held;
  const amount = ctx.money(held.amount);
  const by = postedBy(ctx, received_at);
  const accounts = await systemAccounts(ctx.services.db, tenant);
  const id = ctx.newId();
  const entry_date = openDay(ctx, received_at);
  const row = {
    ...{ id, tenant_id: tenant.id, trx_id: receipt_number, receipt_number, customer: null },
    ...{ amount, unallocated_amount: amount, method, status: "COMPLETED" },
    reference,
    received_by: ctx.actor.username,
    received_at,
    booked_on: bookedOn(tenant, received_at, accountingDay(tenant, { ...by, onLate() {} }, entry_date)),
    device: call.device?.id ?? null,
    holder: holderOf(method, by),
  };
  const lines = planSuspense(held.amount, method, id);
  const money = { amount, payment_transaction: id, customer: customer ?? null };
  const [, , , review_item] = await Promise.all([
    // At once: the item of the review list refers to it.
    tx`insert into payment_transactions ${tx(withNormalForms(row, ["trx_id"]))}`.execute(),
    postJournals(tx, tenant, accounts, by, [{ id: ctx.newId(), customer: null, lines, entry_date }]),
    reviewLateCash(ctx, { payment_transaction: id, at: received_at, amount: cashOf(lines) }),
    addReviewItem(ctx, { kind: "SUSPENSE", detail, payload, ...money, ...(problem ? { problem } : {}) }),
  ]);
  ctx.markChanged("transactions");
  ctx.audit(
    { on: transaction, name: "transaction.suspense" },
    {
      id,
      after: row,
      note: detail,
    },
  );
  return { payment_transaction: id, review_item };
}

/** What a customer was called whom somebody deleted meanwhile: the audit log is the last that knows it. */
async function whoWasMeant(ctx: OperationContext, payload: Row): Promise<Row> {
  const id = payload.customer ?? payload.customer_id ?? payload.id;
  if (typeof id !== "string" || !isId(id)) return {};
  const [gone] = await ctx.tx<{ before: Row | null }[]>`
    select details->'before' as before from audit_logs where tenant_id = ${ctx.tenant.id} and object_id = ${id}
      and action = ${customerVerbs.delete.name} order by "timestamp" desc limit 1`;
  const { name, phone, customer_code } = gone?.before ?? {};
  return gone ? { name, phone, customer_code } : {};
}

/** Takes a refused payment's money in. */
export async function takeToSuspense(
  ctx: OperationContext,
  kind: string,
  payload: Row,
  failure: Failure,
): Promise<Row | null> {
  const money = moneyIn(payload);
  const amount = readableMoney(money.amount, ctx.tenant.digits);
  if (amount === null) return null;
  const receipt_number = await keptNumber(ctx, money.receipt_number);
  const meant = await whoWasMeant(ctx, payload);
  const held = await holdMoney(ctx, {
    ...{ amount, receipt_number, method: readableMethod(money.method) },
    reference: readableText(money.reference),
    received_at: ctx.call.occurred_at,
    detail: failure.message,
    problem: toProblem(failure),
    payload: { ...meant, ...payload, kind },
  });
  return { ...held, receipt_number };
}
