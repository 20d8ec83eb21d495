// Plans on their own days, before they are written: the writers take no others (contract §4.4 "Accounting day").
import type { MoneyPlan } from "../../../shared/billing/ledger/plan.rules.ts";
import { type DatedPlan, historyAfter, onOwnDays } from "../../../shared/billing/period/own-days.rules.ts";
import type { Day } from "../../../shared/kernel/day.ts";
import type { Tx } from "../../kernel/db/db.ts";
import type { Tenant } from "../../kernel/operation/principal.ts";
import { accountingDay, type PostedBy } from "../ledger/journal.ts";
import { readHistory } from "./history.ts";

interface Dating {
  tx: Tx;
  tenant: Tenant;
  by: Omit<PostedBy, "onLate">;
  /** The company's day. */
  today: Day;
}

/** Whether something may have happened after the day of a plan: it is past, or a bill that it touches is of a later one. */
const isLate = (plan: MoneyPlan, day: Day, today: Day): boolean =>
  day < today || plan.invoices.some(({ issue_date }) => issue_date > day);

/**
 * The plans with each part on its own day. What is done today is so already: nothing is read for it.
 * The caller holds the customers' locks, and the plans of one customer stand in the order in which they are written.
 * @throws Failure PERIOD_LOCKED.
 */
export async function onTheirDays<P extends MoneyPlan>(
  { tx, tenant, by, today }: Dating,
  plans: readonly P[],
): Promise<(P & DatedPlan)[]> {
  const days = plans.map(({ entry_date }) => accountingDay(tenant, { ...by, onLate: () => {} }, entry_date));
  const first = plans
    .flatMap((plan, at) => (isLate(plan, days[at] ?? today, today) ? [days[at] ?? today] : []))
    .sort()[0];
  if (first === undefined) return plans.map((plan) => ({ ...plan, later: [] }));
  const histories = await readHistory(tx, tenant, plans, first);
  return plans.map((plan, at) => {
    const { id } = plan.customer;
    const day = days[at] ?? today;
    const history = histories.get(id);
    if (!history) throw new Error(`Nothing was read of customer ${id}`);
    const dated = onOwnDays(plan, day, history);
    histories.set(id, historyAfter(history, dated, day));
    return { ...plan, ...dated };
  });
}
