// What came in by group, with what came in at the earlier time beside it. Pure.
import { formatMoney, ZERO } from "../../shared/kernel/money.ts";
import type { Collections } from "../../shared/reports/index.ts";
import { beside, type Comparison, counterpart } from "../kernel/compare/periods.ts";

type Group = Collections["groups"][number];

export interface CollectedRow extends Group {
  /** Null: nothing is compared. */
  readonly was: string | null;
}

const keyOf = ({ group }: Group): string => group ?? "";

/** Days stand beside the same day of the other month; a day that this month has not is in that time's total alone. */
export function collectedRows(
  answer: Collections,
  was: Collections | null,
  compared: Comparison,
  digits: number,
): CollectedRow[] {
  if (was === null || compared === "none") return answer.groups.map((row) => ({ ...row, was: null }));
  const dayNow = ({ group }: Group) => (group === null ? null : counterpart(group, answer, compared));
  const nothing = formatMoney(ZERO, digits);
  const rows = beside(answer.groups, was.groups, keyOf, answer.group_by === "day" ? dayNow : keyOf);
  return rows.flatMap(({ now, was: before }) => {
    if (now) return [{ ...now, was: before?.amount ?? nothing }];
    if (!before) return [];
    const group = answer.group_by === "day" ? dayNow(before) : before.group;
    return [{ ...before, group, payments: 0, amount: nothing, was: before.amount }];
  });
}
