// A bill beside the month's: paid by the money that came with it first, then by free money, the rest stays due.
import { type InvoicePlan, planInvoice } from "../../../shared/billing/invoice/invoice.rules.ts";
import type { LineInput } from "../../../shared/billing/invoice/invoice-line.rules.ts";
import { type Credit, type CustomerMoney, freeOf } from "../../../shared/billing/ledger/money-records.ts";
import { planAdvance } from "../../../shared/billing/payment/advance.rules.ts";
import { planPayment } from "../../../shared/billing/payment/settlement.rules.ts";
import { monthOf } from "../../../shared/kernel/day.ts";
import { type Minor, ZERO } from "../../../shared/kernel/money.ts";
import type { TaxRate } from "../../../shared/subscribers/index.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import type { DraftWrite } from "../ledger/ledger-rows.ts";
import { type Locked, planContext } from "../ledger/snapshot.ts";
import type { GivenMoney } from "../payment/given-money.ts";
import { nextInvoiceNumbers } from "./invoice-number.ts";

export interface BilledAtOnce {
  /** In the order in which they are written. */
  writes: DraftWrite[];
  customer: CustomerMoney;
  invoice: string | null;
  payment_transaction: string | null;
  /** What of the bill stays due. */
  due: Minor;
}

/** Plans it; nothing is written. @param lines none: nothing is billed, and the money is a payment as any. */
export async function planBillAtOnce(
  ctx: OperationContext,
  { locked, credits, rates }: { locked: Locked; credits: readonly Credit[]; rates: readonly TaxRate[] },
  lines: readonly LineInput[],
  given: GivenMoney | null,
): Promise<BilledAtOnce> {
  const context = planContext(ctx.tenant, ctx.call.received_at);
  const { today } = context;
  const writes: DraftWrite[] = [];
  let { customer } = locked;
  let bill: InvoicePlan | null = null;
  if (lines.length > 0) {
    const [invoice_number = ""] = await nextInvoiceNumbers(ctx.tx, ctx.tenant, monthOf(today), 1);
    const days = { billing_month: monthOf(today), issue_date: today, due_date: today };
    const charged = { lines, rates, discount: ZERO, previous_due: ZERO };
    bill = planInvoice({ customer, open_invoices: [] }, { invoice_number, ...days, ...charged }, context);
    writes.push({ plan: bill });
    customer = bill.customer;
  }
  let owed = bill?.invoice ?? null;
  let payment_transaction: string | null = null;
  if (given) {
    const open_invoices = [...(owed ? [owed] : []), ...locked.open_invoices];
    const { id: transaction_id, amount, method, reseller_charge, reference } = given;
    const received_at = ctx.call.occurred_at.toISOString();
    const money = { transaction_id, received_at, amount, method, reseller_charge, first: owed?.id };
    const plan = planPayment({ customer, open_invoices }, money, context);
    const { number } = given.receipt;
    writes.push({ plan, taken: { trx_id: number, receipt_number: number, reference } });
    customer = plan.customer;
    payment_transaction = plan.transaction.id;
    const paid = plan.invoices.find(({ id }) => id === owed?.id);
    owed = owed && paid ? { ...owed, ...paid } : owed;
  }
  const open = owed !== null && owed.due_amount > 0n ? owed : null;
  const advance = open && planAdvance({ customer, credits }, open, context, freeOf);
  if (advance) {
    writes.push({ plan: advance });
    customer = advance.customer;
  }
  const due = advance?.invoices[0]?.due_amount ?? owed?.due_amount ?? ZERO;
  return { writes, customer, invoice: bill?.invoice.id ?? null, payment_transaction, due };
}
