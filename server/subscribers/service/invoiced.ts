// Which month a recurring bill is of.
import type { Month } from "../../../shared/kernel/day.ts";
import type { Fragment, Sql, Tx } from "../../kernel/db/db.ts";

/** Whether the months of a recurring bill `t`, which began before, reach a month. */
const reaches = (tx: Sql | Tx, month: Month): Fragment => tx`
  to_char(to_date(t.billing_month, 'YYYY-MM') + make_interval(months => t.billing_months - 1), 'YYYY-MM') >= ${month}`;

/** Whether it is one of several months, of an earlier one on, that has a month as well. */
export const coversFromBefore = (tx: Sql | Tx, month: Month): Fragment => tx`
  t.is_recurring and t.billing_months > 1 and t.billing_month < ${month} and ${reaches(tx, month)}`;

/** Whether a bill `t` is the recurring one of a month: of it alone, or of several of which it is one. */
export const coversMonth = (tx: Sql | Tx, month: Month): Fragment => tx`
  t.is_recurring and (t.billing_month = ${month} or ${coversFromBefore(tx, month)})`;
