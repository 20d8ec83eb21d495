// Money in SUSPENSE is given to whom it belongs, and items of the review list are closed (contract §5.3).
import { reviewItemResolve, transaction as transactionResource } from "../../../shared/billing/index.ts";
import type { PaymentMethod } from "../../../shared/billing/ledger/money-records.ts";
import type { MoneyPlan } from "../../../shared/billing/ledger/plan.rules.ts";
import { planRecharge } from "../../../shared/billing/payment/settlement.rules.ts";
import { planResolveSuspense, type SuspenseEnd } from "../../../shared/billing/payment/suspense.rules.ts";
import { type Day, dayOf } from "../../../shared/kernel/day.ts";
import { Failure, invalid } from "../../../shared/kernel/failure.ts";
import { type Minor, parseMoney } from "../../../shared/kernel/money.ts";
import type { InputOf } from "../../../shared/kernel/operation.ts";
import { reviewItem } from "../../../shared/platform/index.ts";
import type { Row } from "../../kernel/db/db.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { implement } from "../../kernel/operation/run-operation.ts";
import { requireRecord } from "../../kernel/resource/record.ts";
import { systemAccounts } from "../ledger/journal.ts";
import { type Locked, lockReferred, planContext } from "../ledger/snapshot.ts";
import { dated, moneyState, writeSettlement } from "../ledger/write-settlement.ts";
import { endSuspense } from "./end-suspense.ts";
import { isTooLittle, packageOf, referredPackage } from "./recharge.ts";

