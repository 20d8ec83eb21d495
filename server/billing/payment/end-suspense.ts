// Money in SUSPENSE that is given to no customer: it is paid back, or kept as income (contract §4.11).
import { transaction } from "../../../shared/billing/index.ts";
import { planSuspenseEnd, type SuspenseEnd } from "../../../shared/billing/payment/suspense.rules.ts";
import { Failure } from "../../../shared/kernel/failure.ts";
import { parseMoney } from "../../../shared/kernel/money.ts";
import type { Row } from "../../kernel/db/db.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { accountingDay, postedBy, postJournals, systemAccounts } from "../ledger/journal.ts";

interface Held {
  payment_transaction: string;
  /** The provider's report that it came from; null: a till's. */
  event: string | null;
}

/** @throws Failure ILLEGAL_TRANSITION when somebody has decided on this money meanwhile. */
export async function endSuspense(
  ctx: OperationContext,
  { payment_transaction: id, event }: Held,
  end: SuspenseEnd,
  reason: string | null | undefined,
): Promise<void> {
  const { tx, tenant } = ctx;
  const [accounts, held] = await Promise.all([
    systemAccounts(ctx.services.db, tenant),
    ctx.lockRecord<{ amount: string; customer: string | null; suspense_resolution: string | null } & Row>(
      "payment_transactions",
      id,
    ),
  ]);
  if (held.customer !== null || held.suspense_resolution !== null) {
    throw new Failure("ILLEGAL_TRANSITION", "Where this money goes is decided already");
  }
  const kept = end === "WRITTEN_OFF";
  const lines = planSuspenseEnd(parseMoney(held.amount, tenant.digits), end, id);
  const by = postedBy(ctx);
  const back = {
    status: "REFUNDED",
    reversed_at: by.occurred_at,
    reversed_by: by.username,
    reversal_reason: reason ?? null,
    returned_on: accountingDay(tenant, by),
  };
  const set = {
    unallocated_amount: "0",
    suspense_resolution: kept ? "WRITTEN_OFF" : "REFUNDED",
    ...(kept ? {} : back),
  };
  await Promise.all([
    tx`update payment_transactions set ${tx(set)} where tenant_id = ${tenant.id} and id = ${id}`.execute(),
    postJournals(tx, tenant, accounts, by, [{ id: ctx.newId(), customer: null, lines }]),
  ]);
  ctx.markChanged("transactions", "ledger_entries");
  if (event) {
    const detail = kept ? "Its payer was never found: kept as income" : "Paid back";
    await tx`update payment_events set ${tx({ status: "REJECTED", detail })}
      where tenant_id = ${tenant.id} and id = ${event}`;
    ctx.markChanged("payment_events");
  }
  const act = kept ? "transaction.write_off_suspense" : "transaction.refund_suspense";
  ctx.audit(
    { on: transaction, name: act },
    { id, before: { suspense_resolution: null }, after: set, note: reason },
  );
}
