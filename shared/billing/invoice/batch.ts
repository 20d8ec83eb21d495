// The month's bills as one piece of work: what making them will do, and taking back those that nothing happened to since.
import { z } from "zod";
import { money, month, text } from "../../kernel/field.ts";
import { operation } from "../../kernel/operation.ts";
import { invoice, invoiceGenerateBatch, runDay, voidInvoice } from "./invoice.ts";

/** What an accountant looks at before the bills are made. */
export const BATCH_EXCEPTIONS = [
  "NO_PACKAGE",
  "ZERO_PRICE",
  "BILLED_TWICE",
  "JOINED_LATER",
  "NO_ROUTER",
] as const;
export type BatchException = (typeof BATCH_EXCEPTIONS)[number];

export const batchPreviewQuery = z.strictObject({ billing_month: month() });
export const batchPreviewAnswer = z.object({
  billing_month: month(),
  ...runDay,
  /** Active customers. */
  active: z.int(),
  /** Of them, who has the month's bill already. */
  billed: z.int(),
  /** Bills that would be made, and what they would charge: earlier dues and advances are not in it. */
  count: z.int(),
  amount: money(),
  exceptions: z.array(
    z.object({
      kind: z.enum(BATCH_EXCEPTIONS),
      count: z.int(),
      /** The first 200 of them, in the order of their codes. */
      customers: z.array(z.object({ customer: z.uuid(), customer_code: z.string(), name: z.string() })),
    }),
  ),
});
export type BatchPreview = z.output<typeof batchPreviewAnswer>;

export const batchBillsAnswer = z.object({
  billing_month: month(),
  /** Bills of the month's run that nothing was paid, carried or credited of, and what they charged. */
  count: z.int(),
  amount: money(),
  /** Bills of it that something happened to: they stay. */
  kept: z.int(),
  kept_amount: money(),
});
export type BatchBills = z.output<typeof batchBillsAnswer>;

/** POST /invoices/void-batch/: voids the untouched bills of a month's run in the background; the month can be billed again. */
export const invoiceVoidBatch = operation({
  on: invoice,
  name: "void_batch",
  summary: "Void the month's recurring invoices that nothing was settled of; `reason` is required",
  path: "/invoices/void-batch/",
  permission: voidInvoice.permission,
  input: z.strictObject({
    billing_month: month({ required: true }),
    reason: text({ required: true, max: 500 }),
  }),
  output: z.object({
    success: z.literal(true),
    task_id: z.uuid(),
    status: z.string(),
    async: z.literal(true),
  }),
  status: 202,
  failures: ["BATCH_IN_PROGRESS"],
  changes: invoiceGenerateBatch.changes,
});
