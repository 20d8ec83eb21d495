// Between a form's texts and a record's values, by the declaration of each field. Pure.
import { type FieldMeta, metaOf } from "../../../shared/kernel/field.ts";
import { formatMoney } from "../../../shared/kernel/money.ts";
import { createSchema, type Resource, updateSchema } from "../../../shared/kernel/resource.ts";
import { codeOf, type Issue } from "../../../shared/kernel/validation.ts";
import { type MoneyFormat, plainDigits, typedDecimal, typedMoney } from "../money-format.ts";
import type { FieldProblem } from "../problem-words.ts";

/** What inputs hold: texts, and booleans for flags. */
export type FormValues = Readonly<Record<string, string | boolean>>;
export type FieldErrors = Readonly<Record<string, FieldProblem>>;

/** A record's values as a form begins with them; without a record, what a create would get. */
export function formValues(
  resource: Resource,
  names: readonly string[],
  record: Readonly<Record<string, unknown>> | null,
  { decimal }: Pick<MoneyFormat, "decimal">,
  /** Of what was typed here, secrets too. */
  secrets = false,
): FormValues {
  return Object.fromEntries(
    names.map((name) => {
      const meta = metaOfField(resource, name);
      const value = record && (secrets || !meta.secret) ? record[name] : meta.initial;
      if (meta.kind === "flag") return [name, value === true];
      if (value === null || value === undefined) return [name, ""];
      const text = String(value);
      return [name, meta.kind === "money" || meta.kind === "decimal" ? text.replace(".", decimal) : text];
    }),
  );
}

export function metaOfField(resource: Resource, name: string): FieldMeta {
  const field = resource.fields[name];
  if (!field) throw new Error(`${resource.name} has no field ${name}`);
  return metaOf(field);
}

function bodyValue(meta: FieldMeta, value: string | boolean, writing: MoneyFormat): unknown {
  if (typeof value === "boolean") return value;
  const text = value.trim();
  switch (meta.kind) {
    case "count": {
      const digits = plainDigits(text);
      return /^-?\d+$/.test(digits) ? Number(digits) : text;
    }
    case "decimal":
      return decimalValue(text, writing);
    case "money": {
      const amount = typedMoney(text, writing);
      return amount === null ? NO_AMOUNT : formatMoney(amount, writing.digits);
    }
    case "prose":
      return value;
    default:
      return text;
  }
}

/** Refused by the declaration, as what was typed might not be: "1.200" is no amount of a currency with two digits. */
const NO_AMOUNT = "no amount";

/** What is no decimal in the tenant's way of writing stays as typed: the declaration then refuses it. */
function decimalValue(text: string, writing: MoneyFormat): string {
  const sign = text.startsWith("-") ? "-" : "";
  const plain = typedDecimal(text.slice(sign.length), writing);
  return plain === null ? text : sign + plain;
}

/** The body of a create or an update: only what was given, or changed. An empty text is null where a field may be. */
export function bodyOf(
  resource: Resource,
  values: FormValues,
  before: FormValues | null,
  writing: MoneyFormat,
): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const meta = metaOfField(resource, name);
    if (before ? value === before[name] : value === "" && !meta.required) continue;
    if (value !== "") body[name] = bodyValue(meta, value, writing);
    else if (meta.nullable && !meta.secret) body[name] = null;
    else if (!meta.secret) body[name] = "";
  }
  return body;
}

/** The least or most that a declaration allows. */
function limitOf(issue: Issue): number | null {
  if (issue.code === "too_big") return Number(issue.maximum);
  return issue.code === "too_small" ? Number(issue.minimum) : null;
}

/** What the declaration says against a body, by field; empty when it is right. */
export function errorsOf(
  resource: Resource,
  body: Readonly<Record<string, unknown>>,
  creating: boolean,
): FieldErrors {
  const result = (creating ? createSchema(resource) : updateSchema(resource)).safeParse(body, {
    reportInput: true,
  });
  if (result.success) return {};
  const errors: Record<string, FieldProblem> = {};
  for (const issue of result.error.issues) {
    const code = codeOf(issue);
    const limit = limitOf(issue);
    errors[String(issue.path[0] ?? "")] ??= { code, ...(limit === null ? {} : { limit }) };
  }
  return errors;
}
