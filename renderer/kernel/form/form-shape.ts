// What a form is made from: the fields of a declaration with the schema that what is typed must satisfy.
import { z } from "zod";
import { type FieldKind, type FieldMeta, metaIn } from "../../../shared/kernel/field.ts";
import { createSchema, fieldsOf, type Resource, updateSchema } from "../../../shared/kernel/resource.ts";
import { own } from "../../../shared/kernel/safe-lookup.ts";
import type { FormFields } from "./form-values.ts";

export interface FormShape {
  readonly fields: FormFields;
  readonly schema: z.ZodType;
}

/** The form of a new record, or of changes to one that is there. */
export function recordShape(resource: Resource, creating: boolean): FormShape {
  return {
    fields: Object.fromEntries(fieldsOf(resource)),
    schema: creating ? createSchema(resource) : updateSchema(resource),
  };
}

const KINDS: Readonly<Record<string, FieldKind>> = {
  boolean: "flag",
  enum: "choice",
  int: "count",
  number: "count",
  string: "text",
};

/** Of a member that was not declared as a field, what its schema says. */
function metaOfSchema(schema: z.ZodType): FieldMeta {
  const { type, innerType } = schema.def as { type: string; innerType?: z.ZodType };
  if (innerType) return { ...metaOfSchema(innerType), required: false };
  const { options } = schema as { options?: unknown };
  return {
    kind: own(KINDS, type) ?? "json",
    writable: "always",
    required: type !== "boolean",
    nullable: false,
    secret: false,
    ...(Array.isArray(options) && type === "enum" ? { choices: options.map(String) } : {}),
  };
}

/** Whether a member may be left out is said by the input, whatever its field was declared as elsewhere. */
function memberMeta(schema: z.ZodType): FieldMeta {
  const meta = metaIn(schema) ?? metaOfSchema(schema);
  return { ...meta, required: meta.kind !== "flag" && !schema.safeParse(undefined).success };
}

/**
 * The form of an operation's input.
 * @param known members that are not asked for.
 */
export function inputShape(whole: z.ZodType, known: readonly string[] = []): FormShape {
  const input =
    known.length > 0 && whole instanceof z.ZodObject
      ? z.strictObject(
          Object.fromEntries(
            Object.entries<z.ZodType>(whole.shape).filter(([name]) => !known.includes(name)),
          ),
        )
      : whole;
  const members = input instanceof z.ZodObject ? Object.entries<z.ZodType>(input.shape) : [];
  return {
    fields: Object.fromEntries(members.map(([name, schema]) => [name, memberMeta(schema)])),
    schema: input,
  };
}
