// The API as a Postman collection (v2.1): a folder for each area, a request for each operation, made from the OpenAPI document.
// It runs as it stands against a fresh demo (`newman run`): sign-in first, ids kept from what was listed or made, checks of
// every answer, sign-out last.
import { metaOf } from "../../shared/kernel/field.ts";
import { allResources } from "../../shared/kernel/registry.ts";
import type { Resource } from "../../shared/kernel/resource.ts";
import { own } from "../../shared/kernel/safe-lookup.ts";
import { AREAS } from "../areas.ts";
import { openApiDocument } from "../kernel/openapi/document.ts";
import { type Json, VALUE_SCHEMAS } from "../kernel/openapi/json-schema.ts";
import { EXAMPLES } from "./examples.ts";
import { BEGIN, type Checked, scriptsOf, variableOf, whyByHand } from "./postman-scripts.ts";

interface Schema {
  $ref?: string;
  type?: string | string[];
  example?: unknown;
  default?: unknown;
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
  schema?: Schema;
}

interface Described {
  operationId: string;
  tags: [string];
  summary: string;
  description: string;
  security?: unknown[];
  "x-permission"?: string;
  parameters: Parameter[];
  responses: Record<string, { content?: Record<string, unknown> }>;
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
  platform_token: "",
  username: "admin",
  password: "admin-demo",
  tenant: "demo",
  platform_username: "platform",
  platform_password: "platform-demo",
  /** "true": a run sends also what is left out of it otherwise. */
  everything: "",
  run: "",
};

/** The bodies that are filled from the variables: the sign-ins. */
const SIGN_INS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  login: { username: "{{username}}", password: "{{password}}", tenant: "{{tenant}}" },
  loginSuperuser: { username: "{{platform_username}}", password: "{{platform_password}}" },
};
const TOKENS: Readonly<Record<string, string>> = { login: "token", loginSuperuser: "platform_token" };
const SIGN_OUT = "logout";

/** Texts that are unique in a company: each run has its own. */
const UNIQUE = new Set([
  "username",
  "event_id",
  "subdomain",
  "trx_id",
  "sku",
  "employee_code",
  "serial_number",
  "code",
]);

/** Creations that what the demo has already, or the state of the record that they are about, may stand against. */
const MAY_REFUSE = new Set([
  "createShift",
  "createAttendance",
  "createPayroll",
  "createTenantSubscription",
  "createCreditNote",
  "createResellerPricing",
  "createCashTransfer",
]);

/** Bodies of a run where the document's example says too little, or is of a story that the demo does not have. */
const BODIES: Readonly<Record<string, object>> = {
  queryCustomer: { phone: "01711000001", tenant: "{{tenant}}" },
  createCashTransfer: { from: "{{username}}", to: "OFFICE", amount: "1.00", note: "The day's notes" },
  // The demo's first event is of another currency: what it came to in the company's own is said.
  matchPaymentEvent: { customer: "{{customer_id}}", amount: "1200.00" },
  createCallLog: { customer: "{{customer_id}}", notes: "Asked for the new address" },
  createSaasTenant: {
    name: "Meghna Net",
    subdomain: "meghna",
    admin: { username: "jahanara", password: "four-words-are-better", full_name: "Jahanara Begum" },
  },
  createSaasPackage: { name: "Growth {{run}}", price_monthly: "60.00", max_subscribers: 1_000 },
  createTenantSubscription: { tenant: "{{saas_tenant_id}}", package: "{{saas_package_id}}" },
  createOnboardingRequest: {
    org_name: "Jamuna Online",
    subdomain: "jamuna",
    contact_name: "Farida Yasmin",
    contact_email: "owner@jamuna.example",
    phone: "01711000020",
  },
};

/** What is asked in an address that asks for something. */
const ASKED: Readonly<Record<string, string>> = {
  collections: "customers,transactions",
  ids: "{{invoice_id}}",
};

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

/** The resource that a field of a body refers to, by the field's name. */
function referred(field: string): string | null {
  const stem = field.replace(/_ids?$/, "");
  for (const { fields } of allResources())
    for (const name of [field, stem]) {
      const found = fields[name] && metaOf(fields[name]).references;
      if (found) return found;
    }
  return null;
}

