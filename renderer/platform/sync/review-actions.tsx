// What can be done about an item of the review list: give its money to somebody, correct what caused it, dismiss it.
import { Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router";
import type { ReviewItem } from "../../../shared/platform/index.ts";
import { dismissReviewItem } from "../../../shared/platform/review-item.ts";
import { useOnline } from "../../kernel/connection/use-connection.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { useObservable, useReplica } from "../../kernel/replica-hooks.ts";
import { useOperate } from "../../kernel/resource/operation/use-operate.ts";
import { ReasonDialog } from "../../kernel/screen/reason-dialog.tsx";
import { useSession } from "../../kernel/session/session-store.ts";
import { customerOf } from "./outbox-rows.ts";
import { correctable } from "./review-rows.ts";

const REASONS = ["review.dismiss.checked", "review.dismiss.corrected", "review.dismiss.test"] as const;

interface ReviewActionsProps {
  item: ReviewItem;
  onGive: (item: ReviewItem) => void;
}

export function ReviewActions({ item, onGive }: ReviewActionsProps) {
  const t = useWords();
  const replica = useReplica();
  const online = useOnline();
  const { run } = useOperate();
  const can = useSession((session) => session.can);
  const { commands } = useObservable(replica.outbox$);
  const [dismissing, setDismissing] = useState(false);
  const dismiss = async (note: string) => {
    await run(dismissReviewItem, item.id, { note });
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
          <Button size="compact-sm" variant="light" disabled={!online} onClick={() => onGive(item)}>
            {t("sync.review.give")}
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
          reasons={REASONS.map((reason) => t(reason))}
          required
          confirm={t("review.dismiss")}
          onConfirm={dismiss}
          onClose={() => setDismissing(false)}
        >
          <Text fz="sm">{item.detail}</Text>
        </ReasonDialog>
      ) : null}
    </div>
  );
}
