// What a list asks for as SQL: filters, named filters and the search. What isn't known is refused.
import { isDay, isMonth } from "../../../../shared/kernel/day.ts";
import { invalid } from "../../../../shared/kernel/failure.ts";
import { type FieldMeta, metaOf } from "../../../../shared/kernel/field.ts";
import { isId } from "../../../../shared/kernel/id.ts";
import { own } from "../../../../shared/kernel/own.ts";
import type { Resource } from "../../../../shared/kernel/resource.ts";
import { spellingsOf } from "../../../../shared/kernel/writing/digits.ts";
import { type Fragment, inTenantPlanned, inTenantSnapshot, type Seen, type Tx } from "../../db/db.ts";
import { isNarrowed, ownCondition } from "../own.ts";
import { columnsOf, ofTenant } from "../record.ts";
import { figureOf, keepFigure } from "./figures.ts";
import { type Comparison, isMoment, momentCondition, OPERATORS } from "./moments.ts";
import type { SomeIds } from "./position.ts";

/** Beyond this many matches a filtered list says only that there are more (contract §1). */
export const COUNTED_MAX = 10_000;

/** A parameter that was given more than once has all of its values. */
export type Query = Readonly<Record<string, string | readonly string[]>>;
/** A filter that is more than a comparison with a column, e.g. has_due=true. Null: no condition. */
export type NamedFilter = (tx: Tx, value: string) => Fragment | null;

export interface ListOptions {
  filters?: Readonly<Record<string, NamedFilter>>;
  /** Applied unless the query names the filter of this name itself, e.g. scope. */
  defaults?: Readonly<Record<string, string>>;
}

export interface ListRequest {
  resource: Resource;
  query: Query;
  /** Absolute address of the list, for next and previous. */
  url: string;
  tenant: Seen & { digits: number; settings: { timezone: string } };
  options?: ListOptions;
}

const RANGED: ReadonlySet<FieldMeta["kind"]> = new Set([
  "date",
  "month",
  "instant",
  "count",
  "decimal",
  "money",
]);
const PLAIN: ReadonlySet<string> = new Set(["page", "page_size", "ordering", "search", "cursor"]);

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
  const choices = field ? metaOf(field).choices : undefined;
  const check = (text: string): string | boolean => {
    const checked = checkValue(parameter, kind, text, choices);
    // The driver takes any text for false.
    return kind === "flag" ? checked.toLowerCase() === "true" : checked;
  };
  const column = tx(`t.${name}`);
  // What is given twice is meant as "or"; only equality can be.
  if (operator === undefined && typeof given !== "string") {
    const parts = given.map((value) => condition(tx, request, parameter, value));
    return parts.reduce((one, other) => tx`${one} or ${other}`);
  }
  const value = once(parameter, given);
  const parts = value.split(",").map((part) => part.trim());
  // A moment stands for the whole of its millisecond or day, so each is a range of its own.
  if (operator === "in" && kind === "instant") return condition(tx, request, name, parts);
  if (operator === "in") return tx`${column} in ${tx(parts.map(check))}`;
  if (operator === "isnull") {
    const isNull = checkValue(parameter, "flag", value).toLowerCase() === "true";
    return isNull ? tx`${column} is null` : tx`${column} is not null`;
  }
  if (operator !== undefined && (!Object.hasOwn(OPERATORS, operator) || !RANGED.has(kind))) throw unknown();
  const comparison = operator as Comparison | undefined;
  if (kind === "instant") {
    return momentCondition(tx, tx`${column}`, comparison, String(check(value)), tenant.settings.timezone);
  }
  return tx`${column} ${tx.unsafe(comparison ? OPERATORS[comparison] : "=")} ${check(value)}`;
}

/** @throws Failure VALIDATION for a parameter that was given twice and can mean one thing only. */
export function once(parameter: string, given: string | readonly string[]): string {
  if (typeof given === "string") return given;
  throw invalid(parameter, "Given more than once", "REPEATED");
}

/** @throws Failure VALIDATION. */
function checkSearch(text: string): void {
  if (text.includes("\u0000") || text.length > 200) throw invalid("search", "Not a text to search for");
}

function searchCondition(tx: Tx, resource: Resource, text: string): Fragment {
  if (resource.search.length === 0)
    throw invalid("search", "This list can't be searched", "UNKNOWN_PARAMETER");
  checkSearch(text);
  const patterns = spellingsOf(text).map((one) => `%${one.replace(/[\\%_]/g, "\\$&")}%`);
  const kinds = columnsOf(resource);
  return resource.search
    .flatMap((name) =>
      patterns.map(
        (pattern) => tx`${tx(`t.${name}`)}${kinds[name] === "json" ? tx`::text` : tx``} ilike ${pattern}`,
      ),
    )
    .reduce((a, b) => tx`${a} or ${b}`);
}

/** A list that is searched in structured data, too, has no index of it: each write of the audit log would pay for that. */
export function hasSearchIndex(resource: Resource): boolean {
  const kinds = columnsOf(resource);
  return (
    resource.large !== null &&
    resource.search.length > 0 &&
    !resource.search.some((name) => kinds[name] === "json")
  );
}

