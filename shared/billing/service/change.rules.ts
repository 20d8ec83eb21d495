// What a change of package settles and costs: days that are paid, at what they were paid with and at the new price (contract C3). Pure.
import { addDays, type Day, daysBetween, LAST_DAY, laterDay, monthOf, nextMonth } from "../../kernel/day.ts";
import { Failure, invalid } from "../../kernel/failure.ts";
import { add, type Minor, max, min, negate, subtract, ZERO } from "../../kernel/money.ts";
import { type OfferTerms, offerDiscount } from "../invoice/invoice-line.rules.ts";
import { customerPrice } from "../invoice/price.rules.ts";
import { type Credit, freeOf } from "../ledger/money-records.ts";
import { type BillPeriod, periodEnd } from "./period.rules.ts";
import {
  type ChargedDaysOf,
  type Credited,
  chargedDays,
  creditedDays,
  type PricedPackage,
  type ServiceCharge,
} from "./postpaid.rules.ts";
import { costOfDays, daysWorth, share } from "./proration.rules.ts";

/** A package as it is or was sold. */
export interface SoldPackage extends PricedPackage {
  id: string;
  name: string;
}

/** What pays for days: a recharge, or a change that took over the days of those before it. */
export interface Covering {
  kind: "recharge" | "service_change";
  id: string;
  /** The recharge's money; null: a change's. */
  payment_transaction: string | null;
  amount: Minor;
  /** As many days as the amount bought, whatever became of them. */
  days: number;
  covers_from: Day;
  covers_to: Day;
}

export type Settle = "KEEP_DAYS" | "CONVERT";
export type When = "NOW" | "AT_EXPIRY" | "DATE";
type Direction = "UPGRADE" | "DOWNGRADE" | "SAME";

export interface ChangeInput {
  when?: When | null;
  effective_date?: Day | null;
  settle?: Settle | null;
  /** How many days ahead the day may be. */
  furthest: number;
}

export interface ChangeSnapshot {
  today: Day;
  expiry_date: Day | null;
  discount: Minor;
  /** Null: the customer has none. */
  from: SoldPackage | null;
  to: SoldPackage;
  covers: readonly Covering[];
  /** The customer's recurring add-ons, with tax; `charged_to`: until then they were paid as they were sold. */
  addons: readonly { amount: Minor; charged_to: Day | null }[];
  billing_mode: "AUTO" | "PREPAID" | "POSTPAID";
  /** What the customer has recurring bills of, as far as it is not over. */
  billed: readonly BillPeriod[];
  /** What bills charged for days that are not over, or will charge. */
  charges: readonly ServiceCharge[];
  /** Offers that lower the bills of these months. */
  offers: readonly OfferTerms[];
}

/** What one of the two ways to settle comes to. */
export interface Settled {
  days: number;
  cost: Minor;
  to_pay: Minor;
  freed: Minor;
  new_expiry_date: Day | null;
}

export interface ChangeFigures extends Settled {
  when: When;
  effective_date: Day;
  priced_from: Day;
  mode: "PREPAID" | "POSTPAID" | "NONE";
  settle: Settle;
  direction: Direction;
  rest_days: number;
  rest_value: Minor;
  previous_expiry_date: Day | null;
  /** What is given back of bills that are made, and charged anew. */
  credit_amount: Minor;
  charge_amount: Minor;
  credited: readonly Credited[];
  charged: readonly ChargedDaysOf[];
  /** What a period of the new package costs the customer. */
  price: Minor;
  options: Readonly<Record<Settle, Settled>>;
}

/** Which of two packages costs a customer more a day. */
function directionOf({ from, to, discount }: ChangeSnapshot, day: Day): Direction {
  const customer = { discount };
  if (from === null) return "UPGRADE";
  const had = customerPrice(from, customer, day);
  const gets = customerPrice(to, customer, day);
  const [before, after] = [had.amount * BigInt(gets.days), gets.amount * BigInt(had.days)];
  return after > before ? "UPGRADE" : after < before ? "DOWNGRADE" : "SAME";
}

/** The worth of the days from `from` until `to`, at what they were paid with; days that no money bought have none. */
export function worthOf(covers: readonly Covering[], from: Day, to: Day): Minor {
  const parts = covers.map(({ amount, days, covers_from, covers_to }) => {
    const last = covers_to < to ? covers_to : to;
    if (last < from) return ZERO;
    const until = (day: Day) => share(amount, days, daysBetween(covers_from, day));
    return max(subtract(until(addDays(last, 1)), until(from)), ZERO);
  });
  return add(...parts);
}

