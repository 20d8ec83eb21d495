// What a line of the account is called: the bill of a month with its number, money with its receipt and method.
import { useCallback, useMemo } from "react";
import type { Invoice } from "../../../../shared/billing/index.ts";
import { ledgerEntry, transaction } from "../../../../shared/billing/index.ts";
import { useResourceWords, useWords } from "../../../kernel/i18n/index.ts";
import { useRows } from "../../../kernel/replica-hooks.ts";
import { useFormat } from "../../../kernel/use-format.ts";
import type { StoryLine } from "./account-story.ts";

export interface LineWords {
  readonly title: string;
  /** Number, method, who; for the second line. */
  readonly detail: string;
}

export function useLineWords(
  customerId: string,
  invoices: readonly Invoice[],
): (line: StoryLine) => LineWords {
  const t = useWords();
  const ledger = useResourceWords(ledgerEntry);
  const payments = useResourceWords(transaction);
  const format = useFormat();
  const transactions = useRows("transactions", { selector: { customer: customerId } });
  const money = useMemo(() => new Map((transactions ?? []).map((row) => [row.id, row])), [transactions]);
  const bills = useMemo(() => new Map(invoices.map((row) => [row.id, row])), [invoices]);
  return useCallback(
    ({ what, source }) => {
      const title = ledger.choice("entry_type", what);
      const bill = source.type === "invoice" ? bills.get(source.id) : undefined;
      if (bill) {
        const month = bill.billing_month ? format.month(bill.billing_month) : "";
        return { title: [title, month].filter(Boolean).join(" · "), detail: bill.invoice_number };
      }
      const paid = money.get(source.id);
      if (!paid) return { title, detail: "" };
      const method = paid.method === "ADJUSTMENT" ? null : payments.choice("method", paid.method);
      const named = what === "PAYMENT" && paid.recharge ? t("payment.kind.recharge") : title;
      return {
        title: named,
        detail: [paid.receipt_number ?? paid.trx_id, method].filter(Boolean).join(" · "),
      };
    },
    [t, ledger, payments, format, bills, money],
  );
}
