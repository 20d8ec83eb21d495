// The pieces that many operations of the OpenAPI document share: parameters, headers, responses.
import { FAILURES, type FailureCode } from "../../../shared/kernel/failure.ts";
import { PAGE_SIZE, PAGE_SIZE_MAX } from "../resource/list/request.ts";
import type { Json } from "./json-schema.ts";

export const ref = (kind: string, name: string): Json => ({ $ref: `#/components/${kind}/${name}` });

export const content = (schema: Json, type = "application/json", example?: unknown): Json => ({
  content: { [type]: { schema, ...(example === undefined ? {} : { example }) } },
});

export const problemSchema: Json = {
  type: "object",
  description: "What went wrong (RFC 9457)",
  required: ["type", "title", "status", "detail", "code", "request_id"],
  properties: {
    type: { type: "string", description: "A URN made of the code" },
    title: { type: "string", description: "The code in words" },
    status: { type: "integer", description: "The HTTP status" },
    detail: { type: "string", description: "This case in words" },
    code: {
      type: "string",
      enum: Object.keys(FAILURES),
      description: "Stable: decide by it, not by the words",
    },
    errors: {
      type: "array",
      maxItems: 50,
      description: "The fields that are wrong",
      items: {
        type: "object",
        required: ["field", "code", "message"],
        properties: {
          field: { type: "string", description: "A dotted path, e.g. lines.0.quantity" },
          code: {
            type: "string",
            description: "REQUIRED, TOO_SMALL, TOO_LARGE, TOO_SHORT, TOO_LONG, INVALID, …",
          },
          message: { type: "string", description: "In words" },
          line: { type: "integer", description: "Where in a file, from 1" },
        },
      },
    },
    request_id: { type: "string", description: "Quote it when you report a fault" },
  },
  example: {
    type: "urn:lastmile:problem:validation",
    title: "The request is not valid",
    status: 400,
    detail: "amount: More than 0",
    code: "VALIDATION",
    errors: [{ field: "amount", code: "TOO_SMALL", message: "More than 0" }],
    request_id: "9a6b4c0e-0d6e-4d5e-8b8e-3f6f2f0f8a11",
  },
};

const text = { type: "string" };
const parameter = (
  place: string,
  name: string,
  schema: Json,
  description: string,
  more: Json = {},
): Json => ({
  name,
  in: place,
  description,
  schema,
  ...more,
});

export const query = (name: string, schema: Json, description: string) =>
  parameter("query", name, schema, description);

/** Parameters that are declared once and referred to. */
export const PARAMETERS: Json = {
  page: query("page", { type: "integer", minimum: 1, default: 1 }, "For small results; else follow `next`"),
  page_size: query(
    "page_size",
    { type: "integer", minimum: 1, maximum: PAGE_SIZE_MAX, default: PAGE_SIZE },
    "Records on a page",
  ),
  ordering: query("ordering", text, "Field names separated by commas; a minus sorts downwards"),
  cursor: query("cursor", text, "A position in the list: follow `next` and `previous`"),
  Tenant: parameter(
    "header",
    "X-Tenant",
    text,
    "For super administrators: the subdomain or id of the tenant to act in",
  ),
  IfMatch: parameter(
    "header",
    "If-Match",
    text,
    "The ETag that was read: 412 when the record was changed since",
  ),
  IdempotencyKey: parameter(
    "header",
    "Idempotency-Key",
    { type: "string", minLength: 1, maxLength: 200 },
    "The same key with the same body gives the first answer again; may also be `idempotency_key` in the body",
  ),
  Prefer: parameter(
    "header",
    "Prefer",
    { type: "string", example: "wait=10" },
    "How many seconds to wait for the job, 30 at most",
  ),
  Signature: parameter(
    "header",
    "X-Signature",
    text,
    "`sha256=` and the HMAC of the raw body, where the tenant keeps a secret of the provider",
  ),
};

const header = (description: string, schema: Json = text): Json => ({ description, schema });

export const HEADERS: Json = {
  ETag: header("The record's version, for If-Match"),
  "Idempotent-Replayed": header("true: the answer to an earlier request with this key"),
  "Retry-After": header("Seconds after which to try again", { type: "integer" }),
};

export const headers = (...names: string[]): Json =>
  Object.fromEntries(names.map((name) => [name, ref("headers", name)]));

/** Error answers, each kept once: a status with the codes that it can carry. */
export class Problems {
  readonly responses: Json = {};
  readonly #names = new Map<string, string>();

  /** The error answers of an operation that can fail with these codes. */
  of(codes: readonly FailureCode[]): Json {
    const byStatus = new Map<number, FailureCode[]>();
    for (const code of new Set(codes)) {
      const [status] = FAILURES[code];
      byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
    }
    return Object.fromEntries(
      [...byStatus].map(([status, names]) => [String(status), ref("responses", this.#nameOf(status, names))]),
    );
  }

  #nameOf(status: number, codes: readonly FailureCode[]): string {
    const key = [...codes].sort().join();
    const known = this.#names.get(key);
    if (known) return known;
    const alike = Object.keys(this.responses).filter((name) => name.startsWith(`Problem${status}`)).length;
    const name = `Problem${status}${alike === 0 ? "" : `_${alike + 1}`}`;
    this.#names.set(key, name);
    this.responses[name] = {
      description: codes.map((code) => `${code}: ${FAILURES[code][1]}`).join(". "),
      "x-codes": codes,
      ...(status === 429 || status === 503 ? { headers: headers("Retry-After") } : {}),
      ...content(ref("schemas", "Problem"), "application/problem+json"),
    };
    return name;
  }
}
