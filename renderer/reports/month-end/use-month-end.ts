// A month's end as the server keeps it: found by its month, with its steps in order.
import type { MonthEnd, MonthEndStep } from "../../../shared/reports/index.ts";
import { useAsk } from "../../kernel/connection/server-answers.ts";

export interface KnownMonthEnd extends MonthEnd {
  readonly steps: readonly MonthEndStep[];
}

/** Steps that others do are seen so often. */
const EVERY_MS = 15_000;

/** `end` is null where the month's end was not begun, undefined while it is unknown. */
export function useMonthEnd(month: string) {
  const list = useAsk<{ results: readonly MonthEnd[] }>(`/api/v1/month-ends/?month=${month}`, EVERY_MS);
  const found = list.data?.results[0];
  const detail = useAsk<KnownMonthEnd>(found ? `/api/v1/month-ends/${found.id}/` : null, EVERY_MS);
  const known = detail.data?.month === month ? detail.data : undefined;
  const end = list.data && !found ? null : known;
  return { end, error: list.error ?? detail.error, again: list.again };
}
