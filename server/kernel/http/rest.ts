// The REST door: routes from declarations, the same checks and the same error bodies everywhere.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { Failure, invalid } from "../../../shared/kernel/failure.ts";
import { isId } from "../../../shared/kernel/id.ts";
import { rightToSee } from "../../../shared/kernel/registry.ts";
import type { Resource } from "../../../shared/kernel/resource.ts";
import type { AreaModule, Route, ServedResource } from "../area.ts";
import { inTenant, type Row, type Tx, transaction } from "../db/db.ts";
import type { Call } from "../operation/context.ts";
import { type Principal, type Tenant, withoutRights } from "../operation/principal.ts";
import { authorise, type Implementation, Reply, tenantOf, validate } from "../operation/run-operation.ts";
import { runOperation } from "../operation/run-request.ts";
import { withParts } from "../resource/detail.ts";
import { listRecords } from "../resource/list/list.ts";
import { readingOf } from "../resource/list/request.ts";
import { readRecord } from "../resource/record.ts";
import type { Services } from "../services.ts";
import { BODY_BYTES, takeAnyBody } from "./body-parsers.ts";
import type { Access } from "./door/door.ts";
import type { KnownPaths } from "./door/known-paths.ts";
import { queryOf, refuseUnknownParameters } from "./parameters.ts";
import { LONG_MS } from "./time-limit.ts";

export const API = "/api/v1";
export interface RestOptions {
  services: Services;
  modules: readonly AreaModule[];
  /** Told of each path that is served. */
  paths: KnownPaths;
}

/** Who was let in at the door; routes that are open to anybody don't ask. */
function callerOf({ principal }: FastifyRequest): Principal {
  if (!principal) throw new Failure("UNAUTHENTICATED");
  return principal;
}

/** A route's size of bodies: little before anybody is known, much only where files and batches come in. */
const bodyLimit = (permission: string | null, isLarge = false) =>
  BODY_BYTES[isLarge ? "large" : permission === "public" ? "public" : "usual"];

const fastifyPath = (path: string) => API + path.replace(/\{(\w+)\}/g, ":$1");

function ifMatch(request: FastifyRequest): number | null {
  const header = request.headers["if-match"];
  if (header === undefined || header === "*") return null;
  const version = /^(?:W\/)?"(\d+)"$/.exec(header)?.[1];
  // A tag that no record ever had matches none.
  return version === undefined ? -1 : Number(version);
}

function signedOf(request: FastifyRequest): Call["signed"] {
  const signature = request.headers["x-signature"];
  const { rawBody } = request as FastifyRequest & { rawBody?: Buffer };
  return rawBody ? { raw_body: rawBody, signature: typeof signature === "string" ? signature : null } : null;
}

/** How a request calls an operation. */
export function callOf(request: FastifyRequest, principal: Principal): Call {
  const now = new Date();
  return {
    principal,
    occurred_at: now,
    received_at: now,
    request_id: request.id,
    address: request.ip,
    device: principal.device,
    if_match: ifMatch(request),
    command: null,
    signed: signedOf(request),
  };
}

/**
 * The address that the caller used, without the path: by Host, which the proxies of docs/operating.md hand on. They leave
 * X-Forwarded-Host as it came, so it is only the caller's claim.
 */
const originOf = ({ protocol, headers }: FastifyRequest) => `${protocol}://${headers.host ?? ""}`;

function answer(reply: FastifyReply, result: Reply): unknown {
  const { status, body } = result;
  reply.code(status).headers(result.headers);
  if (result.replayed) reply.header("Idempotent-Replayed", "true");
  const version = body && typeof body === "object" && "version" in body ? body.version : undefined;
  if (typeof version === "number") reply.header("ETag", `"${version}"`);
  return reply.send(status === 204 ? undefined : body);
}

/** A record as it is answered: with the company that it is of, where the resource says that. */
export function withTenant({ names_tenant }: Resource, { tenant }: Principal, record: unknown): unknown {
  return names_tenant && tenant ? { ...(record as Row), tenant: tenant.id } : record;
}

