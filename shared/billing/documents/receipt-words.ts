// A receipt's words, digits and grouping in the language of the company's paper, and the paper's width.

import type { Day } from "../../kernel/day.ts";
import { type Language, type Pair, textIn, textsIn } from "../../kernel/formatting/language.ts";
import { dayText, instantText, moneyText, type TenantFormat } from "../../kernel/formatting/localized.ts";
import type { Minor } from "../../kernel/money.ts";
import type { PaymentMethod } from "../ledger/money-records.ts";
import { METHODS } from "../payment/method-words.ts";

const TEXTS = {
  advance: ["Advance", "অগ্রিম"],
  amount: ["PAID", "পরিশোধ"],
  clerk: ["Clerk", "ক্যাশিয়ার"],
  code: ["Code", "কোড"],
  copy: ["*** COPY ***", "*** কপি ***"],
  customer: ["Customer", "গ্রাহক"],
  date: ["Date", "তারিখ"],
  due: ["Still due", "বাকি আছে"],
  method: ["Method", "মাধ্যম"],
  new_expiry: ["Valid until", "মেয়াদ"],
  plan: ["Plan", "প্যাকেজ"],
  previous_expiry: ["Valid until (before)", "আগের মেয়াদ"],
  receipt: ["Receipt", "রসিদ"],
  reversed: ["*** REVERSED ***", "*** ফেরত ***"],
  reversed_by: ["Reversed by", "ফেরত নিয়েছেন"],
  tax_number: ["Tax number", "কর নম্বর"],
  till: ["Till", "কাউন্টার"],
  username: ["Username", "ইউজারনেম"],
} as const satisfies Record<string, Pair>;

export type ReceiptWords = Readonly<Record<keyof typeof TEXTS, string>>;

export const receiptWords = (language: Language): ReceiptWords => textsIn(language, TEXTS);

/** How a paper writes what is no word: amounts, days, times and methods. */
export interface ReceiptWriting {
  money(amount: Minor): string;
  day(day: Day): string;
  instant(instant: string): string;
  method(method: PaymentMethod): string;
}

/** The currency's code in Latin letters, its own sign in Bengali, where the code would be foreign. */
export function receiptWriting(language: Language, format: TenantFormat): ReceiptWriting {
  const latin = /^\d/.test(new Intl.NumberFormat(format.locale).format(1));
  const sign = new Intl.NumberFormat(format.locale, {
    style: "currency",
    currency: format.currency,
    currencyDisplay: "narrowSymbol",
  })
    .formatToParts(0)
    .find(({ type }) => type === "currency")?.value;
  return {
    money: (amount) => `${latin ? format.currency : sign} ${moneyText(amount, format)}`,
    day: (day) => dayText(day, format.locale),
    instant: (instant) => instantText(instant, format),
    method: (method) => textIn(language, METHODS[method]),
  };
}

/** Characters of a line. */
export type ReceiptWidth = 32 | 48;

/** Of the roll, in millimetres. */
export type PaperWidth = 58 | 80;

export function paperOf(settings: Readonly<Record<string, unknown>>): PaperWidth {
  return Number(settings.receipt_width_mm) === 58 ? 58 : 80;
}

export function columnsOfPaper(paper: PaperWidth): ReceiptWidth {
  return paper === 58 ? 32 : 48;
}
