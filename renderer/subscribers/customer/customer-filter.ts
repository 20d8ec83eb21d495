// What the list of customers shows: the words and filters of its toolbar, kept in its address. Pure.
import { addDays, type Day } from "../../../shared/kernel/day.ts";
import type { CustomerRow, SearchFilter } from "./customer-search.ts";

export const EXPIRY_FILTERS = ["over", "today", "week", "none"] as const;
export type ExpiryFilter = (typeof EXPIRY_FILTERS)[number];

export interface CustomerFilter {
  readonly query: string;
  readonly status: string | null;
  readonly package: string | null;
  readonly area: string | null;
  readonly due: boolean;
  readonly expiry: ExpiryFilter | null;
}

/** The filter in an address; what can't be read is no filter. */
export function readFilter(params: URLSearchParams): CustomerFilter {
  const expiry = EXPIRY_FILTERS.find((known) => known === params.get("expiry")) ?? null;
  return {
    query: params.get("q") ?? "",
    status: params.get("status"),
    package: params.get("package"),
    area: params.get("area"),
    due: params.get("due") === "1",
    expiry,
  };
}

export function writeFilter(filter: CustomerFilter): URLSearchParams {
  const params = new URLSearchParams();
  if (filter.query) params.set("q", filter.query);
  if (filter.status) params.set("status", filter.status);
  if (filter.package) params.set("package", filter.package);
  if (filter.area) params.set("area", filter.area);
  if (filter.due) params.set("due", "1");
  if (filter.expiry) params.set("expiry", filter.expiry);
  return params;
}

const WEEK = 7;

/** The part of the filter that the search answers by itself. */
export function searchFilter(filter: CustomerFilter, today: Day): SearchFilter {
  const expiry: { expiry_from?: Day; expiry_to?: Day } = {};
  switch (filter.expiry) {
    case "over":
      expiry.expiry_to = addDays(today, -1);
      break;
    case "today":
      expiry.expiry_from = today;
      expiry.expiry_to = today;
      break;
    case "week":
      expiry.expiry_from = today;
      expiry.expiry_to = addDays(today, WEEK);
      break;
    case "none":
    case null:
      break;
  }
  return {
    ...(filter.status ? { status: [filter.status] } : {}),
    ...(filter.due ? { has_due: true } : {}),
    ...expiry,
  };
}

/** The part that is left: area, package (by the ids of its customers), and no limit at all. */
export function remaining(
  rows: readonly CustomerRow[],
  filter: CustomerFilter,
  inPackage: ReadonlySet<string> | null,
): readonly CustomerRow[] {
  if (filter.area === null && filter.expiry !== "none" && filter.package === null) return rows;
  return rows.filter(
    ({ id, area, expiry_date }) =>
      (filter.area === null || area === filter.area) &&
      (filter.expiry !== "none" || expiry_date === null) &&
      (filter.package === null || inPackage?.has(id)),
  );
}
