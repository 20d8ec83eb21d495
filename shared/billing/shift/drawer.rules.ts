// Which money belongs to which drawer (contract §4.12): one rule for the server, which reads the ledger, and for the desktop,
// which knows its replica and what waits. Pure.
import { add, type Minor, subtract, ZERO } from "../../kernel/money.ts";

/** A drawer, as far as it tells whose money is whose. */
export interface DrawerSpan {
  readonly id: string;
  readonly cashier: string;
  /** Where it was opened: the till's code, else the cashier's username. */
  readonly holder: string;
  /** The first moment that belongs to it. */
  readonly opened_at: string;
  /** The first moment that does not; null while it is open. */
  readonly closed_at: string | null;
}

/** Money that came to a holder, or left them. */
export interface CashMove {
  readonly method: string;
  /** Above zero: came in. */
  readonly amount: Minor;
  readonly holder: string;
  readonly at: string;
  /** Who did it: took it, gave it back, paid it out, handed it over, confirmed it. */
  readonly by: string;
  /** The till at which they sat as they did it; null: none, or not known. */
  readonly sat_at: string | null;
  /** A receipt, or what takes one back: who took the money, and when. Null: it was handed over or paid out. */
  readonly receipt: { readonly by: string; readonly at: string } | null;
  /** Handed from holder to holder. */
  readonly is_handover: boolean;
}

/** When somebody last took cash at a holder, at or before a moment; null: never, as far as is known. */
export type LastTaken = (cashier: string, holder: string, at: string) => string | null;

const ms = (at: string): number => Date.parse(at);

/** Whether a moment belongs to a drawer. */
const isWithin = ({ opened_at, closed_at }: DrawerSpan, at: string): boolean =>
  ms(at) >= ms(opened_at) && (closed_at === null || ms(at) < ms(closed_at));

const latest = (drawers: readonly DrawerSpan[]): DrawerSpan | null =>
  drawers.reduce<DrawerSpan | null>(
    (found, one) => (found === null || ms(one.opened_at) > ms(found.opened_at) ? one : found),
    null,
  );

/** The drawer in which a holder's cash lies: opened there, else of the person that the holder is, else of who took cash there last. */
function keeperOf(
  open: readonly DrawerSpan[],
  { holder, at }: Pick<CashMove, "holder" | "at">,
  lastTaken: LastTaken,
): DrawerSpan | null {
  const there = latest(open.filter((drawer) => drawer.holder === holder));
  if (there) return there;
  const theirs = latest(open.filter(({ cashier }) => cashier === holder));
  if (theirs) return theirs;
  const took = open.flatMap((drawer) => {
    const last = lastTaken(drawer.cashier, holder, at);
    return last === null ? [] : [{ drawer, last }];
  });
  return took.sort((a, b) => ms(b.last) - ms(a.last))[0]?.drawer ?? null;
}

/** Of a receipt and what takes it back: the drawer that it was put into, else where it may have got to since. */
function drawerOfReceipt(
  open: readonly DrawerSpan[],
  move: CashMove,
  receipt: NonNullable<CashMove["receipt"]>,
  lastTaken: LastTaken,
): DrawerSpan | null {
  const takers = open.filter(({ cashier }) => cashier === receipt.by);
  const into = latest(takers.filter((drawer) => isWithin(drawer, receipt.at)));
  if (into || move.amount > 0n) return into;
  // What lies at the bank is in no drawer; it is told of who took it.
  if (move.method !== "CASH") return latest(takers);
  // What came in beside somebody's open drawer is not in it, and does not go out of it.
  const since = open.filter(
    (drawer) => drawer.cashier === receipt.by || ms(drawer.opened_at) > ms(receipt.at),
  );
  return keeperOf(since, move, lastTaken) ?? latest(takers);
}

/**
 * The drawer that a move belongs to, of all that there are; null: of none. Each belongs to one at most:
 * - a receipt, to its taker's that was open;
 * - what takes a receipt back, to the one into which it was put while that is open, whoever gives it back and where; else to
 *   the one in which the holder's cash lies by then, else to its taker's;
 * - what is handed over or paid out, to the doer's where the cash is theirs (their drawer's till or the one that they sat at, they
 *   themselves, a till at which they took cash), else to the one in which the holder's cash lies.
 */
export function drawerOf(
  move: CashMove,
  drawers: readonly DrawerSpan[],
  lastTaken: LastTaken,
): DrawerSpan | null {
  const open = drawers.filter((drawer) => isWithin(drawer, move.at));
  if (open.length === 0) return null;
  if (move.receipt) return drawerOfReceipt(open, move, move.receipt, lastTaken);
  if (move.method !== "CASH") return null;
  const own = latest(open.filter(({ cashier }) => cashier === move.by));
  const isOwn =
    own !== null &&
    ([own.holder, own.cashier, move.sat_at].includes(move.holder) ||
      lastTaken(own.cashier, move.holder, move.at) !== null);
  return isOwn ? own : keeperOf(open, move, lastTaken);
}

/** What came into a drawer. */
export interface DrawerSums {
  /** By method: receipts less what was given back of them, and what was paid out. */
  readonly totals: Readonly<Record<string, Minor>>;
  /** Cash handed over less what was handed to it. */
  readonly handed_over: Minor;
  /** Where its cash lies: on whom a difference of its count is posted. */
  readonly cash_holder: string;
}

interface Held {
  holder: string;
  amount: Minor;
  came_in: Minor;
}

/** The holder with the most of it; of what has all left, the one through whom most went; where nothing came, the drawer's own. */
function cashHolderOf(holder: string, held: Iterable<Held>): string {
  const left = ({ amount }: Held): Minor => (amount > 0n ? amount : ZERO);
  const isMore = (one: Held, other: Held) =>
    left(one) === left(other) ? one.came_in > other.came_in : left(one) > left(other);
  const all = [...held];
  const own = all.find((one) => one.holder === holder) ?? { holder, amount: ZERO, came_in: ZERO };
  return all.reduce((most, one) => (isMore(one, most) ? one : most), own).holder;
}

/** Sums up a drawer's own moves. */
export function sumDrawer({ holder }: Pick<DrawerSpan, "holder">, moves: readonly CashMove[]): DrawerSums {
  const totals = new Map<string, Minor>();
  const cash = new Map<string, Held>();
  let handed_over: Minor = ZERO;
  for (const move of moves) {
    const { method, amount } = move;
    if (move.is_handover) handed_over = subtract(handed_over, amount);
    else totals.set(method, add(totals.get(method) ?? ZERO, amount));
    if (method !== "CASH") continue;
    const held = cash.get(move.holder) ?? { holder: move.holder, amount: ZERO, came_in: ZERO };
    cash.set(move.holder, {
      holder: move.holder,
      amount: add(held.amount, amount),
      came_in: amount > 0n ? add(held.came_in, amount) : held.came_in,
    });
  }
  return {
    totals: Object.fromEntries(totals),
    handed_over,
    cash_holder: cashHolderOf(holder, cash.values()),
  };
}
