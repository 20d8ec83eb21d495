// POST /transactions/: a payment that settles like a recharge and extends nothing (contract §3).
import { transaction, transactionCreate } from "../../shared/billing/index.ts";
import { planPayment } from "../../shared/billing/settlement.rules.ts";
import { invalid } from "../../shared/kernel/failure.ts";
import { newId } from "../../shared/kernel/id.ts";
import type { InputOf } from "../../shared/kernel/operation.ts";
import type { OperationContext } from "../kernel/context.ts";
import type { Row } from "../kernel/db.ts";
import { systemAccounts } from "../kernel/journal.ts";
import { readRecord } from "../kernel/record.ts";
import { implement } from "../kernel/run-operation.ts";
import { occurredAt, reviewClock } from "./occurred.ts";
import { moneyState, post } from "./post.ts";
import { isReceiptNumber, receiptNumber, reviewReplaced } from "./receipt-number.ts";
import { readAllocations } from "./records.ts";
import { lockReferred, planContext } from "./snapshot.ts";

type Input = InputOf<typeof transactionCreate>;

async function createPayment(ctx: OperationContext, input: Input): Promise<Row> {
  const amount = ctx.minor(input.amount);
  const occurred = occurredAt(ctx, input.occurred_at);
  if (input.trx_id && isReceiptNumber(input.trx_id) && input.trx_id !== input.receipt_number) {
    throw invalid("trx_id", "This is how our own receipts are numbered");
  }
  const [accounts, receipt, locked] = await Promise.all([
    systemAccounts(ctx.services.db, ctx.tenant),
    receiptNumber(ctx, input.receipt_number ?? null),
    lockReferred(ctx, "customer", input.customer),
  ]);
  const request = {
    amount,
    method: input.method ?? "CASH",
    transaction_id: input.id ?? newId(),
    received_at: occurred.at.toISOString(),
  };
  const plan = planPayment(locked, request, planContext(ctx.tenant, ctx.call.received_at));
  const { id } = plan.transaction;
  const ownId = input.trx_id && input.trx_id !== input.receipt_number ? input.trx_id : null;
  const taken = {
    trx_id: ownId ?? receipt.number,
    receipt_number: receipt.number,
    reference: input.reference ?? null,
  };
  const money = { amount: ctx.money(amount), customer: locked.customer.id, payment_transaction: id };
  const [, record, allocations] = await Promise.all([
    post(ctx, accounts, locked, [{ plan, taken }], occurred.at),
    readRecord(ctx.tx, transaction, ctx.tenant, id),
    readAllocations(ctx.tx, ctx.tenant, id),
    reviewReplaced(ctx, receipt, money),
    reviewClock(ctx, occurred, input.occurred_at, money),
  ]);
  ctx.audit({
    action: "transaction.create",
    module: "finance",
    object_type: "transaction",
    object_id: id,
    before: moneyState(ctx, locked.customer),
    after: { ...record, ...moneyState(ctx, plan.customer) },
  });
  return { ...record, allocations };
}

export const paymentOperations = [implement(transactionCreate, createPayment)];
