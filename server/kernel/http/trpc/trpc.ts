// What tRPC procedures are made with: who calls, in which tenant, and errors that carry our problem.
import { initTRPC, TRPCError } from "@trpc/server";
import { FAILURES, Failure, type FailureCode, toProblem } from "../../../../shared/kernel/failure.ts";
import type { AreaModule } from "../../area.ts";
import { toFailure } from "../../db/db-failure.ts";
import type { Call } from "../../operation/context.ts";
import { type Principal, refuseEnded, refuseHandIn, type Tenant } from "../../operation/principal.ts";
import { tenantOf } from "../../operation/run-operation.ts";
import type { Services } from "../../services.ts";
import type { NewsPayload } from "../../sync/news-payload.ts";

export interface TrpcContext {
  services: Services;
  modules: readonly AreaModule[];
  /** What streams of this process bring along with their news. */
  carried: NewsPayload;
  principal: Principal | null;
  call: Call | null;
  /** Asks again who the token belongs to: a stream outlives a change of rights. */
  reauthenticate(): Promise<Principal | null>;
}

/** What tRPC itself refuses before a procedure of ours runs. */
const REFUSED: Partial<Record<TRPCError["code"], FailureCode>> = {
  BAD_REQUEST: "VALIDATION",
  PARSE_ERROR: "VALIDATION",
  NOT_FOUND: "NOT_FOUND",
  METHOD_NOT_SUPPORTED: "METHOD_NOT_ALLOWED",
  PAYLOAD_TOO_LARGE: "BODY_TOO_LARGE",
  UNSUPPORTED_MEDIA_TYPE: "UNSUPPORTED_MEDIA_TYPE",
};

function failureOf({ code, cause }: TRPCError): Failure {
  if (cause instanceof Failure) return cause;
  const refused = REFUSED[code];
  if (refused === "VALIDATION") return new Failure(refused, "The input is not valid");
  return new Failure(refused ?? "INTERNAL");
}

const t = initTRPC.context<TrpcContext>().create({
  // Every error carries our problem, so that a desktop shows the same words as REST.
  errorFormatter: ({ shape, error }) => {
    const problem = toProblem(failureOf(error));
    return {
      ...shape,
      message: problem.detail,
      data: { code: shape.data.code, httpStatus: problem.status, problem },
    };
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
  return new TRPCError({
    code: TRPC_CODES[FAILURES[known.code][0]] ?? "INTERNAL_SERVER_ERROR",
    message: known.message,
    cause: known,
  });
}

export const router = t.router;

/** A procedure for members of a tenant whom `admit` lets in. */
const procedureFor = (admit: (principal: Principal) => void) =>
  t.procedure.use(async ({ ctx, next }) => {
    try {
      if (!ctx.principal || !ctx.call) throw new Failure("UNAUTHENTICATED");
      admit(ctx.principal);
      const tenant: Tenant = tenantOf(ctx.principal);
      const result = await next({ ctx: { ...ctx, principal: ctx.principal, call: ctx.call, tenant } });
      if (!result.ok && result.error.cause) {
        const failure = toFailure(result.error.cause);
        if (failure instanceof Failure) throw failure;
      }
      return result;
    } catch (error) {
      throw asTrpcError(error);
    }
  });

/** A procedure for callers who are signed in to a tenant. */
export const tenantProcedure = procedureFor(refuseEnded);
/** The one that stays open for a time after the end of a membership or device. */
export const handInProcedure = procedureFor((principal) => refuseHandIn(principal));
