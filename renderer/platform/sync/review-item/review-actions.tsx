// What can be done about an item of the review list: give its money to a customer, correct what caused it, dismiss it.
import { Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router";
import { customerOf } from "../../../../shared/platform/customer-of-command.ts";
import type { ReviewItem } from "../../../../shared/platform/index.ts";
import { dismissReviewItem } from "../../../../shared/platform/review-item.ts";
import { useCall, useOnline } from "../../../kernel/connection/use-connection.ts";
import { useWords } from "../../../kernel/i18n/index.ts";
import { useObservable, useReplica } from "../../../kernel/replica-hooks.ts";
import { useOperate } from "../../../kernel/resource/operation/use-operate.ts";
import { ReasonDialog } from "../../../kernel/screen/reason-dialog.tsx";
import { useSession } from "../../../kernel/session/session-store.ts";
import { Trouble } from "../../../kernel/trouble.tsx";
import { useFormat } from "../../../kernel/use-format.ts";
import { canRetry, needsYou } from "../outbox-rows.ts";
import { correctable, type Give } from "../review-rows.ts";
import { reviewSays } from "../review-says.ts";
import { DISMISSED_FOR } from "./dismiss-command.tsx";

interface ReviewActionsProps {
  /** On the item's own card, with everything that fits it. */
  in_full?: boolean;
  item: ReviewItem;
  onGive: Give;
  /** It is dismissed, or tried again. */
  onDone?: () => void;
}

export function ReviewActions({ item, in_full = false, onGive, onDone }: ReviewActionsProps) {
  const t = useWords();
  const replica = useReplica();
  const format = useFormat();
  const online = useOnline();
  const { run } = useOperate();
  const can = useSession((session) => session.can);
  const { commands } = useObservable(replica.outbox$);
  const retry = useCall(async (id: string) => {
    await replica.retry(id);
    onDone?.();
  });
  const cause = commands.find(({ id }) => id === item.command);
  const retriable = cause && canRetry(cause) ? cause : null;
  const [dismissing, setDismissing] = useState(false);
  const dismiss = async (note: string) => {
    await run(dismissReviewItem, item.id, { note });
    // What waits on this computer is the same matter.
    if (cause && needsYou(cause)) await replica.dismiss(cause.id, note);
    onDone?.();
  };
  if (item.status !== "OPEN") return null;
  const refused = correctable(item, commands);
  const isMoney = item.kind === "SUSPENSE";
  return (
    // A row opens its item: its buttons do only what they say.
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps clicks and keys from the row
    // biome-ignore lint/a11y/useKeyWithClickEvents: the buttons have their own keys
    <div onClick={(event) => event.stopPropagation()}>
      <Group gap={6} wrap="nowrap" justify="flex-end">
        {refused ? (
          <Button
            size="compact-sm"
            variant="light"
            component={Link}
            to={`/customers/${customerOf(refused)}?correct=${refused.id}`}
          >
            {t("refused.correct")}
          </Button>
        ) : null}
        {isMoney && can("finance.suspense.resolve") ? (
          <Button
            data-autofocus={in_full || undefined}
            size="compact-sm"
            variant="light"
            disabled={!online}
            onClick={() => onGive(item, "customer")}
          >
            {t("sync.review.decide")}
          </Button>
        ) : null}
        {in_full && isMoney && can("finance.suspense.resolve") ? (
          <Button
            size="compact-sm"
            variant="default"
            disabled={!online}
            onClick={() => onGive(item, "refund")}
          >
            {t("sync.review.refund")}
          </Button>
        ) : null}
        {in_full && retriable ? (
          <Button
            size="compact-sm"
            variant="default"
            loading={retry.busy}
            onClick={() => void retry.run(retriable.id)}
          >
            {t("sync.outbox.retry")}
          </Button>
        ) : null}
        {!isMoney && can("platform.review_item.dismiss") ? (
          <Button size="compact-sm" variant="default" onClick={() => setDismissing(true)}>
            {t("sync.review.close")}
          </Button>
        ) : null}
      </Group>
      {dismissing ? (
        <ReasonDialog
          title={t("review.dismiss_title")}
          reasons={DISMISSED_FOR.map((reason) => t(reason))}
          required
          confirm={t("review.dismiss")}
          onConfirm={dismiss}
          onClose={() => setDismissing(false)}
        >
          <Text fz="sm">{reviewSays(item, t, format)}</Text>
        </ReasonDialog>
      ) : null}
      <Trouble error={retry.error} />
    </div>
  );
}
