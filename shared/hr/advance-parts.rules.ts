// What each month's pay takes back of the advances that an employee owes. Pure.
import { type Month, monthsBetween } from "../kernel/day.ts";
import { add, type Minor, max, min, subtract, ZERO } from "../kernel/money.ts";

/** The longest time over which an advance is taken back, in months. */
export const MOST_INSTALMENTS = 120;

/** An advance that was paid out. */
export interface OwedAdvance {
  id: string;
  amount: Minor;
  /** Over how many months' pays it is taken back. */
  instalments: number;
  /** The first of them. */
  deduction_month: Month;
}

/** What a pay takes of one advance. */
export interface AdvancePart {
  advance: string;
  amount: Minor;
}

/** Somebody's pay of a month, as far as advances are concerned. */
export interface PayOfAdvances {
  month: Month;
  is_paid: boolean;
  /** What is left of the pay before advances. */
  room: Minor;
  parts: readonly AdvancePart[];
}

/** What of an advance is due once a month is paid: equal parts, and with the last one the rest. */
export function dueBy({ amount, instalments, deduction_month }: OwedAdvance, month: Month): Minor {
  const begun = monthsBetween(deduction_month, month) + 1;
  if (begun <= 0) return ZERO;
  if (begun >= instalments) return amount;
  return ((amount / BigInt(instalments)) * BigInt(begun)) as Minor;
}

const partOf = ({ parts }: Pick<PayOfAdvances, "parts">, id: string): Minor =>
  add(...parts.filter(({ advance }) => advance === id).map(({ amount }) => amount));

/**
 * The parts of every pay that is not paid yet. Each takes what is due of an advance by its month and was not taken before, as far
 * as the pay goes: the rest is due with the next one. What was paid stays as it is.
 * @param advances the older ones come first.
 * @param pays of one person, at most one a month.
 */
export function planParts(
  advances: readonly OwedAdvance[],
  pays: readonly PayOfAdvances[],
): Map<Month, AdvancePart[]> {
  const planned = new Map<Month, AdvancePart[]>();
  const inOrder = [...pays].sort((a, b) => (a.month < b.month ? -1 : 1));
  /** Of each advance, what pays up to the month at hand take, and what was paid of it in later ones. */
  const taken = new Map(advances.map(({ id }) => [id, ZERO]));
  const paidLater = new Map(
    advances.map(({ id }) => [id, add(...pays.filter((pay) => pay.is_paid).map((pay) => partOf(pay, id)))]),
  );
  const of = (sums: Map<string, Minor>, id: string) => sums.get(id) ?? ZERO;
  for (const pay of inOrder) {
    if (pay.is_paid) {
      for (const { advance, amount } of pay.parts) {
        taken.set(advance, add(of(taken, advance), amount));
        paidLater.set(advance, subtract(of(paidLater, advance), amount));
      }
      continue;
    }
    let room = max(pay.room, ZERO);
    const parts: AdvancePart[] = [];
    for (const advance of advances) {
      const { id, amount } = advance;
      const before = of(taken, id);
      const due = subtract(dueBy(advance, pay.month), before);
      const owed = subtract(amount, add(before, of(paidLater, id)));
      const part = min(min(due, owed), room);
      if (part <= ZERO) continue;
      parts.push({ advance: id, amount: part });
      taken.set(id, add(before, part));
      room = subtract(room, part);
    }
    planned.set(pay.month, parts);
  }
  return planned;
}
