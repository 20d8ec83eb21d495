// The step that is worked on: what it means, its figures and deeds, and finishing, leaving out or undoing it.
import { Alert, Button, Group, Kbd, Stack, Text, Title } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import {
  finishStep,
  type MonthEndStep,
  type MonthEndStepName,
  monthEndStep,
  undoStep,
} from "../../../shared/reports/index.ts";
import type { Call } from "../../kernel/connection/use-connection.ts";
import { useResourceWords, useWords } from "../../kernel/i18n/index.ts";
import { useOperate } from "../../kernel/resource/operation/use-operate.ts";
import { Trouble } from "../../kernel/trouble.tsx";
import { useFormat } from "../../kernel/use-format.ts";
import { EarnStep } from "./panels/earn-step.tsx";
import { FreezeStep } from "./panels/freeze-step.tsx";
import { LockStep } from "./panels/lock-step.tsx";
import { PayrollStep } from "./panels/payroll-step.tsx";
import { PreviewStep } from "./panels/preview-step.tsx";
import { RemindStep } from "./panels/remind-step.tsx";
import { RunStep } from "./panels/run-step.tsx";
import { SettleStep } from "./panels/settle-step.tsx";
import { TaxStep } from "./panels/tax-step.tsx";
import { SkipDialog, UndoDialog } from "./step-dialogs.tsx";
import type { StepProps } from "./step-props.ts";
import classes from "./stepper.module.css";
import { TaskProgress } from "./task-progress.tsx";

const PANELS: Readonly<Record<MonthEndStepName, (props: StepProps) => React.ReactNode>> = {
  FREEZE: FreezeStep,
  PREVIEW: PreviewStep,
  RUN: RunStep,
  REMIND: RemindStep,
  EARN: EarnStep,
  SETTLE: SettleStep,
  PAYROLL: PayrollStep,
  TAX: TaxStep,
  LOCK: LockStep,
};

/** Who did it when, or who took it back why. */
function Told({ step }: { step: MonthEndStep }) {
  const t = useWords();
  const words = useResourceWords(monthEndStep);
  const format = useFormat();
  if (step.done_at)
    return (
      <Alert color="green" icon={<IconCircleCheck size={18} />} py={8} style={{ flexShrink: 0 }}>
        {t("steps.done_by", {
          what: words.choice("status", step.status),
          who: step.done_by ?? "",
          when: format.instant(step.done_at),
        })}
        {step.note ? ` ${step.note}` : ""}
      </Alert>
    );
  if (!step.undone_at) return null;
  const said = {
    who: step.undone_by ?? "",
    when: format.instant(step.undone_at),
    why: step.undo_reason ?? "",
  };
  return (
    <Stack gap="xs">
      <Text fz="sm" c="dimmed">
        {t("steps.undone_by", said)}
      </Text>
      {step.task_id ? <TaskProgress task_id={step.task_id} /> : null}
    </Stack>
  );
}

interface StepPanelProps extends StepProps {
  asking: "skip" | "undo" | null;
  onAsk: (what: "skip" | "undo" | null) => void;
  onFinish: () => void;
  onSkipped: () => void;
  finishing: Pick<Call<[], unknown>, "busy" | "error">;
}

export function StepPanel({ asking, onAsk, onFinish, onSkipped, finishing, ...props }: StepPanelProps) {
  const { end, step } = props;
  const t = useWords();
  const words = useResourceWords(monthEndStep);
  const { may, ready } = useOperate();
  const Panel = PANELS[step.step];
  const waits = step.status === "WAITING";
  const is_lock = step.step === "LOCK";
  const may_undo = !waits && may(undoStep) && (is_lock || end.status === "OPEN");
  return (
    <>
      <Stack gap="md" className={classes.content}>
        <Title order={2}>{words.choice("step", step.step)}</Title>
        <Text fz="sm" maw={720}>
          {t(`steps.hint.${step.step}`)}
        </Text>
        <Told step={step} />
        <Panel {...props} />
      </Stack>
      <Trouble error={finishing.error} />
      <Group gap="xs" pt="sm">
        {waits && may(finishStep) ? (
          <>
            <Button
              loading={finishing.busy}
              disabled={!ready(finishStep)}
              onClick={onFinish}
              aria-keyshortcuts="D"
              rightSection={<Kbd size="xs">D</Kbd>}
            >
              {t(`steps.do.${step.step}`)}
            </Button>
            {is_lock ? null : (
              <Button
                variant="default"
                disabled={!ready(finishStep)}
                onClick={() => onAsk("skip")}
                aria-keyshortcuts="S"
                rightSection={<Kbd size="xs">S</Kbd>}
              >
                {t("steps.skip")}
              </Button>
            )}
          </>
        ) : null}
        {may_undo ? (
          <Button
            variant="default"
            c="var(--mantine-color-error)"
            disabled={!ready(undoStep)}
            onClick={() => onAsk("undo")}
            aria-keyshortcuts="U"
            rightSection={<Kbd size="xs">U</Kbd>}
          >
            {t("steps.undo")}
          </Button>
        ) : null}
      </Group>
      {asking === "skip" && waits ? (
        <SkipDialog end={end} step={step} onDone={onSkipped} onClose={() => onAsk(null)} />
      ) : null}
      {asking === "undo" && may_undo ? (
        <UndoDialog end={end} step={step} onClose={() => onAsk(null)} />
      ) : null}
    </>
  );
}
