// What a receipt says, as lines of fixed columns: 58 mm paper holds 32, 80 mm holds 48.
import type { Day } from "../../kernel/day.ts";
import { columnsOf, printable, wrap } from "../../kernel/formatting/text-columns.rules.ts";
import { formatMoney, type Minor } from "../../kernel/money.ts";
import type { PaymentMethod } from "../ledger/money-records.ts";
import type { MoneyPlan } from "../ledger/plan.rules.ts";
import type { KeptReceipt } from "../payment/payment.ts";
import { type ReceiptWidth, type ReceiptWords, type ReceiptWriting, receiptWords } from "./receipt-words.ts";

export interface Receipt {
  company_name: string;
  address: string | null;
  support_phone: string | null;
  /** Final also when printed offline (contract §5.5). */
  receipt_number: string;
  till: string | null;
  clerk: string;
  /** RFC 3339, shown in `timezone`. */
  occurred_at: string;
  timezone: string;
  customer_name: string;
  customer_code: string;
  username: string;
  package_name: string | null;
  /** Both null: a plain payment, which has no line about the service's time. */
  previous_expiry_date: Day | null;
  new_expiry_date: Day | null;
  amount: Minor;
  currency: string;
  /** Digits behind the point of the currency. */
  digits: number;
  method: PaymentMethod;
  /** What is left after this payment. */
  due_amount: Minor;
  advance_amount: Minor;
  footer: string | null;
  /** The company's number with the tax office, and what the law asks for. */
  tax_number: string | null;
  legal_text: string | null;
  /** A reprint says COPY. */
  is_copy: boolean;
  /** When (RFC 3339) and by whom it was taken back; null: it stands. */
  reversed: { at: string; by: string } | null;
}

/** What is kept of a receipt with its transaction: what a copy must say for ever (contract §3 PaymentTransaction). */
export function keptReceipt(
  plan: Pick<MoneyPlan, "customer" | "recharge"> & { transaction: { amount: Minor } },
  by: Pick<KeptReceipt, "clerk" | "till">,
  digits: number,
): KeptReceipt {
  const { customer, recharge, transaction } = plan;
  return {
    amount: formatMoney(transaction.amount, digits),
    due_after: formatMoney(customer.due_amount, digits),
    advance_after: formatMoney(customer.advance_amount, digits),
    expiry_before: recharge?.previous_expiry_date ?? null,
    expiry_after: recharge?.new_expiry_date ?? null,
    clerk: by.clerk,
    till: by.till,
  };
}

/** Centred lines of a text. */
export function centred(text: string, width: number): string[] {
  return wrap(text, width).map((line) => " ".repeat(Math.floor((width - columnsOf(line)) / 2)) + line);
}

/** A label at the left and its value at the right; on lines of their own where both do not fit into one. */
export function pair(label: string, value: string, width: number): string[] {
  const left = printable(label);
  const right = printable(value);
  const gap = width - columnsOf(left) - columnsOf(right);
  if (gap >= 1) return [left + " ".repeat(gap) + right];
  const ends = wrap(right, width).map((line) => " ".repeat(width - columnsOf(line)) + line);
  return [...wrap(left, width), ...ends];
}

/** "2026-11-20 16:05" in the tenant's time zone. */
function localTime(instant: string, timezone: string): string {
  const format = new Intl.DateTimeFormat("sv-SE", {
    timeZone: timezone,
    dateStyle: "short",
    timeStyle: "short",
  });
  return format.format(new Date(instant));
}

/** Latin digits and codes: what every printer can draw. */
function plainWriting({ currency, digits, timezone }: Receipt): ReceiptWriting {
  return {
    money: (amount) => `${currency} ${formatMoney(amount, digits)}`,
    day: (day) => day,
    instant: (instant) => localTime(instant, timezone),
    method: (method) => method,
  };
}

/**
 * A receipt's lines, none wider than `width` columns; text in any script wraps between its characters, never within one.
 * @throws RangeError when the time zone or the instant is none.
 */
export function receiptLines(
  receipt: Receipt,
  width: ReceiptWidth,
  words: ReceiptWords = receiptWords("en"),
  write: ReceiptWriting = plainWriting(receipt),
): string[] {
  const rule = "-".repeat(width);
  const day = (value: Day | null) => (value === null ? null : write.day(value));
  const row = (label: string, value: string | null): string[] =>
    value === null ? [] : pair(label, value, width);
  const middle = (text: string | null): string[] => (text === null ? [] : centred(text, width));
  return [
    ...middle(receipt.company_name),
    ...middle(receipt.address),
    ...middle(receipt.support_phone),
    ...middle(receipt.tax_number && `${words.tax_number} ${receipt.tax_number}`),
    rule,
    ...(receipt.is_copy ? middle(words.copy) : []),
    ...(receipt.reversed
      ? [
          ...middle(words.reversed),
          ...row(words.reversed_by, `${receipt.reversed.by}, ${write.instant(receipt.reversed.at)}`),
          rule,
        ]
      : []),
    ...row(words.receipt, receipt.receipt_number),
    ...row(words.date, write.instant(receipt.occurred_at)),
    ...row(words.till, receipt.till),
    ...row(words.clerk, receipt.clerk),
    rule,
    ...row(words.customer, receipt.customer_name),
    ...row(words.code, receipt.customer_code),
    ...row(words.username, receipt.username),
    ...row(words.plan, receipt.package_name),
    ...row(words.previous_expiry, day(receipt.previous_expiry_date)),
    ...row(words.new_expiry, day(receipt.new_expiry_date)),
    rule,
    ...row(words.amount, write.money(receipt.amount)),
    ...row(words.method, write.method(receipt.method)),
    ...row(words.due, write.money(receipt.due_amount)),
    ...(receipt.advance_amount > 0n ? row(words.advance, write.money(receipt.advance_amount)) : []),
    rule,
    ...middle(receipt.footer),
    ...middle(receipt.legal_text),
  ];
}
