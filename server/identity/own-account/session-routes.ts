// One's own sessions: where one is signed in, and ending them (contract §2).
import { sessionsAnswer } from "../../../shared/identity/session.ts";
import { Failure } from "../../../shared/kernel/failure.ts";
import { isId } from "../../../shared/kernel/id.ts";
import { type RouteRequest, route } from "../../kernel/area.ts";
import { type Row, transaction } from "../../kernel/db/db.ts";
import { noteOwn, type Person, person } from "./own-account.ts";

const list = route({
  method: "GET",
  path: "/auth/sessions/",
  summary: "Where one is signed in",
  area: "identity",
  permission: null,
  output: sessionsAnswer,
  handler: async ({ services, principal }) => {
    const who = person(principal);
    const idle = services.limits.token_idle_hours;
    const results = await services.db.platform<Row[]>`
      select a.id, a.id = ${who.token_id} as is_current, a.created_at, a.last_used_at, a.address,
        coalesce(d.name, a.user_agent) as device
      from auth_tokens a left join devices d on d.id = a.device and d.tenant_id = a.tenant_id
      where a."user" = ${who.user_id} and a.revoked_at is null and a.expires_at > now()
        and a.last_used_at > now() - make_interval(hours => ${idle})
      order by a.id = ${who.token_id} desc, a.last_used_at desc, a.id limit 200`;
    return { results };
  },
});

/** Ends one session of the account, or all but the present one. @returns how many ended. */
function endSessions({ services, call }: RouteRequest, who: Person, id: string | null): Promise<number> {
  return transaction(services.db.platform_transactions, async (tx) => {
    const which = id === null ? tx`id <> ${who.token_id}` : tx`id = ${id}`;
    const ended = await tx<{ tenant_id: string | null }[]>`update auth_tokens set revoked_at = now()
      where "user" = ${who.user_id} and revoked_at is null and ${which} returning tenant_id`;
    // Whoever signed in from there is to give more than the password alone while others guess it.
    if (id === null) await tx`delete from known_devices where "user" = ${who.user_id}`;
    if (ended.length > 0) await noteOwn(tx, call, who, id === null ? "session.end_others" : "session.end");
    return ended.length;
  });
}

const end = route({
  method: "DELETE",
  path: "/auth/sessions/{id}/",
  summary: "End one of one's own sessions",
  area: "identity",
  permission: null,
  status: 204,
  failures: ["NOT_FOUND"],
  handler: async (request) => {
    const who = person(request.principal);
    const { id = "" } = request.params;
    if (!isId(id) || (await endSessions(request, who, id)) === 0) throw new Failure("NOT_FOUND");
  },
});

const endOthers = route({
  method: "DELETE",
  path: "/auth/sessions/",
  summary: "Sign out everywhere else: end all of one's own sessions but this one",
  area: "identity",
  permission: null,
  status: 204,
  handler: async (request) => {
    await endSessions(request, person(request.principal), null);
  },
});

export const sessionRoutes = [list, end, endOthers];
