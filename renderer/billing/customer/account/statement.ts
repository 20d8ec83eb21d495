// A customer's statement: what was posted, the newest first, under what still waits with its expected balance. Pure.

import type { LedgerEntry } from "../../../../shared/billing/index.ts";
import { add, type Minor, negate } from "../../../../shared/kernel/money.ts";
import type { Customer } from "../../../../shared/subscribers/index.ts";
import { customer } from "../../../../shared/subscribers/index.ts";
import { effectsOn, expectations } from "../../../kernel/expected/effects.ts";
import { minorOf } from "../../../kernel/money-format.ts";
import type { QueuedCommand } from "../../../kernel/replica/index.ts";
import type { Expected } from "../../expected.ts";

export interface StatementRow {
  readonly id: string;
  readonly at: string;
  /** Entry type, or a waiting command's kind. */
  readonly what: string;
  readonly debit: Minor;
  readonly credit: Minor;
  /** After it; null where a waiting command leaves it unknown. */
  readonly balance: Minor | null;
  readonly by: string;
  readonly pending: boolean;
  readonly source: { readonly type: LedgerEntry["source_type"]; readonly id: string } | null;
}

function postedRow(entry: LedgerEntry, digits: number): StatementRow {
  return {
    id: entry.id,
    at: entry.occurred_at,
    what: entry.entry_type,
    debit: minorOf(entry.debit, digits),
    credit: minorOf(entry.credit, digits),
    balance: entry.balance_after === null ? null : minorOf(entry.balance_after, digits),
    by: entry.posted_by,
    pending: false,
    source: { type: entry.source_type, id: entry.source_id },
  };
}

const CREDITS: readonly string[] = ["recharge.create", "transaction.create"];
const DEBITS: readonly string[] = ["recharge.reverse", "transaction.reverse"];

function waitingRow(command: QueuedCommand, digits: number): StatementRow {
  const [expected] = expectations<Expected>([command]);
  const { kind, payload } = command;
  const given = typeof payload.amount === "string" ? payload.amount : expected?.reversed_payment?.amount;
  const amount = minorOf(given ?? null, digits);
  const [after] = effectsOn([command], customer.collection);
  const { due_amount, advance_amount } = (after?.values ?? {}) as Partial<Customer>;
  const balance =
    due_amount === undefined || advance_amount === undefined
      ? null
      : add(minorOf(advance_amount, digits), negate(minorOf(due_amount, digits)));
  return {
    id: command.id,
    at: command.occurred_at,
    what: kind,
    debit: DEBITS.includes(kind) ? amount : (0n as Minor),
    credit: CREDITS.includes(kind) ? amount : (0n as Minor),
    balance,
    by: "",
    pending: true,
    source: null,
  };
}

const MONEY_KINDS: readonly string[] = [...CREDITS, ...DEBITS, "invoice.create", "adjustment.create"];

/** Waiting commands first, the newest on top; then the ledger in its own order. */
export function statementOf(
  entries: readonly LedgerEntry[],
  commands: readonly QueuedCommand[],
  digits: number,
): StatementRow[] {
  const waiting = commands
    .filter(
      ({ kind, status }) => MONEY_KINDS.includes(kind) && status !== "REJECTED" && status !== "SUSPENSE",
    )
    .map((command) => waitingRow(command, digits))
    .reverse();
  const posted = [...entries].sort((a, b) => Number(b.entry_no) - Number(a.entry_no));
  return [...waiting, ...posted.map((entry) => postedRow(entry, digits))];
}
