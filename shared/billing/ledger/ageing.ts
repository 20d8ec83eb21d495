// GET /reports/ageing/: what is owed, by how long it is past due.
import { z } from "zod";
import { date } from "../../kernel/field.ts";
import { reportQuery } from "../../kernel/report.ts";
import { AGE_BUCKETS } from "./ageing.rules.ts";

/** As of the end of which day; left out: today. */
export const ageingQuery = reportQuery.extend({ as_of: date().optional() });

export const ageingAnswer = z.object({
  as_of: z.iso.date(),
  buckets: z.array(z.object({ bucket: z.enum(AGE_BUCKETS), amount: z.string(), customers: z.int() })),
  total: z.string(),
});

export type Ageing = z.output<typeof ageingAnswer>;
