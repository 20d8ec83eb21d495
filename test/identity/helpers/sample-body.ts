// A body that a route accepts, made from the schema that validates it.
import type { z } from "zod";
import { AREAS } from "../../../server/areas.ts";
import { newId } from "../../../shared/kernel/id.ts";
import type { ApiRoute } from "../../helpers/api-routes.ts";

/** What fits the texts with a pattern. */
const TEXTS = [
  () => newId(),
  () => new Date().toISOString(),
  () => "2026-11-20",
  () => "2026-11",
  () => "1",
  () => `x${newId().slice(-8)}`,
  () => "10.0.0.1",
  () => "x@isp.example",
  () => "UTC",
  () => "A long enough text",
  () => "ab".repeat(32),
];

interface Def {
  type: string;
  innerType?: z.ZodType;
  shape?: Record<string, z.ZodType>;
  options?: z.ZodType[];
  entries?: Record<string, string>;
  values?: unknown[];
  element?: z.ZodType;
  in?: z.ZodType;
}

const defOf = (schema: z.ZodType) => (schema as unknown as { _zod: { def: Def } })._zod.def;

/** A value that the schema accepts, with nothing that is not required. */
export function sampleValue(schema: z.ZodType): unknown {
  const def = defOf(schema);
  if (def.shape) {
    const required = Object.entries(def.shape).filter(([, field]) => !field.safeParse(undefined).success);
    return Object.fromEntries(required.map(([name, field]) => [name, sampleValue(field)]));
  }
  if (schema.safeParse(undefined).success) return undefined;
  const inner = def.innerType ?? def.in;
  if (inner && schema.safeParse(sampleValue(inner)).success) return sampleValue(inner);
  const candidates = [
    ...Object.values(def.entries ?? {}),
    ...(def.values ?? []),
    ...(def.options ?? []).map(sampleValue),
    ...(def.element ? [[sampleValue(def.element)], []] : []),
    ...TEXTS.map((make) => make()),
    1,
    true,
    {},
  ];
  return candidates.find((candidate) => schema.safeParse(candidate).success);
}

/** The smallest body that the route's own schema accepts. */
export function sampleBody(route: ApiRoute): Record<string, unknown> {
  for (const area of AREAS) {
    const operation = area.operations.find(
      (one) => one.operation.method === route.method && one.operation.path === route.path,
    )?.operation;
    const schema =
      operation?.input ??
      area.routes.find((one) => one.method === route.method && one.path === route.path)?.body;
    if (schema) return (sampleValue(schema) ?? {}) as Record<string, unknown>;
  }
  return {};
}
