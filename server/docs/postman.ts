// The API as a Postman collection (v2.1): a folder for each area, a request for each operation, made from the OpenAPI document.
import { own } from "../../shared/kernel/own.ts";
import { AREAS } from "../areas.ts";
import { openApiDocument } from "../kernel/openapi/document.ts";
import { EXAMPLES } from "./examples.ts";

interface Schema {
  $ref?: string;
  type?: string | string[];
  example?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
}

interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  description: string;
  required?: boolean;
}

interface Described {
  operationId: string;
  tags: [string];
  summary: string;
  description: string;
  security?: unknown[];
  parameters: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema; example?: unknown }> };
}

interface Document {
  info: { title: string; description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Described>>;
  components: { parameters: Record<string, Parameter>; schemas: Record<string, Schema> };
}

const FORMAT = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";

/** What a person fills in once for the whole collection; the demo's where there is one. */
const VARIABLES = {
  host: "http://127.0.0.1:4000",
  token: "",
  username: "admin",
  password: "admin-demo",
  tenant: "demo",
};

/** The bodies that are filled from the variables: the sign-ins. */
const SIGN_INS: Readonly<Record<string, readonly string[]>> = {
  login: ["username", "password", "tenant"],
  loginSuperuser: ["username", "password"],
};

/** Keeps the token of a sign-in for all other requests. */
const KEEP_TOKEN = [
  {
    listen: "test",
    script: {
      type: "text/javascript",
      exec: ['if (pm.response.code === 200) pm.collectionVariables.set("token", pm.response.json().token);'],
    },
  },
];

/** The values of headers that are no text to think of. */
const HEADER_VALUES: Readonly<Record<string, string>> = {
  "Idempotency-Key": "{{$guid}}",
  "X-Tenant": "{{tenant}}",
  "If-Match": '"1"',
  Prefer: "wait=10",
};

function parameterOf({ components }: Document, given: Parameter): Parameter {
  const name = given.$ref?.split("/").at(-1);
  const found = name === undefined ? given : components.parameters[name];
  if (!found) throw new Error(`The document has no parameter ${name}`);
  return found;
}

/** A value of a schema that carries no example of its own: what is required, and no more. */
function sampleOf(document: Document, schema: Schema, name: string): unknown {
  const shared = schema.$ref?.split("/").at(-1);
  if (shared !== undefined) return sampleOf(document, document.components.schemas[shared] ?? {}, name);
  if (schema.example !== undefined) return schema.example;
  const [first] = schema.enum ?? [];
  if (first !== undefined) return first;
  const [option] = schema.anyOf ?? schema.oneOf ?? [];
  if (option) return sampleOf(document, option, name);
  if (schema.properties) {
    const needed = Object.entries(schema.properties).filter(([member]) => schema.required?.includes(member));
    return Object.fromEntries(needed.map(([member, one]) => [member, sampleOf(document, one, member)]));
  }
  const [type] = [schema.type].flat();
  if (type === "array") return [];
  if (type === "boolean") return false;
  if (type === "integer" || type === "number") return 1;
  return type === "object" ? {} : name.replaceAll("_", " ");
}

function bodyOf(document: Document, { operationId, requestBody }: Described): object {
  const json = requestBody?.content["application/json"];
  if (!json) return {};
  const filled = own(SIGN_INS, operationId)?.map((name) => [name, `{{${name}}}`]);
  const value = filled
    ? Object.fromEntries(filled)
    : (json.example ?? sampleOf(document, json.schema, "body"));
  return {
    body: { mode: "raw", raw: JSON.stringify(value, null, 2), options: { raw: { language: "json" } } },
  };
}

function urlOf(path: string, parameters: readonly Parameter[]): object {
  const parts = path.replace(/\{(\w+)\}/g, ":$1");
  // Comparisons (`due_date__gte`) go without saying; they would be nine of ten lines.
  const query = parameters.filter(({ in: place, name }) => place === "query" && !name.includes("__"));
  const inPath = parameters.filter(({ in: place }) => place === "path");
  return {
    raw: `{{host}}${parts}`,
    host: ["{{host}}"],
    path: parts.split("/").slice(1),
    ...(query.length > 0
      ? {
          query: query.map(({ name, description }) => ({
            key: name,
            value: "",
            description,
            disabled: true,
          })),
        }
      : {}),
    ...(inPath.length > 0
      ? { variable: inPath.map(({ name, description }) => ({ key: name, value: "", description })) }
      : {}),
  };
}

function itemOf(document: Document, path: string, method: string, described: Described): object {
  const parameters = described.parameters.map((one) => parameterOf(document, one));
  const body = bodyOf(document, described);
  const type = "body" in body ? [{ key: "Content-Type", value: "application/json" }] : [];
  const headers = parameters
    .filter(({ in: place }) => place === "header")
    .map(({ name, description, required }) => ({
      key: name,
      value: own(HEADER_VALUES, name) ?? "",
      description,
      disabled: !required,
    }));
  return {
    name: described.summary,
    ...(own(SIGN_INS, described.operationId) ? { event: KEEP_TOKEN } : {}),
    request: {
      method: method.toUpperCase(),
      ...(described.security?.length === 0 ? { auth: { type: "noauth" } } : {}),
      header: [...type, ...headers],
      ...body,
      url: urlOf(path, parameters),
      description: described.description,
    },
    response: [],
  };
}

/** The whole collection, as docs/lastmile.postman_collection.json holds it. */
export function postmanCollection(): string {
  const document = openApiDocument(AREAS, EXAMPLES) as unknown as Document;
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ path, method, described })),
  );
  const folders = document.tags.map(({ name, description }) => ({
    name,
    description,
    item: all
      .filter(({ described }) => described.tags[0] === name)
      .map(({ path, method, described }) => itemOf(document, path, method, described)),
  }));
  const collection = {
    info: { name: document.info.title, description: document.info.description, schema: FORMAT },
    auth: { type: "bearer", bearer: [{ key: "token", value: "{{token}}", type: "string" }] },
    variable: Object.entries(VARIABLES).map(([key, value]) => ({ key, value })),
    item: folders,
  };
  return `${JSON.stringify(collection, null, 1)}\n`;
}
