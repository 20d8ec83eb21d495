// Taking a month's closing back: what it earned is the customers' advance again; the server does it in the background.
import { Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { closing, reverseClosing } from "../../../shared/billing/index.ts";
import { useResourceWords, useWords } from "../../kernel/i18n/index.ts";
import type { ActionDialogProps } from "../../kernel/resource/operation/action.ts";
import { useOperate } from "../../kernel/resource/operation/use-operate.ts";
import { ReasonDialog } from "../../kernel/screen/reason-dialog.tsx";
import { useFormat } from "../../kernel/use-format.ts";

const REASONS = ["closing.reason.early", "closing.reason.wrong"] as const;

export function TakeBack({ record, onClose }: ActionDialogProps) {
  const t = useWords();
  const words = useResourceWords(closing);
  const format = useFormat();
  const { run, ready } = useOperate();
  const month = format.month(String(record.month));
  return (
    <ReasonDialog
      title={t("closing.take_back", { month })}
      reasons={REASONS.map((key) => t(key))}
      required
      danger
      confirm={words.operation("reverse")}
      blocked={!ready(reverseClosing)}
      onConfirm={async (reason) => {
        await run(reverseClosing, record.id, { reason });
        notifications.show({ color: "green", message: t("closing.take_back_begun", { month }) });
      }}
      onClose={onClose}
    >
      <Text fz="sm">
        {t("closing.take_back_will", {
          n: Number(record.invoices),
          amount: format.currencyMoney(String(record.amount)),
        })}
      </Text>
    </ReasonDialog>
  );
}
