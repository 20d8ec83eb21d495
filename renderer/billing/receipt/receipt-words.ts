// A receipt's words, digits and grouping in the language of the company's paper, and the paper's width.
import type {
  ReceiptWidth,
  ReceiptWords,
  ReceiptWriting,
} from "../../../shared/billing/documents/receipt.rules.ts";
import { transaction } from "../../../shared/billing/index.ts";
import { resourceWords, type Translate } from "../../kernel/i18n/index.ts";
import { dayText, instantText, moneyText, type TenantFormat } from "../../kernel/money-format.ts";

export function receiptWords(t: Translate): ReceiptWords {
  return {
    receipt: t("receipt.receipt"),
    copy: t("receipt.copy"),
    reversed: t("receipt.reversed"),
    reversed_by: t("receipt.reversed_by"),
    date: t("receipt.date"),
    till: t("receipt.till"),
    clerk: t("receipt.clerk"),
    customer: t("receipt.customer"),
    code: t("receipt.code"),
    username: t("receipt.username"),
    plan: t("receipt.plan"),
    previous_expiry: t("receipt.previous_expiry"),
    new_expiry: t("receipt.new_expiry"),
    amount: t("receipt.amount"),
    method: t("receipt.method"),
    due: t("receipt.due"),
    advance: t("receipt.advance"),
  };
}

/** The currency's code in Latin letters, its own sign in Bengali, where the code would be foreign. */
export function receiptWriting(t: Translate, format: TenantFormat): ReceiptWriting {
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
    method: (method) => resourceWords(transaction, t.language).choice("method", method),
  };
}

export type PaperWidth = 58 | 80;

export function paperOf(settings: Readonly<Record<string, unknown>>): PaperWidth {
  return Number(settings.receipt_width_mm) === 58 ? 58 : 80;
}

export function columnsOfPaper(paper: PaperWidth): ReceiptWidth {
  return paper === 58 ? 32 : 48;
}
