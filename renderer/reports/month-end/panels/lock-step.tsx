// Closing the month's books: which steps are left, and where the books are.
import { Alert, Box, Text } from "@mantine/core";
import { monthEndStep } from "../../../../shared/reports/index.ts";
import { LockCard } from "../../../billing/index.ts";
import { useResourceWords, useWords } from "../../../kernel/i18n/index.ts";
import { useSession } from "../../../kernel/session/session-store.ts";
import type { StepProps } from "../step-props.ts";

export function LockStep({ end }: StepProps) {
  const t = useWords();
  const words = useResourceWords(monthEndStep);
  const may = useSession(({ can }) => can("finance.period.lock"));
  const left = end.steps.filter(({ step, status }) => step !== "LOCK" && status === "WAITING");
  return (
    <>
      {left.length > 0 ? (
        <Alert color="orange" py={8}>
          {t("steps.left", { steps: left.map(({ step }) => words.choice("step", step)).join(", ") })}
        </Alert>
      ) : null}
      {may ? null : <Text fz="sm">{t("period.no_right")}</Text>}
      <Box maw={720}>
        <LockCard month={end.month} />
      </Box>
    </>
  );
}
