// Lists of records: filters, search, ordering and pages, as contract §1 names them. What isn't known is refused.
import { isDay, isMonth } from "../../shared/kernel/day.ts";
import { Failure, invalid } from "../../shared/kernel/failure.ts";
import { type FieldMeta, metaOf } from "../../shared/kernel/field.ts";
import { isId } from "../../shared/kernel/id.ts";
import { MAX_DIGITS } from "../../shared/kernel/money.ts";
import type { Resource } from "../../shared/kernel/resource.ts";
import type { Fragment, Row, Tx } from "./db.ts";
import { columnsOf, recordMapper, selectFrom } from "./record.ts";

export const PAGE_SIZE = 50;
export const PAGE_SIZE_MAX = 500;

export type Query = Readonly<Record<string, string>>;
/** A filter that is more than a comparison with a column, e.g. has_due=true. Null: no condition. */
export type NamedFilter = (tx: Tx, value: string) => Fragment | null;

export interface ListOptions {
  filters?: Readonly<Record<string, NamedFilter>>;
  /** Applied unless the query names the filter of this name itself, e.g. scope. */
  defaults?: Query;
}

export interface ListAnswer {
  count: number;
  next: string | null;
  previous: string | null;
  results: Row[];
}

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

function condition(tx: Tx, resource: Resource, parameter: string, value: string): Fragment {
  const [name = "", operator, ...rest] = parameter.split("__");
  const kind = columnsOf(resource)[name];
  if (!kind || rest.length > 0 || kind === "prose" || kind === "json") {
    throw invalid(parameter, "Unknown query parameter", "UNKNOWN_PARAMETER");
  }
  const field = resource.fields[name];
  const choices = field ? metaOf(field).choices : undefined;
  const check = (text: string): string | boolean => {
    const checked = checkValue(parameter, kind, text, choices);
    // The driver takes any text for false.
    return kind === "flag" ? checked.toLowerCase() === "true" : checked;
  };
  const column = tx(`t.${name}`);
  if (operator === "in") return tx`${column} in ${tx(value.split(",").map((part) => check(part.trim())))}`;
  if (operator !== undefined && (!(operator in OPERATORS) || !RANGED.has(kind))) {
    throw invalid(parameter, "Unknown query parameter", "UNKNOWN_PARAMETER");
  }
  const comparison = operator as keyof typeof OPERATORS | undefined;
  if (kind === "instant") return instantCondition(tx, tx`${column}`, comparison, String(check(value)));
  return tx`${column} ${tx.unsafe(comparison ? OPERATORS[comparison] : "=")} ${check(value)}`;
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

function orderBy(tx: Tx, resource: Resource, ordering: string | undefined): Fragment {
  const columns = columnsOf(resource);
  const terms = ordering ? ordering.split(",") : [...resource.order];
  const parts = terms.map((term) => {
    const name = term.replace(/^-/, "");
    const kind = columns[name];
    if (!kind || kind === "json" || kind === "prose")
      throw invalid("ordering", `Can't sort by ${name.slice(0, 50)}`, "UNSORTABLE");
    const field = resource.fields[name];
    // Where nothing is null the plain order is an index's own; "nulls last" downwards is no index's.
    const nulls = field && metaOf(field).nullable ? " nulls last" : "";
    return tx`${tx(`t.${name}`)} ${tx.unsafe((term.startsWith("-") ? "desc" : "asc") + nulls)}`;
  });
  const direction = terms[0]?.startsWith("-") ? "desc" : "asc";
  return [...parts, tx`t.id ${tx.unsafe(direction)}`].reduce((a, b) => tx`${a}, ${b}`);
}

function wholeNumber(query: Query, name: string, initial: number, most: number): number {
  const text = query[name];
  if (text === undefined) return initial;
  const value = Number(text);
  if (!/^\d{1,9}$/.test(text) || value < 1 || value > most)
    throw invalid(name, `A whole number from 1 to ${most}`);
  return value;
}

/** The address of another page of the same list. */
function pageUrl(path: string, query: Query, change: Record<string, string>): string {
  return `${path}?${new URLSearchParams({ ...query, ...change })}`;
}

export interface ListRequest {
  resource: Resource;
  query: Query;
  /** Absolute or rooted address of the list, for next and previous. */
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
    const named = options?.filters?.[parameter];
    const part = named ? named(tx, value) : condition(tx, resource, parameter, value);
    if (part) where = tx`${where} and (${part})`;
  }
  if (query.search) where = tx`${where} and (${searchCondition(tx, resource, query.search)})`;
  return where;
}

/**
 * One page of a list.
 * @throws Failure VALIDATION for an unknown parameter, a value of the wrong kind or an unsortable field.
 */
export async function listRecords(tx: Tx, request: ListRequest): Promise<ListAnswer> {
  const { resource, query, url, tenant } = request;
  if (query.cursor !== undefined) return listByCursor(tx, request);
  const size = wholeNumber(query, "page_size", PAGE_SIZE, PAGE_SIZE_MAX);
  const page = wholeNumber(query, "page", 1, 10_000_000);
  const { columns, from } = selectFrom(tx, resource);
  const where = conditions(tx, request);
  const [rows, [total]] = await Promise.all([
    tx<Row[]>`select ${columns} from ${from} where ${where}
      order by ${orderBy(tx, resource, query.ordering)} limit ${size} offset ${(page - 1) * size}`,
    tx<{ count: number }[]>`select count(*) as count from ${tx(resource.table)} t where ${where}`,
  ]);
  const count = total?.count ?? 0;
  if (page > 1 && rows.length === 0) throw new Failure("NOT_FOUND", `There is no page ${page}`);
  const map = recordMapper(resource, tenant?.digits ?? MAX_DIGITS);
  return {
    count,
    next: page * size < count ? pageUrl(url, query, { page: String(page + 1) }) : null,
    previous: page > 1 ? pageUrl(url, query, { page: String(page - 1) }) : null,
    results: rows.map((row) => map({ ...row })),
  };
}

/** Walks a long list by key, newest first: `cursor=` (empty) starts, `next` goes on. */
async function listByCursor(tx: Tx, request: ListRequest): Promise<ListAnswer> {
  const { resource, query, url, tenant } = request;
  if (!resource.cursor) throw invalid("cursor", "This list takes page=", "UNKNOWN_PARAMETER");
  if (query.ordering || query.page) throw invalid("cursor", "A cursor sets its own order and page");
  const size = wholeNumber(query, "page_size", PAGE_SIZE, PAGE_SIZE_MAX);
  const cursor = query.cursor ?? "";
  if (cursor && !isId(cursor)) throw invalid("cursor", "Not a cursor of this list");
  const { columns, from } = selectFrom(tx, resource);
  let where = conditions(tx, request);
  const whole = where;
  // Ids are UUIDv7, made by the server for these lists: their order is the order of writing.
  if (cursor) where = tx`${where} and t.id < ${cursor}`;
  const [rows, [total]] = await Promise.all([
    tx<Row[]>`select ${columns} from ${from} where ${where} order by t.id desc limit ${size + 1}`,
    tx<{ count: number }[]>`select count(*) as count from ${tx(resource.table)} t where ${whole}`,
  ]);
  const more = rows.length > size;
  const results = rows
    .slice(0, size)
    .map((row) => recordMapper(resource, tenant?.digits ?? MAX_DIGITS)({ ...row }));
  const last = results.at(-1)?.id;
  return {
    count: total?.count ?? 0,
    next: more && last ? pageUrl(url, query, { cursor: String(last) }) : null,
    previous: null,
    results,
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
