// What came into a drawer, as far as this computer knows: its records, and the commands that still wait. Whose money is whose is
// the server's rule (shared/billing/shift/drawer.rules.ts). Pure.
import type { CashTransfer, Deposit, Transaction } from "../../../shared/billing/index.ts";
import { BANK } from "../../../shared/billing/ledger/chart-of-accounts.ts";
import { movesMoney } from "../../../shared/billing/ledger/holder.rules.ts";
import {
  type CashMove,
  type DrawerSpan,
  type DrawerSums,
  drawerOf,
  type LastTaken,
  sumDrawer,
} from "../../../shared/billing/shift/drawer.rules.ts";
import { type Minor, negate } from "../../../shared/kernel/money.ts";
import { minorOf } from "../../kernel/money-format.ts";
import type { QueuedCommand } from "../../kernel/replica/index.ts";

export interface Drawer extends DrawerSpan {
  readonly digits: number;
  /** Commands are those of whoever is signed in: they count in their own drawer alone. */
  readonly is_own: boolean;
  /** The code of the till that this computer is; null: none yet. */
  readonly till: string | null;
}

/** What a computer knows of the money of a time. */
export interface KnownMoney {
  readonly transactions: readonly Transaction[];
  readonly transfers: readonly CashTransfer[];
  readonly deposits: readonly Deposit[];
  readonly commands: readonly QueuedCommand[];
  /** Everybody's drawers that it knows. */
  readonly drawers: readonly DrawerSpan[];
}

const MONEY_KINDS: readonly string[] = ["recharge.create", "transaction.create", "deposit.create"];
const SEND = "cash_transfer.create";

/** Receipts, and what takes them back. */
function moveOfTransaction(one: Transaction, digits: number): CashMove[] {
  if (!movesMoney(one.method) || one.reseller_charge !== null) return [];
  const amount = minorOf(one.amount, digits);
  const receipt = { by: one.received_by, at: one.received_at };
  const common = {
    ...{ method: one.method, holder: one.holder ?? one.received_by, receipt },
    ...{ sat_at: null, is_handover: false },
  };
  const taken = { ...common, amount, by: one.received_by, at: one.received_at };
  if (one.reversed_at === null) return [taken];
  const back = { by: one.reversed_by ?? one.received_by, at: one.reversed_at };
  return [taken, { ...common, ...back, amount: negate(amount) }];
}

/** Money that is kept for a customer, and what takes it back. */
function moveOfDeposit(one: Deposit, digits: number): CashMove[] {
  // A draft of one that waits has no time yet: its command counts.
  if (!one.occurred_at) return [];
  const amount = minorOf(one.amount, digits);
  const receipt = { by: one.taken_by, at: one.occurred_at };
  const common = { method: one.method, holder: one.holder, receipt, sat_at: null, is_handover: false };
  const taken = { ...common, ...receipt, amount };
  if (one.reversed_at === null) return [taken];
  return [
    taken,
    { ...common, by: one.reversed_by ?? one.taken_by, at: one.reversed_at, amount: negate(amount) },
  ];
}

/** What leaves the sender, comes to the receiver, and comes back where it is called off. */
function moveOfTransfer(one: CashTransfer, digits: number): CashMove[] {
  // A draft of one that waits has no time yet: its command counts.
  if (!one.sent_at || one.method !== "CASH") return [];
  const amount = minorOf(one.amount, digits);
  const common = { method: one.method, receipt: null, sat_at: null, is_handover: true };
  const move = (holder: string, by: string | null, at: string | null, moved: Minor): CashMove[] =>
    at === null || by === null ? [] : [{ ...common, holder, by, at, amount: moved }];
  return [
    ...move(one.from, one.sent_by, one.sent_at, negate(amount)),
    ...move(one.from, one.sent_by, one.cancelled_at, amount),
    ...move(one.to, one.confirmed_by, one.confirmed_at, amount),
  ];
}

/** What waits on this computer and has no record yet. */
function moveOfCommand(command: QueuedCommand, drawer: Drawer, known: ReadonlySet<string>): CashMove[] {
  const { kind, status, payload, occurred_at: at } = command;
  if (status === "REJECTED") return [];
  const textOf = (name: string) => (typeof payload[name] === "string" ? payload[name] : null);
  const amount = minorOf(textOf("amount") ?? "0", drawer.digits);
  const by = drawer.cashier;
  const method = textOf("method") ?? "CASH";
  const common = { by, at, method, sat_at: drawer.till };
  if (MONEY_KINDS.includes(kind)) {
    const holder = method === "CASH" ? (drawer.till ?? by) : BANK;
    return known.has(textOf("receipt_number") ?? "") || known.has(textOf("id") ?? "")
      ? []
      : [{ ...common, amount, holder, receipt: { by, at }, is_handover: false }];
  }
  const holder = textOf("from");
  if (kind !== SEND || known.has(textOf("id") ?? "") || holder === null) return [];
  return [{ ...common, amount: negate(amount), holder, receipt: null, is_handover: true }];
}

/** What came into a drawer, what was handed over of it, and where its cash lies. */
export function drawerSums(drawer: Drawer, money: KnownMoney): DrawerSums {
  const { transactions, transfers, deposits, commands } = money;
  const known = new Set([
    ...transactions.map(({ receipt_number, trx_id }) => receipt_number ?? trx_id),
    ...transfers.flatMap(({ id, sent_at }) => (sent_at ? [id] : [])),
    ...deposits.flatMap(({ id, occurred_at }) => (occurred_at ? [id] : [])),
  ]);
  const moves = [
    ...transactions.flatMap((one) => moveOfTransaction(one, drawer.digits)),
    ...transfers.flatMap((one) => moveOfTransfer(one, drawer.digits)),
    ...deposits.flatMap((one) => moveOfDeposit(one, drawer.digits)),
    ...(drawer.is_own ? commands : []).flatMap((one) => moveOfCommand(one, drawer, known)),
  ];
  const drawers = [...money.drawers.filter(({ id }) => id !== drawer.id), drawer];
  const lastTaken: LastTaken = (cashier, holder, at) =>
    moves.reduce<string | null>((last, one) => {
      const isTheirs = one.receipt !== null && one.amount > 0n && one.by === cashier;
      const isThere = isTheirs && one.method === "CASH" && one.holder === holder && one.at <= at;
      return isThere && (last === null || one.at > last) ? one.at : last;
    }, null);
  return sumDrawer(
    drawer,
    moves.filter((move) => drawerOf(move, drawers, lastTaken)?.id === drawer.id),
  );
}
