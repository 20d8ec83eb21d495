// The days of a recurring bill, and what a part of them is charged for (contract C1, C3). Pure.
import { addDays, addMonths, type Day, daysBetween, type Month } from "../../kernel/day.ts";
import { add, type Minor, max, shareOf, subtract, ZERO } from "../../kernel/money.ts";
import { share, shareOfDays } from "./proration.rules.ts";

/** The whole period of a recurring bill. */
export interface BillPeriod {
  start: Day;
  /** How many days it has. */
  days: number;
  months: number;
}

export interface Days {
  from: Day;
  to: Day;
}

/** A part of a period that is charged by itself. */
export interface ChargedPart extends Days {
  /** Of the whole period: its first day, and how many there are. */
  start: Day;
  days: number;
  /** What the whole period costs, before an exclusive tax. */
  price: Minor;
  /** Days of it that were given back. */
  back: readonly Days[];
}

/** The months that a bill of `month` covers. */
export function periodOf(month: Month, months = 1): BillPeriod {
  const start: Day = `${month}-01`;
  return { start, days: daysBetween(start, `${addMonths(month, months)}-01`), months };
}

export const periodEnd = ({ start, days }: Pick<BillPeriod, "start" | "days">): Day =>
  addDays(start, days - 1);

/** Which day of the period it is, counted from 1. */
const dayIn = ({ start }: Pick<BillPeriod, "start">, day: Day): number => daysBetween(start, day) + 1;

/** What the days `from` to `to` of a period cost, where all of it costs `price`. */
export const costOfPart = (
  price: Minor,
  period: Pick<BillPeriod, "start" | "days">,
  from: Day,
  to: Day,
): Minor => shareOfDays(price, period.days, dayIn(period, from), dayIn(period, to));

/** What of a price for `of` months so many months cost. */
export const priceOfMonths = (price: Minor, of: number, months: number): Minor =>
  of === months ? price : share((price * BigInt(months)) as Minor, of, 1);

/** What of an amount that was charged for a part is for its days before `day`. */
function before(amount: Minor, part: ChargedPart, day: Day): Minor {
  if (day <= part.from) return ZERO;
  if (day > part.to) return amount;
  if (part.from === part.start && part.to === periodEnd(part))
    return share(amount, part.days, dayIn(part, day) - 1);
  const cost = costOfPart(part.price, part, part.from, addDays(day, -1));
  const whole = costOfPart(part.price, part, part.from, part.to);
  // With a discount or a tax of the bill it is another amount, in the same proportion.
  return amount === whole || whole === ZERO ? cost : shareOf(amount, cost, whole);
}

const laterOf = (a: Day, b: Day): Day => (a > b ? a : b);
const earlierOf = (a: Day, b: Day): Day => (a < b ? a : b);

function ofDays(amount: Minor, part: ChargedPart, { from, to }: Days): Minor {
  const until = before(amount, part, addDays(earlierOf(to, part.to), 1));
  return max(subtract(until, before(amount, part, from)), ZERO);
}

/** What of an amount that was charged for a part is for some of its days, but for those that were given back. */
export function worthOfDays(amount: Minor, part: ChargedPart, days: Days): Minor {
  const given_back = part.back.map(({ from, to }) =>
    ofDays(amount, part, { from: laterOf(from, days.from), to: earlierOf(to, days.to) }),
  );
  return subtract(ofDays(amount, part, days), add(...given_back));
}
