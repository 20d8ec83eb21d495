// What one clerk has taken today, by method: from the records that are here and the commands that still wait. Pure.

import type { Transaction } from "../../../shared/billing/index.ts";
import { movesMoney } from "../../../shared/billing/ledger/holder.rules.ts";
import { type Day, dayOf } from "../../../shared/kernel/day.ts";
import { add, type Minor, ZERO } from "../../../shared/kernel/money.ts";
import { minorOf } from "../../kernel/money-format.ts";
import type { QueuedCommand } from "../../kernel/replica/index.ts";

export interface Taking {
  readonly receipt_number: string;
  readonly customer: string | null;
  readonly amount: Minor;
  readonly method: string;
  readonly at: string;
  /** Whether it still waits for the server. */
  readonly pending: boolean;
}

export interface TakingsOf {
  readonly username: string;
  readonly today: Day;
  readonly timezone: string;
  readonly digits: number;
}

const MONEY_KINDS: readonly string[] = ["recharge.create", "transaction.create"];

function fromCommand({ payload, occurred_at, status }: QueuedCommand, digits: number): Taking {
  const textOf = (name: string) => (typeof payload[name] === "string" ? payload[name] : null);
  return {
    receipt_number: textOf("receipt_number") ?? "",
    customer: textOf("customer_id") ?? textOf("customer"),
    amount: minorOf(textOf("amount"), digits),
    method: textOf("method") ?? "CASH",
    at: occurred_at,
    pending: status === "PENDING" || status === "SENDING",
  };
}

/** What was worked out of a command or record that did not change since: a line that is down leaves thousands. */
const known = new WeakMap<
  object,
  { readonly of: string; readonly taking: Taking; readonly day: Day; readonly ms: number }
>();

function keep(from: object, { digits, timezone }: TakingsOf, make: () => Taking) {
  const of = `${digits} ${timezone}`;
  let kept = known.get(from);
  if (kept?.of !== of) {
    const taking = make();
    const at = new Date(taking.at);
    kept = { of, taking, day: dayOf(at, timezone), ms: at.getTime() };
    known.set(from, kept);
  }
  return kept;
}

/** Today's takings, the newest first. Money in suspense was taken too; only what was refused was not. */
export function takingsOf(
  transactions: readonly Transaction[],
  commands: readonly QueuedCommand[],
  of: TakingsOf,
): Taking[] {
  const takings = new Map<string, ReturnType<typeof keep>>();
  for (const command of commands) {
    if (!MONEY_KINDS.includes(command.kind) || command.status === "REJECTED") continue;
    const kept = keep(command, of, () => fromCommand(command, of.digits));
    takings.set(kept.taking.receipt_number, kept);
  }
  for (const record of transactions) {
    const { receipt_number, trx_id, customer, amount, method, received_by, received_at, status } = record;
    const key = receipt_number ?? trx_id;
    // The record is the truth, also where a command of this device is behind it: a reversed one counts no more.
    takings.delete(key);
    if (received_by !== of.username || status !== "COMPLETED" || !movesMoney(method)) continue;
    const make = (): Taking => ({
      receipt_number: key,
      customer,
      amount: minorOf(amount, of.digits),
      method,
      at: received_at,
      pending: false,
    });
    takings.set(key, keep(record, of, make));
  }
  return [...takings.values()]
    .filter(({ day }) => day === of.today)
    .sort((a, b) => b.ms - a.ms)
    .map(({ taking }) => taking);
}

/** Totals by method, largest first, and of all. */
export function totalsOf(takings: readonly Taking[]): {
  total: Minor;
  methods: [method: string, total: Minor][];
} {
  const methods = new Map<string, Minor>();
  for (const { method, amount } of takings) methods.set(method, add(methods.get(method) ?? ZERO, amount));
  return {
    total: add(...methods.values()),
    methods: [...methods].sort(([, a], [, b]) => (a < b ? 1 : -1)),
  };
}
