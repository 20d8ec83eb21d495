// The books: what stands on every account, as views of one page.

import { useWords } from "../../kernel/i18n/index.ts";
import { Page } from "../../kernel/screen/parts.tsx";
import { TrialBalanceView } from "./trial-balance.tsx";

export function BooksPage() {
  const t = useWords();
  return (
    <Page title={t("nav.books")} subtitle={t("books.chart")}>
      <TrialBalanceView />
    </Page>
  );
}
