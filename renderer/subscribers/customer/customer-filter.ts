// Which customers the list shows: by their fields, as every list, and by what only customers have. Pure.
import { addDays, type Day } from "../../../shared/kernel/day.ts";
import { customer } from "../../../shared/subscribers/index.ts";
import { type Filter, matcher } from "../../kernel/resource/list/filter.ts";
import type { CustomerRow } from "./customer-search.ts";

/** Parameters of the list's address that are no fields: `due=1`, `change=1`, and when access ends as seen from today. */
export const OWN_FILTERS = ["due", "change", "expiry"];
export const EXPIRY_FILTERS = ["over", "today", "week", "none", "unpaid", "no_router"] as const;

const WEEK = 7;

/** What an expiry filter means today. */
function ending(expiry: string | undefined, today: Day): Filter {
  switch (EXPIRY_FILTERS.find((known) => known === expiry)) {
    case "over":
      return { expiry_date__lte: addDays(today, -1) };
    case "today":
      return { expiry_date__gte: today, expiry_date__lte: today };
    case "week":
      return { expiry_date__gte: today, expiry_date__lte: addDays(today, WEEK) };
    case "none":
      return { expiry_date: "" };
    case "unpaid":
      return { expiry_date: "", status: "ACTIVE" };
    case "no_router":
      return { expiry_date__gte: today, status: "ACTIVE", connection_type: "PPPOE", router__isnull: "true" };
    default:
      return {};
  }
}

/** Of a row, or of a whole record. */
interface Payer {
  readonly status?: unknown;
  readonly expiry_date?: unknown;
  readonly billing_mode?: unknown;
}

/**
 * Whether somebody is served without a day to which it is paid: not those who pay by the month's bill.
 * Of who pays as it comes a bill may say more than their record does.
 */
export const isWithoutDay = ({ status, expiry_date, billing_mode }: Payer): boolean =>
  status === "ACTIVE" && !expiry_date && billing_mode !== "POSTPAID";

/** Whether a customer is one of those that the filter means. @param changing of whom a change of package waits. */
export function passes(
  filter: Filter,
  today: Day,
  { timezone, changing }: { timezone: string; changing: ReadonlySet<string> },
): (row: CustomerRow) => boolean {
  const matches = matcher(customer, { ...filter, ...ending(filter.expiry, today) }, timezone);
  return (row) =>
    matches(row) &&
    (filter.due !== "1" || Number(row.due_amount) > 0) &&
    (filter.change !== "1" || changing.has(row.id)) &&
    (filter.expiry !== "unpaid" || isWithoutDay(row));
}
