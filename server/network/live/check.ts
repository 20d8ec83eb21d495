// POST /routers/{id}/check/: an agent looks whether the router is set up as it should be.
import { Failure } from "../../../shared/kernel/failure.ts";
import { rightOf } from "../../../shared/kernel/registry.ts";
import { checkRouter, router } from "../../../shared/network/index.ts";
import { routerCheck } from "../../../shared/network/live/question-wire.ts";
import { type Route, route } from "../../kernel/area.ts";
import { operationId } from "../../kernel/openapi/names.ts";
import { implement, Reply, tenantOf } from "../../kernel/operation/run-operation.ts";
import { runOperation } from "../../kernel/operation/run-request.ts";
import { requireRecord } from "../../kernel/resource/record.ts";
import { awaitAnswer, putQuestion, ROUTER_QUESTIONS } from "./questions.ts";

/** A router that does not answer takes the agent five seconds, a slow login ten. */
const WAIT_MS = 16_000;
const QUESTION = { kind: "CHECK" } as const;

const askForCheck = implement(checkRouter, async (ctx, _input, id) => {
  const { is_active } = await requireRecord(ctx, router, id);
  if (!is_active) throw new Failure("BUSINESS_RULE", "The router is not active");
  const [agent] = await ctx.tx`
    select from network_agents where tenant_id = ${ctx.tenant.id} and last_seen_at > now() - interval '1 min' limit 1`;
  if (!agent) throw new Failure("AGENT_OFFLINE", "No network agent is connected");
  const asked_at = await putQuestion(ctx.tx, ctx.tenant, id, QUESTION, WAIT_MS / 1000);
  ctx.markChanged(ROUTER_QUESTIONS);
  return { asked_at };
});

export const checkRoute: Route = route({
  method: "POST",
  path: checkRouter.path,
  summary: checkRouter.summary,
  area: checkRouter.area,
  permission: rightOf(checkRouter),
  operation_id: operationId(checkRouter.name),
  body: checkRouter.input,
  output: routerCheck,
  failures: checkRouter.failures,
  async handler({ services, call, body, params }) {
    const tenant = tenantOf(call.principal);
    const id = params.id ?? "";
    const reply = await runOperation(services, askForCheck, call, { input: body, id, idempotency_key: null });
    const { asked_at: since } = reply.body as { asked_at: string };
    const kept = await awaitAnswer(services, tenant, id, QUESTION, { since, wait_ms: WAIT_MS });
    if (kept?.answer?.kind !== "CHECK")
      throw new Failure("AGENT_OFFLINE", "No network agent that reaches the router answered");
    return new Reply(200, kept.answer.check);
  },
});
