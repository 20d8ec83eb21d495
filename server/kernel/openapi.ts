// OpenAPI 3.1 from the same schemas that validate, and a page to browse it.
import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { FAILURES, type FailureCode } from "../../shared/kernel/failure.ts";
import { fieldsOf, permissionOf, recordSchema } from "../../shared/kernel/resource.ts";
import type { AreaModule, Route, ServedResource } from "./area.ts";
import { PAGE_SIZE, PAGE_SIZE_MAX } from "./list.ts";
import { API } from "./rest.ts";
import type { Implementation } from "./run-operation.ts";

type Json = Record<string, unknown>;

const problemSchema = {
  type: "object",
  required: ["type", "title", "status", "detail", "code"],
  properties: {
    type: { type: "string" },
    title: { type: "string" },
    status: { type: "integer" },
    detail: { type: "string" },
    code: { type: "string", enum: Object.keys(FAILURES) },
    errors: {
      type: "array",
      items: {
        type: "object",
        properties: {
          field: { type: "string" },
          code: { type: "string" },
          message: { type: "string" },
          line: { type: "integer", description: "Where in a file, from 1" },
        },
      },
    },
    request_id: { type: "string" },
  },
};

function jsonSchema(schema: z.ZodType, io: "input" | "output"): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" }) as Json;
  return rest;
}

const content = (schema: Json, type = "application/json") => ({ content: { [type]: { schema } } });

function bodiesOf({ input, takes_csv }: Implementation["operation"]): Json {
  const json = content(jsonSchema(input, "input")).content;
  return takes_csv ? { ...json, ...content({ type: "string" }, "text/csv").content } : json;
}

function failureResponses(codes: readonly FailureCode[]): Json {
  const byStatus = new Map<number, FailureCode[]>();
  for (const code of codes)
    byStatus.set(FAILURES[code][0], [...(byStatus.get(FAILURES[code][0]) ?? []), code]);
  return Object.fromEntries(
    [...byStatus].map(([status, names]) => [
      String(status),
      {
        description: names.join(", "),
        ...content({ $ref: "#/components/schemas/Problem" }, "application/problem+json"),
      },
    ]),
  );
}

const pathParameters = (path: string) =>
  [...path.matchAll(/\{(\w+)\}/g)].map((match) => ({
    name: match[1],
    in: "path",
    required: true,
    schema: { type: "string" },
  }));

const queryParameter = (name: string, schema: Json, description?: string) => ({
  name,
  in: "query",
  schema,
  ...(description ? { description } : {}),
});

function listParameters({ resource, list }: ServedResource): Json[] {
  const RANGED = ["date", "month", "instant", "count", "decimal", "money"];
  const filters = fieldsOf(resource)
    .filter(([, meta]) => !meta.secret && meta.kind !== "json" && meta.kind !== "prose")
    .flatMap(([name, meta]) => {
      const schema = meta.choices ? { type: "string", enum: meta.choices } : { type: "string" };
      const suffixes = RANGED.includes(meta.kind) ? ["__gte", "__lte", "__gt", "__lt", "__in"] : ["__in"];
      return [
        queryParameter(name, schema),
        ...suffixes.map((suffix) => queryParameter(name + suffix, { type: "string" })),
      ];
    });
  return [
    queryParameter("page", { type: "integer", minimum: 1, default: 1 }),
    queryParameter("page_size", { type: "integer", minimum: 1, maximum: PAGE_SIZE_MAX, default: PAGE_SIZE }),
    queryParameter(
      "ordering",
      { type: "string" },
      "Field names separated by commas; a minus sorts downwards",
    ),
    ...(resource.search.length > 0
      ? [queryParameter("search", { type: "string" }, `In ${resource.search.join(", ")}`)]
      : []),
    queryParameter("cursor", { type: "string" }, "A position in the list: follow `next` and `previous`"),
    ...Object.keys(list?.filters ?? {}).map((name) => queryParameter(name, { type: "string" })),
    ...filters,
  ];
}

class Document {
  readonly paths: Record<string, Json> = {};

  add(
    path: string,
    method: string,
    area: string,
    permission: string | null,
    item: Json,
    failures: readonly FailureCode[],
  ): void {
    const isPublic = permission === "public";
    const codes: FailureCode[] = [
      ...(isPublic ? [] : (["UNAUTHENTICATED", "PERMISSION_DENIED"] as const)),
      ...failures,
      "RATE_LIMITED",
      "INTERNAL",
    ];
    const { responses, parameters, ...rest } = item as { responses: Json; parameters?: Json[] };
    this.paths[`${API}${path}`] = {
      ...this.paths[`${API}${path}`],
      [method.toLowerCase()]: {
        tags: [area],
        ...(isPublic ? { security: [] } : {}),
        ...(permission && !isPublic ? { "x-permission": permission } : {}),
        ...rest,
        parameters: [...pathParameters(path), ...(parameters ?? [])],
        responses: { ...responses, ...failureResponses([...new Set(codes)]) },
      },
    };
  }

