// GET /reports/reseller-settlements/: what moved each reseller's balance in a time, and what they sold for it.
import { z } from "zod";
import { date, money } from "../../kernel/field.ts";
import { reportQuery } from "../../kernel/report.ts";

/** Both days count, by when it happened. */
export const settlementsQuery = reportQuery.extend({ from: date(), to: date() });

const amount = money({ signed: true });

export const settlementsAnswer = z.object({
  from: date(),
  to: date(),
  resellers: z.array(
    z.object({
      reseller: z.uuid(),
      company_name: z.string(),
      /** The balance before the first day; below zero: they owe. */
      opening: amount,
      topped_up: amount,
      /** What their sales cost them, less what was given back for sales that were taken back. */
      charged: amount,
      /** Put right by hand, top-ups taken back with it. */
      adjusted: amount,
      /** The balance after the last day. */
      closing: amount,
      /** Their sales that stand. */
      sales: z.int(),
      /** What their customers paid for these. */
      retail: amount,
      /** What they kept of it. */
      commission: amount,
    }),
  ),
  total_charged: amount,
  total_commission: amount,
  /** What resellers owe after the last day: the balances below zero. */
  total_owed: amount,
});

export type Settlements = z.output<typeof settlementsAnswer>;
