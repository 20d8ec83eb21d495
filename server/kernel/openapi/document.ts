// The whole API as one OpenAPI 3.1 document, made from the declarations that also validate and serve.
import { z } from "zod";
import type { FailureCode } from "../../../shared/kernel/failure.ts";
import { resourceOf, rightToSee } from "../../../shared/kernel/registry.ts";
import { fieldsOf, type Resource, recordSchema } from "../../../shared/kernel/resource.ts";
import type { AreaModule, Route, ServedResource } from "../area.ts";
import { API } from "../http/rest.ts";
import type { Implementation } from "../operation/run-operation.ts";
import { partsOf } from "../resource/detail.ts";
import { addAnswerExamples } from "./answer-examples.ts";
import { bodyExample, type Examples, recordExample } from "./examples.ts";
import { describeField } from "./field-words.ts";
import { GUIDE } from "./guide.ts";
import { type Json, jsonSchema, VALUE_SCHEMAS } from "./json-schema.ts";
import { componentName, operationId, readingId, routeId } from "./names.ts";
import { content, HEADERS, headers, PARAMETERS, Problems, problemSchema, query, ref } from "./parts.ts";

const RANGED = new Set(["date", "month", "instant", "count", "decimal", "money"]);

function listParameters({ resource, list }: ServedResource): Json[] {
  const text = { type: "string" };
  const filters = fieldsOf(resource)
    .filter(([, meta]) => !meta.secret && meta.kind !== "json" && meta.kind !== "prose")
    .flatMap(([name, meta]) => {
      const schema = meta.choices ? { type: "string", enum: meta.choices } : text;
      const ranges = RANGED.has(meta.kind) ? ["gte", "lte", "gt", "lt"] : [];
      const what = describeField(name, meta);
      return [
        {
          ...query(name, { type: "array", items: schema }, `${what}; given twice means either`),
          explode: true,
        },
        ...ranges.map((range) => query(`${name}__${range}`, text, `${what}: ${range}`)),
        query(`${name}__in`, text, `${what}: one of several, separated by commas`),
        ...(meta.nullable ? [query(`${name}__isnull`, { type: "boolean" }, `${what}: missing, or not`)] : []),
      ];
    });
  return [
    ...["page", "page_size", "ordering", "cursor"].map((name) => ref("parameters", name)),
    ...(resource.search.length > 0
      ? [query("search", text, `Looks into ${resource.search.join(", ")}`)]
      : []),
    ...Object.keys(list?.filters ?? {}).map((name) => query(name, text, describeField(name))),
    ...filters,
  ];
}

interface Described {
  id: string;
  summary: string;
  permission: string | null;
  parameters?: Json[];
  requestBody?: Json;
  responses: Json;
  failures: readonly FailureCode[];
}

const SIGNED_IN: readonly FailureCode[] = [
  "UNAUTHENTICATED",
  "TOKEN_EXPIRED",
  "TOKEN_REVOKED",
  "MEMBERSHIP_ENDED",
  "PERMISSION_DENIED",
  "OTP_ENROLMENT_REQUIRED",
  "PASSWORD_CHANGE_REQUIRED",
  "TENANT_INACTIVE",
  "DEVICE_REVOKED",
  "TENANT_REQUIRED",
  // A super administrator may name a tenant that does not exist.
  "NOT_FOUND",
];

const NEEDS = (permission: string | null) => {
  if (permission === "public") return "Anybody may ask.";
  if (permission === "superuser") return "For super administrators.";
  return permission ? `Needs the permission \`${permission}\`.` : "For anybody who is signed in.";
};

/** Whether the body may name the new record's id. */
const isKeyed = ({ input, path }: Implementation["operation"]) =>
  input instanceof z.ZodObject && Object.hasOwn(input.shape, "id") && !path.includes("{id}");

class Document {
  readonly #examples: Examples;
  readonly paths: Record<string, Json> = {};
  readonly problems = new Problems();
  readonly schemas: Json = { ...VALUE_SCHEMAS, Problem: problemSchema };

  constructor(examples: Examples) {
    this.#examples = examples;
  }

