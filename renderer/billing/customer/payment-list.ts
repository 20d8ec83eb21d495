// All money that came in from a customer, in one list: recharges and payments, booked, waiting and taken back. Pure.

import type { KeptReceipt, Recharge, Transaction } from "../../../shared/billing/index.ts";
import { movesMoney } from "../../../shared/billing/ledger/holder.rules.ts";
import type { Minor } from "../../../shared/kernel/money.ts";
import { expectations } from "../../kernel/expected/effects.ts";
import { minorOf } from "../../kernel/money-format.ts";
import type { QueuedCommand } from "../../kernel/replica/index.ts";
import type { Expected, ExpectedPayment } from "../expected.ts";
import type { Reversible } from "../reversal/reversal.ts";

export interface ListedPayment {
  /** Its receipt number, or where no receipt was given the transaction's own. */
  readonly number: string;
  readonly what: "recharge" | "payment";
  readonly amount: Minor;
  readonly method: Transaction["method"];
  /** Username. */
  readonly by: string;
  readonly at: string;
  readonly state: "COMPLETED" | "PENDING" | "FAILED" | "REVERSED";
  /** Whether the server still has to book it, or its reversal. */
  readonly pending: boolean;
  readonly reversed: { readonly at: string; readonly by: string } | null;
  readonly reversible: Reversible;
  /** Id of the package that was recharged; null: a plain payment. */
  readonly package: string | null;
  /** What a copy prints; null: none was kept. */
  readonly receipt: KeptReceipt | null;
}

/** A payment as the server booked it. */
export function booked(transaction: Transaction, recharge: Recharge | null, digits: number): ListedPayment {
  const { receipt_number, trx_id, amount, reversed_at, reversed_by } = transaction;
  const number = receipt_number ?? trx_id;
  const at = reversed_at ?? recharge?.reversed_at;
  const reversed = at ? { at, by: reversed_by ?? recharge?.reversed_by ?? "" } : null;
  return {
    number,
    what: transaction.recharge === null ? "payment" : "recharge",
    amount: minorOf(amount, digits),
    method: transaction.method,
    by: transaction.received_by,
    at: transaction.received_at,
    state: transaction.status === "REFUNDED" ? "REVERSED" : transaction.status,
    pending: false,
    reversed,
    reversible: {
      ...(transaction.recharge
        ? { kind: "recharge", id: transaction.recharge }
        : { kind: "transaction", id: transaction.id }),
      ...{ number, amount, by: transaction.received_by, at: transaction.received_at },
    },
    package: recharge?.package ?? null,
    receipt: transaction.receipt,
  };
}

function waiting(payment: ExpectedPayment, digits: number): ListedPayment {
  const { id, receipt_number: number, amount, recharge } = payment;
  return {
    number,
    what: recharge ? "recharge" : "payment",
    amount: minorOf(amount, digits),
    method: payment.method,
    by: payment.by,
    at: payment.at,
    state: "COMPLETED",
    pending: true,
    reversed: null,
    reversible: {
      kind: recharge ? "recharge" : "transaction",
      ...{ id, number, amount, by: payment.by, at: payment.at },
    },
    package: recharge?.package ?? null,
    receipt: payment.receipt,
  };
}

/** The newest first. What is given up (adjustments, waivers) is no money and stands in the account only. */
export function listedPayments(
  transactions: readonly Transaction[],
  recharges: readonly Recharge[],
  commands: readonly QueuedCommand[],
  digits: number,
): ListedPayment[] {
  const byId = new Map(recharges.map((recharge) => [recharge.id, recharge]));
  const listed = new Map<string, ListedPayment>();
  for (const transaction of transactions) {
    if (!movesMoney(transaction.method)) continue;
    const one = booked(transaction, byId.get(transaction.recharge ?? "") ?? null, digits);
    listed.set(one.number, one);
  }
  for (const { payment, reversed_payment } of expectations<Expected>(commands)) {
    // The record is the truth where both are here.
    if (payment && !listed.has(payment.receipt_number))
      listed.set(payment.receipt_number, waiting(payment, digits));
    const reversed = listed.get(reversed_payment?.number ?? "");
    if (reversed && reversed.state !== "REVERSED")
      listed.set(reversed.number, { ...reversed, state: "REVERSED", pending: true });
  }
  return [...listed.values()].sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
}