const { example: ID } = VALUE_SCHEMAS.Id as Schema;

/** A body's value as a run sends it: ids are those that it knows by then, and what must be unique is its own. */
function filled(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value.map((one) => filled(one, name));
  if (value !== null && typeof value === "object")
    return Object.fromEntries(Object.entries(value).map(([member, one]) => [member, filled(one, member)]));
  if (value === ID) {
    const resource = referred(name);
    return resource === null ? value : `{{${variableOf(resource)}}}`;
  }
  return UNIQUE.has(name) && typeof value === "string" ? `${value}-{{run}}` : value;
}

function bodyOf(document: Document, { operationId, requestBody }: Described): object {
  const json = requestBody?.content["application/json"];
  if (!json) return {};
  const example = json.example ?? sampleOf(document, json.schema, "body");
  const value = own(SIGN_INS, operationId) ?? filled(own(BODIES, operationId) ?? example, "body");
  return {
    body: { mode: "raw", raw: JSON.stringify(value, null, 2), options: { raw: { language: "json" } } },
  };
}

function urlOf(document: Document, path: string, parameters: readonly Parameter[], ids: readonly string[]) {
  const parts = path.replace(/\{(\w+)\}/g, ":$1");
  // Comparisons (`due_date__gte`) go without saying; they would be nine of ten lines.
  const query = parameters.filter(({ in: place, name }) => place === "query" && !name.includes("__"));
  const inPath = parameters.filter(({ in: place }) => place === "path");
  const asked = query.map(({ name, description, required, schema = {} }) => ({
    key: name,
    value: required ? String(own(ASKED, name) ?? sampleOf(document, schema, name)) : "",
    description,
    disabled: !required,
  }));
  const given = asked.filter(({ disabled }) => !disabled).map(({ key, value }) => `${key}=${value}`);
  return {
    raw: `{{host}}${parts}${given.length > 0 ? `?${given.join("&")}` : ""}`,
    host: ["{{host}}"],
    path: parts.split("/").slice(1),
    ...(query.length > 0 ? { query: asked } : {}),
    ...(inPath.length > 0
      ? {
          variable: inPath.map(({ name, description }, at) => ({
            key: name,
            value: ids[at] ? `{{${ids[at]}}}` : "",
            description,
          })),
        }
      : {}),
  };
}

interface Called {
  path: string;
  method: string;
  described: Described;
}

/** The resource whose records an address is about: the one with the longest path that it begins with. */
function resourceAt(path: string): Resource | null {
  const fits = allResources().filter(({ path: own }) => path.startsWith(`/api/v1/${own}/`));
  return fits.toSorted((a, b) => b.path.length - a.path.length)[0] ?? null;
}

/** Whether it is the list of a resource, or makes one of its records. */
const isPlain = ({ path, method }: Called, { path: own, verbs }: Resource) =>
  path === `/api/v1/${own}/` && verbs.includes(method === "get" ? "list" : "create");
const isDetail = ({ path }: Called, { path: own }: Resource) => path === `/api/v1/${own}/{id}/`;

/** In which order a resource's requests are sent: what is there, one more, what becomes of it, and its end. */
function rankOf(called: Called): number {
  const { path, method } = called;
  if (method === "delete") return 5;
  if (!path.includes("{")) return method === "get" ? 0 : 1;
  if (method === "get") return 2;
  return method === "patch" ? 3 : 4;
}

/** Whether the record's state may stand against it: what changes it, and what tells beforehand what a change would do. */
const isRefusable = ({ method, described }: Called) =>
  method !== "get" || Object.hasOwn(described.responses, "409");

