// Every error as the one shape that callers know: problem+json here, tRPC's envelope around the same problem at /trpc.
import { TRPC_ERROR_CODES_BY_KEY } from "@trpc/server/rpc";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { FAILURES, Failure, type FailureCode, toProblem } from "../../../shared/kernel/failure.ts";
import { toFailure } from "../db/db-failure.ts";
import { asTrpcError } from "./trpc/trpc.ts";

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
  // The caller has hung up.
  if ((error as FastifyError).code === "ERR_STREAM_PREMATURE_CLOSE") return new Failure("UNAVAILABLE");
  const { method, routeOptions } = request;
  request.log.error({ err: error, method, route: routeOptions.url }, "request failed");
  return new Failure(
    "INTERNAL",
    "Something went wrong on our side. Quote the request id when you report it.",
  );
}

/**
 * What is refused before its body was read: the rest is thrown away as it comes, within the time that a request may take.
 * A connection that is closed on a body under way is reset, and the caller never reads why.
 */
function readToTheEnd(request: FastifyRequest, reply: FastifyReply): void {
  reply.removeHeader("connection");
  if (!request.raw.complete) request.raw.resume();
}

/** An address that can't be decoded, or with an id longer than any is: no route is found for it, nor its error handler. */
export function answerBadAddress(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const isUnreadable = error.code === "FST_ERR_BAD_URL";
  const failure = isUnreadable
    ? new Failure("VALIDATION", "This address can't be read")
    : new Failure("NOT_FOUND");
  const problem = toProblem(failure, request.id);
  reply
    .code(problem.status)
    .type("application/problem+json")
    .header("X-Request-Id", request.id)
    .header("Cache-Control", "no-store")
    .send(JSON.stringify(problem));
}

type Write = (failure: Failure, request: FastifyRequest, reply: FastifyReply) => string;

function answerWith(app: FastifyInstance, type: string, write: Write): void {
  app.setErrorHandler((error, request, reply) => {
    const failure = failureOf(error, request);
    const { retry_after } = failure.extra;
    const [status] = FAILURES[failure.code];
    readToTheEnd(request, reply);
    if (status === 401) reply.header("WWW-Authenticate", "Bearer");
    if (typeof retry_after === "number") reply.header("Retry-After", String(retry_after));
    return reply
      .code(status)
      .type(type)
      .send(write(failure, request, reply));
  });
}

export function answerErrors(app: FastifyInstance): void {
  answerWith(app, "application/problem+json", (failure, request) =>
    JSON.stringify(toProblem(failure, request.id)),
  );
}

/** What is refused at the door of /trpc looks like what a procedure refuses, so that tRPC's clients can read it. */
export function answerTrpcErrors(app: FastifyInstance): void {
  answerWith(app, "application/json", (failure, request) => {
    const { code, message } = asTrpcError(failure);
    const problem = toProblem(failure, request.id);
    const data = { code, httpStatus: problem.status, problem };
    return JSON.stringify({ error: { message, code: TRPC_ERROR_CODES_BY_KEY[code], data } });
  });
}
