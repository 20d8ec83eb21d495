// What a list asks for as SQL: filters, named filters and the search. What isn't known is refused.
import { isDay, isMonth } from "../../../../shared/kernel/day.ts";
import { invalid } from "../../../../shared/kernel/failure.ts";
import { type FieldMeta, metaOf } from "../../../../shared/kernel/field.ts";
import { isId } from "../../../../shared/kernel/id.ts";
import { normalText } from "../../../../shared/kernel/normal/normal-text.ts";
import { commonDigits } from "../../../../shared/kernel/normal/phone.ts";
import { NUMBER_DIGITS } from "../../../../shared/kernel/normal/searched.ts";
import { own } from "../../../../shared/kernel/safe-lookup.ts";
import type { Fragment, Tx } from "../../db/db.ts";
import { normalColumn } from "../../db/normal/keys.ts";
import { ownCondition } from "../own-records.ts";
import { columnsOf, ofTenant } from "../record.ts";
import { type Comparison, isMoment, momentCondition, OPERATORS } from "./date-filter.ts";
import { type ListRequest, once, PLAIN } from "./request.ts";
import { type Found, lookedUp, searchCondition } from "./search.ts";

const RANGED: ReadonlySet<FieldMeta["kind"]> = new Set([
  "date",
  "month",
  "instant",
  "count",
  "decimal",
  "money",
]);

function checkValue(
  name: string,
  kind: FieldMeta["kind"],
  value: string,
  choices?: readonly string[],
): string {
  const checks: Partial<Record<FieldMeta["kind"], (text: string) => boolean>> = {
    reference: isId,
    date: isDay,
    month: isMonth,
    instant: isMoment,
    count: (text) => /^-?\d{1,10}$/.test(text),
    decimal: (text) => /^-?\d{1,12}(\.\d{1,6})?$/.test(text),
    money: (text) => /^-?\d{1,12}(\.\d{1,3})?$/.test(text),
    // Some clients write their own language's True.
    flag: (text) => /^(true|false)$/i.test(text),
    choice: (text) => choices?.includes(text) ?? true,
  };
  if (value.includes("\u0000") || !(checks[kind]?.(value) ?? true)) {
    throw invalid(
      name,
      choices ? `One of ${choices.join(", ")}` : `Not a value of this kind (${kind}): ${value.slice(0, 50)}`,
    );
  }
  return value;
}

function condition(
  tx: Tx,
  request: ListRequest,
  parameter: string,
  given: string | readonly string[],
): Fragment {
  const { resource, tenant } = request;
  const [name = "", operator, ...rest] = parameter.split("__");
  const unknown = () => invalid(parameter, "Unknown query parameter", "UNKNOWN_PARAMETER");
  const kind = own(columnsOf(resource), name);
  if (!kind || rest.length > 0 || kind === "prose" || kind === "json") throw unknown();
  const field = own(resource.fields, name);
  const { choices, is_key = false, normal, same_as } = field ? metaOf(field) : {};
  const key = same_as ?? (is_key ? name : null);
  const hasForm = key !== null || normal === "text" || normal === "code";
  const check = (text: string): string | boolean => {
    const checked = checkValue(parameter, kind, text, choices);
    if (hasForm) return normalText(checked);
    // The driver takes any text for false.
    return kind === "flag" ? checked.toLowerCase() === "true" : checked;
  };
  // However it is spelled.
  const written = tx(`t.${key === null ? name : normalColumn(key)}`);
  const column = hasForm && key === null ? tx`folded_text(${written})` : tx`${written}`;
  // What is given twice is meant as "or"; only equality can be.
  if (operator === undefined && typeof given !== "string") {
    const parts = given.map((value) => condition(tx, request, parameter, value));
    return parts.reduce((one, other) => tx`${one} or ${other}`);
  }
  const value = once(parameter, given);
  const parts = value.split(",").map((part) => part.trim());
  // A moment stands for the whole of its millisecond or day, a number for all its spellings: each is looked for alone.
  if (operator === "in" && (kind === "instant" || normal === "phone"))
    return condition(tx, request, name, parts);
  if (operator === "in") return tx`${column} in ${tx(parts.map(check))}`;
  if (operator === "isnull") {
    const isNull = checkValue(parameter, "flag", value).toLowerCase() === "true";
    return isNull ? tx`${column} is null` : tx`${column} is not null`;
  }
  if (operator !== undefined && (!Object.hasOwn(OPERATORS, operator) || !RANGED.has(kind))) throw unknown();
  const comparison = operator as Comparison | undefined;
  if (kind === "instant") {
    return momentCondition(tx, column, comparison, String(check(value)), tenant.settings.timezone);
  }
  const common = normal === "phone" ? commonDigits(value, tenant.settings.phone_country ?? null) : null;
  // A number in any of its spellings ends with these digits.
  if (common !== null && common.length >= NUMBER_DIGITS) return tx`digits_of(${column}) like ${`%${common}`}`;
  // Serial numbers are written in capitals, unless what names them says otherwise.
  if (normal === "serial") return tx`${column} in ${tx([value, value.toUpperCase()].map(check))}`;
  return tx`${column} ${tx.unsafe(comparison ? OPERATORS[comparison] : "=")} ${check(value)}`;
}

/** The conditions of a list's rows, `t`, in what `rowsFrom` answers. */
export function conditions(tx: Tx, request: ListRequest, found: Found | null): Fragment {
  const { resource, options, tenant } = request;
  const query = { ...options?.defaults, ...request.query };
  let where = ofTenant(tx, resource, tenant.id, "t");
  const mine = ownCondition(tx, resource, tenant.rowScope);
  if (mine) where = tx`${where} and ${mine}`;
  for (const [parameter, value] of Object.entries(query)) {
    if (PLAIN.has(parameter)) continue;
    const named = own(options?.filters ?? {}, parameter);
    const part = named ? named(tx, once(parameter, value)) : condition(tx, request, parameter, value);
    if (part) where = tx`${where} and (${part})`;
  }
  const search = once("search", query.search ?? "");
  if (found && found !== "many") {
    if (!lookedUp(found)) where = tx`${where} and t.id = any(${[...found.ids]}::text[]::uuid[])`;
  } else if (search) where = tx`${where} and (${searchCondition(tx, request, search)})`;
  return where;
}
