// A shift's summary on the receipt printer's paper.
import { centred, pair } from "../../../shared/billing/documents/receipt.rules.ts";
import { columnsOfPaper, paperOf } from "../../../shared/billing/documents/receipt-words.ts";
import { shift, transaction } from "../../../shared/billing/index.ts";
import { sumOf } from "../../../shared/billing/shift/shift.rules.ts";
import { formatMoney, parseMoney, subtract } from "../../../shared/kernel/money.ts";
import { resourceWords, type Translate, wordsIn } from "../../kernel/i18n/index.ts";
import {
  instantText,
  moneyText,
  numberText,
  type TenantFormat,
  tenantFormat,
} from "../../kernel/money-format.ts";
import { useSession } from "../../kernel/session/session-store.ts";
import { printReceipt } from "../receipt/print-receipt.ts";
import { usePaperLanguage } from "../receipt/use-printed.ts";
import type { Shift } from "./use-drawer.ts";

/** What of a counted drawer is handed over, as decimal text: all but the float, which stays; null: nothing. */
export function moneyOut({ counted_cash, opening_float }: Shift): string | null {
  if (counted_cash === null) return null;
  const digits = counted_cash.split(".")[1]?.length ?? 0;
  const out = subtract(parseMoney(counted_cash, digits), parseMoney(opening_float, digits));
  return out > 0n ? formatMoney(out, digits) : null;
}

/** The lines of a closed shift, none wider than the paper. */
function shiftLines(record: Shift, width: 32 | 48, t: Translate, format: TenantFormat, company: string) {
  const words = resourceWords(shift, t.language);
  const payments = resourceWords(transaction, t.language);
  const rule = "-".repeat(width);
  const row = (label: string, value: string | null) => (value === null ? [] : pair(label, value, width));
  const money = (amount: string | null) => (amount === null ? null : moneyText(amount, format));
  const moment = (at: string | null) => (at === null ? null : instantText(at, format));
  const counts = Object.entries(record.counts ?? {}).sort(([a], [b]) => Number(b) - Number(a));
  return [
    ...centred(company, width),
    ...centred(t("shift.summary"), width),
    rule,
    ...row(words.field("cashier"), record.cashier),
    ...row(words.field("opened_at"), moment(record.opened_at)),
    ...row(words.field("closed_at"), moment(record.closed_at)),
    rule,
    ...Object.entries(record.totals ?? {}).flatMap(([method, amount]) =>
      row(payments.choice("method", method), money(amount)),
    ),
    rule,
    ...row(words.field("opening_float"), money(record.opening_float)),
    ...(!/[1-9]/.test(record.handed_over ?? "")
      ? []
      : row(words.field("handed_over"), money(record.handed_over))),
    ...row(words.field("expected_cash"), money(record.expected_cash)),
    ...row(words.field("counted_cash"), money(record.counted_cash)),
    ...row(words.field("difference"), money(record.difference)),
    ...row(words.field("reason"), record.reason),
    ...(counts.length > 0 ? [rule] : []),
    ...counts.flatMap(([piece, n]) =>
      row(
        `${numberText(Number(piece), format)} x ${numberText(n, format)}`,
        moneyText(sumOf({ [piece]: n }, format.digits), format),
      ),
    ),
    rule,
    "",
    ...row(t("shift.signature"), "_".repeat(14)),
  ];
}

/** Prints the summary of a closed shift, in the language of the company's papers. */
export function useShiftPaper(record: Shift): () => void {
  const settings = useSession(({ identity }) => identity?.settings);
  const company = useSession(({ identity }) => identity?.membership.tenant.name ?? "");
  const language = usePaperLanguage();
  return () => {
    const paper = paperOf(settings ?? {});
    const format = tenantFormat(settings ?? {}, language);
    printReceipt(shiftLines(record, columnsOfPaper(paper), wordsIn(language), format, company), paper);
  };
}
