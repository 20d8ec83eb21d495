// What a wrong clock of the server has ended goes on: asked for once, for all customers and bills that it concerns.
import { Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { customer, takeBackExpiry, takeBackExpiryAnswer } from "../../../shared/subscribers/index.ts";
import { useOnline } from "../../kernel/connection/use-connection.ts";
import { useResourceWords, useWords } from "../../kernel/i18n/index.ts";
import { useOperate } from "../../kernel/resource/operation/use-operate.ts";
import { ReasonDialog } from "../../kernel/screen/reason-dialog.tsx";
import { useFormat } from "../../kernel/use-format.ts";

export function TakeBackExpiry({ onClose }: { onClose: () => void }) {
  const t = useWords();
  const words = useResourceWords(customer);
  const format = useFormat();
  const online = useOnline();
  const { run } = useOperate();
  const confirm = async (reason: string) => {
    const answer = takeBackExpiryAnswer.parse(await run(takeBackExpiry, "", { reason }));
    const [customers, invoices] = [format.number(answer.customers), format.number(answer.invoices)];
    notifications.show({ color: "green", message: t("customers.revived", { customers, invoices }) });
  };
  return (
    <ReasonDialog
      title={words.operation("take_back_expiry")}
      reasons={[t("customers.revive_reason")]}
      required
      blocked={!online}
      confirm={t("customers.revive")}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Text fz="sm">{t("customers.revive_text")}</Text>
    </ReasonDialog>
  );
}
