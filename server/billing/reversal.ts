// POST /recharges/{id}/reverse/ (contract §4.5), and what it would change.
import { rechargeReverse } from "../../shared/billing/index.ts";
import type { Allocation } from "../../shared/billing/ledger.rules.ts";
import {
  describeReversal,
  planReversal,
  type RechargeTerms,
  type ReversalSnapshot,
  type TransactionMoney,
} from "../../shared/billing/reversal.rules.ts";
import { Failure } from "../../shared/kernel/failure.ts";
import { isId } from "../../shared/kernel/id.ts";
import { formatMoney, type Minor, parseMoney } from "../../shared/kernel/money.ts";
import type { InputOf } from "../../shared/kernel/operation.ts";
import { route } from "../kernel/area.ts";
import type { OperationContext } from "../kernel/context.ts";
import type { Row } from "../kernel/db.ts";
import { systemAccounts } from "../kernel/journal.ts";
import { implement, tenantOf } from "../kernel/run-operation.ts";
import { runWork } from "../kernel/work.ts";
import { moneyState, post } from "./post.ts";
import { invoiceColumns, type Locked, lockOwner, planContext, toInvoiceMoney } from "./snapshot.ts";

interface Reversible {
  locked: Locked;
  snapshot: ReversalSnapshot;
  reversed_by: string | null;
}

type RechargeRow = RechargeTerms & { payment_transaction: string; reversed_by: string | null };

/** Everything that the reversal of a recharge reads, under the lock of its customer's account. @throws Failure NOT_FOUND. */
async function lockReversal(ctx: OperationContext, id: string): Promise<Reversible> {
  const { tx, tenant } = ctx;
  const [found] = await tx<{ customer: string; payment_transaction: string }[]>`
    select customer, payment_transaction from recharges where tenant_id = ${tenant.id} and id = ${id}`;
  if (!found) throw new Failure("NOT_FOUND");
  const paid = found.payment_transaction;
  const [locked, [recharge], [transaction], allocations, invoices] = await Promise.all([
    lockOwner(ctx, found.customer),
    tx<RechargeRow[]>`select id, validity_days, previous_expiry_date, new_expiry_date, is_reversed,
        payment_transaction, reversed_by from recharges where tenant_id = ${tenant.id} and id = ${id}`,
    tx<(TransactionMoney & Row)[]>`select id, amount, method, status, unallocated_amount, reseller_charge
      from payment_transactions where tenant_id = ${tenant.id} and id = ${paid}`,
    tx<
      (Allocation & Row)[]
    >`select id, payment_transaction, invoice, allocated_amount from payment_allocations
      where tenant_id = ${tenant.id} and payment_transaction = ${paid} order by id`,
    tx<Row[]>`
      with recursive chain as (
        select invoice as id from payment_allocations where tenant_id = ${tenant.id} and payment_transaction = ${paid}
        union
        select i.carried_to from invoices i join chain c on c.id = i.id where i.carried_to is not null
      )
      select ${invoiceColumns(tx)} from invoices t join chain using (id) where t.tenant_id = ${tenant.id}`,
  ]);
  if (!recharge || !transaction) throw new Failure("NOT_FOUND");
  const money = (value: unknown) => parseMoney(String(value), tenant.digits);
  const { reseller_charge } = transaction;
  const snapshot: ReversalSnapshot = {
    customer: locked.customer,
    transaction: {
      ...transaction,
      amount: money(transaction.amount),
      unallocated_amount: money(transaction.unallocated_amount),
      reseller_charge: reseller_charge === null ? null : money(reseller_charge),
    },
    recharge,
    allocations: allocations.map((row) => ({ ...row, allocated_amount: money(row.allocated_amount) })),
    invoices: invoices.map((row) => toInvoiceMoney(row, tenant.digits)),
  };
  return { locked, snapshot, reversed_by: recharge.reversed_by };
}

async function reverseRecharge(
  ctx: OperationContext,
  input: InputOf<typeof rechargeReverse>,
  id: string,
): Promise<Row> {
  const [accounts, { locked, snapshot, reversed_by }] = await Promise.all([
    systemAccounts(ctx.services.db, ctx.tenant),
    lockReversal(ctx, id),
  ]);
  const customer = locked.customer.id;
  const plan = planReversal(snapshot, planContext(ctx.tenant, ctx.call.received_at));
  const by = plan ? ctx.actor.username : reversed_by;
  if (plan) {
    await post(ctx, accounts, locked, [{ plan, reason: input.reason ?? null }]);
    ctx.audit({
      action: "recharge.reverse",
      module: "billing",
      object_type: "recharge",
      object_id: id,
      before: { ...moneyState(ctx, locked.customer), is_reversed: false },
      after: { ...moneyState(ctx, plan.customer), is_reversed: true },
      note: input.reason ?? undefined,
    });
  }
  return { success: true, recharge: { id, is_reversed: true, customer }, reversed_by: by };
}

/** Amounts as decimal texts, however deep. */
function withDecimals(value: unknown, digits: number): unknown {
  if (typeof value === "bigint") return formatMoney(value as Minor, digits);
  if (Array.isArray(value)) return value.map((item) => withDecimals(item, digits));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withDecimals(item, digits)]));
}

export const reversalRoute = route({
  method: "GET",
  path: "/recharges/{id}/reversal/",
  summary: "What reversing a recharge would change",
  area: "billing",
  permission: "billing.recharge.reverse",
  async handler({ services, principal, call, params }) {
    const { id = "" } = params;
    if (!principal || !isId(id)) throw new Failure("NOT_FOUND");
    const tenant = tenantOf(principal);
    const { snapshot } = await runWork(services, tenant, call, (ctx) => lockReversal(ctx, id));
    const changes = describeReversal(snapshot, planContext(tenant));
    return {
      recharge: id,
      is_reversed: snapshot.recharge?.is_reversed ?? false,
      changes: withDecimals(changes, tenant.digits),
    };
  },
});

export const reversalOperations = [implement(rechargeReverse, reverseRecharge)];
