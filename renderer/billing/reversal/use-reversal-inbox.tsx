// Requests for reversals in the Inbox: those to answer, the answers to one's own, and one's own that wait.
import { IconCheck, IconX } from "@tabler/icons-react";
import { useMemo } from "react";
import { acknowledgeReversal } from "../../../shared/billing/index.ts";
import { type ReviewItem, reviewItem } from "../../../shared/platform/index.ts";
import { useExpectedRows } from "../../kernel/expected/use-expected.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { useOperate } from "../../kernel/resource/operation/use-operate.ts";
import { useSession } from "../../kernel/session/session-store.ts";
import type { InboxItem } from "../../platform/index.ts";
import { AcceptReversal, DeclineReversal } from "./answer-dialogs.tsx";
import { askedFor } from "./use-way.ts";

const QUERY = { selector: { kind: "REVERSAL_REQUESTED" } };

const textOf = (value: unknown) => (typeof value === "string" ? value : "");
const numberOf = ({ payload }: ReviewItem) => textOf(payload?.receipt_number);
const reasonOf = ({ payload }: ReviewItem) => textOf(payload?.reason);

export function useReversalInbox(): readonly InboxItem[] {
  const t = useWords();
  const username = useSession(({ identity }) => identity?.user.username ?? "");
  const holds = useSession((session) => session.holds);
  const can = useSession((session) => session.can);
  const { run } = useOperate();
  const rows = useExpectedRows(reviewItem, can("platform.review_item.view") ? QUERY : null);
  const of_recharges = holds("billing.recharge.reverse");
  const of_payments = holds("finance.transaction.reverse");
  return useMemo(() => {
    const isToAnswer = (item: ReviewItem) => {
      const asked = askedFor(item);
      return asked?.kind === "recharge" ? of_recharges : asked !== null && of_payments;
    };
    return (rows ?? []).flatMap((item): InboxItem[] => {
      const number = numberOf(item);
      const about = {
        ...{ id: item.id, amount: item.amount },
        to: item.customer ? `/customers/${item.customer}?tab=payments` : null,
      };
      if (item.outcome && item.author === username && !item.answer_seen_at) {
        const read = {
          ...{ label: t("inbox.answer.read"), icon: IconCheck },
          run: () => run(acknowledgeReversal, item.id, {}),
        };
        const title = t(`inbox.answer.${item.outcome}`, { number });
        const said = {
          text: item.resolution,
          who: item.resolved_by,
          at: item.resolved_at ?? item.updated_at,
        };
        return [{ ...about, ...said, kind: "answer", title, actions: [read] }];
      }
      if (item.status !== "OPEN") return [];
      const said = { text: reasonOf(item), who: item.author, at: item.created_at };
      if (isToAnswer(item)) {
        const actions = [
          {
            ...{ label: t("reverse.accept"), icon: IconCheck },
            dialog: (close: () => void) => <AcceptReversal item={item} onClose={close} />,
          },
          {
            ...{ label: t("reverse.decline"), icon: IconX },
            dialog: (close: () => void) => <DeclineReversal item={item} onClose={close} />,
          },
        ];
        return [{ ...about, ...said, kind: "reversal", title: t("inbox.reversal", { number }), actions }];
      }
      if (item.author !== username) return [];
      return [{ ...about, ...said, kind: "asked", title: t("inbox.asked", { number }) }];
    });
  }, [rows, username, of_recharges, of_payments, t, run]);
}
