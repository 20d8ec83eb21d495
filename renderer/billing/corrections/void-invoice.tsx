// Voiding a bill of which nothing was settled: first what will change, then a reason, then the deed.
import { notifications } from "@mantine/notifications";
import { type Invoice, type PreviewChanges, voidInvoice } from "../../../shared/billing/index.ts";
import { useAsk } from "../../kernel/connection/server-answers.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { useOperate } from "../../kernel/resource/operation/use-operate.ts";
import { ReasonDialog } from "../../kernel/screen/reason-dialog.tsx";
import { ChangesPreview } from "./changes-preview.tsx";

const REASONS = ["undo.reason.twice", "undo.reason.wrong", "reverse.reason.wrong_customer"] as const;

export function VoidBill({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const t = useWords();
  const { run } = useOperate();
  const { id, invoice_number: number } = invoice;
  const { data, error } = useAsk<{ changes: PreviewChanges | null }>(`/api/v1/invoices/${id}/void-preview/`);
  return (
    <ReasonDialog
      title={t("undo.void.title", { number })}
      reasons={REASONS.map((key) => t(key))}
      required
      danger
      confirm={t("undo.void.confirm")}
      blocked={!data?.changes}
      onConfirm={async (reason) => {
        await run(voidInvoice, id, { reason });
        notifications.show({ color: "green", message: t("undo.void.done", { number }) });
      }}
      onClose={onClose}
    >
      <ChangesPreview changes={data?.changes} error={error} />
    </ReasonDialog>
  );
}
