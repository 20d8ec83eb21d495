// What a list shows, kept in its address in the API's own parameters (contract §1), and which records that means. Pure.
import { endOf, isDay, momentOf } from "../../../../shared/kernel/day.ts";
import type { Resource } from "../../../../shared/kernel/resource.ts";
import { own } from "../../../../shared/kernel/safe-lookup.ts";
import { type AnyRecord, fieldOf } from "../fields.ts";
import type { FilterOperator } from "../kinds/kind.ts";

/** Parameters of the API, `status__in` and the like, with their values; never an empty one. */
export type Filter = Readonly<Record<string, string>>;

/** What the list is asked for beside its order. */
export interface Asked {
  readonly query: string;
  readonly filter: Filter;
}

const OPERATORS: readonly FilterOperator[] = ["", "in", "gte", "lte", "isnull"];

export const parameterOf = (field: string, operator: FilterOperator): string =>
  operator === "" ? field : `${field}__${operator}`;

/** Field and comparison of a parameter; null for what is no filter of the resource. */
function parsed(resource: Resource, parameter: string): { name: string; operator: FilterOperator } | null {
  const [name = "", given = "", ...rest] = parameter.split("__");
  const operator = OPERATORS.find((known) => known === given);
  const known = own(resource.fields, name) !== undefined || name === "created_at" || name === "updated_at";
  return known && operator !== undefined && rest.length === 0 ? { name, operator } : null;
}

/**
 * The filter in an address; what can't be read is no filter.
 * @param also Parameters that the screen answers itself.
 */
export function readAsked(resource: Resource, params: URLSearchParams, also: readonly string[] = []): Asked {
  const filter: Record<string, string> = {};
  for (const [parameter, value] of params)
    if (value !== "" && (also.includes(parameter) || parsed(resource, parameter))) filter[parameter] = value;
  return { query: params.get("q") ?? "", filter };
}

export function writeAsked({ query, filter }: Asked): URLSearchParams {
  const params = new URLSearchParams(query ? { q: query } : {});
  for (const [parameter, value] of Object.entries(filter)) if (value !== "") params.set(parameter, value);
  return params;
}

/** A value as it compares: numbers as numbers, everything else as text. */
function comparable(kind: string, value: unknown): string | number {
  if (kind === "count" || kind === "decimal" || kind === "money") return Number(value);
  if (kind === "instant") return Date.parse(String(value));
  return String(value);
}

/** A bound of a moment is a day of the tenant's: from its beginning, to its end. */
function boundOf(kind: string, operator: FilterOperator, value: string, timezone: string): string | number {
  if (kind !== "instant") return comparable(kind, value);
  return (operator === "lte" ? endOf(value, timezone) : momentOf(value, timezone)).getTime();
}

/** Whether a record is one of those that the filter means. */
export function matcher(
  resource: Resource,
  filter: Filter,
  timezone: string,
): (record: AnyRecord) => boolean {
  const tests = Object.entries(filter).flatMap(([parameter, given]) => {
    const asked = parsed(resource, parameter);
    if (!asked) return [];
    const { name, operator } = asked;
    const { kind } = fieldOf(resource, name).meta;
    if (operator === "in") {
      const values = given.split(",");
      return [(record: AnyRecord) => values.includes(String(record[name]))];
    }
    if (operator === "isnull")
      return [(record: AnyRecord) => ((record[name] ?? null) === null) === (given === "true")];
    if (operator === "") return [(record: AnyRecord) => String(record[name] ?? "") === given];
    if (kind === "instant" && !isDay(given)) return [];
    const bound = boundOf(kind, operator, given, timezone);
    return [
      (record: AnyRecord) => {
        const value = record[name];
        if (value === null || value === undefined) return false;
        const mine = comparable(kind, value);
        return operator === "gte" ? mine >= bound : mine <= bound;
      },
    ];
  });
  return (record) => tests.every((test) => test(record));
}

/** Room on both sides of a bound: moments are written with and without parts of a second. */
const ROOM_MS = 1000;

/**
 * The part of a filter that the replica's indexes answer: one value of a field, or a range of days. Of moments it finds a
 * little more than is meant; `matcher` has the last word.
 */
export function selectorOf(resource: Resource, filter: Filter, timezone: string): Record<string, unknown> {
  const selector: Record<string, unknown> = {};
  for (const [parameter, value] of Object.entries(filter)) {
    const asked = parsed(resource, parameter);
    if (!asked) continue;
    const { name, operator } = asked;
    const { kind } = fieldOf(resource, name).meta;
    if (operator === "" && (kind === "choice" || kind === "reference" || kind === "month"))
      selector[name] = value;
    if (operator !== "gte" && operator !== "lte") continue;
    const isMoment = kind === "instant" && isDay(value);
    if (!isMoment && kind !== "date" && kind !== "month") continue;
    const room = operator === "gte" ? -ROOM_MS : ROOM_MS;
    const bound = isMoment
      ? new Date(Number(boundOf(kind, operator, value, timezone)) + room).toISOString()
      : value;
    selector[name] = { ...(selector[name] as object | undefined), [`$${operator}`]: bound };
  }
  return selector;
}

/** The filter as the server takes it: days of moments become the moments that they begin and end at. */
export function queryOf(resource: Resource, { query, filter }: Asked, timezone: string): URLSearchParams {
  const params = new URLSearchParams(query.trim() === "" ? {} : { search: query.trim() });
  for (const [parameter, value] of Object.entries(filter)) {
    const asked = parsed(resource, parameter);
    if (!asked) continue;
    const isMoment = fieldOf(resource, asked.name).meta.kind === "instant";
    if (!isMoment) params.set(parameter, value);
    else if (isDay(value))
      params.set(parameter, new Date(boundOf("instant", asked.operator, value, timezone)).toISOString());
  }
  return params;
}
