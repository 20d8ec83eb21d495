// Builds the server from its parts; start.ts listens, tests use it as it is.
import { randomUUID } from "node:crypto";
import compress from "@fastify/compress";
import cors from "@fastify/cors";
import rateLimit from "@fastify/rate-limit";
import Fastify, { type FastifyError, type FastifyInstance, type FastifyRequest } from "fastify";
import { FAILURES, Failure, type FailureCode, invalid, toProblem } from "../shared/kernel/failure.ts";
import { PROTOCOL_HEADER } from "../shared/kernel/wire.ts";
import { AREAS } from "./areas.ts";
import { authenticate, tokenOf } from "./identity/authenticate.ts";
import { toFailure } from "./kernel/db-failure.ts";
import { finishRequests } from "./kernel/drain.ts";
import { registerHealth } from "./kernel/health.ts";
import { registerOpenApi } from "./kernel/openapi.ts";
import { API, registerRest } from "./kernel/rest.ts";
import { registerTrpc } from "./kernel/serve-trpc.ts";
import type { Services } from "./kernel/services.ts";
import { isTooDeep } from "./kernel/storable.ts";
import { knowResources } from "./kernel/tables.ts";
import { registerWeb } from "./kernel/web.ts";

const BODY_LIMIT_BYTES = 4 * 1024 * 1024;
// Never event streams: a compressor would hold events back.
const COMPRESSED =
  /^(application\/(problem\+)?json|text\/(html|css|csv|javascript|plain)|application\/javascript|image\/svg)/;

export interface AppOptions {
  services: Services;
}

const CODE_OF_STATUS: Readonly<Record<number, FailureCode>> = {
  400: "VALIDATION",
  404: "NOT_FOUND",
  413: "BODY_TOO_LARGE",
  415: "UNSUPPORTED_MEDIA_TYPE",
  429: "RATE_LIMITED",
  503: "UNAVAILABLE",
};

/** Every error as a Failure: ours as it is, Fastify's by its status, anything else a 500 that says nothing. */
function failureOf(error: unknown, request: FastifyRequest): Failure {
  const known = toFailure(error);
  if (known instanceof Failure) return known;
  const status = (error as FastifyError).statusCode ?? 500;
  const code = CODE_OF_STATUS[status] ?? (status < 500 ? "VALIDATION" : null);
  if (code) return new Failure(code, (error as Error).message);
  // Whoever asked has hung up: nobody is there to be told.
  if ((error as FastifyError).code === "ERR_STREAM_PREMATURE_CLOSE") return new Failure("UNAVAILABLE");
  request.log.error({ err: error }, "request failed");
  return new Failure(
    "INTERNAL",
    "Something went wrong on our side. Quote the request id when you report it.",
  );
}

function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const failure = failureOf(error, request);
    const { retry_after } = failure.extra;
    if (typeof retry_after === "number") reply.header("Retry-After", String(retry_after));
    return reply
      .code(FAILURES[failure.code][0])
      .type("application/problem+json")
      .send(JSON.stringify(toProblem(failure, request.id)));
  });
}

/** A CSV file stands for the JSON body with the file's text as its member `csv`, on routes that take one. */
function parseCsvBodies(app: FastifyInstance): void {
  app.addContentTypeParser(
    "text/csv",
    { parseAs: "buffer" },
    async (request: FastifyRequest, body: Buffer) => {
      if (!request.routeOptions.config.takes_csv) throw new Failure("UNSUPPORTED_MEDIA_TYPE");
      try {
        return { csv: new TextDecoder("utf-8", { fatal: true }).decode(body) };
      } catch {
        throw invalid("csv", "The file is not in UTF-8: save it as “CSV UTF-8”", "NOT_UTF_8");
      }
    },
  );
}

/** Empty bodies are an empty object; anything else has to be JSON. The bytes are kept for signatures. */
function parseJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    ["application/json", "application/merge-patch+json"],
    { parseAs: "buffer" },
    (request, body, done) => {
      (request as FastifyRequest & { rawBody?: Buffer }).rawBody = body as Buffer;
      if (body.length === 0) return done(null, {});
      try {
        const value: unknown = JSON.parse(body.toString());
        if (value === null || typeof value !== "object" || Array.isArray(value) || isTooDeep(value))
          throw new TypeError("no object");
        done(null, value);
      } catch {
        done(
          new Failure("VALIDATION", "The body must be a JSON object, nested 64 levels at most"),
          undefined,
        );
      }
    },
  );
}

export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { services } = options;
  const app = Fastify({
    logger: { level: process.env.LASTMILE_LOG_LEVEL ?? "warn" },
    bodyLimit: BODY_LIMIT_BYTES,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    genReqId: () => randomUUID(),
    // A connection that sends nothing must not hold up the stop; what is under way is waited for (drain.ts).
    forceCloseConnections: true,
    trustProxy: false,
  });
  knowResources(AREAS.flatMap((area) => area.resources.map(({ resource }) => resource)));
  finishRequests(app);
  answerErrors(app);
  parseJsonBodies(app);
  parseCsvBodies(app);
  // Tokens travel in a header and never in a cookie, so any origin may call: the desktop's own scheme among them.
  await app.register(cors, {
    origin: true,
    exposedHeaders: ["ETag", "Idempotent-Replayed", "Retry-After", PROTOCOL_HEADER],
    maxAge: 600,
  });
  await app.register(compress, {
    global: true,
    threshold: 2_048,
    encodings: ["br", "gzip"],
    customTypes: COMPRESSED,
  });
  await app.register(rateLimit, {
    global: true,
    max: services.limits.requests_per_minute,
    timeWindow: 60_000,
    keyGenerator: (request) => tokenOf(request.headers.authorization) ?? request.ip,
    allowList: (request) => !request.url.startsWith(API),
    errorResponseBuilder: (_request, context) =>
      new Failure("RATE_LIMITED", `Try again in ${Math.ceil(context.ttl / 1000)} s`, {
        extra: { retry_after: Math.ceil(context.ttl / 1000) },
      }),
  });
  app.addHook("onSend", async (request, reply) => {
    reply.header("X-Request-Id", request.id);
  });
  const identify = (request: FastifyRequest) => {
    const tenant = request.headers["x-tenant"];
    return authenticate(
      services,
      tokenOf(request.headers.authorization),
      typeof tenant === "string" ? tenant : undefined,
    );
  };
  registerHealth(app, services);
  registerRest(app, { services, modules: AREAS, authenticate: identify });
  await registerOpenApi(app, AREAS);
  registerTrpc(app, { services, modules: AREAS, authenticate: identify });
  await registerWeb(app);
  return app;
}
