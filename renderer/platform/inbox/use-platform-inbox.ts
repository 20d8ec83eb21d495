// What of the platform's waits in the Inbox: one's own work that was refused, and the review list.
import { useMemo } from "react";
import { reviewItem } from "../../../shared/platform/index.ts";
import { useExpectedRows } from "../../kernel/expected/use-expected.ts";
import { commandWords, useResourceWords, useWords } from "../../kernel/i18n/index.ts";
import { commandProblem } from "../../kernel/problem-words.ts";
import { useObservable, useReplica } from "../../kernel/replica-hooks.ts";
import { useSession } from "../../kernel/session/session-store.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { amountOf, needsYou } from "../sync/outbox-rows.ts";
import { reviewSays } from "../sync/review-says.ts";
import type { InboxItem } from "./inbox-item.ts";

/** Kinds that the area which they come from shows with its own answers. */
const ELSEWHERE: ReadonlySet<string> = new Set(["REVERSAL_REQUESTED"]);

/** Refused commands of this computer, each with its card. */
function useRefused(): readonly InboxItem[] {
  const t = useWords();
  const { commands } = useObservable(useReplica().outbox$);
  return useMemo(
    () =>
      commands.filter(needsYou).map((command) => ({
        ...{ id: command.id, kind: "refused", title: commandWords(command.kind, t.language) },
        ...{ text: commandProblem(command, t)?.text ?? null, amount: amountOf(command) },
        ...{ at: command.occurred_at, card: { item: null, command: command.id } },
      })),
    [commands, t],
  );
}

/** Open items, for who may decide about them. What one's own refused work tells already is not told twice. */
function useReviews(refused: readonly InboxItem[]): readonly InboxItem[] {
  const t = useWords();
  const format = useFormat();
  const words = useResourceWords(reviewItem);
  const can = useSession((session) => session.can);
  const dismisses = can("platform.review_item.dismiss");
  const resolves = can("finance.suspense.resolve");
  const rows = useExpectedRows(reviewItem, dismisses || resolves ? { selector: { status: "OPEN" } } : null);
  return useMemo(() => {
    const told = new Set(refused.map(({ id }) => id));
    const isMine = ({ kind, status, command }: (typeof rows & object)[number]) =>
      status === "OPEN" &&
      !ELSEWHERE.has(kind) &&
      (kind === "SUSPENSE" ? resolves : dismisses) &&
      !told.has(command ?? "");
    return (rows ?? []).filter(isMine).map((item) => ({
      ...{ id: item.id, kind: "review", title: words.choice("kind", item.kind), amount: item.amount },
      ...{ text: reviewSays(item, t, format), who: item.author, at: item.created_at },
      card: { item: item.id, command: null },
    }));
  }, [rows, refused, words, t, format, dismisses, resolves]);
}

export function usePlatformInbox(): readonly InboxItem[] {
  const refused = useRefused();
  const reviews = useReviews(refused);
  return useMemo(() => [...refused, ...reviews], [refused, reviews]);
}
