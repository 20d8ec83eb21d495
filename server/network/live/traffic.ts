// GET /routers/{id}/traffic/: the load of one interface, sampled each second while it is watched.
import { Failure, invalid } from "../../../shared/kernel/failure.ts";
import type { Question } from "../../../shared/network/live/question-wire.ts";
import { type TrafficAnswer, trafficAnswer, trafficQuery } from "../../../shared/network/live/traffic.ts";
import { type Route, route } from "../../kernel/area.ts";
import { inTenant } from "../../kernel/db/db.ts";
import { tenantOf } from "../../kernel/operation/run-operation.ts";
import { ask, awaitAnswer, type Kept, lastAnswer } from "./questions.ts";

/** Agents go on sampling for so long after the last who asked; asked again when half of it is over. */
const WATCH_SECONDS = 30;
/** A sample that is younger is answered at once. */
const FRESH_SECONDS = 3.5;
const WAIT_MS = 4_000;

/** The samples as they are answered; null: there are none. */
function toAnswer(kept: Kept | null): TrafficAnswer | null {
  if (kept?.answer?.kind !== "SERIES") return null;
  const { interface: name, series } = kept.answer;
  const last = series.at(-1);
  return last ? { interface: name, ...last, series } : null;
}

/** The first moment behind this one. */
const behind = (at: string): string => new Date(Date.parse(at) + 1).toISOString();

function offline(kept: Kept | null, why: string): Failure {
  const last = toAnswer(kept);
  const since = last ? `; the last sample is of ${last.sampled_at}` : "";
  return new Failure("AGENT_OFFLINE", `${why}${since}`, { extra: { sampled_at: last?.sampled_at ?? null } });
}

export const trafficRoute: Route = route({
  method: "GET",
  path: "/routers/{id}/traffic/",
  summary: "The load of an interface of the router, its busiest own one unless another is named",
  area: "network",
  permission: "network.router.view",
  operation_id: "getRouterTraffic",
  query: trafficQuery,
  output: trafficAnswer,
  failures: ["NOT_FOUND", "AGENT_OFFLINE"],
  async handler({ services, call, query, params }) {
    const tenant = tenantOf(call.principal);
    const router = params.id ?? "";
    const question: Question = { kind: "TRAFFIC", interface: query.interface ?? null };
    const { state, kept } = await inTenant(services.db, tenant, async (tx) => {
      const [state] = await tx<{ is_reached: boolean; last_error: string | null }[]>`
        select status = 'ONLINE' and coalesce(watched_until > now(), false) as is_reached, last_error
        from routers where tenant_id = ${tenant.id} and id = ${router}`;
      return { state, kept: await lastAnswer(tx, tenant, router, question) };
    });
    if (!state) throw new Failure("NOT_FOUND");
    if (!state.is_reached)
      throw offline(kept, state.last_error ?? "No network agent that reaches the router is connected");
    let since = kept?.asked_at ?? "";
    if (!kept || kept.seconds_left < WATCH_SECONDS / 2 || kept.answer?.kind === "FAILED")
      since = await ask(services, tenant, router, question, WATCH_SECONDS);
    const last = toAnswer(kept);
    const is_fresh = last !== null && (kept?.seconds_old ?? FRESH_SECONDS) < FRESH_SECONDS;
    // The next one will do.
    if (last && !is_fresh && since === kept?.asked_at) since = behind(last.sampled_at);
    const now =
      kept && is_fresh
        ? kept
        : await awaitAnswer(services, tenant, router, question, { since, wait_ms: WAIT_MS });
    if (!now) throw offline(kept, "No network agent answered");
    if (now.answer?.kind === "FAILED") throw invalid("interface", now.answer.message, "DOES_NOT_EXIST");
    const answer = toAnswer(now);
    if (!answer) throw offline(now, "No network agent answered");
    return answer;
  },
});
