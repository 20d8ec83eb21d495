// Live questions to agents. They are kept in an unlogged table for the moment that they matter, so that
// any process of the server can ask and any be told the answer.
import {
  type AnswerInput,
  type AskedQuestion,
  type Question,
  question as questionSchema,
  subjectOf,
} from "../../../shared/network/live/question-wire.ts";
import { type KeptAnswer, keptAnswer } from "../../../shared/network/live/traffic.ts";
import { inTenant, type Tx } from "../../kernel/db/db.ts";
import type { OperationContext } from "../../kernel/operation/context.ts";
import type { Tenant } from "../../kernel/operation/principal.ts";
import type { Services } from "../../kernel/services.ts";
import { keepCheck } from "./keep-check.ts";
import { addSample } from "./samples.ts";

/** Named beside the collections of a change: agents are asked something. */
export const ROUTER_QUESTIONS = "router_questions";
/** And answered it. */
const ROUTER_ANSWERS = "router_answers";

/** What is kept of a question: of traffic the last samples, of others the last answer. */
export interface Kept {
  asked_at: string;
  answered_at: string | null;
  /** Null: none that is understood. */
  answer: KeptAnswer | null;
  /** Seconds for which agents go on answering. */
  seconds_left: number;
  /** Since the answer, by the database's clock: that of the server that asks may be another. */
  seconds_old: number | null;
}

const understood = (answer: unknown): KeptAnswer | null => keptAnswer.safeParse(answer).data ?? null;

/** What was answered last, however long ago; null: it was never asked. */
export async function lastAnswer(
  tx: Tx,
  tenant: { id: string },
  router: string,
  question: Question,
): Promise<Kept | null> {
  const [row] = await tx<(Omit<Kept, "answer"> & { answer: unknown })[]>`
    select asked_at, answered_at, answer, extract(epoch from asked_until - now())::float8 as seconds_left,
      extract(epoch from now() - answered_at)::float8 as seconds_old
    from router_questions where tenant_id = ${tenant.id} and router = ${router} and subject = ${subjectOf(question)}`;
  return row ? { ...row, answer: understood(row.answer) } : null;
}

/** Puts a question to the agents for `seconds`. Whoever commits says ROUTER_QUESTIONS. @returns when, by the database. */
export async function putQuestion(
  tx: Tx,
  tenant: { id: string },
  router: string,
  question: Question,
  seconds: number,
): Promise<string> {
  const [row] = await tx<{ asked_at: string }[]>`
    insert into router_questions (tenant_id, router, subject, question, asked_at, asked_until)
    values (${tenant.id}, ${router}, ${subjectOf(question)}, ${tx.json(question)}, clock_timestamp(),
      now() + make_interval(secs => ${seconds}))
    on conflict (tenant_id, router, subject) do update set asked_at = excluded.asked_at,
      asked_until = greatest(router_questions.asked_until, excluded.asked_until)
    returning asked_at`;
  return row?.asked_at ?? new Date().toISOString();
}

/** Asks, and wakes the agents. @returns when, by the database. */
export async function ask(
  services: Services,
  tenant: Tenant,
  router: string,
  question: Question,
  seconds: number,
): Promise<string> {
  const asked_at = await inTenant(services.db, tenant, (tx) =>
    putQuestion(tx, tenant, router, question, seconds),
  );
  services.notices.committed(tenant.id, new Set([ROUTER_QUESTIONS]));
  return asked_at;
}

/** The first answer that came after `since`, or null where none does within `wait_ms`. */
export async function awaitAnswer(
  services: Services,
  tenant: Tenant,
  router: string,
  question: Question,
  { since, wait_ms }: { since: string; wait_ms: number },
): Promise<Kept | null> {
  const end = performance.now() + wait_ms;
  let wake = () => {};
  let answered = true;
  const unsubscribe = services.notices.subscribe(tenant.id, "COMMITTED", (names) => {
    if (!names.has(ROUTER_ANSWERS)) return;
    answered = true;
    wake();
  });
  try {
    for (;;) {
      answered = false;
      const kept = await inTenant(services.db, tenant, (tx) => lastAnswer(tx, tenant, router, question));
      if (kept?.answered_at && kept.answered_at >= since) return kept;
      const left = end - performance.now();
      if (left <= 0) return null;
      if (answered) continue;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  } finally {
    unsubscribe();
  }
}

/** What agents are to answer now: what was not answered yet, and what is to be sampled on. */
export async function openQuestions(
  tx: Tx,
  tenant: { id: string },
  site: string | null,
): Promise<AskedQuestion[]> {
  const rows = await tx<{ router: string; question: unknown; seconds: number }[]>`
    select q.router, q.question, greatest(1, extract(epoch from q.asked_until - now()))::float8 as seconds
    from router_questions q
      join routers r on r.tenant_id = q.tenant_id and r.id = q.router and r.is_active
        and (${site}::text is null or r.site = ${site})
    where q.tenant_id = ${tenant.id} and q.asked_until > now()
      and (q.question ->> 'kind' = 'TRAFFIC' or q.answered_at is null or q.answered_at < q.asked_at)`;
  return rows.map(({ router, question, seconds }) => ({
    router,
    question: questionSchema.parse(question),
    seconds,
  }));
}

/** Takes an agent's answer over. @returns whether anybody still asks. */
export async function takeAnswer(ctx: OperationContext, input: AnswerInput): Promise<boolean> {
  const { tx, tenant } = ctx;
  const { router, question } = input;
  let { answer } = input;
  if (answer.kind !== "FAILED" && answer.kind !== question.kind) return false;
  const { site } = ctx.actor;
  const [known] = await tx`
    select from routers where tenant_id = ${tenant.id} and id = ${router} and is_active
      and (${site}::text is null or site = ${site})`;
  if (!known) return false;
  if (answer.kind === "CHECK") answer = { ...answer, check: await keepCheck(ctx, router, answer.check) };
  const [row] = await tx<{ answer: unknown; is_asked: boolean; is_first: boolean }[]>`
    select answer, asked_until > now() as is_asked,
      coalesce(answered_at < greatest(asked_at, now() - interval '3 s'), true) as is_first
    from router_questions where tenant_id = ${tenant.id} and router = ${router} and subject = ${subjectOf(question)} for update`;
  if (!row) return false;
  const [{ now } = { now: new Date().toISOString() }] = await tx<
    { now: string }[]
  >`select clock_timestamp() as now`;
  const kept = answer.kind === "TRAFFIC" ? addSample(understood(row.answer), answer.sample, now) : answer;
  await tx`update router_questions set answered_at = ${now}, answer = ${tx.json(kept)}
    where tenant_id = ${tenant.id} and router = ${router} and subject = ${subjectOf(question)}`;
  if (row.is_first) ctx.markChanged(ROUTER_ANSWERS);
  return row.is_asked;
}
