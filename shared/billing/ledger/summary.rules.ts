// A customer's figures from the records alone, and how far the kept ones are off (contract §4.6).
import { add, type Minor, subtract } from "../../kernel/money.ts";
import type { Credit, InvoiceMoney } from "./money-records.ts";

export interface FinancialSummary {
  due_amount: Minor;
  advance_amount: Minor;
  balance: Minor;
}

/** sync_customer_financial_summary: due, advance and balance recomputed from the records alone. */
export function summary(
  open_invoices: readonly Pick<InvoiceMoney, "due_amount">[],
  credits: readonly Pick<Credit, "unallocated_amount">[],
): FinancialSummary {
  const due_amount = add(...open_invoices.map((invoice) => invoice.due_amount));
  const advance_amount = add(...credits.map((credit) => credit.unallocated_amount));
  return { due_amount, advance_amount, balance: subtract(advance_amount, due_amount) };
}

/** recalculate-balance's `drift`: after − before of each figure; all zero in a healthy database (contract §4.6). */
export function drift(before: FinancialSummary, after: FinancialSummary): FinancialSummary {
  return {
    due_amount: subtract(after.due_amount, before.due_amount),
    advance_amount: subtract(after.advance_amount, before.advance_amount),
    balance: subtract(after.balance, before.balance),
  };
}
