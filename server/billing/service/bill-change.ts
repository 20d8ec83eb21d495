// The bill of a change of package: what is to be paid, by the payment that came with it first, then by free money.
import type { InvoicePlan } from "../../../shared/billing/invoice/invoice.rules.ts";
import { planInvoice } from "../../../shared/billing/invoice/invoice.rules.ts";
import type { LineInput } from "../../../shared/billing/invoice/invoice-line.rules.ts";
import type { Credit, CustomerMoney, PaymentMethod } from "../../../shared/billing/ledger/money-records.ts";
import { freeOf } from "../../../shared/billing/ledger/money-records.ts";
import { planAdvance } from "../../../shared/billing/payment/advance.rules.ts";
import { planPayment } from "../../../shared/billing/payment/settlement.rules.ts";
import type { SoldPackage } from "../../../shared/billing/service/change.rules.ts";
import { rateInForce, taxOn } from "../../../shared/billing/tax/tax.rules.ts";
import { monthOf } from "../../../shared/kernel/day.ts";
import { type Minor, subtract, ZERO } from "../../../shared/kernel/money.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import { nextInvoiceNumbers } from "../invoice/invoice-number.ts";
import type { DraftWrite } from "../ledger/ledger-rows.ts";
import { type Locked, planContext } from "../ledger/snapshot.ts";
import { nextReceiptNumber } from "../payment/receipt-number.ts";

export interface Given {
  amount: Minor;
  method: PaymentMethod;
  reference: string | null;
}

export interface Billing {
  writes: DraftWrite[];
  customer: CustomerMoney;
  invoice: string | null;
  payment_transaction: string | null;
}

/** So much is to be paid, whatever its tax: with a code that prices don't hold the line's price is the rest. */
function lineOf(
  { tax_code, rates }: SoldPackage,
  amount: Minor,
  description: string,
  day: string,
): LineInput {
  const line = { description, quantity: "1", tax_code, source: "PACKAGE" } as const;
  const rate = rateInForce(rates, tax_code, day);
  if (!rate || rate.is_inclusive) return { ...line, unit_price: amount };
  const tax_amount = taxOn(amount, { ...rate, is_inclusive: true });
  return { ...line, unit_price: subtract(amount, tax_amount), tax_amount };
}

/** Plans the bill, its payment and what free money pays of it; nothing is written. */
export async function planBill(
  ctx: OperationContext,
  { locked, credits }: { locked: Locked; credits: readonly Credit[] },
  { amount, of, description }: { amount: Minor; of: SoldPackage; description: string },
  given: Given | null,
): Promise<Billing> {
  const context = planContext(ctx.tenant, ctx.call.received_at);
  const { today } = context;
  const writes: DraftWrite[] = [];
  let { customer } = locked;
  let bill: InvoicePlan | null = null;
  if (amount > 0n) {
    const [invoice_number = ""] = await nextInvoiceNumbers(ctx.tx, ctx.tenant, monthOf(today), 1);
    bill = planInvoice(
      { customer, open_invoices: [] },
      {
        ...{ invoice_number, billing_month: monthOf(today), issue_date: today, due_date: today },
        ...{
          lines: [lineOf(of, amount, description, today)],
          rates: of.rates,
          discount: ZERO,
          previous_due: ZERO,
        },
      },
      context,
    );
    writes.push({ plan: bill });
    customer = bill.customer;
  }
  let owed = bill?.invoice ?? null;
  let payment_transaction: string | null = null;
  if (given) {
    const open_invoices = [...(owed ? [owed] : []), ...locked.open_invoices];
    const { reference, ...money } = given;
    const plan = planPayment({ customer, open_invoices }, { ...money, first: owed?.id }, context);
    const number = await nextReceiptNumber(ctx);
    writes.push({ plan, taken: { trx_id: number, receipt_number: number, reference } });
    customer = plan.customer;
    payment_transaction = plan.transaction.id;
    const paid = plan.invoices.find(({ id }) => id === owed?.id);
    owed = owed && paid ? { ...owed, ...paid } : owed;
  }
  const advance =
    owed && owed.due_amount > 0n ? planAdvance({ customer, credits }, owed, context, freeOf) : null;
  if (advance) {
    writes.push({ plan: advance });
    customer = advance.customer;
  }
  return { writes, customer, invoice: bill?.invoice.id ?? null, payment_transaction };
}
