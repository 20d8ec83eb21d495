// Deposits: taken, applied to bills, paid back, taken back (docs/bookkeeping.md says what each posts).

import {
  applyDeposit,
  type Deposit,
  deposit,
  refundDeposit,
  reverseDeposit,
  takeDeposit,
} from "../../../shared/billing/index.ts";
import { holderOf } from "../../../shared/billing/ledger/holder.rules.ts";
import {
  type DepositChange,
  type DepositMoney,
  depositRestored,
  planDepositApplied,
  planDepositRefund,
  planDepositReversal,
  postDeposit,
} from "../../../shared/billing/payment/deposit.rules.ts";
import { Failure, invalid } from "../../../shared/kernel/failure.ts";
import { type Minor, negate, parseMoney, ZERO } from "../../../shared/kernel/money.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { implement } from "../../kernel/operation/run-operation.ts";
import { withColumns } from "../../kernel/resource/draft.ts";
import { requireRecord } from "../../kernel/resource/record.ts";
import { changeRecord, createRecord, updateRecord } from "../../kernel/resource/write-record.ts";
import { postOnHolders } from "../cash/post.ts";
import { postedBy, systemAccounts } from "../ledger/journal.ts";
import { lockOwner, planContext } from "../ledger/snapshot.ts";
import { dated, settleAtEnd } from "../ledger/write-settlement.ts";
import { refuseBackdating } from "../period/backdate.ts";
import { reviewLateCash } from "../shift/late-cash.ts";
import { reviewClock, takenAt } from "./taken-at.ts";

/** A deposit as the rules take it. */
function asMoney({ tenant }: OperationContext, record: Deposit): DepositMoney {
  const money = (text: string) => parseMoney(text, tenant.digits);
  const { id, method, status, holder } = record;
  return {
    ...{ id, method, status, holder },
    amount: money(record.amount),
    balance: money(record.balance),
    applied_amount: money(record.applied_amount),
    refunded_amount: money(record.refunded_amount),
  };
}

const columnsOf = (ctx: OperationContext, change: DepositChange) => ({
  status: change.status,
  balance: ctx.money(change.balance),
  applied_amount: ctx.money(change.applied_amount),
  refunded_amount: ctx.money(change.refunded_amount),
});

/** What of it is cash: other money is in no drawer. */
const cashIn = (method: Deposit["method"], amount: Minor): Minor => (method === "CASH" ? amount : ZERO);

const take = implement(takeDeposit, async (ctx, { occurred_at: given, ...input }) => {
  refuseBackdating(ctx, "occurred_at", given ? new Date(given) : null);
  const occurred = takenAt(ctx, given);
  const { tenant, actor, call } = ctx;
  // A command's body may lack what was not asked then: money that was taken has a method.
  const holder = holderOf(input.method, postedBy(ctx)) ?? actor.username;
  const zero = ctx.money(ZERO);
  const columns = {
    ...{ balance: ctx.money(ctx.minor(input.amount)), applied_amount: zero, refunded_amount: zero },
    ...{ status: "HELD", holder, taken_by: actor.username, occurred_at: occurred.at.toISOString() },
    device: call.device?.id ?? null,
  };
  return createRecord(ctx, deposit, input, {
    before: (_ctx, draft) => withColumns(draft, columns),
    async after(_ctx, record) {
      const amount = parseMoney(record.amount, tenant.digits);
      await postOnHolders(ctx, postDeposit({ id: record.id, amount, method: record.method }), occurred.at);
      const { customer } = record;
      await reviewLateCash(ctx, { at: occurred.at, amount: cashIn(record.method, amount), customer });
      await reviewClock(ctx, occurred, given, { amount: record.amount, customer });
    },
  });
});

/** Whose it is: their account is locked before the deposit. @throws Failure NOT_FOUND. */
async function ownerOf({ tx, tenant }: OperationContext, id: string): Promise<string> {
  const [found] = await tx<{ customer: string }[]>`
    select customer from deposits where tenant_id = ${tenant.id} and id = ${id}`;
  if (!found) throw new Failure("NOT_FOUND");
  return found.customer;
}