  #add(path: string, method: string, area: string, item: Described): void {
    const { id, summary, permission, parameters = [], requestBody, responses, failures } = item;
    const isPublic = permission === "public";
    const isWrite = method !== "GET";
    const codes: FailureCode[] = [
      "VALIDATION",
      ...(isPublic ? [] : SIGNED_IN),
      ...failures,
      ...(isWrite ? (["BODY_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE"] as const) : []),
      "RATE_LIMITED",
      "INTERNAL",
      "UNAVAILABLE",
    ];
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => ({
      name: match[1],
      in: "path",
      required: true,
      description: "The record's id",
      schema: { type: "string" },
    }));
    this.paths[`${API}${path}`] = {
      ...this.paths[`${API}${path}`],
      [method.toLowerCase()]: {
        operationId: id,
        tags: [area],
        summary,
        description: NEEDS(permission),
        ...(isPublic ? { security: [] } : {}),
        ...(permission && !isPublic ? { "x-permission": permission } : {}),
        parameters: [...inPath, ...parameters, ...(isPublic ? [] : [ref("parameters", "Tenant")])],
        ...(requestBody ? { requestBody } : {}),
        responses: { ...responses, ...this.problems.of(codes) },
      },
    };
  }

  #record(resource: Resource): Json {
    const name = componentName(resource.name);
    this.schemas[name] ??= {
      ...jsonSchema(recordSchema(resource), "output"),
      description: resource.summary,
      example: recordExample(resource, this.#examples),
    };
    return ref("schemas", name);
  }

  /** A record with its parts; the record alone where it has none. */
  #detail(resource: Resource): Json {
    const parts = partsOf(resource);
    const record = this.#record(resource);
    if (parts.length === 0) return record;
    const name = `${componentName(resource.name)}Detail`;
    const { properties, required, ...more } = this.schemas[componentName(resource.name)] as Json;
    const lists = parts.map(({ name, part }) => [
      name,
      { type: "array", items: this.#record(part), description: part.summary },
    ]);
    this.schemas[name] ??= {
      ...more,
      properties: { ...(properties as Json), ...Object.fromEntries(lists) },
      required: [...(required as string[]), ...parts.map(({ name }) => name)],
      description: `${resource.summary}, in full`,
      example: { ...(more.example as Json), ...Object.fromEntries(parts.map(({ name }) => [name, []])) },
    };
    return ref("schemas", name);
  }

  #page(resource: Resource): Json {
    const name = `${componentName(resource.name)}Page`;
    this.schemas[name] ??= {
      type: "object",
      description: `A page of: ${resource.summary}`,
      required: ["count", "next", "previous", "results"],
      additionalProperties: false,
      properties: {
        count: { type: "integer", description: "How many match in all" },
        count_is_exact: { const: false, description: "Said where count is a lower bound" },
        next: { type: ["string", "null"], format: "uri", description: "Address of the next page" },
        previous: { type: ["string", "null"], format: "uri", description: "Address of the page before" },
        results: { type: "array", items: this.#record(resource), description: "The records" },
      },
      example: { count: 1, next: null, previous: null, results: [recordExample(resource, this.#examples)] },
    };
    return ref("schemas", name);
  }

  addResource(served: ServedResource): void {
    const { resource } = served;
    const base = { permission: rightToSee(resource), failures: [] };
    if (resource.verbs.includes("list")) {
      this.#add(`/${resource.path}/`, "GET", resource.area, {
        ...base,
        id: readingId("list", resource),
        summary: `List: ${resource.summary}`,
        parameters: listParameters(served),
        responses: { "200": { description: "One page", ...content(this.#page(resource)) } },
      });
    }
    if (resource.verbs.includes("read")) {
      this.#add(`/${resource.path}/{id}/`, "GET", resource.area, {
        ...base,
        id: readingId("get", resource),
        summary: `One: ${resource.summary}`,
        responses: {
          "200": { description: "The record", headers: headers("ETag"), ...content(this.#detail(resource)) },
        },
      });
    }
  }

  /** A record's own schema by reference where the answer is just that. */
  #answer(schema: z.ZodType, resource: Resource): Json {
    const made = jsonSchema(schema, "output");
    const plain = jsonSchema(recordSchema(resource), "output");
    return JSON.stringify(made) === JSON.stringify(plain) ? this.#record(resource) : made;
  }

  addOperation({ operation }: Implementation): void {
    const { name, method, path } = operation;
    const keyed = operation.idempotency !== "none" && method !== "GET";
    const isChange =
      (method === "PATCH" || method === "DELETE") && operation.failures.includes("STALE_VERSION");
    const hasBody = method === "POST" || method === "PATCH";
    const answered = headers("ETag", ...(keyed ? ["Idempotent-Replayed"] : []));
    const answer = (schema: z.ZodType | null | undefined) =>
      schema ? content(this.#answer(schema, operation.on)) : {};
    const key =
      operation.idempotency === "required"
        ? { ...(PARAMETERS.IdempotencyKey as Json), required: true }
        : ref("parameters", "IdempotencyKey");
    this.#add(path, method, operation.area, {
      id: operationId(name),
      summary: operation.summary,
      permission: operation.permission,
      parameters: [
        ...operation.query.map((member) => query(member, { type: "string" }, "As in the body")),
        ...(keyed ? [key] : []),
        ...(isChange ? [ref("parameters", "IfMatch")] : []),
        ...operation.headers.map((header) => ref("parameters", header)),
      ],
      ...(hasBody ? { requestBody: this.#body(operation) } : {}),
      responses: {
        [String(operation.status)]: {
          description: "Done",
          ...(operation.status === 204 ? {} : { headers: answered }),
          ...(operation.answers_record ? content(this.#detail(operation.on)) : answer(operation.output)),
        },
        ...Object.fromEntries(
          Object.entries(operation.also).map(([status, schema]) => [
            status,
            { description: "Done in another way", headers: answered, ...answer(schema) },
          ]),
        ),
      },
      failures: [
        ...operation.failures,
        // The id that a client may give its new record can be taken.
        ...(isKeyed(operation) ? (["DUPLICATE"] as const) : []),
        ...operation.changes.flatMap((name) => resourceOf(name)?.refusals ?? []),
        ...(path.includes("{id}") ? (["NOT_FOUND"] as const) : []),
        ...(keyed ? (["IDEMPOTENCY_IN_PROGRESS", "IDEMPOTENCY_KEY_REUSED"] as const) : []),
        ...(operation.idempotency === "required" ? (["IDEMPOTENCY_KEY_REQUIRED"] as const) : []),
      ],
    });
  }

  #body({ input, takes_csv, name, on }: Implementation["operation"]): Json {
    const schema = jsonSchema(input, "input");
    // A key may travel in the body, too.
    const key = {
      idempotency_key: { type: "string", description: "In place of the Idempotency-Key header" },
    };
    const keyed = schema.properties
      ? { ...schema, properties: { ...(schema.properties as Json), ...key } }
      : schema;
    const json = content(keyed, "application/json", bodyExample(name, input, on, this.#examples));
    if (!takes_csv) return json;
    const csv = { type: "string", description: "The file: a header with field names, then a line a record" };
    const file = {
      type: "object",
      required: ["file"],
      properties: {
        file: { type: "string", contentMediaType: "text/csv", description: csv.description },
        dry_run: { type: "string", enum: ["true", "false"], description: "Only look for errors" },
      },
    };
    return {
      content: {
        ...(json.content as Json),
        "text/csv": { schema: csv, example: "name,username,phone\nRahima Khatun,rahima,01711000001\n" },
        "multipart/form-data": { schema: file },
      },
    };
  }

  addRoute(route: Route): void {
    const answer = (schema: z.ZodType | undefined) => (schema ? content(jsonSchema(schema, "output")) : {});
    const files = [...(route.produces ? [route.produces] : []), ...(route.files ?? [])].map(
      (type) => content({ type: "string" }, type).content as Json,
    );
    const asked: Json = route.query ? jsonSchema(route.query, "input") : {};
    const parameters = Object.entries((asked.properties ?? {}) as Record<string, Json>);
    const needed = (asked.required ?? []) as string[];
    const done = {
      description: "Done",
      content: Object.assign({ ...(answer(route.output).content as Json) }, ...files) as Json,
    };
    const { content: bodies, ...bare } = done;
    this.#add(route.path, route.method, route.area, {
      id: route.operation_id ?? routeId(route.method, route.path),
      summary: route.summary,
      permission: route.permission,
      parameters: [
        ...parameters.map(([name, { description = describeField(name), ...schema }]) => ({
          ...query(name, schema, String(description)),
          ...(needed.includes(name) ? { required: true } : {}),
        })),
        ...(route.request_headers ?? []).map((header) => ref("parameters", header)),
      ],
      ...(route.body
        ? { requestBody: content(jsonSchema(route.body, "input"), "application/json", route.example) }
        : {}),
      ...(route.takes_raw && route.method !== "GET"
        ? { requestBody: { description: "Whatever the provider sends", content: { "*/*": { schema: {} } } } }
        : {}),
      ...(route.takes_file
        ? {
            requestBody: {
              required: true,
              content: Object.assign(
                {},
                ...route.takes_file.types.map((type) => content({}, type).content as Json),
              ),
            },
          }
        : {}),
      responses: {
        [String(route.status ?? 200)]: Object.keys(bodies).length > 0 ? done : bare,
        ...Object.fromEntries(
          Object.entries(route.also ?? {}).map(([status, schema]) => [
            status,
            { description: "Done in another way", ...answer(schema) },
          ]),
        ),
      },
      failures: [...(route.path.includes("{id}") ? (["NOT_FOUND"] as const) : []), ...(route.failures ?? [])],
    });
  }
}

/** Written for a build of the areas; the same for every server. */
export function openApiDocument(modules: readonly AreaModule[], examples: Examples): Json {
  const document = new Document(examples);
  for (const module of modules) {
    for (const one of module.resources) document.addResource(one);
    for (const implementation of module.operations) document.addOperation(implementation);
    for (const route of module.routes) document.addRoute(route);
  }
  addAnswerExamples(document.paths, document.schemas, examples.texts);
  return {
    openapi: "3.1.0",
    info: {
      title: "Lastmile API",
      version: "1.0.0",
      description: GUIDE,
      contact: { name: "Whoever runs this server" },
      license: { name: "Proprietary", identifier: "LicenseRef-Lastmile" },
    },
    servers: [{ url: "/" }],
    security: [{ token: [] }],
    tags: modules.map(({ name, summary }) => ({ name, description: summary })),
    paths: document.paths,
    components: {
      schemas: document.schemas,
      parameters: PARAMETERS,
      headers: HEADERS,
      responses: document.problems.responses,
      securitySchemes: {
        token: {
          type: "http",
          scheme: "bearer",
          description: "The token of POST /auth/login/, or an API token",
        },
      },
    },
  };
}
