// Which months can be billed: a slip of the hand must not make invoices for December 9999.
import { type Day, type Month, monthOf } from "../../kernel/day.ts";
import { invalid } from "../../kernel/failure.ts";

const FIRST: Month = "2000-01";
const YEARS_AHEAD = 10;

/** The month, if it is from 2000 to ten years ahead. @throws Failure VALIDATION naming the last one. */
export function checkedMonth(billing_month: Month, today: Day): Month {
  const last = `${Number(monthOf(today).slice(0, 4)) + YEARS_AHEAD}-12`;
  if (billing_month >= FIRST && billing_month <= last) return billing_month;
  const code = billing_month < FIRST ? "TOO_SMALL" : "TOO_LARGE";
  throw invalid("billing_month", `From ${FIRST} to ${last}`, code);
}
