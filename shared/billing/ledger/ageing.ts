// GET /reports/ageing/: what is owed, by how long it is past due.
import { z } from "zod";
import { AGE_BUCKETS } from "./ageing.rules.ts";

export const ageingQuery = z.strictObject({ format: z.enum(["json", "csv"]).optional() });

export const ageingAnswer = z.object({
  as_of: z.iso.date(),
  buckets: z.array(z.object({ bucket: z.enum(AGE_BUCKETS), amount: z.string(), customers: z.int() })),
  total: z.string(),
});
