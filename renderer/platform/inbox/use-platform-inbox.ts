// What of the platform's waits in the Inbox: one's own work that was refused, and the review list.
import { useMemo } from "react";
import { type ReviewItem, reviewItem } from "../../../shared/platform/index.ts";
import { useExpectedRows } from "../../kernel/expected/use-expected.ts";
import { commandWords, useResourceWords, useWords } from "../../kernel/i18n/index.ts";
import { commandProblem } from "../../kernel/problem-words.ts";
import type { QueuedCommand } from "../../kernel/replica/index.ts";
import { useObservable, useReplica } from "../../kernel/replica-hooks.ts";
import { useSession } from "../../kernel/session/session-store.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { amountOf, needsYou } from "../sync/outbox-rows.ts";
import { reviewSays } from "../sync/review-says.ts";
import type { InboxItem } from "./inbox-item.ts";

/** Kinds that the area which they come from shows with its own answers. */
const ELSEWHERE: ReadonlySet<string> = new Set(["REVERSAL_REQUESTED"]);

/** Refused commands of this computer. */
function useRefused(): readonly QueuedCommand[] {
  const { commands } = useObservable(useReplica().outbox$);
  return useMemo(() => commands.filter(needsYou), [commands]);
}

/** Each with its card. */
function useRefusedItems(refused: readonly QueuedCommand[]): readonly InboxItem[] {
  const t = useWords();
  return useMemo(
    () =>
      refused.map((command) => ({
        ...{ id: command.id, kind: "refused", title: commandWords(command.kind, t.language) },
        ...{ text: commandProblem(command, t)?.text ?? null, amount: amountOf(command) },
        ...{ at: command.occurred_at, card: { item: null, command: command.id } },
      })),
    [refused, t],
  );
}

/** Open items, for who may decide about them. What one's own refused work tells already is not told twice. */
function useReviews(refused: readonly QueuedCommand[]): readonly ReviewItem[] {
  const can = useSession((session) => session.can);
  const dismisses = can("platform.review_item.dismiss");
  const resolves = can("finance.suspense.resolve");
  const rows = useExpectedRows(reviewItem, dismisses || resolves ? { selector: { status: "OPEN" } } : null);
  return useMemo(() => {
    const told = new Set(refused.map(({ id }) => id));
    const isMine = ({ kind, status, command }: ReviewItem) =>
      status === "OPEN" &&
      !ELSEWHERE.has(kind) &&
      (kind === "SUSPENSE" ? resolves : dismisses) &&
      !told.has(command ?? "");
    return (rows ?? []).filter(isMine);
  }, [rows, refused, dismisses, resolves]);
}

function useReviewItems(reviews: readonly ReviewItem[]): readonly InboxItem[] {
  const t = useWords();
  const format = useFormat();
  const words = useResourceWords(reviewItem);
  return useMemo(
    () =>
      reviews.map((item) => ({
        ...{ id: item.id, kind: "review", title: words.choice("kind", item.kind), amount: item.amount },
        ...{ text: reviewSays(item, t, format), who: item.author, at: item.created_at },
        card: { item: item.id, command: null },
      })),
    [reviews, words, t, format],
  );
}

export function usePlatformInboxCount(): number {
  const refused = useRefused();
  return refused.length + useReviews(refused).length;
}

export function usePlatformInbox(): readonly InboxItem[] {
  const refused = useRefused();
  const commands = useRefusedItems(refused);
  const reviews = useReviewItems(useReviews(refused));
  return useMemo(() => [...commands, ...reviews], [commands, reviews]);
}
