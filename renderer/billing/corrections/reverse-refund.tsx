// Taking a refund back: the money came back, or never left; what it will change first.
import type { PreviewChanges } from "../../../shared/billing/index.ts";
import { refundReverse } from "../../../shared/billing/index.ts";
import { useAsk } from "../../kernel/connection/server-answers.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import type { ActionDialogProps } from "../../kernel/resource/operation/action.ts";
import { useOperate } from "../../kernel/resource/operation/use-operate.ts";
import { ReasonDialog } from "../../kernel/screen/reason-dialog.tsx";
import { ChangesPreview } from "./changes-preview.tsx";

const REASONS = [
  "reverse.reason.wrong_customer",
  "reverse.reason.wrong_amount",
  "reverse.reason.wrong_method",
] as const;

export function ReverseRefund({ record, onClose }: ActionDialogProps) {
  const t = useWords();
  const { run } = useOperate();
  const { data, error } = useAsk<{ changes: PreviewChanges | null }>(
    `/api/v1/refunds/${record.id}/reversal/`,
  );
  return (
    <ReasonDialog
      title={t("undo.refund.reverse_title", { number: String(record.refund_number) })}
      reasons={REASONS.map((key) => t(key))}
      required
      danger
      confirm={t("undo.refund.reverse_do")}
      blocked={!data?.changes}
      onConfirm={(reason) => run(refundReverse, record.id, { reason })}
      onClose={onClose}
    >
      <ChangesPreview changes={data?.changes} error={error} />
    </ReasonDialog>
  );
}
