// Examples in the API's reference: those that are told, and for everything else what follows from the declaration.
import type { z } from "zod";
import type { FieldMeta } from "../../../shared/kernel/field.ts";
import { fieldsOf, type Resource } from "../../../shared/kernel/resource.ts";
import { own } from "../../../shared/kernel/safe-lookup.ts";
import { declared, type Json, VALUE_SCHEMAS } from "./json-schema.ts";

const example = (name: string) => (VALUE_SCHEMAS[name] as Json).example;
const ID = example("Id");
const NOW = example("Instant");
const TODAY = example("Date");

/** Facts that the reference derives itself. */
export interface Examples {
  /** Texts that have a form of their own, by field name. */
  readonly texts: Readonly<Record<string, unknown>>;
  /** Records as they were answered, by resource. */
  readonly records: Readonly<Record<string, Json>>;
  /** Bodies that are worth a story, by operation; the others are made of what their declaration requires. */
  readonly bodies: Readonly<Record<string, Json>>;
}

/** A list without entries, else an object without members. */
const emptyJson = (schema: z.ZodType): unknown => (schema.safeParse([]).success ? [] : {});

function sampleOf(texts: Examples["texts"], name: string, meta: FieldMeta, schema: z.ZodType): unknown {
  if (meta.numbered) return meta.numbered.prefix + "1".padStart(meta.numbered.digits, "0");
  const text = own(texts, name);
  const kinds = typeof text === "string" ? ["text", "prose"] : ["json"];
  // Another field of the same name may hold other data.
  const fits = meta.kind !== "json" || schema.safeParse(text).success;
  if (text !== undefined && kinds.includes(meta.kind) && fits) return text;
  if (meta.choices) return meta.initial ?? meta.choices[0];
  if (meta.nullable && meta.kind !== "money" && meta.kind !== "date") return null;
  if (meta.initial !== undefined && meta.kind !== "money") return meta.initial;
  switch (meta.kind) {
    case "reference":
      return ID;
    case "money":
      return example("Money");
    case "date":
      return TODAY;
    case "month":
      return example("Month");
    case "instant":
      return NOW;
    case "flag":
      return false;
    case "count":
    case "decimal":
      return 30;
    case "json":
      return emptyJson(schema);
    default:
      return name.replaceAll("_", " ");
  }
}

/** A record as it was answered, or could be. */
export function recordExample(resource: Resource, { texts, records }: Examples): Json {
  const fields = fieldsOf(resource).filter(([, { secret }]) => !secret);
  const answered = own(records, resource.name) ?? {};
  // What a field came to have since the record was answered is made of the declaration.
  const sample = ([name, meta]: (typeof fields)[number]) => {
    const schema = resource.fields[name] as z.ZodType;
    const known = own(answered, name);
    return [name, schema.safeParse(known).success ? known : sampleOf(texts, name, meta, schema)];
  };
  const shown = Object.keys(resource.display).map((name) => [
    name,
    own(answered, name) ?? own(texts, name) ?? name.replaceAll("_", " "),
  ]);
  const { id = ID, tenant = ID, created_at = NOW, updated_at = NOW, version = 1 } = answered;
  return {
    id,
    ...(resource.names_tenant ? { tenant } : {}),
    ...Object.fromEntries(fields.map(sample)),
    ...Object.fromEntries(shown),
    created_at,
    updated_at,
    version,
  };
}

let told: Examples = { texts: {}, records: {}, bodies: {} };

/** Makes the examples known to what shows them beside the reference. */
export function knowExamples(examples: Examples): void {
  told = examples;
}

/** A record of the demo, as it was answered. */
export const exampleOf = (resource: Resource): Json => recordExample(resource, told);

/** A body that the operation takes. */
export function bodyExample(
  name: string,
  input: z.ZodType,
  resource: Resource,
  { texts, bodies }: Examples,
): Json {
  const known = own(bodies, name);
  if (known) return known;
  const shape = "shape" in input ? (input.shape as Record<string, z.ZodType>) : {};
  const needed = Object.entries(shape).filter(([, schema]) => !schema.safeParse(undefined).success);
  return Object.fromEntries(
    needed.map(([member, schema]) => {
      // What the body says of the member itself comes first: a record may lack what an act needs.
      const field = declared(schema) ? schema : (own(resource.fields, member) ?? schema);
      return [member, exampleOfSchema(texts, member, field)];
    }),
  );
}

function exampleOfSchema(texts: Examples["texts"], name: string, schema: z.ZodType): unknown {
  const meta = declared(schema);
  return meta ? sampleOf(texts, name, meta, schema) : (own(texts, name) ?? name.replaceAll("_", " "));
}