function serveResource(app: FastifyInstance, options: RestOptions, served: ServedResource): void {
  const { resource, guarded } = served;
  if (resource.verbs.includes("list")) {
    const config = { access: { permission: rightToSee(resource) } };
    app.get(fastifyPath(`/${resource.path}/`), { config }, async (request, reply) => {
      const query = queryOf(request);
      if (guarded?.isAsked(query)) authorise(callerOf(request), guarded.right);
      const url = `${originOf(request)}${API}/${resource.path}/`;
      const list = { resource, query, url, ...(served.list ? { options: served.list } : {}) };
      const work = (tx: Tx, tenant: Tenant) => listRecords(tx, { ...list, tenant });
      const principal = callerOf(request);
      const page = await readIn(options, resource, principal, work, readingOf(list));
      return reply.send({
        ...page,
        results: page.results.map((one) => withTenant(resource, principal, one)),
      });
    });
  }
  if (resource.verbs.includes("read")) {
    const config = { access: { permission: rightToSee(resource) } };
    app.get(fastifyPath(`/${resource.path}/{id}/`), { config }, async (request, reply) => {
      refuseUnknownParameters(request);
      const { id } = request.params as { id: string };
      if (!isId(id)) throw new Failure("NOT_FOUND");
      const work = async (tx: Tx, tenant: Tenant) => {
        const found = await readRecord(tx, resource, tenant, id);
        return found && withParts(tx, resource, tenant, found);
      };
      const record = await readIn(options, resource, callerOf(request), work, inTenant);
      if (!record) throw new Failure("NOT_FOUND");
      if (guarded?.holds(record)) authorise(callerOf(request), guarded.right);
      return answer(reply, new Reply(200, withTenant(resource, callerOf(request), record)));
    });
  }
}

/** Reads a resource's records where they are: in the caller's tenant, or on the platform. */
async function readIn<T>(
  { services }: RestOptions,
  { of_platform }: Resource,
  principal: Principal,
  work: (tx: Tx, tenant: Tenant) => Promise<T>,
  read: typeof inTenant,
): Promise<T> {
  const { db, platform } = services;
  if (of_platform)
    return transaction(
      db.platform_transactions,
      (tx) => work(tx, platform),
      "isolation level repeatable read read only",
    );
  const tenant = tenantOf(principal);
  return read(db, tenant, (tx) => work(tx, tenant));
}

/** Takes the key from the header, else from the body, which then no longer holds it. */
function takeIdempotencyKey(request: FastifyRequest): { key: string | null; body: unknown } {
  const header = request.headers["idempotency-key"];
  let body = request.body ?? {};
  let key = typeof header === "string" ? header : null;
  if (typeof body === "object" && !Array.isArray(body) && "idempotency_key" in body) {
    const { idempotency_key, ...rest } = body as Row;
    // Dropping one that is no text would leave callers without the protection that they asked for.
    if (idempotency_key !== null && typeof idempotency_key !== "string")
      throw invalid("idempotency_key", "The key must be a text");
    key ??= idempotency_key;
    body = rest;
  }
  return { key, body };
}

/** The body with those members that the operation also takes from the query string; the body's own win. */
function withQuery(names: readonly string[], request: FastifyRequest, body: unknown): unknown {
  if (names.length === 0 || typeof body !== "object" || Array.isArray(body)) return body;
  const query = queryOf(request);
  const named = Object.entries(query).filter(([name]) => names.includes(name));
  return { ...Object.fromEntries(named), ...body };
}

