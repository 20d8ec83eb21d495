// GET /reports/mrr/: whose part of the monthly revenue changed in a month, and how (contract §3, MRR).
import { z } from "zod";
import { money, month } from "../kernel/field.ts";
import { reportQuery } from "../kernel/report.ts";

/**
 * NEW: joined in the month. REACTIVATED: did not count when it began, though they were customers. EXPANSION, CONTRACTION: bring
 * more or less than then. CHURNED: counted then, and do not now.
 */
export const MRR_MOVEMENTS = ["NEW", "EXPANSION", "REACTIVATED", "CONTRACTION", "CHURNED"] as const;
export type MrrMovement = (typeof MRR_MOVEMENTS)[number];

const movement = z.enum(MRR_MOVEMENTS);

/** Customers at a time: who reads on asks for the next page. */
export const MRR_PAGE = 500;

export const mrrQuery = reportQuery.extend({
  /** This month unless it is given. */
  month: month().optional(),
  movement: movement.optional(),
  page: z
    .string()
    .regex(/^[1-9]\d{0,5}$/)
    .optional(),
});

export const mrrAnswer = z.object({
  month: month(),
  /** What the monthly revenue was when the month began and, after all movements, when it ended or is now. */
  start: money({ signed: true }),
  end: money({ signed: true }),
  movements: z.array(z.object({ movement, customers: z.int(), amount: money({ signed: true }) })),
  movement: movement.nullable(),
  page: z.int(),
  has_more: z.boolean(),
  results: z.array(
    z.object({
      customer: z.uuid(),
      customer_name: z.string(),
      status: z.string(),
      package_name: z.string().nullable(),
      /** Of the service that began in the month, as its history says; null: none did. */
      reason: z.string().nullable(),
      from_package: z.uuid().nullable(),
      from_package_name: z.string().nullable(),
      to_package: z.uuid().nullable(),
      to_package_name: z.string().nullable(),
      movement,
      /** What the customer counted for before the month's first change, and after its last. */
      before: money(),
      after: money(),
      change: money({ signed: true }),
    }),
  ),
});

export type MrrReport = z.output<typeof mrrAnswer>;
