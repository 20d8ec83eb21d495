// With what a report is compared, as its address has it.
import { useSearchParams } from "react-router";
import { lastDayOf, monthOf } from "../../../shared/kernel/day.ts";
import type { Format } from "../use-format.ts";
import { COMPARISONS, type Comparison, type Days } from "./periods.ts";

const PARAMETER = "compare";

/** Else with the time before. */
export function useComparison(): [Comparison, (next: Comparison) => void] {
  const [params, setParams] = useSearchParams();
  const given = params.get(PARAMETER);
  const compared = COMPARISONS.find((one) => one === given) ?? "before";
  const choose = (next: Comparison) =>
    setParams(
      (before) => {
        before.set(PARAMETER, next);
        return before;
      },
      { replace: true },
    );
  return [compared, choose];
}

/** "October 2026", or from which day to which. */
export function daysText({ from, to }: Days, format: Pick<Format, "day" | "month">): string {
  const month = monthOf(from);
  const isMonth = from.endsWith("-01") && to === lastDayOf(month);
  return isMonth ? format.month(month) : `${format.day(from)} – ${format.day(to)}`;
}
