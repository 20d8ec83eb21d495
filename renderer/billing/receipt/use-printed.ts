// A receipt's lines as this company prints them: its language, its digits, its paper.
import { useMemo } from "react";
import { type Receipt, receiptLines } from "../../../shared/billing/documents/receipt.rules.ts";
import {
  columnsOfPaper,
  type PaperWidth,
  paperOf,
  receiptWords,
  receiptWriting,
} from "../../../shared/billing/documents/receipt-words.ts";
import { LANGUAGES, type Language, useLanguage } from "../../kernel/i18n/index.ts";
import { tenantFormat } from "../../kernel/money-format.ts";
import { useSession } from "../../kernel/session/session-store.ts";

const NO_SETTINGS = {};

export interface PrintedReceipt {
  readonly lines: readonly string[];
  readonly paper: PaperWidth;
}

/** What the company has set, as far as this session knows. */
export const useCompanySettings = () =>
  useSession((session) => session.identity?.settings ?? NO_SETTINGS) as Readonly<Record<string, unknown>>;

/** The language of the company's papers: the customers'; the reader's only where none is set. */
export function usePaperLanguage(): Language {
  const language = useSession((session) => session.identity?.settings.language);
  const reader = useLanguage();
  return LANGUAGES.find((known) => known === language) ?? reader;
}

export function usePrinted(receipt: Receipt): PrintedReceipt {
  const settings = useCompanySettings();
  const language = usePaperLanguage();
  return useMemo(() => {
    const paper = paperOf(settings);
    const writing = receiptWriting(language, tenantFormat(settings, language));
    return { lines: receiptLines(receipt, columnsOfPaper(paper), receiptWords(language), writing), paper };
  }, [receipt, settings, language]);
}
