// Who works for the company at a time, as SQL.
import type { Day } from "../../shared/kernel/day.ts";
import type { Fragment, Tx } from "../kernel/db/db.ts";

/** Employees (`e`) on at least one day from `first` to `last`. Who has no last day is employed while active. */
export const employedBetween = (tx: Tx, first: Day, last: Day): Fragment => tx`
  (e.join_date is null or e.join_date <= ${last}) and coalesce(e.end_date >= ${first}, e.is_active)`;
