// A receipt about nothing, to see that the printer and the paper's width are right before money is taken.

import { useWindowEvent } from "@mantine/hooks";
import { useMemo } from "react";
import type { Receipt } from "../../../shared/billing/documents/receipt.rules.ts";
import { Dialog } from "../../kernel/form/dialog.tsx";
import { useWords, wordsIn } from "../../kernel/i18n/index.ts";
import { useSession } from "../../kernel/session/session-store.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { ReceiptView } from "../receipt/receipt-view.tsx";
import { usePaperLanguage } from "../receipt/use-printed.ts";
import { receiptHead } from "../recharge/payment-plan.ts";

export function TestReceipt({ onPrinted, onClose }: { onPrinted: () => void; onClose: () => void }) {
  const t = useWords();
  const { currency, digits, timezone, minor } = useFormat();
  const identity = useSession((session) => session.identity);
  const language = usePaperLanguage();
  useWindowEvent("beforeprint", onPrinted);
  const receipt: Receipt = useMemo(() => {
    const clerk = identity?.user.full_name || identity?.user.username || "";
    const till = { settings: identity?.settings ?? {}, device_code: null, clerk, currency, digits, timezone };
    return {
      ...receiptHead(till),
      // No number of any till's: this is no receipt for money.
      receipt_number: "TEST",
      occurred_at: new Date().toISOString(),
      customer_name: wordsIn(language)("steps.receipt_nobody"),
      customer_code: "—",
      username: "—",
      package_name: null,
      previous_expiry_date: null,
      new_expiry_date: null,
      amount: minor("0"),
      method: "CASH",
      due_amount: minor("0"),
      advance_amount: minor("0"),
      is_copy: false,
      reversed: null,
    };
  }, [identity, currency, digits, timezone, minor, language]);
  return (
    <Dialog opened onClose={onClose} size="auto" title={t("steps.receipt")}>
      <ReceiptView receipt={receipt} />
    </Dialog>
  );
}
