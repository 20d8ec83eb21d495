// How every operation of this area writes its plans: rows, feed, network jobs, audit, all in its own transaction.
import type { CustomerMoney } from "../../../shared/billing/ledger/money-records.ts";
import { netBalance } from "../../../shared/billing/ledger/money-records.ts";
import type { Row } from "../../kernel/db/db.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { enqueueJob } from "../../network/index.ts";
import { onTheirDays } from "../period/dated.ts";
import { postedBy, type SystemAccounts } from "./journal.ts";
import type { DraftWrite, PlanRows, Write } from "./ledger-rows.ts";
import { type Locked, planContext } from "./snapshot.ts";
import { scriptOf } from "./write-plans.ts";

/**
 * Puts what is to be written on its days, before any of it is sent: what of it is of a past day looks at what came after.
 * @throws Failure PERIOD_LOCKED.
 */
export async function dated(
  ctx: OperationContext,
  drafts: readonly DraftWrite[],
  occurred_at = ctx.call.occurred_at,
): Promise<Write[]> {
  const { tx, tenant, call } = ctx;
  const { today } = planContext(tenant, call.received_at);
  const dating = { tx, tenant, by: postedBy(ctx, occurred_at), today };
  const plans = await onTheirDays(
    dating,
    drafts.map(({ plan }) => plan),
  );
  return drafts.flatMap((draft, at) => {
    const plan = plans[at];
    return plan ? [{ ...draft, plan }] : [];
  });
}

/**
 * Writes the plans of one customer. Every statement is sent before this returns, so that the caller can read what it
 * answers in the same round trip.
 */
export function writeSettlement(
  ctx: OperationContext,
  accounts: SystemAccounts,
  locked: Locked,
  writes: readonly Write[],
  occurred_at = ctx.call.occurred_at,
): Promise<unknown> {
  const { done } = settleAtEnd(ctx, accounts, locked, writes, occurred_at);
  return Promise.all([ctx.flush(), done]);
}

/**
 * The same for a caller who reads nothing of it: it goes out with the audit and COMMIT.
 * @returns the rows as they will be written, and `done` for what else has to be asked.
 */
export function settleAtEnd(
  ctx: OperationContext,
  accounts: SystemAccounts,
  locked: Locked,
  writes: readonly Write[],
  occurred_at = ctx.call.occurred_at,
): { rows: PlanRows; done: Promise<unknown> } {
  const { tx, tenant, call } = ctx;
  const { username, full_name } = ctx.actor;
  const clerk = full_name || username;
  const by = { ...postedBy(ctx, occurred_at), clerk, device: call.device?.id ?? null };
  const { rows, collections, planned, postings, remove } = scriptOf({ tx, tenant, accounts, by }, writes);
  const removed = remove();
  ctx.atEnd(...planned, ...postings);
  ctx.markChanged(...collections);
  const jobs = writes.flatMap(({ plan }) => (plan.network ? [plan.network] : []));
  const { router } = locked.of;
  const customer = locked.customer.id;
  const asked = jobs.map((kind) => enqueueJob(ctx, { kind, router, customer }));
  return { rows, done: Promise.all([removed, ...asked]) };
}

/** A customer's money and access as the audit log shows them. */
export function moneyState(ctx: OperationContext, customer: CustomerMoney): Row {
  return {
    customer: customer.id,
    status: customer.status,
    expiry_date: customer.expiry_date,
    due_amount: ctx.money(customer.due_amount),
    advance_amount: ctx.money(customer.advance_amount),
    balance: ctx.money(netBalance(customer)),
  };
}