/**
 * Of so many on a list, or that hold a text, it is known for a minute that they are more than are counted: a sixth of them is
 * not taken away or called otherwise meanwhile.
 */
export const COMMON = COUNTED_MAX * 1.2;

/** What an index finds of a searched text: how many records and which, or that they are too many for it to help. */
export type Found = { readonly count: number; readonly ids: readonly string[] } | "many";

/** Beyond so many found, a page of a list is sooner found in its order, by asking of each next record whether it is one of them. */
const MANY_FOUND = COUNTED_MAX / 5;

/** Whether those found stand in the order of NEWEST_FIRST (list.ts), unless the caller names another one. */
export const areMany = (found: Found): boolean => found === "many" || found.count > MANY_FOUND;

/** Which of those found are wanted. */
export interface Wanted {
  readonly some: SomeIds;
  /** All of them where there are few. */
  readonly or_few: boolean;
}

/**
 * The records that hold the searched text, where an index answers that; "many" where the list is as soon looked through.
 * Null: it is not searched for, or there is no such index.
 * @param wanted whose ids; null: of all.
 * @throws Failure VALIDATION.
 */
export async function findIds(
  tx: Tx,
  request: Omit<ListRequest, "url">,
  wanted: Wanted | null,
): Promise<Found | null> {
  const { resource, query, tenant } = request;
  const text = once("search", query.search ?? "");
  if (!text || resource.of_platform || !hasSearchIndex(resource)) return null;
  checkSearch(text);
  const list = JSON.stringify(["search", resource.name, tenant.id, text]);
  if (figureOf(list) !== null) return "many";
  const { some, or_few = false } = wanted ?? {};
  const beyond = some?.behind
    ? tx`where id ${tx.unsafe(some.descending ? "<" : ">")} ${some.behind}::uuid`
    : tx``;
  const order = tx.unsafe(some?.descending === false ? "asc" : "desc");
  const most = some
    ? tx`limit case when ${or_few} and count <= ${MANY_FOUND} then null else ${some.most}::int end`
    : tx``;
  const searches = spellingsOf(text)
    .map((one) => tx`select id from ${tx(`search_${resource.table}`)}(${one}, ${COMMON}) as id`)
    .reduce((one, other) => tx`${one} union ${other}`);
  // As one text: of thousands each row is work for both sides, and so is each id that no page shows.
  const [found] = await tx<{ count: number; ids: string | null }[]>`
    with found as materialized (${searches})
    select count, (select string_agg(id::text, ',') from (select id from found ${beyond} order by id ${order} ${most}) wanted) as ids
    from (select count(*)::int as count from found) counted`;
  const count = found?.count ?? 0;
  if (count >= COMMON) keepFigure(list, COMMON);
  return count > COUNTED_MAX ? "many" : { count, ids: found?.ids?.split(",") ?? [] };
}

/** Those found that are few enough to be looked up one by one (`rowsFrom`); else null. */
export const lookedUp = (found: Found | null): readonly string[] | null =>
  found !== null && found !== "many" && found.ids.length <= MANY_FOUND ? found.ids : null;

/** The conditions of a list's rows, `t`, in what `rowsFrom` answers. */
export function conditions(tx: Tx, request: ListRequest, found: Found | null): Fragment {
  const { resource, options, tenant } = request;
  const query = { ...options?.defaults, ...request.query };
  let where = ofTenant(tx, resource, tenant.id, "t");
  const mine = ownCondition(tx, resource, tenant.sight);
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
  } else if (search) where = tx`${where} and (${searchCondition(tx, resource, search)})`;
  return where;
}

/** Whether a list is of anything but the whole tenant. */
export const isFiltered = ({ resource, tenant, query, options }: Omit<ListRequest, "url">): boolean =>
  isNarrowed(resource, tenant?.sight) ||
  Object.keys({ ...options?.defaults, ...query }).some((name) => name === "search" || !PLAIN.has(name));

/** The fields that a list is asked for between values of. */
export const rangesOf = (query: Query): string[] =>
  Object.keys(query).flatMap((parameter) => {
    const [name = "", operator = ""] = parameter.split("__");
    return Object.hasOwn(OPERATORS, operator) ? name : [];
  });

/** In what transaction a list is read. How much lies between two values, only a plan for these values knows. */
export const readingOf = ({ query }: Pick<ListRequest, "query">): typeof inTenantSnapshot =>
  rangesOf(query).length > 0 ? inTenantPlanned : inTenantSnapshot;

/** Whether a list is of those who hold the searched text, and of nothing besides. */
export const isSearchedOnly = ({ resource, tenant, query, options }: Omit<ListRequest, "url">): boolean =>
  !isNarrowed(resource, tenant.sight) &&
  Object.keys({ ...options?.defaults, ...query }).every((name) => PLAIN.has(name));

/** What a list is of, whichever of its pages: the same text for the same records. A day is another one in another zone. */
export function listedBy({ resource, tenant, query, options }: Omit<ListRequest, "url">): string {
  const { id, sight, settings } = tenant ?? {};
  const asked = Object.entries({ ...options?.defaults, ...query })
    .filter(([name]) => name === "search" || !PLAIN.has(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([
    resource.name,
    id,
    settings?.timezone,
    sight?.person,
    sight ? [...sight.tables] : [],
    asked,
  ]);
}
