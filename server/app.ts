// Builds the server from its parts; start.ts listens, tests use it as it is.
import { randomUUID } from "node:crypto";
import compress from "@fastify/compress";
import cors from "@fastify/cors";
import Fastify, { type FastifyInstance, type FastifyRequest } from "fastify";
import { PROTOCOL_HEADER } from "../shared/kernel/wire.ts";
import { AREAS } from "./areas.ts";
import { authenticate, tokenOf } from "./identity/authenticate.ts";
import { answerErrors } from "./kernel/answer-errors.ts";
import { BODY_BYTES, parseBodies } from "./kernel/body-parsers.ts";
import { guardDoor } from "./kernel/door.ts";
import { finishRequests } from "./kernel/drain.ts";
import { registerHealth } from "./kernel/health.ts";
import { registerOpenApi } from "./kernel/openapi.ts";
import { registerRest } from "./kernel/rest.ts";
import { registerTrpc } from "./kernel/serve-trpc.ts";
import type { Services } from "./kernel/services.ts";
import { knowResources } from "./kernel/tables.ts";
import { registerWeb } from "./kernel/web.ts";

// Never event streams: a compressor would hold events back.
const COMPRESSED =
  /^(application\/(problem\+)?json|text\/(html|css|csv|javascript|plain)|application\/javascript|image\/svg)/;

const tokenIn = (request: FastifyRequest) => tokenOf(request.headers.authorization);

export interface AppOptions {
  services: Services;
}

export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { services } = options;
  const app = Fastify({
    logger: { level: process.env.LASTMILE_LOG_LEVEL ?? "warn" },
    bodyLimit: BODY_BYTES.usual,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    genReqId: () => randomUUID(),
    // A connection that sends nothing must not hold up the stop; what is under way is waited for (drain.ts).
    forceCloseConnections: true,
    trustProxy: false,
  });
  knowResources(AREAS.flatMap((area) => area.resources.map(({ resource }) => resource)));
  finishRequests(app);
  answerErrors(app);
  parseBodies(app);
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
  app.addHook("onSend", async (request, reply) => {
    reply.header("X-Request-Id", request.id);
  });
  const authenticated = (request: FastifyRequest) => {
    const tenant = request.headers["x-tenant"];
    return authenticate(services, tokenIn(request), typeof tenant === "string" ? tenant : undefined);
  };
  guardDoor(app, { services, tokenOf: tokenIn, authenticate: authenticated });
  registerHealth(app, services);
  registerRest(app, { services, modules: AREAS });
  await registerOpenApi(app, AREAS);
  registerTrpc(app, { services, modules: AREAS, authenticate: authenticated });
  await registerWeb(app);
  return app;
}
