// What came into a drawer, as far as this computer knows: its records, and the commands that still wait. Pure.
import type { CashTransfer, Transaction } from "../../../shared/billing/index.ts";
import { add, type Minor, subtract, ZERO } from "../../../shared/kernel/money.ts";
import { minorOf } from "../../kernel/money-format.ts";
import type { QueuedCommand } from "../../kernel/replica/index.ts";

export interface Drawer {
  readonly cashier: string;
  /** Whose cash it is. */
  readonly holder: string;
  /** The first moment that belongs to it. */
  readonly from: string;
  /** The first moment that does not; null while it is open. */
  readonly until: string | null;
  readonly digits: number;
  /** Commands are those of whoever is signed in: they count in their own drawer alone. */
  readonly is_own: boolean;
}

const MONEY_KINDS: readonly string[] = ["recharge.create", "transaction.create"];

/** By method: what the cashier took from the first moment until the last, less what was given back, of cash from the drawer. */
export function takenInto(
  drawer: Drawer,
  transactions: readonly Transaction[],
  commands: readonly QueuedCommand[],
): Readonly<Record<string, Minor>> {
  const { cashier, holder, digits } = drawer;
  const from = Date.parse(drawer.from);
  const until = drawer.until === null ? Number.POSITIVE_INFINITY : Date.parse(drawer.until);
  const within = (at: string | null) => at !== null && Date.parse(at) >= from && Date.parse(at) < until;
  const totals = new Map<string, Minor>();
  const put = (method: string, amount: Minor) => totals.set(method, add(totals.get(method) ?? ZERO, amount));
  const known = new Set<string>();
  for (const one of transactions) {
    known.add(one.receipt_number ?? one.trx_id);
    if (one.method === "ADJUSTMENT" || one.reseller_charge !== null) continue;
    const amount = minorOf(one.amount, digits);
    if (one.received_by === cashier && within(one.received_at)) put(one.method, amount);
    const isFromHere = one.method === "CASH" && one.holder === holder;
    if ((isFromHere || one.reversed_by === cashier) && within(one.reversed_at))
      put(one.method, subtract(ZERO, amount));
  }
  for (const { kind, status, payload, occurred_at } of drawer.is_own ? commands : []) {
    const { receipt_number, method, amount } = payload;
    if (!MONEY_KINDS.includes(kind) || status === "REJECTED" || !within(occurred_at)) continue;
    if (typeof receipt_number === "string" && known.has(receipt_number)) continue;
    put(typeof method === "string" ? method : "CASH", minorOf(String(amount ?? "0"), digits));
  }
  return Object.fromEntries(totals);
}

const SEND = "cash_transfer.create";

/** Cash that left the drawer's holder from the first moment until the last, less what came to it. */
export function handedOverFrom(
  drawer: Drawer,
  transfers: readonly CashTransfer[],
  commands: readonly QueuedCommand[],
): Minor {
  const { holder, digits } = drawer;
  const from = Date.parse(drawer.from);
  const until = drawer.until === null ? Number.POSITIVE_INFINITY : Date.parse(drawer.until);
  const within = (at: unknown) => typeof at === "string" && Date.parse(at) >= from && Date.parse(at) < until;
  const known = new Set<string>();
  let sum: Minor = ZERO;
  for (const one of transfers) {
    // A draft of one that waits has no time yet: its command counts.
    if (!one.sent_at || one.method !== "CASH") continue;
    known.add(one.id);
    const amount = minorOf(one.amount, digits);
    if (one.from === holder && within(one.sent_at)) sum = add(sum, amount);
    if (one.from === holder && within(one.cancelled_at)) sum = subtract(sum, amount);
    if (one.to === holder && within(one.confirmed_at)) sum = subtract(sum, amount);
  }
  for (const { kind, status, payload, occurred_at } of drawer.is_own ? commands : []) {
    if (kind !== SEND || status === "REJECTED" || !within(occurred_at) || known.has(String(payload.id)))
      continue;
    if (payload.from !== holder || (payload.method ?? "CASH") !== "CASH") continue;
    sum = add(sum, minorOf(String(payload.amount ?? "0"), digits));
  }
  return sum;
}