const hasPaidDays = (expiry_date: Day | null, day: Day): expiry_date is Day =>
  expiry_date !== null && expiry_date >= day;

/** @throws Failure VALIDATION. */
function checkDay({ when, effective_date, furthest }: ChangeInput, today: Day): void {
  const of = (message: string, code: "REQUIRED" | "CONFLICTING" | "PAST" | "TOO_LARGE") =>
    invalid("effective_date", message, code);
  if (when === "DATE" && !effective_date) throw of("Name the day", "REQUIRED");
  if (when !== "DATE" && effective_date)
    throw of("Only a change on a day of its own names one", "CONFLICTING");
  if (!effective_date) return;
  if (effective_date < today) throw of("This day is over", "PAST");
  if (effective_date > addDays(today, furthest)) throw of(`At most ${furthest} days from today`, "TOO_LARGE");
}

const isBilled = (billed: readonly BillPeriod[], day: Day): boolean =>
  billed.some((period) => period.start <= day && day <= periodEnd(period));

/** The first day of the first month to come that no bill has charged. */
function nextUnbilled(day: Day, billed: readonly BillPeriod[]): Day {
  const first = `${nextMonth(monthOf(day))}-01`;
  return isBilled(billed, first) ? nextUnbilled(first, billed) : first;
}

/** What is given back and charged where bills pay for the days; nothing where the month is not billed: its bill parts the days. */
function settleBills(snapshot: ChangeSnapshot, priced_from: Day) {
  const { today, to, discount, charges, billed, offers } = snapshot;
  const credited = creditedDays(charges, { from: priced_from, to: LAST_DAY }, today);
  const offer = (price: Minor, { start }: BillPeriod) => offerDiscount(price, offers, to.id, monthOf(start));
  const charged = chargedDays(billed, { from: priced_from, to: LAST_DAY }, to, { discount, today, offer });
  return {
    ...{ credited, charged },
    credit_amount: add(...credited.map(({ amount }) => amount)),
    charge_amount: add(...charged.map(({ amount }) => amount)),
  };
}

const NO_BILLS = { credited: [], charged: [], credit_amount: ZERO, charge_amount: ZERO };

/** What pays for the days from a day on. */
function modeOf({ billing_mode, billed, expiry_date }: ChangeSnapshot, day: Day): ChangeFigures["mode"] {
  const by_bill = billing_mode === "POSTPAID" || (billing_mode === "AUTO" && isBilled(billed, day));
  if (by_bill) return "POSTPAID";
  return hasPaidDays(expiry_date, day) ? "PREPAID" : "NONE";
}

/**
 * What a change comes to, as its order and its preview say it.
 * @throws Failure SAME_PACKAGE, VALIDATION (its day).
 */
export function planChange(snapshot: ChangeSnapshot, input: ChangeInput): ChangeFigures {
  const { today, expiry_date, discount, from, to, covers } = snapshot;
  if (from?.id === to.id) throw new Failure("SAME_PACKAGE");
  checkDay(input, today);
  const direction = directionOf(snapshot, today);
  const when = input.when ?? (direction === "UPGRADE" ? "NOW" : "AT_EXPIRY");
  const tomorrow = addDays(today, 1);
  const after_paid = hasPaidDays(expiry_date, today)
    ? addDays(expiry_date, 1)
    : `${nextMonth(monthOf(today))}-01`;
  const priced_from =
    when === "NOW" ? tomorrow : when === "DATE" ? (input.effective_date ?? today) : after_paid;
  const mode = modeOf(snapshot, priced_from);
  const is_paid = mode === "PREPAID" && expiry_date !== null;
  const rest_days = is_paid ? daysBetween(priced_from, expiry_date) + 1 : 0;
  const rest_value = is_paid ? worthOf(covers, priced_from, expiry_date) : ZERO;
  const addons = snapshot.addons.filter(({ charged_to }) => charged_to === null || charged_to < priced_from);
  const of = { discount, addons: add(...addons.map(({ amount }) => amount)) };
  const price = customerPrice(to, of, priced_from).amount;
  const settled = (days: number, new_expiry_date: Day | null, keeps: boolean): Settled => {
    const cost = costOfDays(price, to.validity_days, days);
    const freed = max(subtract(rest_value, cost), ZERO);
    return {
      days,
      cost,
      freed,
      new_expiry_date,
      to_pay: keeps ? max(subtract(cost, rest_value), ZERO) : ZERO,
    };
  };
  // The calendar ends; what no day is left for is freed.
  const converted = is_paid
    ? Math.min(
        daysWorth(rest_value, price, to.validity_days, rest_days),
        daysBetween(priced_from, LAST_DAY) + 1,
      )
    : 0;
  const options = {
    KEEP_DAYS: settled(rest_days, expiry_date, true),
    CONVERT: settled(converted, is_paid ? addDays(priced_from, converted - 1) : expiry_date, false),
  };
  const settle = input.settle ?? "KEEP_DAYS";
  return {
    ...{ when, priced_from, settle, direction, rest_days, rest_value, price, options, mode },
    ...(mode === "POSTPAID" ? settleBills(snapshot, priced_from) : NO_BILLS),
    effective_date: when === "NOW" ? today : priced_from,
    previous_expiry_date: expiry_date,
    ...options[settle],
  };
}

