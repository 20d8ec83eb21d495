// A customer's money at a glance, and its recalculation from the live records (contract §3, §4.6).
import {
  billingAccount,
  customerRecalculateBalance,
  financialSummaryAnswer,
  invoice,
  ledgerEntry,
  pendingCharge,
  transaction,
} from "../../../shared/billing/index.ts";
import { drift, type FinancialSummary, summary } from "../../../shared/billing/ledger/summary.rules.ts";
import { Failure } from "../../../shared/kernel/failure.ts";
import { isId } from "../../../shared/kernel/id.ts";
import { parseMoney } from "../../../shared/kernel/money.ts";
import type { Resource } from "../../../shared/kernel/resource.ts";
import { route } from "../../kernel/area.ts";
import { type Fragment, inTenantSnapshot, type Row, type Tx } from "../../kernel/db/db.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { implement, tenantOf } from "../../kernel/operation/run-operation.ts";
import { fixDigits, readRecord, recordMapper, selectFrom } from "../../kernel/resource/record.ts";
import { lockOwner, readCredits } from "./snapshot.ts";

const RECENT_ENTRIES = 20;

interface Part {
  resource: Resource;
  where: Fragment;
  order: Fragment;
}

async function readPart(tx: Tx, tenant: { id: string; digits: number }, part: Part): Promise<Row[]> {
  const { columns, from } = selectFrom(tx, part.resource);
  const rows = await tx<Row[]>`select ${columns} from ${from}
    where t.tenant_id = ${tenant.id} and ${part.where} order by ${part.order}`;
  const map = recordMapper(part.resource, tenant.digits);
  return rows.map((row) => map({ ...row }));
}

async function readSummary(tx: Tx, tenant: { id: string; digits: number }, id: string): Promise<Row> {
  const [
    [customer],
    [kept],
    account,
    open_invoices,
    recent_ledger_entries,
    [last_payment = null],
    [free],
    pending_charges,
  ] = await Promise.all([
    tx<Row[]>`select due_amount, advance_amount from customers where tenant_id = ${tenant.id} and id = ${id}`,
    tx<{ amount: string }[]>`
        select coalesce(sum(balance), 0) as amount from deposits
        where tenant_id = ${tenant.id} and customer = ${id} and balance > 0`,
    readRecord(tx, billingAccount, tenant, id),
    readPart(tx, tenant, {
      resource: invoice,
      where: tx`t.customer = ${id} and t.due_amount > 0`,
      order: tx`t.issue_date, t.created_at, t.id`,
    }),
    readPart(tx, tenant, {
      resource: ledgerEntry,
      where: tx`t.customer = ${id}`,
      order: tx`t.entry_no desc limit ${RECENT_ENTRIES}`,
    }),
    readPart(tx, tenant, {
      resource: transaction,
      where: tx`t.customer = ${id} and t.status = 'COMPLETED' and t.method not in ('ADJUSTMENT', 'DEPOSIT')`,
      order: tx`t.received_at desc, t.id desc limit 1`,
    }),
    tx<Row[]>`select coalesce(sum(greatest(unallocated_amount - bound_amount, 0)), 0) as amount
        from payment_transactions where tenant_id = ${tenant.id} and customer = ${id}
          and unallocated_amount > 0 and status = 'COMPLETED'`,
    readPart(tx, tenant, {
      resource: pendingCharge,
      where: tx`t.customer = ${id} and t.state = 'PENDING'`,
      order: tx`t.created_at, t.id`,
    }),
  ]);
  if (!customer || !account) throw new Failure("NOT_FOUND");
  return {
    customer: id,
    balance: account.balance,
    due_amount: fixDigits(String(customer.due_amount), tenant.digits),
    advance_amount: fixDigits(String(customer.advance_amount), tenant.digits),
    deposit_amount: fixDigits(kept?.amount ?? "0", tenant.digits),
    free_advance_amount: fixDigits(String(free?.amount), tenant.digits),
    open_invoices,
    pending_charges,
    recent_ledger_entries,
    last_payment,
    account,
  };
}

export const summaryRoute = route({
  method: "GET",
  path: "/customers/{id}/financial-summary/",
  operation_id: "getFinancialSummary",
  summary: "A customer's balance, dues, advance, open invoices and latest entries",
  area: "billing",
  permission: "finance.billing_account.view",
  output: financialSummaryAnswer,
  async handler({ services, principal, params }) {
    const { id = "" } = params;
    if (!principal || !isId(id)) throw new Failure("NOT_FOUND");
    const tenant = tenantOf(principal);
    return inTenantSnapshot(services.db, tenant, (tx) => readSummary(tx, tenant, id));
  },
});

/** sync_customer_financial_summary: sets the kept figures to what the records say. */
async function recalculate(ctx: OperationContext, _input: object, id: string): Promise<Row> {
  const { tx, tenant } = ctx;
  const [locked, credits, [account]] = await Promise.all([
    lockOwner(ctx, id),
    readCredits(ctx, id),
    tx<
      { balance: string }[]
    >`select balance from billing_accounts where tenant_id = ${tenant.id} and customer = ${id}`,
  ]);
  const { due_amount, advance_amount } = locked.customer;
  const before = { due_amount, advance_amount, balance: parseMoney(account?.balance ?? "0", tenant.digits) };
  const after = summary(locked.open_invoices, credits);
  const found = drift(before, after);
  const texts = (figures: FinancialSummary) => ({
    due_amount: ctx.money(figures.due_amount),
    advance_amount: ctx.money(figures.advance_amount),
    balance: ctx.money(figures.balance),
  });
  if (Object.values(found).some((amount) => amount !== 0n)) {
    const { balance, ...amounts } = texts(after);
    await Promise.all([
      tx`update customers set ${tx(amounts)} where tenant_id = ${tenant.id} and id = ${id}`,
      tx`update billing_accounts set balance = ${balance} where tenant_id = ${tenant.id} and customer = ${id}`,
    ]);
    ctx.markChanged("customers", "billing_accounts");
    ctx.audit(customerRecalculateBalance, {
      id,
      before: texts(before),
      after: texts(after),
    });
  }
  return { before: texts(before), after: texts(after), drift: texts(found) };
}

export const summaryOperations = [implement(customerRecalculateBalance, recalculate)];
