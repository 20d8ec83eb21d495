// How records hold what was charged by source and tax code, and what was given up of it.
import { z } from "zod";
import { LINE_SOURCES } from "./tax.rules.ts";

const amounts = {
  source: z.enum([...LINE_SOURCES, "OPENING"]),
  tax_code: z.uuid().nullable(),
  net: z.string(),
  tax: z.string(),
};

/** What an invoice charged, and what was given back of each. */
export const chargesSchema = z.array(z.object({ ...amounts, net_back: z.string(), tax_back: z.string() }));

/** What was given up of whose charges. */
export const givenUpSchema = z.array(z.object({ invoice: z.uuid(), parts: z.array(z.object(amounts)) }));
