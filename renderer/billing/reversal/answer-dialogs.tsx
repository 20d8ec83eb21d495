// Answering who asked for a reversal: what it would change, the asker's reason, and yes or no.
import { Alert, Button, Group, Kbd, Stack, Text } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import { acceptReversal, declineReversal } from "../../../shared/billing/index.ts";
import type { ReviewItem } from "../../../shared/platform/index.ts";
import { useCall } from "../../kernel/connection/use-connection.ts";
import { Dialog } from "../../kernel/form/dialog.tsx";
import { useWords } from "../../kernel/i18n/index.ts";
import { useOperate } from "../../kernel/resource/operation/use-operate.ts";
import { focusNow } from "../../kernel/screen/focus-now.ts";
import { arming, useArmed } from "../../kernel/screen/fresh-keys.ts";
import { ReasonDialog } from "../../kernel/screen/reason-dialog.tsx";
import { Trouble } from "../../kernel/trouble.tsx";
import { useFormat } from "../../kernel/use-format.ts";
import { reviewSays } from "../../platform/index.ts";
import { Effect } from "../corrections/effect.tsx";
import { type CustomerAccount, useCustomerAccount } from "../use-customer-money.ts";
import type { Reversible } from "./reversal.ts";
import { useReversal } from "./use-reversal.ts";
import { askedFor } from "./use-way.ts";

interface AnswerProps {
  item: ReviewItem;
  onClose: () => void;
}

function Change({ account, asked }: { account: CustomerAccount; asked: Pick<Reversible, "kind" | "id"> }) {
  const t = useWords();
  const { effect, problem } = useReversal(account, asked);
  if (problem) return <Trouble error={problem} />;
  if (effect) return <Effect plan={effect.description} title={t("reverse.effect")} />;
  return (
    <Alert color="gray" icon={<IconInfoCircle size={18} />}>
      {t("reverse.unknown")}
    </Alert>
  );
}

/** Enter accepts: what it changes has been said. */
export function AcceptReversal({ item, onClose }: AnswerProps) {
  const t = useWords();
  const format = useFormat();
  const { run } = useOperate();
  const account = useCustomerAccount(item.customer);
  const asked = askedFor(item);
  const armed = useArmed("dialog");
  const doing = useCall(async () => {
    await run(acceptReversal, item.id, {});
    onClose();
  });
  return (
    <Dialog opened onClose={onClose} size={560} title={t("reverse.accept_title")}>
      <Stack gap="md">
        <Text fz="sm">{reviewSays(item, t, format)}</Text>
        {account && asked ? <Change account={account} asked={asked} /> : null}
        <Trouble error={doing.error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t("action.cancel")}
          </Button>
          <Button
            color="red"
            ref={focusNow}
            data-autofocus
            loading={doing.busy}
            onClick={() => {
              if (armed) void doing.run();
            }}
            {...arming(armed)}
          >
            {t("reverse.accept")}
            <Kbd ml={8} size="xs">
              Enter
            </Kbd>
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

const DECLINED_FOR = ["reverse.declined.right", "reverse.declined.used", "reverse.declined.ask_me"] as const;

export function DeclineReversal({ item, onClose }: AnswerProps) {
  const t = useWords();
  const format = useFormat();
  const { run } = useOperate();
  return (
    <ReasonDialog
      title={t("reverse.decline_title")}
      reasons={DECLINED_FOR.map((key) => t(key))}
      required
      confirm={t("reverse.decline")}
      onConfirm={(reason) => run(declineReversal, item.id, { reason })}
      onClose={onClose}
    >
      <Text fz="sm">{reviewSays(item, t, format)}</Text>
    </ReasonDialog>
  );
}
