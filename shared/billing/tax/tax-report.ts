// GET /reports/tax/ and /reports/tax/invoices/: what is owed to the state for a time, and the documents that it comes from.
import { z } from "zod";
import { date, money } from "../../kernel/field.ts";
import { reportQuery } from "../../kernel/report.ts";

/** Both days count, by the accounting day. Left out: this month until today. */
export const taxReportQuery = reportQuery.extend({ from: date().optional(), to: date().optional() });

const amount = money({ signed: true });
const taxed = {
  /** Null: tax that was set by hand without a code. */
  code: z.string().nullable(),
  /** Percent. */
  rate: z.number().nullable(),
  /** What was taxed, less what was given back. */
  net: amount,
  tax: amount,
};

export const taxReportAnswer = z.object({
  from: date(),
  to: date(),
  codes: z.array(z.object(taxed)),
  total_net: amount,
  total_tax: amount,
});

export type TaxReport = z.output<typeof taxReportAnswer>;

/** So many documents stand on a page; a file has them all. */
export const TAX_DOCUMENTS = 500;

export const taxDocumentsQuery = taxReportQuery.extend({
  code: z.string().max(40).optional(),
  page: z
    .string()
    .regex(/^[1-9]\d{0,5}$/, "A page from 1")
    .optional(),
});

export const taxDocumentsAnswer = z.object({
  from: date(),
  to: date(),
  page: z.int(),
  has_more: z.boolean(),
  results: z.array(
    z.object({
      entry_date: date(),
      /** What was booked: an invoice, or what gave something of it back. */
      source_type: z.string(),
      source_id: z.uuid(),
      /** The document's number; null where it has none, as an adjustment. */
      number: z.string().nullable(),
      customer: z.uuid().nullable(),
      customer_name: z.string().nullable(),
      ...taxed,
    }),
  ),
});

export type TaxDocuments = z.output<typeof taxDocumentsAnswer>;
