// Between a form's texts and a record's values, by the declaration of each field. Pure.
import { type FieldMeta, metaOf } from "../../../shared/kernel/field.ts";
import { createSchema, type Resource, updateSchema } from "../../../shared/kernel/resource.ts";
import { plainDigits } from "../money-format.ts";

/** What inputs hold: texts, and booleans for flags. */
export type FormValues = Readonly<Record<string, string | boolean>>;
export type FieldErrors = Readonly<Record<string, string>>;

/** A record's values as a form begins with them; without a record, what a create would get. */
export function formValues(
  resource: Resource,
  names: readonly string[],
  record: Readonly<Record<string, unknown>> | null,
): FormValues {
  return Object.fromEntries(
    names.map((name) => {
      const meta = metaOfField(resource, name);
      const value = record && !meta.secret ? record[name] : meta.initial;
      if (meta.kind === "flag") return [name, value === true];
      return [name, value === null || value === undefined ? "" : String(value)];
    }),
  );
}

export function metaOfField(resource: Resource, name: string): FieldMeta {
  const field = resource.fields[name];
  if (!field) throw new Error(`${resource.name} has no field ${name}`);
  return metaOf(field);
}

function bodyValue(meta: FieldMeta, value: string | boolean): unknown {
  if (typeof value === "boolean") return value;
  const text = value.trim();
  switch (meta.kind) {
    case "count": {
      const digits = plainDigits(text);
      return /^-?\d+$/.test(digits) ? Number(digits) : text;
    }
    case "decimal":
    case "money":
      return plainDigits(text).replaceAll(",", "");
    case "prose":
      return value;
    default:
      return text;
  }
}

/** The body of a create or an update: only what was given, or changed. An empty text is null where a field may be. */
export function bodyOf(
  resource: Resource,
  values: FormValues,
  before: FormValues | null,
): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const meta = metaOfField(resource, name);
    if (before ? value === before[name] : value === "" && !meta.required) continue;
    if (value !== "") body[name] = bodyValue(meta, value);
    else if (meta.nullable && !meta.secret) body[name] = null;
    else if (!meta.secret) body[name] = "";
  }
  return body;
}

/** What the declaration says against a body, by field; empty when it is right. */
export function errorsOf(
  resource: Resource,
  body: Readonly<Record<string, unknown>>,
  creating: boolean,
): FieldErrors {
  const result = (creating ? createSchema(resource) : updateSchema(resource)).safeParse(body);
  if (result.success) return {};
  const errors: Record<string, string> = {};
  for (const { path, message } of result.error.issues) errors[String(path[0] ?? "")] ??= message;
  return errors;
}
