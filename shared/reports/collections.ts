// GET /reports/collections/: the money that came in, by who took it, how, on which day or for which package.
import { z } from "zod";
import { date, money } from "../kernel/field.ts";
import { reportQuery } from "../kernel/report.ts";

export const COLLECTION_GROUPS = ["cashier", "method", "day", "package"] as const;
export type CollectionGroup = (typeof COLLECTION_GROUPS)[number];

/** So many days at most: what is read is bounded. */
export const COLLECTION_DAYS_MAX = 366;

/** Both days count, in the tenant's time zone. Left out: this month until today. */
export const collectionsQuery = reportQuery.extend({
  from: date().optional(),
  to: date().optional(),
  group_by: z.enum(COLLECTION_GROUPS).optional(),
});

export const collectionsAnswer = z.object({
  from: date(),
  to: date(),
  group_by: z.enum(COLLECTION_GROUPS),
  groups: z.array(
    z.object({
      /** A username, a method, a day, a package's id; null for money that extended no service. */
      group: z.string().nullable(),
      /** What people call it. */
      name: z.string().nullable(),
      payments: z.int(),
      amount: money(),
    }),
  ),
  payments: z.int(),
  total: money(),
});

export type Collections = z.output<typeof collectionsAnswer>;
