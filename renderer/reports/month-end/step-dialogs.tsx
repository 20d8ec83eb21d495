// Leaving a step out with a word, and undoing one: what that takes back is said before it is done.
import { Text } from "@mantine/core";
import type { BatchBills } from "../../../shared/billing/index.ts";
import { finishStep, type MonthEndStep, monthEndStep, undoStep } from "../../../shared/reports/index.ts";
import { useAsk } from "../../kernel/connection/server-answers.ts";
import { useResourceWords, useWords } from "../../kernel/i18n/index.ts";
import { useOperate } from "../../kernel/resource/operation/use-operate.ts";
import { ReasonDialog } from "../../kernel/screen/reason-dialog.tsx";
import { Trouble } from "../../kernel/trouble.tsx";
import { useFormat } from "../../kernel/use-format.ts";
import type { KnownMonthEnd } from "./use-month-end.ts";

interface DialogProps {
  end: KnownMonthEnd;
  step: MonthEndStep;
  onClose: () => void;
}

export function SkipDialog({ end, step, onDone, onClose }: DialogProps & { onDone: () => void }) {
  const t = useWords();
  const words = useResourceWords(monthEndStep);
  const { run } = useOperate();
  return (
    <ReasonDialog
      title={t("steps.skip_title", { step: words.choice("step", step.step) })}
      reasons={[t("steps.skip.none"), t("steps.skip.elsewhere"), t("steps.skip.later")]}
      required={false}
      confirm={t("steps.skip_do")}
      onConfirm={async (note) => {
        await run(finishStep, end.id, { step: step.step, status: "SKIPPED", ...(note ? { note } : {}) });
        onDone();
      }}
      onClose={onClose}
    >
      <Text fz="sm">{t("steps.skip_means")}</Text>
    </ReasonDialog>
  );
}

/** How many bills, of how much, are voided, and how many stay. */
function BillsBack({ bills }: { bills: BatchBills }) {
  const t = useWords();
  const format = useFormat();
  const said = { n: format.number(bills.count), amount: format.currencyMoney(bills.amount) };
  const kept = { n: format.number(bills.kept), amount: format.currencyMoney(bills.kept_amount) };
  return (
    <>
      <Text fz="sm" fw={600} role="status">
        {bills.count > 0 ? t("steps.undo_bills", said) : t("steps.undo_no_bills")}
      </Text>
      {bills.kept > 0 ? <Text fz="sm">{t("steps.undo_kept", kept)}</Text> : null}
    </>
  );
}

/** How many paid salaries become drafts again. */
function SalariesBack({ month }: { month: string }) {
  const t = useWords();
  const format = useFormat();
  const { data, error } = useAsk<{ count: number }>(
    `/api/v1/payrolls/?month=${month}&status=PAID&page_size=1`,
  );
  return (
    <>
      {data ? (
        <Text fz="sm" fw={600} role="status">
          {t("steps.undo_pay", { n: format.number(data.count) })}
        </Text>
      ) : null}
      <Trouble error={error} />
    </>
  );
}

export function UndoDialog({ end, step, onClose }: DialogProps) {
  const t = useWords();
  const words = useResourceWords(monthEndStep);
  const { run } = useOperate();
  const of_bills = step.step === "RUN" && step.status === "DONE";
  const { data, error } = useAsk<BatchBills>(
    of_bills ? `/api/v1/invoices/void-batch/preview/?billing_month=${end.month}` : null,
  );
  return (
    <ReasonDialog
      title={t("steps.undo_title", { step: words.choice("step", step.step) })}
      reasons={[t("steps.undo.early"), t("steps.undo.wrong"), t("steps.undo.missing")]}
      required
      danger
      confirm={t("steps.undo_do")}
      blocked={of_bills && !data}
      onConfirm={(reason) => run(undoStep, end.id, { step: step.step, reason })}
      onClose={onClose}
    >
      <Text fz="sm">{t(`steps.undo_means.${step.step}`)}</Text>
      {data && of_bills ? <BillsBack bills={data} /> : null}
      {step.step === "PAYROLL" && step.status === "DONE" ? <SalariesBack month={end.month} /> : null}
      <Trouble error={error} />
    </ReasonDialog>
  );
}
