// POST /recharges/ (contract §4.4).
import { recharge, rechargeCreate } from "../../shared/billing/index.ts";
import { planRecharge, type RechargeInput } from "../../shared/billing/settlement.rules.ts";
import { dayOf } from "../../shared/kernel/day.ts";
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
import { receiptNumber, reviewReplaced } from "./receipt-number.ts";
import { readAllocations } from "./records.ts";
import { type Locked, lockReferred, planContext } from "./snapshot.ts";

type Input = InputOf<typeof rechargeCreate>;

/** A package by id. @throws Failure VALIDATION when there is none. */
export async function referredPackage(
  ctx: OperationContext,
  id: string | null | undefined,
): Promise<{ id: string } | null> {
  if (!id) return null;
  const [found] = await ctx.tx<{ id: string }[]>`
    select id from packages where tenant_id = ${ctx.tenant.id} and id = ${id}`;
  if (!found) throw invalid("package", "There is no such package", "DOES_NOT_EXIST");
  return found;
}

/** The package that a recharge is for: as named, else his own. */
export function packageOf(locked: Locked, named: { id: string } | null): string | null {
  return (named ?? locked.of.package)?.id ?? null;
}

async function createRecharge(ctx: OperationContext, input: Input): Promise<Row> {
  const amount = ctx.minor(input.amount);
  const occurred = occurredAt(ctx, input.occurred_at);
  const [accounts, receipt, named, locked] = await Promise.all([
    systemAccounts(ctx.services.db, ctx.tenant),
    receiptNumber(ctx, input.receipt_number ?? null),
    referredPackage(ctx, input.package),
    lockReferred(ctx, "customer_id", input.customer_id),
  ]);
  const request: RechargeInput = {
    amount,
    method: input.method ?? "CASH",
    package: packageOf(locked, named),
    validity_days: input.validity_days,
    recharge_id: input.id ?? newId(),
    received_at: occurred.at.toISOString(),
    occurred_on: dayOf(occurred.at, ctx.tenant.settings.timezone),
  };
  const plan = planRecharge(locked, request, planContext(ctx.tenant, ctx.call.received_at));
  const { id } = plan.recharge;
  const taken = {
    trx_id: receipt.number,
    receipt_number: receipt.number,
    reference: input.reference ?? null,
  };
  const money = {
    amount: ctx.money(amount),
    customer: locked.customer.id,
    payment_transaction: plan.transaction.id,
  };
  const [, record, allocations] = await Promise.all([
    post(ctx, accounts, locked, [{ plan, taken }], occurred.at),
    readRecord(ctx.tx, recharge, ctx.tenant, id),
    readAllocations(ctx.tx, ctx.tenant, plan.transaction.id),
    reviewReplaced(ctx, receipt, money),
    reviewClock(ctx, occurred, input.occurred_at, money),
  ]);
  ctx.audit({
    action: "recharge.create",
    module: "billing",
    object_type: "recharge",
    object_id: id,
    before: moneyState(ctx, locked.customer),
    after: { ...record, ...moneyState(ctx, plan.customer) },
  });
  return { ...record, allocations };
}

export const rechargeOperations = [implement(rechargeCreate, createRecharge)];
