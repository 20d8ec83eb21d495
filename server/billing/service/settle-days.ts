// The days and the money of a change of package, as they are written when it holds, and put back when it is taken back.
import type { Credit } from "../../../shared/billing/ledger/money-records.ts";
import type { CoveredDays, MoneyPlan } from "../../../shared/billing/ledger/plan.rules.ts";
import {
  type BoundMoney,
  type Covering,
  type CutDays,
  cutFrom,
  freedParts,
} from "../../../shared/billing/service/change.rules.ts";
import { addDays, type Day, daysBetween } from "../../../shared/kernel/day.ts";
import { add, type Minor, subtract, ZERO } from "../../../shared/kernel/money.ts";

/** What is kept of a change's days and money, so that it can be put back. */
export interface KeptDays {
  cut: CutDays[];
  freed_parts: BoundMoney[];
}

/** What a change takes over and moves, once it holds. */
export interface SettledDays extends KeptDays {
  plan: Pick<MoneyPlan, "covers" | "bound">;
  /** Earlier changes whose days it takes over. */
  changes: CutDays[];
  /** By how many days the last one moves. */
  moved: number;
}

const boundOf = ({ bound_amount = ZERO, unallocated_amount }: Credit): Minor =>
  bound_amount < unallocated_amount ? bound_amount : unallocated_amount;

const isRecharge = ({ kind }: CutDays) => kind === "recharge";
const days = ({ id, covers_from, covers_to }: CutDays): CoveredDays => ({ id, covers_from, covers_to });

/** By how many days a change moves what comes after it. */
export const movedBy = (previous: Day | null, next: Day | null): number =>
  previous === null || next === null ? 0 : daysBetween(previous, next);

/** What lies behind the days that a change settled moves with the last of them. */
function moved(covers: readonly Covering[], after: Day, by: number): CutDays[] {
  if (by === 0) return [];
  return covers
    .filter(({ covers_from }) => covers_from > after)
    .map(({ kind, id, covers_from, covers_to }) => ({
      ...{ kind, id },
      covers_from: addDays(covers_from, by),
      covers_to: addDays(covers_to, by),
    }));
}

/** What holding a change of paid days writes. */
export function settleDays(
  figures: {
    mode: string;
    priced_from: Day;
    previous_expiry_date: Day | null;
    new_expiry_date: Day | null;
    freed: Minor;
  },
  covers: readonly Covering[],
  credits: readonly Credit[],
): SettledDays {
  const { mode, priced_from, previous_expiry_date: until, new_expiry_date } = figures;
  if (mode !== "PREPAID" || until === null)
    return { cut: [], freed_parts: [], changes: [], moved: 0, plan: { covers: [], bound: [] } };
  const taken = cutFrom(covers, priced_from, until);
  const by = movedBy(until, new_expiry_date);
  const written = [...taken, ...moved(covers, until, by)];
  const freed_parts = freedParts(figures.freed, credits, covers);
  const bound = freed_parts.flatMap(({ payment_transaction, amount }) => {
    const credit = credits.find((one) => one.payment_transaction === payment_transaction);
    return credit ? [{ payment_transaction, bound_amount: subtract(boundOf(credit), amount) }] : [];
  });
  const before = taken.map(({ id, kind }) => {
    const had = covers.find((one) => one.id === id && one.kind === kind);
    return { kind, id, covers_from: had?.covers_from ?? null, covers_to: had?.covers_to ?? null };
  });
  return {
    ...{ cut: before, freed_parts, moved: by },
    changes: written.filter((one) => !isRecharge(one)),
    plan: { covers: written.filter(isRecharge).map(days), bound },
  };
}

/**
 * What putting it back writes.
 * @returns null where money that it freed is spent by now.
 */
export function restoreDays(
  { cut, freed_parts }: KeptDays,
  { after, by }: { after: Day | null; by: number },
  covers: readonly Covering[],
  credits: readonly Credit[],
): Pick<SettledDays, "plan" | "changes"> | null {
  const bound: { payment_transaction: string; bound_amount: Minor }[] = [];
  for (const { payment_transaction, amount } of freed_parts) {
    const credit = credits.find((one) => one.payment_transaction === payment_transaction);
    const bound_amount = credit ? add(boundOf(credit), amount) : ZERO;
    if (!credit || bound_amount > credit.unallocated_amount) return null;
    bound.push({ payment_transaction, bound_amount });
  }
  const written = [...cut, ...(after === null ? [] : moved(covers, after, -by))];
  return {
    changes: written.filter((one) => !isRecharge(one)),
    plan: { covers: written.filter(isRecharge).map(days), bound },
  };
}