/** Says of a provider's payment whose it was and where it went. */
export async function markApplied(
  ctx: OperationContext,
  event: string,
  applied: { customer: string; payment_transaction: string },
): Promise<void> {
  await ctx.tx`update payment_events set ${ctx.tx({ ...applied, status: "APPLIED", detail: null })}
    where tenant_id = ${ctx.tenant.id} and id = ${event}`;
  ctx.markChanged("payment_events");
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

/** Whose the money is, and what for. */
interface Given {
  customer: string;
  package?: string | null | undefined;
  /** The days that it buys, taken on a day; null: it is a payment. */
  days(locked: Locked, amount: Minor, occurred_on: Day): number | null;
}

/** Gives waiting money to its customer: a recharge where it buys days, else a payment. */
export async function giveToCustomer(
  ctx: OperationContext,
  transaction: string,
  input: Given,
): Promise<void> {
  const { tx, tenant } = ctx;
  const [accounts, named, locked, , [waiting]] = await Promise.all([
    systemAccounts(ctx.services.db, tenant),
    referredPackage(ctx, input.package),
    lockReferred(ctx, "customer", input.customer),
    tx`select 1 from payment_transactions where tenant_id = ${tenant.id} and id = ${transaction} for update`,
    tx<Waiting[]>`select t.id, t.amount, t.method, t.received_at, t.trx_id, t.receipt_number, t.reference,
        coalesce(nullif(s.full_name, ''), t.received_by) as clerk, d.device_code as till
      from payment_transactions t left join devices d on d.tenant_id = t.tenant_id and d.id = t.device
        left join staff s on s.tenant_id = t.tenant_id and s.username = t.received_by
      where t.tenant_id = ${tenant.id} and t.id = ${transaction} and t.customer is null
        and t.suspense_resolution is null`,
  ]);
  if (!waiting) throw new Failure("ILLEGAL_TRANSITION", "This money has its customer already");
  const { method, received_at, trx_id, receipt_number, reference } = waiting;
  const money = {
    ...{ amount: parseMoney(waiting.amount, tenant.digits), method, received_at },
    ...{ transaction_id: waiting.id, from_suspense: true },
  };
  const context = planContext(tenant, ctx.call.received_at);
  const occurred_on = dayOf(new Date(received_at), tenant.settings.timezone);
  const buys = locked.of.billing_mode !== "POSTPAID";
  const validity_days = buys ? input.days(locked, money.amount, occurred_on) : null;
  const asked = { amount: money.amount, validity_days: validity_days ?? 0, day: occurred_on };
  if (isTooLittle(locked, named, asked)) {
    ctx.require("billing.recharge.below_price");
  }
  const plan: MoneyPlan =
    validity_days === null
      ? planResolveSuspense(locked, money, context)
      : planRecharge(
          locked,
          { ...money, package: packageOf(locked, named), validity_days, occurred_on },
          context,
        );
  const { clerk, till } = waiting;
  const taken = { trx_id, receipt_number, reference, waited: { clerk, till } };
  // The money was booked when it came in; whose it is counts from the day on which that was said.
  const today = { ...plan, entry_date: context.today };
  const at = new Date(received_at);
  await writeSettlement(ctx, accounts, locked, await dated(ctx, [{ plan: today, taken }], at), at);
  ctx.audit(
    { on: transactionResource, name: "transaction.resolve_suspense" },
    {
      id: transaction,
      before: moneyState(ctx, locked.customer),
      after: moneyState(ctx, plan.customer),
    },
  );
}

type Resolution = InputOf<typeof reviewItemResolve>;

/** Closes an item, with how and by whom. */
export async function closeItem(ctx: OperationContext, id: string, how: Resolution): Promise<Row> {
  const { tx, tenant } = ctx;
  await tx`update review_items set status = 'RESOLVED', resolved_by = ${ctx.actor.username}, resolved_at = now(),
      resolution = ${how.resolution ?? how.reason ?? null}, customer = coalesce(${how.customer ?? null}::uuid, customer)
    where tenant_id = ${tenant.id} and id = ${id}`;
  ctx.markChanged("review_items");
  const after = await requireRecord(ctx, reviewItem, id);
  ctx.audit(reviewItemResolve, {
    id,
    before: { status: "OPEN" },
    after: { status: "RESOLVED", customer: after.customer, resolution: after.resolution },
  });
  return after;
}

interface Item extends Row {
  status: string;
  kind: string;
  payment_transaction: string | null;
  payload: Row | null;
}

/**
 * What of the three is to be done with money in suspense.
 * @throws Failure VALIDATION where it is none, or more than one.
 */
function decisionOf({ customer, refund, write_off }: Resolution): { customer: string } | SuspenseEnd {
  const given = [customer != null, refund != null, write_off === true].filter(Boolean).length;
  if (given > 1) {
    throw invalid("customer", "One of customer, refund and write_off, not more", "EXACTLY_ONE");
  }
  if (refund) return { refund: refund.method };
  if (write_off) return "WRITTEN_OFF";
  if (customer) return { customer };
  throw invalid("customer", "Say whose money this is, or refund it, or write it off", "REQUIRED");
}

async function resolveItem(ctx: OperationContext, input: Resolution, id: string): Promise<Row> {
  const item = await ctx.lockRecord<Item>("review_items", id);
  const { status, kind, payment_transaction, payload } = item;
  if (status === "RESOLVED") throw new Failure("ILLEGAL_TRANSITION", "This item is resolved already");
  if (kind === "REVERSAL_REQUESTED")
    throw new Failure(
      "ILLEGAL_TRANSITION",
      "Somebody asked for this: accept it, or decline it with a reason",
    );
  if (kind === "SUSPENSE" && payment_transaction) {
    const event = typeof payload?.payment_event === "string" ? payload.payment_event : null;
    const decision = decisionOf(input);
    if (typeof decision === "object" && "customer" in decision) {
      const { customer } = decision;
      const days = () => input.validity_days ?? null;
      await giveToCustomer(ctx, payment_transaction, { customer, package: input.package, days });
      if (event) await markApplied(ctx, event, { customer, payment_transaction });
    } else {
      await endSuspense(ctx, { payment_transaction, event }, decision, input.resolution ?? input.reason);
    }
  } else if (input.refund != null || input.write_off) {
    throw invalid(input.refund ? "refund" : "write_off", "This item holds no money", "CONFLICTING");
  }
  return closeItem(ctx, id, input);
}

export const suspenseOperations = [implement(reviewItemResolve, resolveItem)];
