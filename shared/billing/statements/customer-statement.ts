// GET /customers/{id}/statement/: a customer's account between two days (docs/bookkeeping.md).
import { z } from "zod";
import { date, money, nullable, text } from "../../kernel/field.ts";
import { LANGUAGES } from "../../kernel/formatting/language.ts";
import { ageingAnswer } from "../ledger/ageing.ts";
import { ledgerEntry } from "../ledger/ledger-entry.ts";

const amount = money({ signed: true });
const { entry_type, source_type } = ledgerEntry.fields;

/** Both accounting days count. Left out: the month until today. `language`: of file and paper, by default the company's. */
export const statementQuery = z.strictObject({
  from: date().optional(),
  to: date().optional(),
  format: z.enum(["json", "csv", "pdf"]).optional(),
  language: z.enum(LANGUAGES).optional(),
});

/** Balances are the account's: advance less due, so that a debt is below zero. */
export const statementAnswer = z.object({
  customer: z.object({ id: z.uuid(), customer_code: z.string(), name: z.string() }),
  currency: z.string(),
  from: date(),
  to: date(),
  opening_balance: amount,
  entries: z.array(
    z.object({
      date: date(),
      entry_type,
      document_type: source_type,
      /** Its number, as it stands on the paper; null where it has none. */
      document: nullable(text()),
      /** In the company's language. */
      description: z.string(),
      debit: amount,
      credit: amount,
      balance: amount,
    }),
  ),
  total_debit: amount,
  total_credit: amount,
  closing_balance: amount,
  /** What is owed and what was paid ahead at the end of the last day. */
  due_amount: amount,
  advance_amount: amount,
  /** What is owed, by the age of the charge. */
  ageing: ageingAnswer,
});

export type StatementQuery = z.output<typeof statementQuery>;
export type Statement = z.output<typeof statementAnswer>;
