// JSON Schema from the schemas that validate, with one component for each kind of value that many fields share.
import { z } from "zod";
import { type Field, type FieldMeta, metaOf } from "../../../shared/kernel/field.ts";
import { KEEPABLE, PRINTABLE } from "../../../shared/kernel/fields/text.rules.ts";
import { describeField } from "./field-words.ts";

export type Json = Record<string, unknown>;

// What is answered may be a sum over many records; what is taken in is bounded (see the money field).
const MONEY = "^-?\\d{1,30}(\\.\\d{1,3})?$";
const MONEY_IN = "^-?\\d{1,12}(\\.\\d{1,3})?$";
const DAY = "2026-11-21";

/** Values that many fields share. */
export const VALUE_SCHEMAS: Json = {
  Id: {
    type: "string",
    format: "uuid",
    description: "UUIDv7",
    example: "019a9f4e-5b7a-7c3d-9e21-3f0a5c8d7b10",
  },
  Money: {
    type: "string",
    pattern: MONEY,
    description: "An amount in the tenant's currency, with as many decimals as the currency has",
    example: "700.00",
  },
  MoneyInput: {
    oneOf: [{ type: "string", pattern: MONEY_IN }, { type: "number" }],
    description: "An amount as text or number, with no more decimals than the currency has",
    example: "700.00",
  },
  Date: {
    type: "string",
    format: "date",
    description: "A day in the tenant's time zone, from 1900-01-01 to 9999-12-31",
    example: DAY,
  },
  Month: {
    type: "string",
    pattern: "^\\d{4}-(0[1-9]|1[0-2])$",
    description: "A month",
    example: DAY.slice(0, 7),
  },
  Instant: {
    type: "string",
    format: "date-time",
    description: "A moment, RFC 3339 with offset, in the years 1900 to 9999",
    example: `${DAY}T09:30:00.000Z`,
  },
};

const COMPONENT: Partial<Record<FieldMeta["kind"], { input: string; output: string }>> = {
  reference: { input: "Id", output: "Id" },
  money: { input: "MoneyInput", output: "Money" },
  date: { input: "Date", output: "Date" },
  month: { input: "Month", output: "Month" },
  instant: { input: "Instant", output: "Instant" },
};

/** What a field was declared with; null for a schema that is no declared field. */
export const declared = (schema: unknown): FieldMeta | null => {
  try {
    return metaOf(schema as Field);
  } catch {
    return null;
  }
};

function replaceBy(target: Json, source: Json): void {
  for (const name of Object.keys(target)) delete target[name];
  Object.assign(target, source);
}

/** Takes out what says the same twice, or what no reader of the document needs: that texts hold no NUL and no half characters, lines no control characters. */
function tidy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidy);
  if (value === null || typeof value !== "object") return value;
  const schema = Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, tidy(member)]),
  ) as Json;
  if (schema.pattern === KEEPABLE.source || schema.pattern === PRINTABLE.source) delete schema.pattern;
  if (schema.format === "uuid") return { $ref: "#/components/schemas/Id", ...said(schema) };
  if (Array.isArray(schema.allOf)) {
    const rest = schema.allOf.filter((part) => Object.keys(part as Json).length > 0);
    delete schema.allOf;
    if (rest.length === 1) Object.assign(schema, rest[0]);
    else if (rest.length > 1) schema.allOf = rest;
  }
  if (Array.isArray(schema.anyOf)) {
    for (const part of schema.anyOf as Json[])
      if (part.description === schema.description) delete part.description;
  }
  // A record over a list of names: said by its members, as readers of schemas look for what is required among them.
  const names = (schema.propertyNames as Json | undefined)?.enum;
  if (Array.isArray(names) && schema.properties === undefined) {
    schema.properties = Object.fromEntries(names.map((name) => [name, schema.additionalProperties]));
    schema.additionalProperties = false;
    delete schema.propertyNames;
  }
  return schema;
}

const said = ({ description }: Json): Json => (description === undefined ? {} : { description });

function decimalSchema(io: "input" | "output", isMoneyToo: boolean): Json {
  if (io === "input") return { type: ["number", "string"] };
  if (!isMoneyToo) return { type: "number" };
  return { oneOf: [{ type: "number" }, { $ref: "#/components/schemas/Money" }] };
}

/** A schema as OpenAPI 3.1 takes it; fields of a declared kind refer to the kind's component. */
export function jsonSchema(schema: z.ZodType, io: "input" | "output"): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema: target, path }) => {
      const name = path.at(-2) === "properties" ? String(path.at(-1)) : null;
      const meta = declared(zodSchema);
      const component = meta && !meta.nullable ? COMPONENT[meta.kind]?.[io] : undefined;
      if (component) replaceBy(target as Json, { $ref: `#/components/schemas/${component}` });
      if (meta?.kind === "decimal" && !meta.nullable)
        replaceBy(target as Json, decimalSchema(io, meta.money_where !== undefined));
      if (name && !("description" in target)) target.description = describeField(name, meta ?? undefined);
    },
  }) as Json;
  return tidy(rest) as Json;
}
