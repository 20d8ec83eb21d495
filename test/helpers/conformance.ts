// Holds every answer that a test receives against the OpenAPI document: status, media type, body and error code.
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { AREAS } from "../../server/areas.ts";
import { EXAMPLES } from "../../server/docs/examples.ts";
import { openApiDocument } from "../../server/kernel/openapi/document.ts";

interface Response {
  content?: Record<string, unknown>;
  "x-codes"?: string[];
}
interface Operation {
  operationId: string;
  responses: Record<string, Response | { $ref: string }>;
}

/** The document that every server of this version answers. */
export const apiDocument = openApiDocument(AREAS, EXAMPLES);
const document = apiDocument as {
  paths: Record<string, Record<string, Operation>>;
  components: { responses: Record<string, Response> };
};
// What many answers share is compiled once, not anew into each of them.
const ajv = new Ajv2020({ strict: false, allErrors: true, inlineRefs: false });
(formats as unknown as (target: Ajv2020) => void)(ajv);
ajv.addSchema(document, "api");

/** Most specific first: /customers/import/ before /customers/{id}/. */
const templates = Object.keys(document.paths)
  .sort((a, b) => a.split("{").length - b.split("{").length)
  .map((path) => ({ path, pattern: new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`) }));

/** A name as a part of a JSON pointer. */
export const escaped = (part: string) => part.replaceAll("~", "~0").replaceAll("/", "~1");
const compiled = new Map<string, ValidateFunction>();

/** What holds a value against the schema at a place of the document. */
export function validator(pointer: string): ValidateFunction {
  const known = compiled.get(pointer);
  if (known) return known;
  const made = ajv.compile({ $ref: `api#${encodeURI(pointer)}` });
  compiled.set(pointer, made);
  return made;
}

export interface Heard {
  method: string;
  /** Below the server's address, with its query. */
  path: string;
  status: number;
  type: string;
  body: unknown;
}

/** What is wrong with an answer; null when it is as the document says, or not of an operation of the document. */
export function deviation({ method, path, status, type, body }: Heard): string | null {
  const [plain = ""] = path.split("?");
  const address = plain.endsWith("/") ? plain : `${plain}/`;
  const template = templates.find(({ pattern }) => pattern.test(address))?.path;
  const operation = template ? document.paths[template]?.[method.toLowerCase()] : undefined;
  if (!template || !operation) return null;
  const name = `${operation.operationId} ${status}`;
  const declared = operation.responses[String(status)];
  if (!declared)
    return `${name}: the status is not in the OpenAPI document (${JSON.stringify(body).slice(0, 300)})`;
  const at =
    "$ref" in declared
      ? declared.$ref.slice(1)
      : `/paths/${escaped(template)}/${method.toLowerCase()}/responses/${status}`;
  const response = "$ref" in declared ? document.components.responses[at.split("/").at(-1) ?? ""] : declared;
  const codes = response?.["x-codes"];
  const { code } = (body ?? {}) as { code?: string };
  if (codes && !codes.includes(String(code)))
    return `${name}: the code ${code} is not in the OpenAPI document`;
  const media = type.split(";")[0]?.trim() ?? "";
  if (!response?.content)
    return body === "" || body === null ? null : `${name}: has a body that the document does not`;
  if (!Object.hasOwn(response.content, media))
    return `${name}: the media type ${media || "(none)"} is not in the OpenAPI document`;
  if (!media.includes("json")) return null;
  const validate = validator(`${at}/content/${escaped(media)}/schema`);
  if (validate(body)) return null;
  const errors = (validate.errors ?? [])
    .slice(0, 5)
    .map((error) => `${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`);
  return `${name}: the body is not as in the OpenAPI document: ${errors.join("; ")}`;
}