const apply = implement(applyDeposit, async (ctx, { amount, invoice = null }, id) => {
  const [accounts, locked] = await Promise.all([
    systemAccounts(ctx.services.db, ctx.tenant),
    lockOwner(ctx, await ownerOf(ctx, id)),
  ]);
  if (invoice !== null) await requireBill(ctx, locked.customer.id, invoice);
  let payment_transaction = "";
  const record = await changeRecord(ctx, applyDeposit, id, async (before) => {
    const wanted = { amount: ctx.minor(amount), invoice };
    const context = planContext(ctx.tenant, ctx.call.received_at);
    const { plan, change } = planDepositApplied(asMoney(ctx, before), locked, wanted, context);
    payment_transaction = plan.transaction.id;
    return {
      set: columnsOf(ctx, change),
      async after() {
        const { deposit_number: reference } = before;
        // No money changes hands: no receipt.
        const taken = { trx_id: payment_transaction, receipt_number: null, reference };
        const { done } = settleAtEnd(ctx, accounts, locked, await dated(ctx, [{ plan, taken }]));
        await done;
      },
    };
  });
  return { ...record, payment_transaction };
});

/** @throws Failure VALIDATION when the customer has no such bill. */
async function requireBill({ tx, tenant }: OperationContext, customer: string, id: string): Promise<void> {
  const [found] = await tx`
    select 1 from invoices where tenant_id = ${tenant.id} and id = ${id} and customer = ${customer}`;
  if (!found) throw invalid("invoice", "The customer has no such bill", "DOES_NOT_EXIST");
}

const refund = implement(refundDeposit, (ctx, { amount, method, reason }, id) =>
  changeRecord(ctx, refundDeposit, id, (before) => {
    const paid = ctx.minor(amount);
    const { change, drafts } = planDepositRefund(asMoney(ctx, before), paid, method);
    const at = ctx.call.occurred_at;
    return {
      set: columnsOf(ctx, change),
      note: reason,
      async after() {
        await postOnHolders(ctx, drafts, at);
        const holder = holderOf(method, postedBy(ctx));
        const by = ctx.actor.username;
        const left = { amount: negate(cashIn(method, paid)), holder, handed_over_by: by };
        await reviewLateCash(ctx, { ...left, at, customer: before.customer });
      },
    };
  }),
);

const reverse = implement(reverseDeposit, (ctx, { reason }, id) =>
  changeRecord(ctx, reverseDeposit, id, (before) => {
    const money = asMoney(ctx, before);
    const planned = planDepositReversal(money);
    if (planned === null) return null;
    const at = ctx.call.occurred_at;
    const how = { reversed_at: at.toISOString(), reversed_by: ctx.actor.username, reversal_reason: reason };
    return {
      set: { ...columnsOf(ctx, planned.change), ...how },
      note: reason,
      async after() {
        await postOnHolders(ctx, planned.drafts, at);
        const { holder, method, customer } = before;
        const left = { amount: negate(cashIn(method, money.amount)), holder };
        await reviewLateCash(ctx, { ...left, at, customer, handed_over_by: before.taken_by });
      },
    };
  }),
);

/** The payment that a deposit made was taken back: so much of it is kept again. The customer's account is locked. */
export async function restoreDeposit(ctx: OperationContext, id: string, amount: Minor): Promise<void> {
  const { tx, tenant } = ctx;
  // Locked first, and read then: who pays it back holds this lock alone.
  await tx`select from deposits where tenant_id = ${tenant.id} and id = ${id} for no key update`;
  const before = await requireRecord(ctx, deposit, id);
  await updateRecord(ctx, deposit, id, columnsOf(ctx, depositRestored(asMoney(ctx, before), amount)));
}

export const depositOperations = [take, apply, refund, reverse];
