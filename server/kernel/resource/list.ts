// Lists of records: filters, search, ordering and pages, as contract §1 names them. What isn't known is refused.
import { isDay, isMonth } from "../../../shared/kernel/day.ts";
import { invalid } from "../../../shared/kernel/failure.ts";
import { type FieldMeta, metaOf } from "../../../shared/kernel/field.ts";
import { isId } from "../../../shared/kernel/id.ts";
import { MAX_DIGITS } from "../../../shared/kernel/money.ts";
import { own } from "../../../shared/kernel/own.ts";
import type { Resource } from "../../../shared/kernel/resource.ts";
import type { Fragment, Row, Tx } from "../db/db.ts";
import {
  formatCursor,
  fromPosition,
  orderBy,
  orderOf,
  type Position,
  parseCursor,
  positionColumns,
  takePosition,
} from "./list-position.ts";
import { columnsOf, recordMapper, selectFrom } from "./record.ts";

export const PAGE_SIZE = 50;
export const PAGE_SIZE_MAX = 500;

/** A parameter that was given more than once has all of its values. */
export type Query = Readonly<Record<string, string | readonly string[]>>;
/** A filter that is more than a comparison with a column, e.g. has_due=true. Null: no condition. */
export type NamedFilter = (tx: Tx, value: string) => Fragment | null;

export interface ListOptions {
  filters?: Readonly<Record<string, NamedFilter>>;
  /** Applied unless the query names the filter of this name itself, e.g. scope. */
  defaults?: Readonly<Record<string, string>>;
}

export interface ListAnswer {
  /** How many match in all; beyond what is counted, a lower bound. */
  count: number;
  /** Said where it is not. */
  count_is_exact?: false;
  next: string | null;
  previous: string | null;
  results: Row[];
}

/** Beyond this many matches a filtered list says only that there are more (contract §1). */
const COUNTED_MAX = 10_000;

const OPERATORS = { gte: ">=", lte: "<=", gt: ">", lt: "<" } as const;
const RANGED: ReadonlySet<FieldMeta["kind"]> = new Set([
  "date",
  "month",
  "instant",
  "count",
  "decimal",
  "money",
]);
const PLAIN: ReadonlySet<string> = new Set(["page", "page_size", "ordering", "search", "cursor"]);

/** A day, or a moment with or without its offset (then UTC). */
const INSTANT = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})?)?$/;

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
    instant: (text) => INSTANT.test(text) && isDay(text.slice(0, 10)) && Number.isFinite(Date.parse(text)),
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
  resource: Resource,
  parameter: string,
  given: string | readonly string[],
): Fragment {
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
    const parts = given.map((value) => condition(tx, resource, parameter, value));
    return parts.reduce((one, other) => tx`${one} or ${other}`);
  }
  const value = once(parameter, given);
  const parts = value.split(",").map((part) => part.trim());
  // A moment stands for the whole of its millisecond, so each is a range of its own.
  if (operator === "in" && kind === "instant") return condition(tx, resource, name, parts);
  if (operator === "in") return tx`${column} in ${tx(parts.map(check))}`;
  if (operator === "isnull") {
    const isNull = checkValue(parameter, "flag", value).toLowerCase() === "true";
    return isNull ? tx`${column} is null` : tx`${column} is not null`;
  }
  if (operator !== undefined && (!Object.hasOwn(OPERATORS, operator) || !RANGED.has(kind))) throw unknown();
  const comparison = operator as keyof typeof OPERATORS | undefined;
  if (kind === "instant") return instantCondition(tx, tx`${column}`, comparison, String(check(value)));
  return tx`${column} ${tx.unsafe(comparison ? OPERATORS[comparison] : "=")} ${check(value)}`;
}

/** @throws Failure VALIDATION for a parameter that was given twice and can mean one thing only. */
function once(parameter: string, given: string | readonly string[]): string {
  if (typeof given === "string") return given;
  throw invalid(parameter, "Given more than once", "REPEATED");
}

/** Rows keep microseconds and the wire milliseconds: a moment stands for the whole of its millisecond. */
function instantCondition(
  tx: Tx,
  column: Fragment,
  comparison: keyof typeof OPERATORS | undefined,
  value: string,
): Fragment {
  const next = tx`${value}::timestamptz + interval '1 millisecond'`;
  switch (comparison) {
    case undefined:
      return tx`${column} >= ${value} and ${column} < ${next}`;
    case "gt":
      return tx`${column} >= ${next}`;
    case "gte":
      return tx`${column} >= ${value}`;
    case "lt":
      return tx`${column} < ${value}`;
    case "lte":
      return tx`${column} < ${next}`;
  }
}

function searchCondition(tx: Tx, resource: Resource, text: string): Fragment {
  if (resource.search.length === 0)
    throw invalid("search", "This list can't be searched", "UNKNOWN_PARAMETER");
  if (text.includes("\u0000") || text.length > 200) throw invalid("search", "Not a text to search for");
  const pattern = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  const kinds = columnsOf(resource);
  return resource.search
    .map((name) => tx`${tx(`t.${name}`)}${kinds[name] === "json" ? tx`::text` : tx``} ilike ${pattern}`)
    .reduce((a, b) => tx`${a} or ${b}`);
}

function wholeNumber(query: Query, name: string, initial: number, most: number): number {
  const given = query[name];
  if (given === undefined) return initial;
  const text = once(name, given);
  const value = Number(text);
  if (!/^\d{1,9}$/.test(text) || value < 1 || value > most)
    throw invalid(name, `A whole number from 1 to ${most}`);
  return value;
}

