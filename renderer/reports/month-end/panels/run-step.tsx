// Making the month's bills: what is left to make, the run under way or its outcome, and the bills that it made.
import { Box } from "@mantine/core";
import { BatchCard, isOpenBatch, useBatch, useBatchPreview } from "../../../billing/index.ts";
import { useOnline } from "../../../kernel/connection/use-connection.ts";
import { useWords } from "../../../kernel/i18n/index.ts";
import { usePageActions } from "../../../kernel/page-actions/page-actions.ts";
import { useSession } from "../../../kernel/session/session-store.ts";
import type { StepProps } from "../step-props.ts";

export function RunStep({ end, step, figures }: StepProps) {
  const t = useWords();
  const batch = useBatch();
  const preview = useBatchPreview(figures.invoices, end.month);
  const running = batch.current !== null && isOpenBatch(batch.current);
  const may = useSession(({ can }) => can("billing.invoice.generate_batch"));
  const online = useOnline();
  usePageActions(
    may && online && preview && step.status === "WAITING" && !running && !batch.start.busy
      ? [{ id: "make", label: t("steps.make"), key: "M", run: () => void batch.start.run(end.month) }]
      : [],
  );
  return (
    <Box maw={720}>
      <BatchCard month={end.month} preview={preview} batch={batch} />
    </Box>
  );
}
