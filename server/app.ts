// Builds the server from its parts; start.js listens, tests use it as it is.
import { randomUUID } from "node:crypto";
import compress from "@fastify/compress";
import Fastify, { type FastifyInstance, type FastifyRequest, type FastifyServerOptions } from "fastify";
import { AREAS } from "./areas.ts";
import type { HttpConfig } from "./config-http.ts";
import { EXAMPLES } from "./docs/examples.ts";
import { registerPages } from "./docs/pages.ts";
import { authenticate, tokenOf } from "./identity/sign-in/authenticate.ts";
import { TokenMemory } from "./identity/sign-in/token-memory.ts";
import { registerReceivers } from "./kernel/callbacks/receivers.ts";
import { knowFields } from "./kernel/db/db-failure.ts";
import { answerBadAddress, answerErrors } from "./kernel/http/answer-errors.ts";
import { BODY_BYTES, parseBodies } from "./kernel/http/body-parsers.ts";
import { guardDoor } from "./kernel/http/door/door.ts";
import { KnownPaths } from "./kernel/http/door/known-paths.ts";
import { noteRefusals } from "./kernel/http/door/refusals.ts";
import { answerUnreadable, refuseBadHosts } from "./kernel/http/door/unreadable.ts";
import { finishRequests } from "./kernel/http/graceful-close.ts";
import { type Metrics, registerHealth } from "./kernel/http/health.ts";
import { protect } from "./kernel/http/protection.ts";
import { registerRest } from "./kernel/http/rest.ts";
import { registerStaticApp } from "./kernel/http/static-app.ts";
import { limitTime } from "./kernel/http/time-limit.ts";
import { readPair } from "./kernel/http/tls.ts";
import { registerTrpc } from "./kernel/http/trpc/serve-trpc.ts";
import { knowExamples } from "./kernel/openapi/examples.ts";
import { registerOpenApi } from "./kernel/openapi/register.ts";
import { knowAmounts } from "./kernel/operation/idempotency.ts";
import { registerLocks } from "./kernel/resource/record-locks.ts";
import { knowSecrets } from "./kernel/secrets/redact.ts";
import type { Services } from "./kernel/services.ts";
import { knowReviewWords } from "./kernel/sync/review-words.ts";
import { registerTenantHooks } from "./kernel/tenant-hooks.ts";
import { reviewWords } from "./platform/index.ts";

// Never event streams: a compressor would hold events back.
const COMPRESSED =
  /^(application\/(problem\+)?json|text\/(html|css|csv|javascript|plain)|application\/javascript|image\/svg)/;

const tokenIn = (request: FastifyRequest) => tokenOf(request.headers.authorization);

export interface AppOptions {
  services: Services;
  http: HttpConfig;
  /** Whether it is one of several processes with the same port. */
  is_worker?: boolean | undefined;
}

/** A head comes in one packet or two. */
const HEAD_SECONDS = 20;
const LOOK_FOR_SLOW_MS = 2_000;

/** Node's server: with a certificate https, else http; connections that let a request trickle in are ended (408). */
function transport({ services, http: { tls } }: AppOptions): FastifyServerOptions {
  const { request_seconds } = services.limits;
  const requestTimeout = request_seconds * 1_000;
  const options = {
    requestTimeout,
    headersTimeout: Math.min(HEAD_SECONDS, request_seconds) * 1_000,
    // What names no host is refused like every other mistake (http/door/unreadable.ts).
    requireHostHeader: false,
    connectionsCheckingInterval: Math.min(LOOK_FOR_SLOW_MS, requestTimeout),
  };
  // The type of a server with https differs from that of one without in nothing that is used here.
  const secure = tls ? { https: { ...options, ...readPair(tls) } } : { http: options };
  return { requestTimeout, ...secure } as FastifyServerOptions;
}

export async function buildApp(options: AppOptions): Promise<{ app: FastifyInstance; metrics: Metrics }> {
  const { services, http } = options;
  const app = Fastify({
    ...transport(options),
    logger: { level: process.env.LASTMILE_LOG_LEVEL ?? "warn" },
    bodyLimit: BODY_BYTES.usual,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    genReqId: () => randomUUID(),
    frameworkErrors: answerBadAddress,
    clientErrorHandler: answerUnreadable,
    // A connection that sends nothing must not hold up the stop; what is under way is waited for (http/graceful-close.ts).
    forceCloseConnections: true,
    return503OnClosing: false,
    // It would count the stop as well, which waits for requests that are under way.
    pluginTimeout: 0,
    trustProxy: http.trusted_proxies.length > 0 ? http.trusted_proxies : false,
  });
  registerReceivers(AREAS.flatMap((area) => area.receivers ?? []));
  registerTenantHooks(AREAS);
  registerLocks(AREAS.flatMap((area) => area.resources));
  finishRequests(app);
  limitTime(app);
  answerErrors(app);
  noteRefusals(app, services.log);
  refuseBadHosts(app);
  await parseBodies(app);
  await protect(app, http.cors_origins);
  await app.register(compress, {
    global: true,
    threshold: 2_048,
    encodings: ["br", "gzip"],
    customTypes: COMPRESSED,
  });
  const authenticated = (request: FastifyRequest) => {
    const tenant = request.headers["x-tenant"];
    return authenticate(services, tokenIn(request), typeof tenant === "string" ? tenant : undefined);
  };
  const memory = new TokenMemory(services.notices);
  // A super administrator's token acts where its request says, and is not remembered.
  const remembered = (request: FastifyRequest) =>
    memory.holderOf(tokenIn(request), () => authenticated(request));
  const paths = new KnownPaths();
  guardDoor(app, { services, paths, tokenOf: tokenIn, authenticate: remembered });
  // Sign-in, sign-out, passwords, tenants: what does not tell whose rights it changes.
  app.addHook("onSend", ({ method, routeOptions: { config } }, _reply, _payload, done) => {
    if (method !== "GET" && method !== "HEAD" && !config.says_rights) memory.forget();
    done();
  });
  const metrics = registerHealth(app, services, {
    token: http.metrics.token,
    told_at: options.is_worker ? http.metrics.port : null,
    figures: AREAS.flatMap((area) => area.figures ?? []),
    counters: AREAS.flatMap((area) => area.counters ?? []),
  });
  for (const know of [knowSecrets, knowAmounts, knowFields]) know(AREAS);
  knowReviewWords(reviewWords);
  registerRest(app, { services, paths, modules: AREAS });
  knowExamples(EXAMPLES);
  await registerOpenApi(app, AREAS, EXAMPLES);
  registerPages(app);
  registerTrpc(app, { services, modules: AREAS, authenticate: authenticated });
  await registerStaticApp(app);
  return { app, metrics };
}
