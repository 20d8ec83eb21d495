// The slips of a receipt printer that are no receipt: a credit note, a refund, a deposit, cash handed over. As lines of fixed columns. Pure.

import { type Language, textsIn } from "../../kernel/formatting/language.ts";
import type { TenantFormat } from "../../kernel/formatting/localized.ts";
import { parseMoney } from "../../kernel/money.ts";
import type { CashTransfer } from "../cash/cash-transfer.ts";
import type { CreditNote, CreditNoteLine } from "../credit-note/credit-note.ts";
import type { Deposit } from "../payment/deposit.ts";
import type { Refund } from "../payment/refund.ts";
import { centred, pair } from "./receipt.rules.ts";
import { type ReceiptWidth, receiptWriting } from "./receipt-words.ts";
import { SLIP_TEXTS } from "./slip-words.ts";

/** What a company prints on every paper. */
export interface SlipHead {
  readonly name: string;
  readonly address: string | null;
  readonly phone: string | null;
  /** With its name before it. */
  readonly tax_number: string | null;
  readonly legal_text: string | null;
}

/** How the company's papers are written. */
export interface SlipStyle {
  readonly language: Language;
  readonly format: TenantFormat;
}

type Row = readonly [label: string, value: string | null];

/** A slip before it is laid out: rows in parts, each part below a line; rows without a value are left out. */
export interface Slip {
  readonly title: string;
  /** What must be seen first: that it is a copy, that it does not count any more. */
  readonly marks: readonly string[];
  readonly parts: readonly (readonly Row[])[];
  /** Who signs. */
  readonly signatures: readonly string[];
}

type NoteOnPaper = Pick<
  CreditNote,
  | "credit_note_number"
  | "issued_at"
  | "clerk"
  | "amount"
  | "tax_amount"
  | "due_after"
  | "advance_after"
  | "reason"
> & {
  readonly invoice_number: string;
  readonly lines: readonly Pick<CreditNoteLine, "description" | "amount">[];
};

type RefundOnPaper = Pick<
  Refund,
  "refund_number" | "occurred_at" | "refunded_by" | "amount" | "method" | "reason" | "is_reversed"
>;

type DepositOnPaper = Pick<
  Deposit,
  "deposit_number" | "occurred_at" | "taken_by" | "amount" | "balance" | "method" | "reason" | "status"
>;

type HandoverOnPaper = Pick<
  CashTransfer,
  | "transfer_number"
  | "sent_at"
  | "sent_by"
  | "confirmed_at"
  | "confirmed_by"
  | "amount"
  | "method"
  | "note"
  | "status"
>;

interface Payer {
  readonly name: string;
  readonly customer_code: string;
}

/** A slip's lines, none wider than `width` columns. */
export function slipLines(slip: Slip, head: SlipHead, width: ReceiptWidth): string[] {
  const rule = "-".repeat(width);
  const middle = (text: string | null) => (text === null || text === "" ? [] : centred(text, width));
  const parts = slip.parts.map((rows) =>
    rows.flatMap(([label, value]) => (value === null || value === "" ? [] : pair(label, value, width))),
  );
  return [
    ...[head.name, head.address, head.phone, head.tax_number].flatMap(middle),
    rule,
    ...slip.marks.flatMap(middle),
    ...middle(slip.title),
    ...parts.filter((lines) => lines.length > 0).flatMap((lines) => [...lines, rule]),
    ...slip.signatures.flatMap((who) => ["", ...pair(who, "_".repeat(14), width)]),
    ...middle(head.legal_text),
  ];
}

const isSome = (amount: string): boolean => /[1-9]/.test(amount);

/** Words and writing of a slip. */
function writer({ language, format }: SlipStyle, is_copy: boolean) {
  const words = textsIn(language, SLIP_TEXTS);
  const write = receiptWriting(language, format);
  const money = (amount: string) => write.money(parseMoney(amount, format.digits));
  const some = (amount: string) => (isSome(amount) ? money(amount) : null);
  return { words, write, money, some, copy: is_copy ? [words.copy] : [] };
}

