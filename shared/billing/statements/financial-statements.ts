// What the books amount to: balance sheet and profit and loss, from the chart of accounts; and the journal for other programs.
import { z } from "zod";
import { date, money } from "../../kernel/field.ts";
import { reportQuery } from "../../kernel/report.ts";

const amount = money({ signed: true });

/** The end of which accounting day; left out: today. */
export const balanceSheetQuery = reportQuery.extend({ as_of: date().optional() });

/** Both days count. Left out: the month until today. */
export const profitAndLossQuery = reportQuery.extend({ from: date().optional(), to: date().optional() });

/** The account that the result of all days until then stands on: it closes no year, the difference of two days is a year's. */
export const RESULT = "RESULT";

/** GET /reports/balance-sheet/: amounts in their kind's own sign, so that assets = liabilities + equity. */
export const balanceSheetAnswer = z.object({
  as_of: date(),
  sections: z.array(
    z.object({
      kind: z.enum(["ASSET", "LIABILITY", "EQUITY"]),
      accounts: z.array(z.object({ account: z.string(), amount })),
      total: amount,
    }),
  ),
  total_assets: amount,
  total_liabilities: amount,
  total_equity: amount,
  balanced: z.boolean(),
});

/** GET /reports/profit-and-loss/: income as what was earned, expense as what it cost. */
export const profitAndLossAnswer = z.object({
  from: date(),
  to: date(),
  sections: z.array(
    z.object({
      kind: z.enum(["INCOME", "EXPENSE"]),
      accounts: z.array(
        z.object({
          account: z.string(),
          /** Of revenue and discounts what was charged, of what was given up why; null where an account has none. */
          source: z.string().nullable(),
          amount,
        }),
      ),
      total: amount,
    }),
  ),
  /** Income less expense. */
  result: amount,
});

/** GET /reports/general-ledger/: both accounting days count. */
export const generalLedgerQuery = z.strictObject({
  from: date(),
  to: date(),
  format: z.enum(["csv"]).optional(),
  /** So many entries from the beginning alone, to look at what the file will be. */
  limit: z
    .string()
    .regex(/^[1-9][0-9]{0,2}$/)
    .transform(Number)
    .optional(),
});

/** The columns of the general ledger's file, in their order (docs/bookkeeping.md). */
export const GENERAL_LEDGER_COLUMNS = [
  "entry_no",
  "journal_id",
  "date",
  "account",
  "debit",
  "credit",
  "currency",
  "description",
  "document_type",
  "document",
  "partner",
  "partner_name",
  "tax_code",
  "source",
  "holder",
  "posted_by",
] as const;

export type BalanceSheetQuery = z.output<typeof balanceSheetQuery>;
export type BalanceSheet = z.output<typeof balanceSheetAnswer>;
export type ProfitAndLossQuery = z.output<typeof profitAndLossQuery>;
export type ProfitAndLoss = z.output<typeof profitAndLossAnswer>;
export type GeneralLedgerQuery = z.output<typeof generalLedgerQuery>;
