// The tRPC door: the sync procedures, and what areas add (the network agent's). tRPC v11 over HTTP, no transformer.
import { initTRPC, TRPCError } from "@trpc/server";
import { type FastifyTRPCPluginOptions, fastifyTRPCPlugin } from "@trpc/server/adapters/fastify";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Failure, FAILURES, toProblem } from "../../shared/kernel/failure.ts";
import type { AreaModule } from "./area.ts";
import type { Call } from "./context.ts";
import { toFailure } from "./db-failure.ts";
import type { Principal, Tenant } from "./principal.ts";
import { callOf } from "./rest.ts";
import { tenantOf } from "./run-operation.ts";
import type { Services } from "./services.ts";
import { syncRouter } from "./sync/router.ts";

export interface TrpcContext {
  services: Services;
  modules: readonly AreaModule[];
  principal: Principal | null;
  call: Call | null;
  /** Asks again who the token belongs to: a stream outlives a change of rights. */
  reauthenticate(): Promise<Principal | null>;
}

const PING_MS = 10_000;

const t = initTRPC.context<TrpcContext>().create({
  sse: { ping: { enabled: true, intervalMs: PING_MS }, client: { reconnectAfterInactivityMs: 3 * PING_MS } },
  // Every error carries our problem, so that a desktop shows the same words as REST.
  errorFormatter: ({ shape, error }) => {
    const failure = error.cause instanceof Failure ? error.cause : null;
    const invalid = error.code === "BAD_REQUEST" ? new Failure("VALIDATION", "The input is not valid") : null;
    const problem = toProblem(failure ?? invalid ?? new Failure("INTERNAL"));
    return { ...shape, message: problem.detail, data: { code: shape.data.code, httpStatus: problem.status, problem } };
  },
});

const TRPC_CODES: Readonly<Record<number, TRPCError["code"]>> = {
  400: "BAD_REQUEST",
  401: "UNAUTHORIZED",
  403: "FORBIDDEN",
  404: "NOT_FOUND",
  409: "CONFLICT",
  412: "PRECONDITION_FAILED",
  413: "PAYLOAD_TOO_LARGE",
  415: "UNSUPPORTED_MEDIA_TYPE",
  422: "UNPROCESSABLE_CONTENT",
  429: "TOO_MANY_REQUESTS",
  503: "SERVICE_UNAVAILABLE",
};

/** A failure as tRPC's own error, with the problem as its cause. */
export function asTrpcError(error: unknown): TRPCError {
  const known = toFailure(error);
  if (known instanceof TRPCError) return known;
  if (!(known instanceof Failure)) return new TRPCError({ code: "INTERNAL_SERVER_ERROR", cause: known });
  return new TRPCError({ code: TRPC_CODES[FAILURES[known.code][0]] ?? "INTERNAL_SERVER_ERROR", message: known.message, cause: known });
}

export const router = t.router;

/** A procedure for somebody signed in to a tenant. */
export const tenantProcedure = t.procedure.use(async ({ ctx, next }) => {
  try {
    if (!ctx.principal || !ctx.call) throw new Failure("UNAUTHENTICATED");
    const tenant: Tenant = tenantOf(ctx.principal);
    const result = await next({ ctx: { ...ctx, principal: ctx.principal, call: ctx.call, tenant } });
    if (!result.ok && result.error.cause && !(result.error.cause instanceof Failure)) {
      const failure = toFailure(result.error.cause);
      if (failure instanceof Failure) throw failure;
    }
    return result;
  } catch (error) {
    throw asTrpcError(error);
  }
});

export interface TrpcOptions {
  services: Services;
  modules: readonly AreaModule[];
  authenticate(request: FastifyRequest): Promise<Principal | null>;
}

export function registerTrpc(app: FastifyInstance, options: TrpcOptions): void {
  const { services, modules } = options;
  const routers = Object.assign({}, ...modules.map((module) => module.routers ?? {}));
  const appRouter = router({ sync: syncRouter, ...routers });
  const trpcOptions: FastifyTRPCPluginOptions<typeof appRouter>["trpcOptions"] = {
    router: appRouter,
    createContext: async ({ req }) => {
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
      if (error.code === "INTERNAL_SERVER_ERROR") services.log.error({ err: error.cause ?? error, path }, "procedure failed");
    },
  };
  app.register(fastifyTRPCPlugin, { prefix: "/trpc", trpcOptions });
}
