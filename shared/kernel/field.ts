// The field kinds a resource is declared with: plain zod schemas, each registered with what the projections need to know.
import { z } from "zod";
import { FIRST_DAY, isDay, isMonth, isTimezone, LAST_DAY } from "./day.ts";
import { isPicture } from "./fields/picture.ts";
import {
  isRounded,
  isSeen,
  KEEPABLE,
  ONE_SCRIPT,
  PRINTABLE,
  ROUNDED,
  UNKEEPABLE,
  UNSEEN,
} from "./fields/text.rules.ts";
import { isOfOneScript } from "./normal/scripts.ts";
// Its words are those of every schema that is made here.
import "./validation.ts";

export type FieldKind =
  | "text"
  | "prose"
  | "choice"
  | "flag"
  | "count"
  | "decimal"
  | "money"
  | "date"
  | "month"
  | "instant"
  | "reference"
  | "json";

/**
 * In which form a text is compared (contract §1, kernel/normal). `code`: NFKC and full case folding, and letters of one
 * script alone; `text`: the same without that rule, for what others wrote; `phone`: the international form by the
 * company's country; `serial`: that of a device's own kind.
 */
export type NormalForm = "code" | "text" | "phone" | "serial";

/** Who sets a field: any write, only the creating one, or the server alone. */
export type Writable = "always" | "create" | "never";

export interface FieldMeta {
  kind: FieldKind;
  writable: Writable;
  /** Must be in the body of a create. */
  required: boolean;
  nullable: boolean;
  /** What a create that leaves it out gets. */
  initial?: unknown;
  /** Stored encrypted, accepted, never answered. */
  secret: boolean;
  /** Name of the resource that a reference points to. */
  references?: string;
  /** The record it points to may be deleted first; the reference is null from then on. */
  outlived?: boolean;
  choices?: readonly string[];
  /** Values are compared in this form. */
  normal?: NormalForm;
  /** Unique by its normal form, which the program keeps in the column `<field>_normal`. */
  is_key?: boolean;
  /** Another name of that field, by whose normal form it is found. */
  same_as?: string;
  /** The server gives it, counted in the tenant, where a create leaves it out. */
  numbered?: { prefix: string; digits: number };
  /** Of money that may be another currency's than the tenant's: the field of the same record that names the currency. */
  currency?: string;
  /** Of a number that is an amount of money in some records: the field of the same record that says so, and its word for it. */
  money_where?: { readonly field: string; readonly is: string };
  /** Of an amount that is written without its sign: the records in which it takes away, by a field and its word. */
  minus_where?: { readonly field: string; readonly is: string };
  /** What is answered for a stored value, where that is not the value itself. */
  shown?: (stored: never) => unknown;
}

const registry = z.registry<FieldMeta>();

/** Any declared field. */
// biome-ignore lint/suspicious/noExplicitAny: the input type differs from the output for money, and zod's is invariant
export type Field<T = unknown> = z.ZodType<T, any>;

declare const TRAITS: unique symbol;

/** A field, with what the compiler is to know of it beside its value. At run time it is the schema alone. */
export type Declared<S, W extends Writable = Writable, Q extends boolean = boolean> = S & {
  readonly [TRAITS]: { writable: W; required: Q };
};

/** What a field was declared with, for types made from declarations; read through null. */
export type TraitsOf<F> = F extends {
  readonly [TRAITS]: infer T extends { writable: Writable; required: boolean };
}
  ? T
  : F extends z.ZodNullable<infer S>
    ? TraitsOf<S>
    : { writable: "always"; required: false };

interface Options<W extends Writable = Writable, Q extends boolean = boolean> {
  writable?: W;
  required?: Q;
  initial?: unknown;
  secret?: boolean;
}