function serveOperation(app: FastifyInstance, options: RestOptions, implementation: Implementation): void {
  const { operation } = implementation;
  const { output } = operation;
  const answersTenant = output instanceof z.ZodObject && output.shape.tenant !== undefined;
  app.route({
    method: operation.method,
    url: fastifyPath(operation.path),
    bodyLimit: bodyLimit(operation.permission, operation.large_body),
    // A record is too small to compress; what the platform changes is no tenant's wake-up.
    ...(operation.long ? {} : { compress: false }),
    config: {
      ...(operation.long ? { time_limit: LONG_MS } : {}),
      takes_csv: operation.takes_csv,
      is_reported: operation.headers.includes("Signature"),
      access: { permission: operation.permission },
      says_rights: !operation.on.of_platform,
    },
    handler: async (request, reply) => {
      refuseUnknownParameters(request, operation.method === "GET" ? operation.input : operation.query);
      const { key, body } = takeIdempotencyKey(request);
      const { id = null } = request.params as { id?: string };
      const input = operation.method === "GET" ? queryOf(request) : withQuery(operation.query, request, body);
      const principal = callerOf(request);
      const asked = { input, id, idempotency_key: key };
      const result = await runOperation(options.services, implementation, callOf(request, principal), asked);
      if (!answersTenant) return answer(reply, result);
      const { status, body: record, ...more } = result;
      return answer(reply, new Reply(status, withTenant(operation.on, principal, record), more));
    },
  });
}

/** The body of a route that takes none. */
const NOTHING = z.strictObject({});

const ANYBODY = withoutRights("system", "anonymous", null);

function accessOf(route: Route, services: Services): Access {
  const { permission, rate_limit } = route;
  const access: Access = {
    permission,
    is_of_all: route.is_of_all ?? false,
    is_own_account: route.path.startsWith("/auth/"),
    // A revoked device may still end its own session.
    ...(route.path === "/auth/logout/" ? { open_to_ended: ["DEVICE_REVOKED"] } : {}),
  };
  if (!rate_limit) return access;
  const max = typeof rate_limit.max === "number" ? rate_limit.max : rate_limit.max(services);
  const { key } = rate_limit;
  return { ...access, limit: { name: route.path, max, ...(key ? { key } : {}) } };
}

function serveRoute(app: FastifyInstance, options: RestOptions, route: Route): void {
  if (route.takes_raw === undefined) addRoute(app, options, route);
  // Of its own: how bodies are read is the same for all routes of a part.
  else
    void app.register(async (part) => {
      takeAnyBody(part);
      addRoute(part, options, route);
    });
}

function addRoute(app: FastifyInstance, options: RestOptions, route: Route): void {
  app.route({
    method: route.method,
    url: fastifyPath(route.path),
    bodyLimit: route.takes_raw ?? route.takes_file?.bytes ?? bodyLimit(route.permission, route.large_body),
    config: {
      ...(route.long ? { time_limit: LONG_MS } : {}),
      access: accessOf(route, options.services),
      takes_file: route.takes_file?.types ?? [],
      takes_raw: route.takes_raw !== undefined,
      says_rights: !/^\/(auth|saas)\//.test(route.path),
    },
    handler: async (request, reply) => {
      const { principal } = request;
      const params = request.params as Record<string, string>;
      // No record has it, whatever the route would ask the database.
      if (params.id !== undefined && !isId(params.id)) throw new Failure("NOT_FOUND");
      refuseUnknownParameters(request, route.query);
      const result = await route.handler({
        services: options.services,
        principal,
        call: callOf(request, principal ?? ANYBODY),
        body: validate(route.body ?? NOTHING, request.body ?? {}),
        query: route.query ? validate(route.query, queryOf(request)) : undefined,
        params,
        headers: request.headers,
        origin: originOf(request),
        raw_body: (request as FastifyRequest & { rawBody?: Buffer }).rawBody ?? null,
      });
      if (route.produces && !route.output && !(result instanceof Reply))
        return reply.type(route.produces).send(result);
      return answer(reply, result instanceof Reply ? result : new Reply(route.status ?? 200, result));
    },
  });
}

/** Serves every resource, operation and route of the areas under /api/v1. */
export function registerRest(app: FastifyInstance, options: RestOptions): void {
  app.addHook("onRoute", (route) => {
    const { url, method } = route;
    if (url.startsWith(`${API}/`)) options.paths.add(url, [method].flat());
  });
  for (const module of options.modules) {
    for (const route of module.routes) serveRoute(app, options, route);
    for (const served of module.resources) serveResource(app, options, served);
    for (const implementation of module.operations) serveOperation(app, options, implementation);
  }
}
