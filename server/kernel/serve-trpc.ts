// The tRPC door at /trpc: the sync procedures, and what areas add (the network agent's). tRPC v11, no transformer.
import { type FastifyTRPCPluginOptions, fastifyTRPCPlugin } from "@trpc/server/adapters/fastify";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Failure } from "../../shared/kernel/failure.ts";
import { OLDEST_PROTOCOL, PROTOCOL, PROTOCOL_HEADER } from "../../shared/kernel/wire.ts";
import type { AreaModule } from "./area.ts";
import type { Principal } from "./principal.ts";
import { callOf } from "./rest.ts";
import type { Services } from "./services.ts";
import { syncRouter } from "./sync/router.ts";
import { asTrpcError, router } from "./trpc.ts";

export interface TrpcOptions {
  services: Services;
  modules: readonly AreaModule[];
  authenticate(request: FastifyRequest): Promise<Principal | null>;
}

/** @throws TRPCError APP_TOO_OLD for an app that speaks a protocol which is no longer served. */
function refuseOldApps(request: FastifyRequest): void {
  const named = request.headers[PROTOCOL_HEADER];
  if (named === undefined || Number(named) >= OLDEST_PROTOCOL) return;
  throw asTrpcError(new Failure("APP_TOO_OLD", "Update this app: the server no longer speaks its protocol"));
}

export function registerTrpc(app: FastifyInstance, options: TrpcOptions): void {
  const { services, modules } = options;
  const routers = Object.assign({}, ...modules.map((module) => module.routers ?? {}));
  const appRouter = router({ sync: syncRouter, ...routers });
  const trpcOptions: FastifyTRPCPluginOptions<typeof appRouter>["trpcOptions"] = {
    router: appRouter,
    createContext: async ({ req, res }) => {
      res.header(PROTOCOL_HEADER, String(PROTOCOL));
      refuseOldApps(req);
      const principal = await options.authenticate(req).catch((error: unknown) => {
        throw asTrpcError(error);
      });
      return {
        services,
        modules,
        principal,
        call: principal && callOf(req, principal),
        reauthenticate: () => options.authenticate(req),
      };
    },
    onError: ({ error, path }) => {
      if (error.code === "INTERNAL_SERVER_ERROR")
        services.log.error({ err: error.cause ?? error, path }, "procedure failed");
    },
  };
  app.register(fastifyTRPCPlugin, { prefix: "/trpc", trpcOptions });
}
