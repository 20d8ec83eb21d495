// The one way in which documents of money are undone, whatever they are: found under the lock of their customer's account,
// planned, written as one mirrored journal, and shown beforehand (contract §4.11).
import {
  type adjustment,
  type invoice,
  type recharge,
  type refund,
  reversalPreviewAnswer,
  type transaction,
} from "../../../shared/billing/index.ts";
import type { MoneyPlan } from "../../../shared/billing/ledger/plan.rules.ts";
import type { PlanDescription } from "../../../shared/billing/payment/preview.rules.ts";
import { Failure } from "../../../shared/kernel/failure.ts";
import { isId } from "../../../shared/kernel/id.ts";
import { type Minor, withDecimals } from "../../../shared/kernel/money.ts";
import type { Operation } from "../../../shared/kernel/operation.ts";
import type { PermissionCode } from "../../../shared/kernel/registry.ts";
import { type Route, route } from "../../kernel/area.ts";
import { operationId } from "../../kernel/openapi/names.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { runAsSystem } from "../../kernel/operation/run-as-system.ts";
import { tenantOf } from "../../kernel/operation/run-operation.ts";
import { systemAccounts } from "../ledger/journal.ts";
import type { Locked } from "../ledger/snapshot.ts";
import { dated, moneyState, writeSettlement } from "../ledger/write-settlement.ts";
import { refundReseller } from "../reseller/wallet.ts";
import { cashOf, reviewLateCash } from "../shift/late-cash.ts";
import { restoreDeposit } from "./deposit.ts";
import { restorePromos } from "./restore-promos.ts";

/** A document under the lock of its customer's account, with the one plan that undoes it. */
export interface ReversibleDocument {
  on: typeof recharge | typeof transaction | typeof adjustment | typeof invoice | typeof refund;
  id: string;
  locked: Locked;
  /** Null when it is undone already. */
  plan: MoneyPlan | null;
  changes: PlanDescription | null;
  /** What a payment was paid with that is taken back: a deposit gets it again. */
  deposit?: { id: string; amount: Minor } | null;
}

/** @throws Failure NOT_FOUND, and what the document's own rule refuses. */
export type Find = (ctx: OperationContext, id: string) => Promise<ReversibleDocument>;

/** Whoever asked for a payment to be reversed is answered by its reversal, whoever does it and how. */
function acceptRequests(ctx: OperationContext, payment_transaction: string): void {
  const { tx, tenant, actor, call } = ctx;
  const by = { resolved_by: actor.username, resolved_at: call.received_at };
  // Behind the payment's own row, for which a request that is just being made has us wait.
  ctx.atEnd(tx`update review_items set ${tx({ status: "RESOLVED", outcome: "ACCEPTED", ...by })}
    where tenant_id = ${tenant.id} and payment_transaction = ${payment_transaction}
      and kind = 'REVERSAL_REQUESTED' and status = 'OPEN'`);
}

/** Writes the mirrored journal; a document that is undone already stays as it is. */
export async function reverseDocument(
  ctx: OperationContext,
  operation: Operation,
  find: Find,
  id: string,
  reason: string | null,
): Promise<ReversibleDocument> {
  const [accounts, undoable] = await Promise.all([
    systemAccounts(ctx.services.db, ctx.tenant),
    find(ctx, id),
  ]);
  const { locked, plan } = undoable;
  if (plan === null) return undoable;
  const writes = await dated(ctx, [{ plan, reason }]);
  await writeSettlement(ctx, accounts, locked, writes);
  await restorePromos(ctx, [plan]);
  const paid_with = undoable.deposit;
  if (paid_with) await restoreDeposit(ctx, paid_with.id, paid_with.amount);
  const taken_back = plan.reversed?.payment_transaction;
  if (taken_back) {
    await refundReseller(ctx, taken_back, writes[0]?.plan.entry_date ?? null);
    const holder = plan.postings.find(({ dims }) => dims.holder)?.dims.holder;
    const cash = {
      amount: cashOf(plan.postings),
      holder,
      customer: plan.customer.id,
      payment_transaction: taken_back,
    };
    await reviewLateCash(ctx, { ...cash, at: ctx.call.occurred_at });
    acceptRequests(ctx, taken_back);
  }
  ctx.audit(operation, {
    id,
    before: { ...moneyState(ctx, locked.customer), is_reversed: false },
    after: { ...moneyState(ctx, plan.customer), is_reversed: true },
    note: reason ?? undefined,
  });
  return undoable;
}

type ServerOperation = Operation & { permission: PermissionCode | null };

/** What undoing a document would change; it writes nothing. */
export function reversalPreview(operation: ServerOperation, path: string, find: Find): Route {
  const kind = operation.on.name;
  const verb = operation.action === "reverse" ? "reversal" : operation.action;
  return route({
    method: "GET",
    path,
    operation_id: operationId(`${kind}.preview_${verb}`),
    summary: `What ${operation.action === "void" ? "voiding" : "reversing"} this ${kind} would change`,
    area: "billing",
    permission: operation.permission,
    output: reversalPreviewAnswer(kind),
    failures: operation.failures,
    async handler({ services, principal, call, params }) {
      const { id = "" } = params;
      if (!principal || !isId(id)) throw new Failure("NOT_FOUND");
      const tenant = tenantOf(principal);
      const { plan, changes } = await runAsSystem(services, tenant, call, (ctx) => find(ctx, id));
      return { [kind]: id, is_reversed: plan === null, changes: withDecimals(changes, tenant.digits) };
    },
  });
}