  addResource(served: ServedResource): void {
    const { resource } = served;
    const record = { $ref: `#/components/schemas/${resource.name}` };
    if (resource.verbs.includes("list")) {
      const page = {
        type: "object",
        required: ["count", "next", "previous", "results"],
        properties: {
          count: { type: "integer" },
          next: { type: ["string", "null"] },
          previous: { type: ["string", "null"] },
          results: { type: "array", items: record },
        },
      };
      const responses = { "200": { description: "One page", ...content(page) } };
      const item = { summary: `List: ${resource.summary}`, parameters: listParameters(served), responses };
      this.add(`/${resource.path}/`, "get", resource.area, permissionOf(resource, "list"), item, [
        "VALIDATION",
      ]);
    }
    if (resource.verbs.includes("read")) {
      const responses = { "200": { description: "The record", ...content(record) } };
      const item = { summary: `One: ${resource.summary}`, responses };
      this.add(`/${resource.path}/{id}/`, "get", resource.area, permissionOf(resource, "read"), item, [
        "NOT_FOUND",
      ]);
    }
  }

  addOperation({ operation }: Implementation): void {
    const answer = operation.output ? content(jsonSchema(operation.output, "output")) : {};
    const keyed = operation.idempotency !== "none";
    const failures: FailureCode[] = [
      "VALIDATION",
      ...operation.failures,
      ...(keyed ? (["IDEMPOTENCY_IN_PROGRESS", "IDEMPOTENCY_KEY_REUSED"] as const) : []),
    ];
    const key = {
      name: "Idempotency-Key",
      in: "header",
      required: operation.idempotency === "required",
      schema: { type: "string" },
    };
    const hasBody = operation.method === "POST" || operation.method === "PATCH";
    const item = {
      summary: operation.summary,
      operationId: operation.name,
      parameters: [
        ...operation.query.map((name) => queryParameter(name, { type: "string" }, "As in the body")),
        ...(keyed ? [key] : []),
      ],
      ...(hasBody ? { requestBody: { content: bodiesOf(operation) } } : {}),
      responses: { [String(operation.status)]: { description: "Done", ...answer } },
    };
    this.add(operation.path, operation.method, operation.area, operation.permission, item, failures);
  }

  addRoute(route: Route): void {
    const answer = route.output
      ? content(jsonSchema(route.output, "output"))
      : route.produces
        ? content({ type: "string" }, route.produces)
        : {};
    const query = route.query
      ? ((jsonSchema(route.query, "input").properties ?? {}) as Record<string, Json>)
      : {};
    const item = {
      summary: route.summary,
      parameters: Object.entries(query).map(([name, schema]) => queryParameter(name, schema)),
      ...(route.body ? { requestBody: content(jsonSchema(route.body, "input")) } : {}),
      responses: { [String(route.status ?? 200)]: { description: "Done", ...answer } },
    };
    this.add(route.path, route.method, route.area, route.permission, item, [
      "VALIDATION",
      "NOT_FOUND",
      ...(route.failures ?? []),
    ]);
  }
}

/** The whole API as one OpenAPI 3.1 document. */
function openApiDocument(modules: readonly AreaModule[]): Json {
  const document = new Document();
  const schemas: Json = { Problem: problemSchema };
  for (const module of modules) {
    for (const served of module.resources) {
      schemas[served.resource.name] = jsonSchema(recordSchema(served.resource), "output");
      document.addResource(served);
    }
    for (const implementation of module.operations) document.addOperation(implementation);
    for (const route of module.routes) document.addRoute(route);
  }
  return {
    openapi: "3.1.0",
    info: { title: "Lastmile", version: "1", description: "The back office of internet service providers" },
    servers: [{ url: "/" }],
    security: [{ token: [] }],
    paths: document.paths,
    components: { schemas, securitySchemes: { token: { type: "http", scheme: "bearer" } } },
  };
}

export async function registerOpenApi(app: FastifyInstance, modules: readonly AreaModule[]): Promise<void> {
  const document = openApiDocument(modules);
  app.get(`${API}/openapi.json`, { config: { access: { permission: "public" } } }, async (_request, reply) =>
    reply.send(document),
  );
  await app.register(swagger, { mode: "static", specification: { document: document as never } });
  await app.register(swaggerUi, { routePrefix: "/docs", staticCSP: true });
}
