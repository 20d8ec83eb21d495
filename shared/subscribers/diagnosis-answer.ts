// What GET /customers/{id}/diagnosis/ answers. Desktops word it by its codes, in the reader's language.
import { z } from "zod";
import type { LineStep, Verdict } from "../network/index.ts";

const said = z.object({
  code: z.string(),
  /** Where on the way the cause is: account, router, job, session, onu, port. */
  step: z.string(),
  /** good, idle, waiting, warn, bad, unknown. */
  tone: z.string(),
  /** What the code's words tell: since, day, due, rx, tries, down, total, router, olt, port, address, kind, error. */
  told: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
});

export const diagnosisAnswer = z.object({
  customer: z.string(),
  asked_at: z.string(),
  verdict: said,
  /** From the account to the neighbours on the fibre; `at` is when each was seen. */
  steps: z.array(said.extend({ at: z.string().nullable() })),
});

export interface Diagnosis {
  readonly customer: string;
  readonly asked_at: string;
  readonly verdict: Verdict;
  readonly steps: readonly LineStep[];
}
