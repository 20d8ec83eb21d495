// What the money area's reads answer that are no plain record: a customer's summary, previews, the trial balance.
import { z } from "zod";
import { date, money } from "../../kernel/field.ts";
import { reportQuery } from "../../kernel/report.ts";
import { recordSchema } from "../../kernel/resource.ts";
import { pendingCharge } from "../addon/pending-charge.ts";
import { invoice } from "../invoice/invoice.ts";
import { transaction } from "../payment/payment.ts";
import { billingAccount } from "./billing-account.ts";
import { ledgerEntry } from "./ledger-entry.ts";

const amount = money({ signed: true });

/** GET /customers/{id}/financial-summary/ (contract §3). */
export const financialSummaryAnswer = z.object({
  customer: z.uuid(),
  balance: amount,
  due_amount: amount,
  advance_amount: amount,
  /** Σ of the balances of their deposits: in no other figure. */
  deposit_amount: amount,
  /** What of the advance bought no days: refunds and charges beside the month's bill take no more. */
  free_advance_amount: amount,
  open_invoices: z.array(recordSchema(invoice)),
  /** What their next recurring bill charges beside the service. */
  pending_charges: z.array(recordSchema(pendingCharge)),
  recent_ledger_entries: z.array(recordSchema(ledgerEntry)),
  last_payment: recordSchema(transaction).nullable(),
  account: recordSchema(billingAccount),
});

const change = <S extends z.ZodType>(value: S) => z.object({ before: value, after: value });

/** What an operation on money would change. */
const changes = z.object({
  status: change(z.string()),
  expiry_date: change(date().nullable()),
  due_amount: change(amount),
  advance_amount: change(amount),
  balance: change(amount),
  invoices: z.array(
    z.object({
      id: z.uuid(),
      invoice_number: z.string(),
      total_payable: change(amount),
      paid_amount: change(amount),
      due_amount: change(amount),
      status: change(z.string()),
    }),
  ),
  /** What will be booked, by account: customers' two sides as the trial balance names them. */
  journal: z.array(
    z.object({
      account: z.string(),
      holder: z.string().nullable(),
      source: z.string().nullable(),
      debit: amount,
      credit: amount,
    }),
  ),
  network: z.string().nullable(),
});

/** GET …/reversal/: what undoing a document would change. */
export const reversalPreviewAnswer = (kind: string) =>
  z.object({ [kind]: z.uuid(), is_reversed: z.boolean(), changes: changes.nullable() });

const noteLine = z.object({ invoice_line: z.uuid().nullable(), description: z.string() });

/** POST /credit-notes/preview/: what it would give back and change; of each line of the invoice, what can be credited. */
export const creditNotePreviewAnswer = z.object({
  invoice: z.uuid(),
  amount,
  tax_amount: amount,
  due_reduced: amount,
  made_advance: amount,
  written_off: amount,
  lines: z.array(noteLine.extend({ quantity: z.string().nullable(), amount, tax_amount: amount })),
  creditable: z.array(
    noteLine.extend({ quantity: z.string().nullable(), charged: amount, credited: amount, left: amount }),
  ),
  changes,
});

/** POST /customers/{id}/refund/preview/. */
export const refundPreviewAnswer = z.object({
  customer: z.uuid(),
  method: z.string(),
  amount,
  parts: z.array(z.object({ payment_transaction: z.uuid(), amount })),
  changes,
});

/** What is asked of a trial balance: as of the end of which accounting day, and what tells an account's lines apart. */
export const trialBalanceQuery = reportQuery.extend({
  as_of: date().optional(),
  group_by: z.enum(["holder", "source"]).optional(),
});

export type TrialBalanceQuery = z.output<typeof trialBalanceQuery>;

/** GET /reports/trial-balance/ (contract §4.12, §4.15): `balance` is debit less credit. */
export const trialBalanceAnswer = z.object({
  accounts: z.array(
    z.object({
      account: z.string(),
      /** With group_by=holder: of cash. */
      holder: z.string().nullable().optional(),
      /** With group_by=source: of revenue, discounts, and what was given up. */
      source: z.string().nullable().optional(),
      debit: amount,
      credit: amount,
      balance: amount,
    }),
  ),
  total_debit: amount,
  total_credit: amount,
  balanced: z.boolean(),
});

export type TrialBalance = z.output<typeof trialBalanceAnswer>;

/** What undoing a document would change, as previews answer it. */
export type PreviewChanges = z.output<typeof changes>;
