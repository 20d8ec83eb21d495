// GET /reports/ageing/: what is owed, by how long it is past due.
import { z } from "zod";
import { AGE_BUCKETS } from "./ageing.rules.ts";

export const ageingAnswer = z.object({
  as_of: z.iso.date(),
  buckets: z.array(z.object({ bucket: z.enum(AGE_BUCKETS), amount: z.string(), customers: z.int() })),
  total: z.string(),
});

export type Ageing = z.output<typeof ageingAnswer>;
