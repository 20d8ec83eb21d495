// A fresh look at one customer's line, for the diagnosis.

import type { LineLook, Question } from "../../../shared/network/live/question-wire.ts";
import type { Tenant } from "../../kernel/operation/principal.ts";
import type { Services } from "../../kernel/services.ts";
import { ask, awaitAnswer } from "./questions.ts";

const WAIT_MS = 2_000;

/** The line as its router knows it now; null: no agent answered in time. */
export async function lookAtLine(
  services: Services,
  tenant: Tenant,
  router: string,
  line: Omit<Extract<Question, { kind: "LINE" }>, "kind">,
): Promise<LineLook | null> {
  const question = { kind: "LINE", ...line } as const;
  const since = await ask(services, tenant, router, question, 5);
  const kept = await awaitAnswer(services, tenant, router, question, { since, wait_ms: WAIT_MS });
  return kept?.answer?.kind === "LINE" ? kept.answer.line : null;
}
