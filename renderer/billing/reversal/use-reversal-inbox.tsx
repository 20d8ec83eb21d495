// Requests for reversals in the Inbox: those to answer, the answers to one's own, and one's own that wait.
import { IconCheck, IconX } from "@tabler/icons-react";
import { useMemo } from "react";
import { acknowledgeReversal } from "../../../shared/billing/index.ts";
import { type ReviewItem, reviewItem } from "../../../shared/platform/index.ts";
import { useExpectedRows } from "../../kernel/expected/use-expected.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { useOperate } from "../../kernel/resource/operation/use-operate.ts";
import { useSession } from "../../kernel/session/session-store.ts";
import { counts, type InboxItem } from "../../platform/index.ts";
import { AcceptReversal, DeclineReversal } from "./answer-dialogs.tsx";
import { askedFor } from "./use-way.ts";

const QUERY = { selector: { kind: "REVERSAL_REQUESTED" } };

const textOf = (value: unknown) => (typeof value === "string" ? value : "");
const numberOf = ({ payload }: ReviewItem) => textOf(payload?.receipt_number);
const reasonOf = ({ payload }: ReviewItem) => textOf(payload?.reason);

interface Waiting {
  readonly item: ReviewItem;
  readonly kind: "answer" | "reversal" | "asked";
}

/** Requests that concern the signed-in person, each with what it is to them. */
function useWaiting(): readonly Waiting[] {
  const username = useSession(({ identity }) => identity?.user.username ?? "");
  const holds = useSession((session) => session.holds);
  const can = useSession((session) => session.can);
  const rows = useExpectedRows(reviewItem, can("platform.review_item.view") ? QUERY : null);
  const of_recharges = holds("billing.recharge.reverse");
  const of_payments = holds("finance.transaction.reverse");
  return useMemo(() => {
    const isToAnswer = (item: ReviewItem) => {
      const asked = askedFor(item);
      return asked?.kind === "recharge" ? of_recharges : asked !== null && of_payments;
    };
    return (rows ?? []).flatMap((item): Waiting[] => {
      const { outcome, author, answer_seen_at, status } = item;
      if (outcome && author === username && !answer_seen_at) return [{ item, kind: "answer" }];
      if (status !== "OPEN") return [];
      if (isToAnswer(item)) return [{ item, kind: "reversal" }];
      return author === username ? [{ item, kind: "asked" }] : [];
    });
  }, [rows, username, of_recharges, of_payments]);
}

export const useReversalInboxCount = (): number => useWaiting().filter(counts).length;

export function useReversalInbox(): readonly InboxItem[] {
  const t = useWords();
  const { run } = useOperate();
  const waiting = useWaiting();
  return useMemo(() => {
    return waiting.map(({ item, kind }): InboxItem => {
      const number = numberOf(item);
      const about = {
        ...{ id: item.id, amount: item.amount },
        to: item.customer ? `/customers/${item.customer}?tab=payments` : null,
      };
      if (kind === "answer" && item.outcome) {
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
        return { ...about, ...said, kind, title, actions: [read] };
      }
      const said = { text: reasonOf(item), who: item.author, at: item.created_at };
      if (kind === "reversal") {
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
        return { ...about, ...said, kind, title: t("inbox.reversal", { number }), actions };
      }
      return { ...about, ...said, kind, title: t("inbox.asked", { number }) };
    });
  }, [waiting, t, run]);
}
