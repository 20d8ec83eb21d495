// What the pages of the books share: names of accounts, holders and sources, and which account has which code.
import { useMemo } from "react";
import type { billingAccount } from "../../../shared/billing/index.ts";
import type { AccountKind } from "../../../shared/billing/ledger/chart-of-accounts.ts";
import { textIn } from "../../../shared/kernel/formatting/language.ts";
import type { RecordOf } from "../../../shared/kernel/resource.ts";
import { own } from "../../../shared/kernel/safe-lookup.ts";
import { useAsk } from "../../kernel/connection/server-answers.ts";
import { type Pair, useLanguage, useWords } from "../../kernel/i18n/index.ts";
import { ACCOUNT_WORDS, KIND_WORDS } from "./account-words.ts";
import { PART_WORDS } from "./words.ts";

interface BookWords {
  /** "Cash"; an unknown account by its code. */
  account(code: string): string;
  /** What stands on the account; undefined for one of a newer server's. */
  meaning(code: string): string | undefined;
  kind(kind: AccountKind | null): string;
  /** A holder, a source or a reason; who has no words (a till, a person) by their own name. */
  part(part: string | null): string;
}

/** The words of the chart in the reader's language. */
export function useBookWords(): BookWords {
  const language = useLanguage();
  const t = useWords();
  return useMemo(() => {
    const say = (pair: Pair | undefined) => pair && textIn(language, pair);
    return {
      account: (code) => say(own(ACCOUNT_WORDS, code)?.title) ?? code,
      meaning: (code) => say(own(ACCOUNT_WORDS, code)?.meaning),
      kind: (kind) => (kind === null ? t("books.kind.unknown") : textIn(language, KIND_WORDS[kind])),
      part: (part) => (part === null ? t("books.part.none") : (say(own(PART_WORDS, part)) ?? part)),
    };
  }, [language, t]);
}

/** The system accounts by their codes; null until the server has said. */
export function useSystemAccounts() {
  const path = "/api/v1/billing-accounts/?scope=all&customer__isnull=true&page_size=200";
  const { data } = useAsk<{ results: readonly RecordOf<typeof billingAccount>[] }>(path);
  return useMemo(
    () => data && new Map(data.results.map(({ id, code }) => [code ?? "", id] as const)),
    [data],
  );
}

/** Where the documents that entries come from have their pages. */
const PAGES: Readonly<Record<string, string>> = {
  invoice: "invoices",
  payment_transaction: "transactions",
  adjustment: "adjustments",
  reseller_ledger: "reseller-ledger",
  credit_note: "credit-notes",
  refund: "refunds",
  cash_transfer: "cash-transfers",
  shift: "shifts",
  payroll: "payrolls",
  payroll_record: "payrolls",
  advance_salary: "advance-salaries",
};

/** The path of the list that an entry's document is in; null where it has no page of its own. */
export const documentPath = (source_type: string): string | null => own(PAGES, source_type) ?? null;
