// A receipt's words in the reader's language, and its paper.
import type { ReceiptWidth, ReceiptWords } from "../../../shared/billing/receipt.rules.ts";
import type { Translate } from "../../kernel/i18n/index.ts";

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

export type PaperWidth = 58 | 80;

export function paperOf(settings: Readonly<Record<string, unknown>>): PaperWidth {
  return Number(settings.receipt_width_mm) === 58 ? 58 : 80;
}

export function columnsOfPaper(paper: PaperWidth): ReceiptWidth {
  return paper === 58 ? 32 : 48;
}
