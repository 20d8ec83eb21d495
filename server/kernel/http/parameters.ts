// What an address asks for behind its path. What isn't known is refused, never ignored (contract §1).
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { Failure, invalid } from "../../../shared/kernel/failure.ts";
import type { Query } from "../resource/list/request.ts";

/**
 * The query as it came: a parameter that was given more than once has all of its values.
 * @throws Failure VALIDATION for `__proto__`, which copying would drop in silence.
 */
export function queryOf(request: FastifyRequest): Query {
  if (Object.hasOwn(request.query as object, "__proto__"))
    throw invalid("__proto__", "Unknown query parameter", "UNKNOWN_PARAMETER");
  return { ...(request.query as Record<string, string | string[]>) };
}

/**
 * @param known the names that are taken, or the schema that has them; a schema of any names judges them itself.
 * @throws Failure VALIDATION for a query parameter that is not taken.
 */
export function refuseUnknownParameters(
  request: FastifyRequest,
  known: readonly string[] | z.ZodType = [],
): void {
  const query = queryOf(request);
  if (known instanceof z.ZodRecord) return;
  const names = known instanceof z.ZodObject ? Object.keys(known.shape) : (known as readonly string[]);
  const unknown = Object.keys(query).filter((name) => !names.includes(name));
  if (unknown.length === 0) return;
  const errors = unknown.map((field) => ({
    field: field.slice(0, 100),
    code: "UNKNOWN_PARAMETER" as const,
    message: "Unknown query parameter",
  }));
  throw new Failure("VALIDATION", `Unknown query parameter ${errors[0]?.field}`, { errors });
}
