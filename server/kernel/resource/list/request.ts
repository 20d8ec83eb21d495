// What is asked of a list: parameters, before any of them is SQL.
import { invalid } from "../../../../shared/kernel/failure.ts";
import type { Resource } from "../../../../shared/kernel/resource.ts";
import { type Fragment, inTenantPlanned, inTenantSnapshot, type Seen, type Tx } from "../../db/db.ts";
import { isNarrowed } from "../own-records.ts";
import { OPERATORS } from "./date-filter.ts";

/** A parameter that was given more than once has all of its values. */
export type Query = Readonly<Record<string, string | readonly string[]>>;
/** A filter that is more than a comparison with a column, e.g. has_due=true. Null: no condition. */
export type NamedFilter = (tx: Tx, value: string) => Fragment | null;

export interface ListOptions {
  filters?: Readonly<Record<string, NamedFilter>>;
  /** Applied unless the query names the filter of this name itself, e.g. scope. */
  defaults?: Readonly<Record<string, string>>;
  /** Filters by values that few or many records have: only a plan for the value knows how many. */
  planned?: readonly string[];
}

export interface ListRequest {
  resource: Resource;
  query: Query;
  /** Absolute address of the list, for next and previous. */
  url: string;
  tenant: Seen & { digits: number; settings: { timezone: string; phone_country: string | null } };
  options?: ListOptions;
}

export const PAGE_SIZE = 50;
export const PAGE_SIZE_MAX = 500;

/** Parameters that are no filter. */
export const PLAIN: ReadonlySet<string> = new Set(["page", "page_size", "ordering", "search", "cursor"]);

/** @throws Failure VALIDATION for a parameter that was given twice and can mean one thing only. */
export function once(parameter: string, given: string | readonly string[]): string {
  if (typeof given === "string") return given;
  throw invalid(parameter, "Given more than once", "REPEATED");
}

/** Whether a list is of anything but the whole tenant. */
export const isFiltered = ({ resource, tenant, query, options }: Omit<ListRequest, "url">): boolean =>
  isNarrowed(resource, tenant?.rowScope) ||
  Object.keys({ ...options?.defaults, ...query }).some((name) => name === "search" || !PLAIN.has(name));

/** The fields that a list is asked for between values of. */
export const rangesOf = (query: Query): string[] =>
  Object.keys(query).flatMap((parameter) => {
    const [name = "", operator = ""] = parameter.split("__");
    return Object.hasOwn(OPERATORS, operator) ? name : [];
  });

/** The transaction in which a list is read. How many records are between two values, only a plan for these values knows. */
export function readingOf({
  query,
  options,
}: Pick<ListRequest, "query" | "options">): typeof inTenantSnapshot {
  const isPlanned = options?.planned?.some((name) => Object.hasOwn(query, name)) ?? false;
  return isPlanned || rangesOf(query).length > 0 ? inTenantPlanned : inTenantSnapshot;
}

/** Whether a list is of those who hold the searched text, and of nothing besides. */
export const isSearchedOnly = ({ resource, tenant, query, options }: Omit<ListRequest, "url">): boolean =>
  !isNarrowed(resource, tenant.rowScope) &&
  Object.keys({ ...options?.defaults, ...query }).every((name) => PLAIN.has(name));

/** What a list is of, whichever of its pages: the same text for the same records. A day is another one in another zone. */
export function listedBy({ resource, tenant, query, options }: Omit<ListRequest, "url">): string {
  const { id, rowScope, settings } = tenant ?? {};
  const asked = Object.entries({ ...options?.defaults, ...query })
    .filter(([name]) => name === "search" || !PLAIN.has(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([
    resource.name,
    id,
    settings?.timezone,
    rowScope?.person,
    rowScope ? [...rowScope.tables] : [],
    asked,
  ]);
}