/** What was credited of a bill; dues and advance are those of when it was made. */
export function creditNoteSlip(note: NoteOnPaper, customer: Payer, is_copy: boolean, style: SlipStyle): Slip {
  const { words, write, money, some, copy } = writer(style, is_copy);
  return {
    title: words.title,
    marks: copy,
    parts: [
      [
        [words.number, note.credit_note_number],
        [words.date, write.instant(note.issued_at)],
        [words.bill, note.invoice_number],
        [words.clerk, note.clerk],
      ],
      [
        [words.customer, customer.name],
        [words.code, customer.customer_code],
      ],
      note.lines.map((line) => [line.description || words.other, money(line.amount)] as const),
      [
        [words.total, money(note.amount)],
        [words.tax, some(note.tax_amount)],
        [words.due, money(note.due_after)],
        [words.advance, some(note.advance_after)],
        [words.reason, note.reason],
      ],
    ],
    signatures: [],
  };
}

/** An advance that was paid out: who got the money signs for it. */
export function refundSlip(refund: RefundOnPaper, customer: Payer, is_copy: boolean, style: SlipStyle): Slip {
  const { words, write, money, copy } = writer(style, is_copy);
  return {
    title: words.refund,
    marks: [...copy, ...(refund.is_reversed ? [words.reversed] : [])],
    parts: [
      [
        [words.number, refund.refund_number],
        [words.date, write.instant(refund.occurred_at)],
        [words.clerk, refund.refunded_by],
      ],
      [
        [words.customer, customer.name],
        [words.code, customer.customer_code],
      ],
      [
        [words.paid_back, money(refund.amount)],
        [words.method, write.method(refund.method)],
        [words.reason, refund.reason],
      ],
    ],
    signatures: [words.received],
  };
}

/** A deposit that was taken: the one who took it signs. What is left of it is said once it is less. */
export function depositSlip(
  deposit: DepositOnPaper,
  customer: Payer,
  is_copy: boolean,
  style: SlipStyle,
): Slip {
  const { words, write, money, copy } = writer(style, is_copy);
  const { amount, balance, status } = deposit;
  return {
    title: words.deposit,
    marks: [...copy, ...(status === "REVERSED" ? [words.reversed] : [])],
    parts: [
      [
        [words.number, deposit.deposit_number],
        [words.date, write.instant(deposit.occurred_at)],
        [words.clerk, deposit.taken_by],
      ],
      [
        [words.customer, customer.name],
        [words.code, customer.customer_code],
      ],
      [
        [words.kept, money(amount)],
        [words.still_kept, balance === amount ? null : money(balance)],
        [words.method, write.method(deposit.method)],
        [words.reason, deposit.reason],
      ],
    ],
    signatures: [words.received],
  };
}

/** Cash that goes from one holder to another; `named` are its ends as people call them. */
export function handoverSlip(
  transfer: HandoverOnPaper,
  named: { readonly from: string; readonly to: string },
  is_copy: boolean,
  style: SlipStyle,
): Slip {
  const { words, write, money, copy } = writer(style, is_copy);
  const { confirmed_at } = transfer;
  return {
    title: words.handover,
    marks: [...copy, ...(transfer.status === "CANCELLED" ? [words.called_off] : [])],
    parts: [
      [
        [words.number, transfer.transfer_number],
        [words.date, write.instant(transfer.sent_at)],
      ],
      [
        [words.from, named.from],
        [words.to, named.to],
      ],
      [
        [words.handed_over, money(transfer.amount)],
        [words.method, write.method(transfer.method)],
        [words.note, transfer.note],
      ],
      [
        [words.given, transfer.sent_by],
        [words.received, transfer.confirmed_by],
        [words.received_at, confirmed_at === null ? null : write.instant(confirmed_at)],
      ],
    ],
    signatures: [words.given, words.received],
  };
}