function declare<S extends z.ZodType, W extends Writable = "always", Q extends boolean = false>(
  schema: S,
  kind: FieldKind,
  options: Options<W, Q>,
  more: Partial<FieldMeta> = {},
): Declared<S, W, Q> {
  registry.add(schema, {
    kind,
    writable: options.writable ?? "always",
    required: options.required ?? false,
    nullable: false,
    secret: options.secret ?? false,
    ...("initial" in options ? { initial: options.initial } : {}),
    ...more,
  });
  return schema as Declared<S, W, Q>;
}

/**
 * What a field was declared with.
 * @throws Error when the schema was not made by one of this module's helpers: a defect in a declaration.
 */
export function metaOf(field: Field): FieldMeta {
  const meta = registry.get(field);
  if (!meta) throw new Error("Not a declared field");
  return meta;
}

/** The same of a schema that may be wrapped (optional, null); null when it was not declared. */
function declaredMeta(field: Field): FieldMeta | null {
  const meta = registry.get(field);
  if (meta) return meta;
  const inner = (field.def as { innerType?: Field } | undefined)?.innerType;
  return inner ? declaredMeta(inner) : null;
}

/** Whether a schema was declared as a secret, also where it may be left out. */
export function isSecret(field: Field): boolean {
  return declaredMeta(field)?.secret ?? false;
}

/** The members of an object's schema that are references, each with the name of the resource that it points to. */
export function referencesIn(schema: z.ZodType): [string, string][] {
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries(schema.shape as Record<string, Field>).flatMap(([name, field]) => {
    const references = declaredMeta(field)?.references;
    return references ? [[name, references]] : [];
  });
}

/** The members of structured data that are money of the tenant's. */
export function moneyIn(schema: z.ZodType): string[] {
  const { innerType } = schema.def as { innerType?: z.ZodType };
  if (innerType) return moneyIn(innerType);
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries(schema.shape as Record<string, Field>).flatMap(([name, field]) =>
    declaredMeta(field)?.kind === "money" ? [name] : [],
  );
}

/** What a member of an operation's input was declared with, also where it may be left out; undefined for any other schema. */
export function metaIn(schema: z.ZodType): FieldMeta | undefined {
  const meta = registry.get(schema as Field);
  if (meta) return meta;
  const { type, innerType } = schema.def as { type: string; innerType?: z.ZodType };
  const inner = innerType && metaIn(innerType);
  return inner && { ...inner, required: false, nullable: inner.nullable || type === "nullable" };
}

/** The same field, with null for "none". */
export function nullable<S extends z.ZodType>(field: S): z.ZodNullable<S> {
  const schema = field.nullable();
  registry.add(schema, { ...metaOf(field), nullable: true });
  return schema;
}

/** A pattern says in words how it is written; renderer/kernel/i18n/written-words.ts has them in both languages. */
type Written = { pattern: RegExp; hint: string } | { pattern?: undefined };

/** Only the server writes this; it may quote text from outside, such as a file's name or a device's words. */
const oneLine = ({ writable = "always" }: { writable?: Writable }) =>
  writable === "never" ? KEEPABLE : PRINTABLE;

/** Declares a field's normal form. */
type Normal = Pick<FieldMeta, "normal" | "is_key" | "same_as">;

const normalOf = ({ normal, is_key, same_as }: Normal): Normal => ({
  ...{ ...(normal && { normal }), ...(is_key && { is_key }), ...(same_as && { same_as }) },
});

/** One line of text without control characters, trimmed. A required one is not empty. */
export function text<W extends Writable = "always", Q extends boolean = false>(
  options: Options<W, Q> & Normal & { max?: number } & Written = {},
) {
  let schema = z
    .string()
    .trim()
    .regex(oneLine(options), UNKEEPABLE)
    .max(options.max ?? 200);
  if (options.required) schema = schema.min(1);
  if (options.pattern) schema = schema.regex(options.pattern, options.hint);
  if (options.normal === "code") schema = schema.refine(isOfOneScript, ONE_SCRIPT).refine(isSeen, UNSEEN);
  if (options.normal === "phone") schema = schema.refine((typed) => !isRounded(typed), ROUNDED);
  return declare(schema, "text", options, normalOf(options));
}

