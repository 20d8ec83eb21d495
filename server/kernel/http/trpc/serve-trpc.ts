// The tRPC door at /trpc: the sync procedures, and what areas add (the network agent's). tRPC v11, no transformer.

import type { AnyProcedure, AnyRouter, TRPCError } from "@trpc/server";
import { type FastifyTRPCPluginOptions, fastifyRequestHandler } from "@trpc/server/adapters/fastify";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Failure } from "../../../../shared/kernel/failure.ts";
import { OLDEST_PROTOCOL, PROTOCOL, PROTOCOL_HEADER } from "../../../../shared/kernel/sync/protocol.ts";
import type { AreaModule } from "../../area.ts";
import type { Principal } from "../../operation/principal.ts";
import type { Services } from "../../services.ts";
import { NewsPayload } from "../../sync/news-payload.ts";
import { syncProcedures } from "../../sync/procedures.ts";
import { answerTrpcErrors } from "../answer-errors.ts";
import { BODY_BYTES } from "../body-parsers.ts";
import type { Access } from "../door/door.ts";
import { noteRefusal } from "../door/refusals.ts";
import { STREAM_HEADERS } from "../event-stream.ts";
import { callOf } from "../rest.ts";
import { directCalls, type ProcedureType } from "./direct-calls.ts";
import { router, type TrpcContext } from "./trpc.ts";

export interface TrpcOptions {
  services: Services;
  modules: readonly AreaModule[];
  authenticate(request: FastifyRequest): Promise<Principal | null>;
}

/** Programs that name no protocol speak the contract's. */
const protocolOf = (request: FastifyRequest) => Number(request.headers[PROTOCOL_HEADER] ?? PROTOCOL);

/** @throws Failure APP_TOO_OLD for an app that speaks a protocol which is no longer served. */
function refuseOldApps(request: FastifyRequest): void {
  if (protocolOf(request) >= OLDEST_PROTOCOL) return;
  throw new Failure("APP_TOO_OLD", "Update this app: the server no longer speaks its protocol");
}

const isBatch = (request: FastifyRequest): boolean => Object.hasOwn(request.query as object, "batch");

/** A batch names its procedures one after the other; each of them counts. */
const callsOf = (request: FastifyRequest): number =>
  String((request.params as { path?: string }).path ?? "").split(",").length;

/** The procedures of a type: those of subscriptions answer with an event stream. */
const pathsOf = ({ _def }: AnyRouter, type: ProcedureType): string[] =>
  Object.entries(_def.procedures as Record<string, AnyProcedure>)
    .filter(([, procedure]) => procedure._def.type === type)
    .map(([path]) => path);

/** What stays open for a time after the end of a membership or device, alone and not in a batch of procedures. */
const HAND_IN = "sync.push";
const LEAVERS = ["MEMBERSHIP_ENDED", "DEVICE_REVOKED"] as const;

export function registerTrpc(app: FastifyInstance, options: TrpcOptions): void {
  const { services, modules } = options;
  const added = Object.assign({}, ...modules.map((module) => module.procedures ?? {}));
  const appProcedures = router({ sync: syncProcedures, ...added });
  const queries = new Set(pathsOf(appProcedures, "query"));
  const carried = new NewsPayload(services);
  const contextOf = (req: FastifyRequest): TrpcContext => {
    const { principal } = req;
    const call = principal && callOf(req, principal);
    return {
      services,
      modules,
      carried,
      principal,
      call,
      reauthenticate: () => options.authenticate(req),
    };
  };
  const onError = ({
    error,
    path,
    req,
  }: {
    error: TRPCError;
    path: string | undefined;
    req: FastifyRequest;
  }) => {
    if (error.cause instanceof Failure) noteRefusal(services.log, req, error.cause, path);
    if (error.code === "INTERNAL_SERVER_ERROR")
      services.log.error({ err: error.cause ?? error, path }, "procedure failed");
  };
  const trpcOptions: FastifyTRPCPluginOptions<typeof appProcedures>["trpcOptions"] = {
    router: appProcedures,
    createContext: async ({ req }) => contextOf(req),
    onError,
  };
  const serve = (scope: FastifyInstance, url: string, access: Access, limit: number = BODY_BYTES.usual) =>
    scope.route({
      method: ["GET", "POST"],
      url: `/trpc/${url}`,
      bodyLimit: limit,
      config: {
        says_rights: true,
        access: { weight: callsOf, ...(url === HAND_IN ? { open_to_ended: LEAVERS } : {}), ...access },
      },
      handler: async (req, res) => {
        const { path = url } = req.params as { path?: string };
        if (req.method === "GET" && queries.has(path) && !isBatch(req)) return answer(path, req, res);
        await fastifyRequestHandler({ ...trpcOptions, req, res, path });
      },
    });
  const { follow, answer } = directCalls({ procedures: appProcedures, contextOf, onError });
  const serveStream = (scope: FastifyInstance, path: string) =>
    scope.route({
      method: "GET",
      url: `/trpc/${path}`,
      config: { says_rights: true, access: { weight: callsOf, permission: null, is_stream: true } },
      handler: (req, res) => res.headers(STREAM_HEADERS).send(follow(path, req)),
    });
  const large: Record<string, string> = Object.assign({}, ...modules.map((module) => module.large_inputs));
  app.register(async (scope) => {
    answerTrpcErrors(scope);
    scope.addHook("onRequest", async (request) => refuseOldApps(request));
    scope.addHook("onSend", async (_request, reply) => {
      reply.header(PROTOCOL_HEADER, String(PROTOCOL));
    });
    scope.removeAllContentTypeParsers();
    // tRPC parses the text itself.
    scope.addContentTypeParser("application/json", { parseAs: "string" }, (_request, body, done) =>
      done(null, body),
    );
    serve(scope, ":path", { permission: null });
    for (const path of pathsOf(appProcedures, "subscription")) serveStream(scope, path);
    serve(scope, HAND_IN, { permission: null }, BODY_BYTES.large);
    for (const [path, permission] of Object.entries(large))
      serve(scope, path, { permission }, BODY_BYTES.device);
  });
}
