// POST /transactions/: a payment that settles like a recharge and extends nothing (contract §3).
import { transactionCreate } from "../../../shared/billing/index.ts";
import { planPayment } from "../../../shared/billing/payment/settlement.rules.ts";
import { invalid } from "../../../shared/kernel/failure.ts";
import { newId } from "../../../shared/kernel/id.ts";
import type { Minor } from "../../../shared/kernel/money.ts";
import { isSameText } from "../../../shared/kernel/normal/normal-text.ts";
import type { InputOf } from "../../../shared/kernel/operation.ts";
import type { Row } from "../../kernel/db/db.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { implementInSteps } from "../../kernel/operation/run-operation.ts";
import { type SystemAccounts, systemAccounts } from "../ledger/journal.ts";
import { type Locked, lockReferred, planContext } from "../ledger/snapshot.ts";
import { dated, moneyState, settleAtEnd } from "../ledger/write-settlement.ts";
import { refuseBackdating } from "../period/backdate.ts";
import { newAllocations, newTransaction } from "../records.ts";
import { lockActingReseller, type Wholesale, wholesaleOf } from "../reseller/wallet.ts";
import { cashOf, reviewLateCash } from "../shift/late-cash.ts";
import { isReceiptNumber, type ReceiptNumber, receiptNumber, reviewReplaced } from "./receipt-number.ts";
import { reviewClock, type TakenAt, takenAt } from "./taken-at.ts";

type Input = InputOf<typeof transactionCreate>;

async function readPayment(ctx: OperationContext, input: Input) {
  const amount = ctx.minor(input.amount);
  refuseBackdating(ctx, "occurred_at", input.occurred_at ? new Date(input.occurred_at) : null);
  const occurred = takenAt(ctx, input.occurred_at);
  const { trx_id, receipt_number = null } = input;
  if (trx_id && isReceiptNumber(trx_id) && !isSameText(trx_id, receipt_number ?? "")) {
    throw invalid("trx_id", "This is how our own receipts are numbered");
  }
  const [accounts, receipt, locked] = await Promise.all([
    systemAccounts(ctx.services.db, ctx.tenant),
    receiptNumber(ctx, receipt_number),
    lockReferred(ctx, "customer", input.customer),
  ]);
  const seller = await lockActingReseller(ctx, locked);
  return { amount, occurred, accounts, receipt, locked, seller };
}

type Read = Awaited<ReturnType<typeof readPayment>>;

async function createPayment(ctx: OperationContext, input: Input, _id: string, read: Read): Promise<Row> {
  const { amount, occurred, accounts, receipt, locked, seller } = read;
  const wholesale = seller && (await wholesaleOf(ctx, seller, { amount, validity_days: 0, package: null }));
  const { trx_id, receipt_number } = input;
  const ownId = trx_id && !isSameText(trx_id, receipt_number ?? "") ? trx_id : null;
  return settlePayment(ctx, {
    ...{ accounts, receipt, locked, amount, occurred },
    said: input,
    transaction_id: input.id ?? newId(),
    trx_id: ownId ?? receipt.number,
    wholesale,
  });
}

/** Money for a customer whose account is locked, with what was found out about it. */
export interface Batched {
  accounts: SystemAccounts;
  receipt: ReceiptNumber;
  locked: Locked;
  amount: Minor;
  occurred: TakenAt;
  /** What the input says of it. */
  said: Pick<Input, "method" | "reference" | "occurred_at">;
  transaction_id: string;
  trx_id: string;
  /** Where a reseller's user took it. */
  wholesale?: Wholesale | null;
}

/** Settles money as a payment, which extends nothing. */
export async function settlePayment(ctx: OperationContext, gathered: Batched): Promise<Row> {
  const { accounts, receipt, locked, amount, occurred, said, transaction_id, trx_id, wholesale } = gathered;
  const request = {
    amount,
    method: said.method ?? "CASH",
    transaction_id,
    received_at: occurred.at.toISOString(),
    reseller_charge: wholesale?.charge ?? null,
  };
  const plan = planPayment(locked, request, planContext(ctx.tenant, ctx.call.received_at));
  const { id } = plan.transaction;
  const taken = { trx_id, receipt_number: receipt.number, reference: said.reference ?? null };
  const money = { amount: ctx.money(amount), customer: locked.customer.id, payment_transaction: id };
  const writes = await dated(ctx, [{ plan, taken }], occurred.at);
  const { rows, done } = settleAtEnd(ctx, accounts, locked, writes, occurred.at);
  await done;
  await reviewReplaced(ctx, receipt, money);
  await reviewClock(ctx, occurred, said.occurred_at, money);
  await reviewLateCash(ctx, { ...money, at: occurred.at, amount: cashOf(plan.postings) });
  // It is charged against the payment, which has to be there.
  if (wholesale) await ctx.flush();
  await wholesale?.write(id, occurred.at);
  const record = newTransaction(ctx, locked, rows);
  ctx.audit(transactionCreate, {
    id,
    before: moneyState(ctx, locked.customer),
    after: { ...record, ...moneyState(ctx, plan.customer) },
  });
  return { ...record, allocations: newAllocations(ctx, locked, rows) };
}

export const paymentOperations = [implementInSteps(transactionCreate, readPayment, createPayment)];
