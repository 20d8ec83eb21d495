// A credit, a charge, a waiver or a write-off for a customer, shown before it is booked.
import { adjustment } from "../../../shared/billing/index.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { RecordDialog } from "../../kernel/resource/form/record-dialog.tsx";
import { useWriter, type Writer } from "../../kernel/resource/source/use-writer.ts";
import type { CustomerAccount } from "../use-customer-money.ts";
import { useAdjustmentOutcome } from "./adjustment-outcome.tsx";

const GROUPS = [{ fields: ["adjustment_type", "category", "amount", "approved_by", "reason"] }];
const NOT_ASKED = ["customer", "account"];

/** Only what is given up has a reason of its own in the books. */
function bodyOf({ category, ...body }: Record<string, unknown>): Record<string, unknown> {
  return body.adjustment_type === "DEBIT" ? body : { ...body, category };
}

interface AdjustmentDialogProps {
  account: CustomerAccount;
  writer: Writer;
  onClose: () => void;
}

export function AdjustmentForm({ account, writer, onClose }: AdjustmentDialogProps) {
  const t = useWords();
  const outcome = useAdjustmentOutcome(account);
  const { id } = account.customer;
  return (
    <RecordDialog
      resource={adjustment}
      record={null}
      defaults={{ adjustment_type: "CREDIT", category: "GOODWILL" }}
      groups={GROUPS}
      without={NOT_ASKED}
      hints={{ category: t("adjust.category_hint") }}
      outcome={outcome}
      writer={{ ...writer, create: (body) => writer.create({ ...bodyOf(body), customer: id }) }}
      onClose={onClose}
    />
  );
}

/** Begun on a customer's page. */
export function AdjustmentDialog(props: Omit<AdjustmentDialogProps, "writer">) {
  return <AdjustmentForm {...props} writer={useWriter(adjustment)} />;
}
