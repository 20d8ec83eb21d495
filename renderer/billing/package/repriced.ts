// Whom a new price of a package reaches, and from when: from each customer's next period on, never the running one. Pure.
import { addDays, type Day, monthOf, nextMonth } from "../../../shared/kernel/day.ts";
import type { Customer } from "../../../shared/subscribers/index.ts";

/** Of whom it is said. */
export type Payer = Pick<Customer, "id" | "package" | "status" | "expiry_date">;

interface Repriced {
  customers: number;
  /** How many pay it from the next day or bill on: no day is paid, nor is the month billed. */
  at_once: number;
  /** The first and the last day from which the others pay it; null: there are none. */
  first: Day | null;
  last: Day | null;
}

/** @param billed who has this month's recurring bill. */
export function repricedBy(
  pack: string,
  customers: readonly Payer[],
  { today, billed }: { today: Day; billed: ReadonlySet<string> },
): Repriced {
  const reached = customers.filter((one) => one.package === pack && one.status !== "TERMINATED");
  const next = `${nextMonth(monthOf(today))}-01`;
  const later = reached.flatMap(({ id, expiry_date }) => {
    if (expiry_date !== null && expiry_date >= today) return [addDays(expiry_date, 1)];
    return billed.has(id) ? [next] : [];
  });
  later.sort();
  return {
    customers: reached.length,
    at_once: reached.length - later.length,
    first: later[0] ?? null,
    last: later.at(-1) ?? null,
  };
}
