// Calls of single procedures without tRPC's own handler, which makes a web request of each and a stream of its answer.
import {
  type AnyProcedure,
  type AnyRouter,
  callTRPCProcedure,
  getTRPCErrorFromUnknown,
  getTRPCErrorShape,
  type TRPCError,
} from "@trpc/server";
import type { FastifyReply, FastifyRequest } from "fastify";
import { Failure } from "../../../../shared/kernel/failure.ts";
import { eventStream } from "../event-stream.ts";
import { asTrpcError, type TrpcContext } from "./trpc.ts";

export type ProcedureType = AnyProcedure["_def"]["type"];

interface Served {
  procedures: AnyRouter;
  contextOf(request: FastifyRequest): TrpcContext;
  onError(failed: { error: TRPCError; path: string; req: FastifyRequest }): void;
}

/** The input of a call that stands in its address. @throws Failure VALIDATION */
function inputIn(request: FastifyRequest): unknown {
  const { input } = request.query as { input?: unknown };
  try {
    return typeof input === "string" ? JSON.parse(input) : undefined;
  } catch (error) {
    throw error instanceof SyntaxError ? asTrpcError(new Failure("VALIDATION")) : error;
  }
}

export function directCalls({ procedures, contextOf, onError }: Served) {
  const asked = (path: string, type: ProcedureType, request: FastifyRequest) => {
    const ctx = contextOf(request);
    const getRawInput = async () => inputIn(request);
    const call = (signal?: AbortSignal) =>
      callTRPCProcedure({ router: procedures, path, getRawInput, ctx, type, signal, batchIndex: 0 });
    const told = (cause: unknown) => {
      const error = getTRPCErrorFromUnknown(cause);
      onError({ error, path, req: request });
      const config = procedures._def._config;
      return getTRPCErrorShape({ config, error, type, path, input: undefined, ctx });
    };
    return { call, told };
  };
  return {
    /** The events of a subscription. */
    follow(path: string, request: FastifyRequest) {
      const { call, told } = asked(path, "subscription", request);
      const open = async (signal: AbortSignal) => (await call(signal)) as AsyncIterable<unknown>;
      return eventStream({ open, told });
    },
    /** The answer of a query, which may be megabytes: it is written in one piece. */
    async answer(path: string, request: FastifyRequest, reply: FastifyReply) {
      const { call, told } = asked(path, "query", request);
      reply.type("application/json");
      try {
        return reply.send(JSON.stringify({ result: { data: await call() } }));
      } catch (cause) {
        const error = told(cause);
        return reply.code(error.data.httpStatus).send(JSON.stringify({ error }));
      }
    },
  };
}