/**
 * A number that the server gives in order, unique in the tenant: T00001, T00002, … Where it is writable a caller may give
 * another; numbers that were given so are passed over. A record that was made offline has "" until the server has it.
 */
export function numbered<W extends Writable = "never">(
  prefix: string,
  options: { writable?: W; digits?: number } = {},
) {
  const { writable = "never" as W, digits = 5 } = options;
  const schema = z.string().trim().regex(PRINTABLE, UNKEEPABLE).max(40);
  const code = schema.regex(/^\S+$/, "No spaces").refine(isOfOneScript, ONE_SCRIPT);
  const key: Normal = writable === "never" ? {} : { normal: "code", is_key: true };
  return declare<typeof code, W>(code, "text", { writable }, { numbered: { prefix, digits }, ...key });
}

/** Marks a schema as a secret: its value is stored only where it belongs, and removed from logs, audit and kept requests. */
export function secret<S extends z.ZodType>(schema: S) {
  return declare(schema, "text", { secret: true });
}

/** Text of several lines. */
export function prose<W extends Writable = "always", Q extends boolean = false>(
  options: Options<W, Q> & { max?: number } = {},
) {
  const schema = z
    .string()
    .regex(KEEPABLE, UNKEEPABLE)
    .max(options.max ?? 10_000);
  return declare(options.required ? schema.min(1) : schema, "prose", options);
}

/** A picture as a data: URL. Not a link: what a link shows can be changed by others. */
export function picture<W extends Writable = "always">(options: Options<W> & { max: number }) {
  const schema = z.string().max(options.max).refine(isPicture, "A picture: PNG, JPEG or WebP");
  return declare(schema, "prose", options);
}

export function choice<
  const C extends readonly [string, ...string[]],
  W extends Writable = "always",
  Q extends boolean = false,
>(choices: C, options: Options<W, Q> = {}) {
  return declare(z.enum(choices), "choice", options, { choices });
}

export function flag<W extends Writable = "always", Q extends boolean = false>(options: Options<W, Q> = {}) {
  return declare(z.boolean(), "flag", options);
}

/** A whole number. */
export function count<W extends Writable = "always", Q extends boolean = false>(
  options: Options<W, Q> & { min?: number; max?: number } = {},
) {
  const schema = z
    .int()
    .min(options.min ?? 0)
    .max(options.max ?? 2_147_483_647);
  return declare(schema, "count", options);
}

const decimalText = (pattern: RegExp, message: string) =>
  z.union([
    z.string().regex(pattern, message),
    z.number().transform(String).pipe(z.string().regex(pattern, message)),
  ]);

interface Decimal {
  /** Decimals that are kept: 6 unless it is said. */
  digits?: number;
  signed?: boolean;
  positive?: boolean;
  /** More decimals are rounded to those that are kept: a GPS gives more than it measures. */
  rounded?: boolean;
}

/** What a GPS or a JSON number gives at most. */
const DIGITS_TAKEN = 15;

/** A number with decimals that is no money (quantity, Mbit/s, coordinate): at most 15 digits, so a JSON number is exact. */
export function decimal<W extends Writable = "always", Q extends boolean = false>(
  options: Options<W, Q> & Decimal = {},
) {
  const { digits = 6, rounded = false } = options;
  const upTo = (most: number) => `^${options.signed ? "-?" : ""}\\d{1,9}(\\.\\d{1,${most}})?$`;
  const [inRange, kept] = [new RegExp(upTo(DIGITS_TAKEN)), new RegExp(upTo(rounded ? DIGITS_TAKEN : digits))];
  const written = z
    .string()
    .refine((text) => inRange.test(text), { error: "Not a decimal number in range", abort: true })
    .refine((text) => kept.test(text), {
      error: `At most ${digits} decimals`,
      params: { code: "TOO_MANY_DIGITS" },
    })
    .meta({ pattern: kept.source });
  const number = z.number().transform((value) => (rounded ? value.toFixed(digits) : String(value)));
  const schema = z
    .union([written, number.pipe(written)])
    .transform((text) => (rounded ? Number(Number(text).toFixed(digits)) : Number(text)));
  return declare(
    options.positive
      ? schema.refine((value) => value > 0, { error: "More than 0", params: { code: "TOO_SMALL" } })
      : schema,
    "decimal",
    options,
  );
}

