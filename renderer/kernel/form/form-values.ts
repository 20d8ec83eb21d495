// Between a form's texts and a record's values, by the declaration of each field. Pure.
import type { z } from "zod";
import { dayOf, isDay, momentOf } from "../../../shared/kernel/day.ts";
import type { FieldMeta } from "../../../shared/kernel/field.ts";
import { formatMoney } from "../../../shared/kernel/money.ts";
import { own } from "../../../shared/kernel/safe-lookup.ts";
import { codeOf, type Issue } from "../../../shared/kernel/validation.ts";
import { plainDigits, type TenantFormat, typedDecimal, typedMoney } from "../money-format.ts";
import type { FieldProblem } from "../problem-words.ts";

/** What inputs hold: texts, and booleans for flags. */
export type FormValues = Readonly<Record<string, string | boolean>>;
export type FormFields = Readonly<Record<string, FieldMeta>>;
export type FieldErrors = Readonly<Record<string, FieldProblem>>;

/** A record's values as a form begins with them; without a record, what a create would get. */
export function formValues(
  fields: FormFields,
  names: readonly string[],
  record: Readonly<Record<string, unknown>> | null,
  writing: TenantFormat,
  /** Of what was typed here, secrets too. */
  secrets = false,
): FormValues {
  return Object.fromEntries(
    names.map((name) => {
      const meta = metaOfField(fields, name);
      const value = record && (secrets || !meta.secret) ? record[name] : meta.initial;
      if (meta.kind === "flag") return [name, value === true];
      return [name, value === null || value === undefined ? "" : textOf(meta, value, writing)];
    }),
  );
}

function textOf({ kind }: FieldMeta, value: unknown, { decimal, timezone }: TenantFormat): string {
  switch (kind) {
    case "money":
    case "decimal":
      return String(value).replace(".", decimal);
    case "json":
      return JSON.stringify(value, null, 2);
    case "instant":
      return wallClock(new Date(String(value)), timezone);
    default:
      return String(value);
  }
}

/** "2026-11-21 14:05", as clocks of the tenant showed it. */
function wallClock(moment: Date, timezone: string): string {
  const time = new Intl.DateTimeFormat("en-GB", {
    timeZone: timezone,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  return `${dayOf(moment, timezone)} ${time.format(moment)}`;
}

function metaOfField(fields: FormFields, name: string): FieldMeta {
  const meta = own(fields, name);
  if (!meta) throw new Error(`There is no field ${name}`);
  return meta;
}

function bodyValue(meta: FieldMeta, value: string | boolean, writing: TenantFormat): unknown {
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
    case "instant":
      return momentText(text, writing.timezone);
    case "json":
      return jsonValue(text);
    default:
      return text;
  }
}

/** A day and a time of day as a moment; what is none stays as typed: the declaration then refuses it. */
function momentText(text: string, timezone: string): string {
  const [day = "", time = "00:00"] = plainDigits(text).split(/\s+/);
  const right = isDay(day) && /^([01]?\d|2[0-3]):[0-5]\d$/.test(time);
  return right ? momentOf(day, timezone, time.padStart(5, "0")).toISOString() : text;
}

function jsonValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A text where data is wanted: the declaration refuses it.
    return text;
  }
}

/** Refused by the declaration, as what was typed might not be: "1.200" is no amount of a currency with two digits. */
const NO_AMOUNT = "no amount";

/** What is no decimal in the tenant's way of writing stays as typed: the declaration then refuses it. */
function decimalValue(text: string, writing: TenantFormat): string {
  const sign = text.startsWith("-") ? "-" : "";
  const plain = typedDecimal(text.slice(sign.length), writing);
  return plain === null ? text : sign + plain;
}

/** The body of a create or an update: only what was given, or changed. An empty text is null where a field may be. */
export function bodyOf(
  fields: FormFields,
  values: FormValues,
  before: FormValues | null,
  writing: TenantFormat,
): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const meta = metaOfField(fields, name);
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
export function errorsOf(schema: z.ZodType, body: Readonly<Record<string, unknown>>): FieldErrors {
  const result = schema.safeParse(body, { reportInput: true });
  if (result.success) return {};
  const errors: Record<string, FieldProblem> = {};
  for (const issue of result.error.issues) {
    const name = String(issue.path[0] ?? "");
    // What was left empty is missing, whatever its kind would say of an empty text.
    const code = body[name] === "" ? "REQUIRED" : codeOf(issue);
    const limit = limitOf(issue);
    const says = code === "INVALID" ? { says: issue.message } : {};
    errors[name] ??= { code, ...(limit === null ? {} : { limit }), ...says };
  }
  return errors;
}