/** What a change comes to as it is shown to whoever is to agree: the same at the server and at a till. */
export function describeChange(snapshot: ChangeSnapshot, figures: ChangeFigures) {
  const { from, to, today } = snapshot;
  const { days, price, options, credited, charged, ...told } = figures;
  const shown = ({ to_pay, freed, new_expiry_date }: Settled) => ({ to_pay, freed, new_expiry_date });
  const { rest_days, rest_value, cost, new_expiry_date, mode, priced_from } = figures;
  const had = from?.name ?? "";
  const paid = [
    { text: had, days: rest_days, amount: negate(rest_value) },
    { text: to.name, days, amount: cost },
  ];
  const billed = [
    ...credited.map(({ charge: { part }, amount }) => ({
      text: had,
      days: daysBetween(part.from > priced_from ? part.from : priced_from, part.to) + 1,
      amount: negate(amount),
    })),
    ...charged.map(({ part, amount }) => ({
      ...{ text: to.name, days: daysBetween(part.from, part.to) + 1, amount },
    })),
  ];
  const next = mode === "POSTPAID" ? nextUnbilled(today, snapshot.billed) : null;
  const is_worth_nothing = mode === "PREPAID" && rest_value === ZERO;
  return {
    ...told,
    lines: mode === "PREPAID" ? paid : billed,
    options: { KEEP_DAYS: shown(options.KEEP_DAYS), CONVERT: shown(options.CONVERT) },
    next_bill: { date: next ?? (new_expiry_date && addDays(new_expiry_date, 1)), amount: price },
    ...{ from_package: from?.id ?? null, from_package_name: from?.name ?? null },
    ...{ to_package: to.id, to_package_name: to.name },
    network: isAtOnce(figures, today) ? "UPSERT_USER" : null,
    warnings: is_worth_nothing ? ["DAYS_WORTH_NOTHING"] : [],
  };
}

/** Whether the package is another at once; else the change waits for its day. */
export const isAtOnce = ({ when, effective_date }: ChangeFigures, today: Day): boolean =>
  when === "NOW" || (when === "DATE" && effective_date <= today);

/** The days of what paid for some, once a change takes them over from a day on; null: none are left. */
export interface CutDays {
  kind: Covering["kind"];
  id: string;
  covers_from: Day | null;
  covers_to: Day | null;
}

/** What a change ends of what covered the days until `to`. */
export function cutFrom(covers: readonly Covering[], priced_from: Day, to: Day): CutDays[] {
  return covers
    .filter(({ covers_from, covers_to }) => covers_to >= priced_from && covers_from <= to)
    .map(({ kind, id, covers_from }) => {
      const is_left = covers_from < priced_from;
      return {
        ...{ kind, id },
        covers_from: is_left ? covers_from : null,
        covers_to: is_left ? addDays(priced_from, -1) : null,
      };
    });
}

/** A recharge's money with what of it is bound. */
export interface BoundMoney {
  payment_transaction: string;
  amount: Minor;
}

/** Whose money becomes free, the last days first; no more than is left of it: what paid bills is no advance any more. */
export function freedParts(
  freed: Minor,
  credits: readonly Credit[],
  covers: readonly Covering[],
): BoundMoney[] {
  const last = new Map<string, Day>();
  for (const { payment_transaction: id, covers_to } of covers)
    if (id !== null) last.set(id, laterDay(last.get(id) ?? null, covers_to) ?? covers_to);
  const order = credits
    .map((credit) => ({ credit, day: last.get(credit.payment_transaction) ?? "" }))
    .sort((a, b) => (a.day > b.day ? -1 : a.day < b.day ? 1 : 0));
  let rest = freed;
  return order.flatMap(({ credit }) => {
    const bound = subtract(credit.unallocated_amount, freeOf(credit));
    const amount = min(bound, rest);
    if (amount <= 0n) return [];
    rest = subtract(rest, amount);
    return [{ payment_transaction: credit.payment_transaction, amount }];
  });
}