/** A number that is money in those records of which another field says so: there it is answered as money is. */
export function decimalOrMoney<W extends Writable = "always", Q extends boolean = false>(
  options: Options<W, Q> &
    Pick<Decimal, "digits" | "positive"> & {
      money_where: FieldMeta["money_where"] & {};
    },
) {
  const schema = decimal(options).transform((value): number | string => value);
  return declare(schema, "decimal", options, { money_where: options.money_where });
}

const MONEY = /^\d{1,12}(\.\d{1,3})?$/;
const SIGNED_MONEY = /^-?\d{1,12}(\.\d{1,3})?$/;

/**
 * An amount of money: decimal text or JSON number in, decimal text out. That it has no more digits than the tenant's
 * currency is checked where the currency is known (OperationContext.minor).
 */
export function money<W extends Writable = "always", Q extends boolean = false>(
  options: Options<W, Q> & {
    signed?: boolean;
    positive?: boolean;
    currency?: string;
    minus_where?: FieldMeta["minus_where"] & {};
  } = {},
) {
  const pattern = options.signed ? SIGNED_MONEY : MONEY;
  const base = decimalText(pattern, "Not an amount of money");
  const schema = options.positive
    ? base.refine((amount) => /[1-9]/.test(amount), { error: "More than 0", params: { code: "TOO_SMALL" } })
    : base;
  const { currency, minus_where } = options;
  return declare(schema, "money", options, {
    ...(currency ? { currency } : {}),
    ...(minus_where ? { minus_where } : {}),
  });
}

/** A calendar day in the tenant's time zone. */
export function date<W extends Writable = "always", Q extends boolean = false>(options: Options<W, Q> = {}) {
  return declare(
    z
      .string()
      .refine(isDay, `Not a date (YYYY-MM-DD) from ${FIRST_DAY} to ${LAST_DAY}`)
      .meta({ format: "date" }),
    "date",
    options,
  );
}

/** A calendar month, YYYY-MM. */
export function month<W extends Writable = "always", Q extends boolean = false>(options: Options<W, Q> = {}) {
  return declare(z.string().refine(isMonth, "Not a month (YYYY-MM)"), "month", options);
}

/** A moment, RFC 3339 with offset. */
export function instant<W extends Writable = "always", Q extends boolean = false>(
  options: Options<W, Q> = {},
) {
  const schema = z.iso.datetime({ offset: true }).refine((text) => {
    // Years are those of the days; one that an offset moves past 9999 is none that the wire can write.
    const year = new Date(text).getUTCFullYear();
    return year >= 1900 && year <= 9999;
  }, "Not a moment in the years 1900 to 9999");
  return declare(schema, "instant", options);
}

/** The id of another resource's record. That it exists in this tenant is checked by the server. */
export function reference<W extends Writable = "always", Q extends boolean = false>(
  resource: string,
  options: Options<W, Q> & { outlived?: boolean } = {},
) {
  const { outlived = false } = options;
  return declare(z.uuidv7(), "reference", options, { references: resource, outlived });
}

/** Structured data, kept in one column. */
export function json<S extends z.ZodType, W extends Writable = "always", Q extends boolean = false>(
  schema: S,
  options: Options<W, Q> & { shown?: (stored: z.output<S>) => z.output<S> } = {},
) {
  return declare(schema.clone() as S, "json", options, options.shown ? { shown: options.shown } : {});
}

/** An IANA time zone. */
export function timezone<W extends Writable = "always", Q extends boolean = false>(
  options: Options<W, Q> = {},
) {
  return declare(
    z.string().max(64).refine(isTimezone, "Not UTC or an IANA time zone such as Asia/Dhaka"),
    "text",
    options,
  );
}
