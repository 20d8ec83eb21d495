// An example of every answer in the document: of records those of the demo, of what is put together from them what its schema says.
import type { Examples } from "./examples.ts";
import { type Json, VALUE_SCHEMAS } from "./json-schema.ts";

const isObject = (value: unknown): value is Json => value !== null && typeof value === "object";

/** What a text of a form looks like. */
function textOf({ format, pattern }: Json, name: string): string {
  const {
    Id,
    Date: day,
    Instant,
    Month,
  } = VALUE_SCHEMAS as Record<string, { example: string; pattern?: string }>;
  if (format === "date") return day?.example ?? "";
  if (format === "date-time") return Instant?.example ?? "";
  if (format === "uuid") return Id?.example ?? "";
  if (format === "uri") return "https://isp.example/";
  if (format === "email") return "owner@padma.example";
  if (pattern === Month?.pattern) return Month?.example ?? "";
  return name.replaceAll("_", " ");
}

/** What is written by a rule of its own: an hour, an IPv4 address, a MAC address. */
const WRITTEN = ["09:00", "100.64.0.10", "48:8F:5A:00:00:01"];

/** A value that a schema takes; its own example, or its component's, where there is one. */
function sampleOf(schema: Json, name: string, components: Json, texts: Examples["texts"]): unknown {
  const again = (one: unknown, member = name) => sampleOf(one as Json, member, components, texts);
  const { $ref, example, enum: choices, properties, items, type, default: initial } = schema;
  if (typeof $ref === "string") return again(components[$ref.split("/").at(-1) ?? ""]);
  if (example !== undefined) return example;
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(choices)) return choices[0];
  if (initial !== undefined) return initial;
  const options = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
  if (options) return again(options.find((one) => one.type !== "null") ?? options[0]);
  if (Array.isArray(schema.allOf)) return Object.assign({}, ...schema.allOf.map((one) => again(one)));
  if (isObject(properties))
    return Object.fromEntries(
      Object.entries(properties).map(([member, one]) => [member, again(one, member)]),
    );
  const [kind] = [type].flat().filter((one) => one !== "null");
  if (kind === "array") return isObject(items) ? [again(items)] : [];
  if (kind === "boolean") return true;
  if (kind === "integer" || kind === "number") return Math.max(1, Number(schema.minimum ?? 1));
  if (kind === "object") return {};
  if (schema.format) return textOf(schema, name);
  const { [name]: told } = texts;
  const fits = (text: unknown) =>
    typeof text === "string" &&
    (typeof schema.pattern !== "string" || new RegExp(schema.pattern, "u").test(text));
  return [told, textOf(schema, name), name.toUpperCase(), ...WRITTEN].find(fits) ?? textOf(schema, name);
}

/** Adds an example to each JSON answer of a success that has none. */
export function addAnswerExamples(
  paths: Record<string, Json>,
  schemas: Json,
  texts: Examples["texts"],
): void {
  for (const methods of Object.values(paths))
    for (const operation of Object.values(methods) as { responses: Json }[])
      for (const [status, response] of Object.entries(operation.responses)) {
        const media = (response as { content?: Json }).content?.["application/json"] as Json | undefined;
        if (Number(status) < 300 && media)
          media.example ??= sampleOf(media.schema as Json, "answer", schemas, texts);
      }
}