/** The address of another page of the same list: a position in place of a page's number. */
function pageUrl(url: string, query: Query, cursor: string): string {
  const parameters = new URLSearchParams();
  for (const [name, given] of Object.entries(query)) {
    if (name === "page" || name === "cursor") continue;
    for (const value of [given].flat()) parameters.append(name, value);
  }
  parameters.append("cursor", cursor);
  return `${url}?${parameters}`;
}

export interface ListRequest {
  resource: Resource;
  query: Query;
  /** Absolute address of the list, for next and previous. */
  url: string;
  /** Null: rows that belong to no tenant, on a connection that may see them. */
  tenant: { id: string; digits: number } | null;
  options?: ListOptions;
}

function conditions(tx: Tx, request: ListRequest): Fragment {
  const { resource, options } = request;
  const query = { ...options?.defaults, ...request.query };
  let where = request.tenant ? tx`t.tenant_id = ${request.tenant.id}` : tx`true`;
  for (const [parameter, value] of Object.entries(query)) {
    if (PLAIN.has(parameter)) continue;
    const named = own(options?.filters ?? {}, parameter);
    const part = named ? named(tx, once(parameter, value)) : condition(tx, resource, parameter, value);
    if (part) where = tx`${where} and (${part})`;
  }
  const search = once("search", query.search ?? "");
  if (search) where = tx`${where} and (${searchCondition(tx, resource, search)})`;
  return where;
}

/** How many match: exactly while that is cheap, and for the whole of a tenant's table. */
async function countOf(
  tx: Tx,
  request: ListRequest,
  where: Fragment,
): Promise<Pick<ListAnswer, "count" | "count_is_exact">> {
  const { resource, query, options } = request;
  const table = tx(resource.table);
  const isFiltered = Object.keys({ ...options?.defaults, ...query }).some(
    (name) => name === "search" || !PLAIN.has(name),
  );
  const rows = isFiltered
    ? tx`(select 1 from ${table} t where ${where} limit ${COUNTED_MAX + 1})`
    : tx`(select 1 from ${table} t where ${where})`;
  const [total] = await tx<{ count: number }[]>`select count(*) as count from ${rows} counted`;
  const count = total?.count ?? 0;
  return isFiltered && count > COUNTED_MAX ? { count, count_is_exact: false } : { count };
}

/**
 * One page of a list.
 * @throws Failure VALIDATION for an unknown parameter, a value of the wrong kind or an unsortable field.
 */
export async function listRecords(tx: Tx, request: ListRequest): Promise<ListAnswer> {
  const { resource, query, url, tenant } = request;
  const size = wholeNumber(query, "page_size", PAGE_SIZE, PAGE_SIZE_MAX);
  const page = wholeNumber(query, "page", 1, 10_000_000);
  const order = orderOf(
    resource,
    query.ordering === undefined ? undefined : once("ordering", query.ordering),
  );
  const cursor = once("cursor", query.cursor ?? "");
  if (cursor && page > 1) throw invalid("page", "A position says where the page begins: leave `page` out");
  const position = cursor ? parseCursor(order, cursor) : null;
  const backwards = position?.direction === "before";
  const { columns, from } = selectFrom(tx, resource);
  const where = conditions(tx, request);
  const side = position ? tx`and ${fromPosition(tx, order, position)}` : tx``;
  const [found, counted] = await Promise.all([
    tx<Row[]>`select ${columns}, ${positionColumns(tx, order)} from ${from} where ${where} ${side}
      order by ${orderBy(tx, order, position?.direction ?? "after")} limit ${size + 1} offset ${(page - 1) * size}`,
    countOf(tx, request, where),
  ]);
  const isMore = found.length > size;
  const rows = found.slice(0, size);
  if (backwards) rows.reverse();
  const map = recordMapper(resource, tenant?.digits ?? MAX_DIGITS);
  const taken = rows.map((row) => takePosition(order, row));
  const link = (direction: Position["direction"], edge: { values: (string | null)[] } | undefined) =>
    edge ? pageUrl(url, query, formatCursor(order, { direction, values: edge.values })) : null;
  const isFirst = backwards ? !isMore : !position && page === 1;
  const isLast = backwards ? false : !isMore;
  return {
    ...counted,
    next: isLast ? null : link("after", taken.at(-1)),
    previous: isFirst ? null : link("before", taken[0]),
    results: taken.map(({ record }) => map(record)),
  };
}

/**
 * The next records of a whole list, in order of a column that is unique in the tenant: for files, where nothing is counted.
 * @throws Failure VALIDATION as `listRecords`, and for pages and orders, which a walk has none of.
 */
export async function walkRecords(
  tx: Tx,
  request: Omit<ListRequest, "url">,
  walk: { by: string; after: string | null; limit: number },
): Promise<Row[]> {
  const { resource, query, tenant } = request;
  const foreign = ["page", "page_size", "ordering", "cursor"].find((name) => query[name] !== undefined);
  if (foreign)
    throw invalid(foreign, "A file holds the whole list in an order of its own", "UNKNOWN_PARAMETER");
  const { columns, from } = selectFrom(tx, resource);
  const key = tx(`t.${walk.by}`);
  const beyond = walk.after === null ? tx`` : tx`and ${key} > ${walk.after}`;
  const rows = await tx<Row[]>`select ${columns} from ${from}
    where ${conditions(tx, { ...request, url: "" })} ${beyond} order by ${key} limit ${walk.limit}`;
  const map = recordMapper(resource, tenant?.digits ?? MAX_DIGITS);
  return rows.map((row) => map({ ...row }));
}
