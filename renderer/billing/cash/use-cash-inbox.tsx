// Money handed over that waits for its receiver, in the Inbox.
import { IconArrowBackUp, IconCheck } from "@tabler/icons-react";
import { useMemo } from "react";
import { type CashTransfer, cancelCash, cashTransfer, confirmCash } from "../../../shared/billing/index.ts";
import { BANK, OFFICE } from "../../../shared/billing/ledger/chart-of-accounts.ts";
import { useExpectedRows } from "../../kernel/expected/use-expected.ts";
import { useResourceWords, useWords } from "../../kernel/i18n/index.ts";
import { OperationDialog } from "../../kernel/resource/operation/operation-dialog.tsx";
import { useOperate } from "../../kernel/resource/operation/use-operate.ts";
import { useSession } from "../../kernel/session/session-store.ts";
import type { InboxItem } from "../../platform/index.ts";
import { useBookWords } from "../accounts/use-books.ts";

const QUERY = { selector: { status: "IN_TRANSIT" } };

/** Transfers that the signed-in person may confirm. */
function useToConfirm(): readonly CashTransfer[] {
  const me = useSession(({ identity }) => identity?.user);
  const of_all = useSession((session) => session.holds)("finance.cash_transfer.view");
  const { may } = useOperate();
  const rows = useExpectedRows(cashTransfer, may(confirmCash) ? QUERY : null);
  return useMemo(() => {
    const isMine = ({ status, sent_by, user, to, concerns }: CashTransfer) => {
      if (status !== "IN_TRANSIT" || (user === null ? sent_by === me?.username : user === me?.id))
        return false;
      return of_all || (to !== OFFICE && to !== BANK && concerns === me?.id);
    };
    return (rows ?? []).filter(isMine);
  }, [rows, me, of_all]);
}

export const useCashInboxCount = (): number => useToConfirm().length;

export function useCashInbox(): readonly InboxItem[] {
  const t = useWords();
  const words = useResourceWords(cashTransfer);
  const { part } = useBookWords();
  const { may } = useOperate();
  const cancels = may(cancelCash);
  const rows = useToConfirm();
  return useMemo(() => {
    return rows.map((record): InboxItem => {
      const act = (operation: typeof confirmCash | typeof cancelCash, icon: typeof IconCheck) => ({
        ...{ label: words.operation(operation.action), icon },
        dialog: (close: () => void) => (
          <OperationDialog
            resource={cashTransfer}
            action={{ operation, icon }}
            records={[{ ...record }]}
            onClose={close}
          />
        ),
      });
      return {
        ...{ id: record.id, kind: "cash", amount: record.amount, who: record.sent_by, at: record.sent_at },
        title: t("inbox.cash", { from: part(record.from), to: part(record.to) }),
        ...{ text: record.note, to: `/cash-transfers/${record.id}` },
        actions: [act(confirmCash, IconCheck), ...(cancels ? [act(cancelCash, IconArrowBackUp)] : [])],
      };
    });
  }, [rows, cancels, t, words, part]);
}
