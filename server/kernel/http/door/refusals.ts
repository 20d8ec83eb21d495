// Who was refused what: a log line for each 403, so that an intruder who probes is seen. Never a body, a token or a
// query: the route as it was declared, not the address as it was asked for.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { FAILURES, Failure } from "../../../../shared/kernel/failure.ts";
import { toFailure } from "../../db/db-failure.ts";
import type { Log } from "../../services.ts";

/** Writes the line where the failure is a refusal. @param procedure of /trpc, where one was called. */
export function noteRefusal(
  log: Log,
  { method, id, ip, principal, routeOptions }: FastifyRequest,
  { code, extra }: Failure,
  procedure: string | null = null,
): void {
  if (FAILURES[code][0] !== 403) return;
  const { permission } = extra;
  const right =
    typeof permission === "string" ? permission : (routeOptions.config.access?.permission ?? null);
  const who = principal && { user: principal.user_id, username: principal.username };
  const tenant = principal?.tenant?.id ?? null;
  const what = { code, right, method, route: routeOptions.url ?? null, procedure };
  log.warn({ ...who, tenant, ...what, address: ip, request_id: id }, "refused");
}

/** Register before the routes. */
export function noteRefusals(app: FastifyInstance, log: Log): void {
  app.addHook("onError", (request, _reply, error, done) => {
    const failure = toFailure(error);
    if (failure instanceof Failure) noteRefusal(log, request, failure);
    done();
  });
}