function checkedOf(called: Called, resource: Resource | null, needs: ReadonlySet<string>): Checked {
  const { described, method } = called;
  const { operationId, responses } = described;
  const success = Object.keys(responses)
    .map(Number)
    .filter((status) => status < 300);
  const plain = resource !== null && isPlain(called, resource);
  const media = success.flatMap((status) => Object.keys(responses[String(status)]?.content ?? {}));
  const from = method === "get" ? "list" : "record";
  return {
    operationId,
    success,
    mayRefuse: isRefusable(called) && !own(SIGN_INS, operationId) && (!plain || MAY_REFUSE.has(operationId)),
    keeps: plain && (method === "get" || method === "post") ? { resource: resource.name, from } : null,
    forgets: method === "delete" && resource && isDetail(called, resource) ? resource.name : null,
    needs: [...needs],
    token: own(TOKENS, operationId) ?? null,
    isJson: media.length > 0 && media.every((type) => type === "application/json"),
  };
}

function itemOf(document: Document, called: Called): object {
  const { path, method, described } = called;
  const { operationId, security } = described;
  const parameters = described.parameters.map((one) => parameterOf(document, one));
  const resource = resourceAt(path);
  const ids = path.includes("{") && resource ? [variableOf(resource.name)] : [];
  const body = bodyOf(document, described);
  const url = urlOf(document, path, parameters, ids);
  const needs = new Set(
    [...JSON.stringify([body, url]).matchAll(/\{\{(\w+_id)\}\}/g)].map(([, name = ""]) => name),
  );
  const type = "body" in body ? [{ key: "Content-Type", value: "application/json" }] : [];
  const headers = parameters
    .filter(({ in: place }) => place === "header")
    .map(({ name, description, required }) => ({
      key: name,
      value: own(HEADER_VALUES, name) ?? "",
      description,
      disabled: !required,
    }));
  const why = whyByHand(operationId);
  const ofPlatform = described["x-permission"] === "superuser";
  return {
    name: described.summary,
    event: scriptsOf(checkedOf(called, resource, needs)),
    request: {
      method: method.toUpperCase(),
      ...(security?.length === 0 ? { auth: { type: "noauth" } } : {}),
      ...(ofPlatform ? { auth: bearer("platform_token") } : {}),
      header: [...type, ...headers],
      ...body,
      url,
      description:
        why === null ? described.description : `${described.description}\n\nSent by hand alone: ${why}.`,
    },
    response: [],
  };
}

const bearer = (variable: string) => ({
  type: "bearer",
  bearer: [{ key: "token", value: `{{${variable}}}`, type: "string" }],
});

/** The whole collection, as the server hands it out at /docs/lastmile.postman_collection.json. */
export function postmanCollection(): string {
  const document = openApiDocument(AREAS, EXAMPLES) as Json & Document;
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]): Called => ({ path, method, described })),
  );
  const named = (name: string) => all.filter(({ described }) => described.operationId === name);
  const first = Object.keys(SIGN_INS).flatMap(named);
  const last = named(SIGN_OUT);
  const order = allResources().map(({ name }) => name);
  const placeOf = ({ path }: Called) => order.indexOf(resourceAt(path)?.name ?? "");
  const rest = all.filter((one) => !first.includes(one) && !last.includes(one));
  const lists = rest.filter((one) => {
    const resource = resourceAt(one.path);
    return one.method === "get" && resource !== null && isPlain(one, resource);
  });
  const folder = (name: string, description: string, calls: readonly Called[]) => ({
    name,
    description,
    item: calls.map((one) => itemOf(document, one)),
  });
  const areas = document.tags.map(({ name, description }) => {
    const own = rest.filter(({ described }) => described.tags[0] === name);
    const sorted = own.toSorted((a, b) => placeOf(a) - placeOf(b) || rankOf(a) - rankOf(b));
    return folder(name, description, sorted);
  });
  const collection = {
    info: { name: document.info.title, description: document.info.description, schema: FORMAT },
    auth: bearer("token"),
    event: [BEGIN],
    variable: Object.entries(VARIABLES).map(([key, value]) => ({ key, value })),
    item: [
      folder(
        "Sign in",
        "Keeps the tokens of all other requests: a company's, and a super administrator's.",
        first,
      ),
      folder(
        "What is there",
        "Every list, which keeps the id of its first record for the requests below.",
        lists,
      ),
      ...areas,
      folder("Sign out", "Ends the company's token.", last),
    ],
  };
  return `${JSON.stringify(collection, null, 1)}\n`;
}
