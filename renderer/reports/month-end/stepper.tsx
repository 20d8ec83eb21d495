// A month's end step by step: the steps with their state beside the one that is worked on. ↑ and ↓ choose a step, D does it,
// S leaves it out, U undoes it; on return the first step that is still to do is open.
import { Alert, Button, Group, Paper, Stack, Tabs, Text, Title } from "@mantine/core";
import { IconCalendarDollar, IconCircleCheck, IconCircleDashed, IconCircleMinus } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { monthOf } from "../../../shared/kernel/day.ts";
import {
  createMonthEnd,
  finishStep,
  type MonthEndStep,
  type MonthEndStepName,
  monthEnd,
  monthEndStep,
  undoStep,
} from "../../../shared/reports/index.ts";
import { useCall, useOnline } from "../../kernel/connection/use-connection.ts";
import { useResourceWords, useWords } from "../../kernel/i18n/index.ts";
import { usePageActions } from "../../kernel/page-actions/page-actions.ts";
import { useOperate } from "../../kernel/resource/operation/use-operate.ts";
import { focusNow } from "../../kernel/screen/focus-now.ts";
import { Nothing } from "../../kernel/screen/parts.tsx";
import { Trouble } from "../../kernel/trouble.tsx";
import { useFormat } from "../../kernel/use-format.ts";
import { StepPanel } from "./step-panel.tsx";
import type { Figures } from "./step-props.ts";
import classes from "./stepper.module.css";
import { type KnownMonthEnd, useMonthEnd } from "./use-month-end.ts";

const ICONS = { WAITING: IconCircleDashed, DONE: IconCircleCheck, SKIPPED: IconCircleMinus } as const;
const QUIET = "var(--mantine-color-dimmed)";
const COLOURS = { WAITING: QUIET, DONE: "var(--mantine-color-green-text)", SKIPPED: QUIET } as const;

/** What the list of steps says of one: its name, what it came to, and who did it. */
function StepName({ step }: { step: MonthEndStep }) {
  const words = useResourceWords(monthEndStep);
  const format = useFormat();
  const Icon = ICONS[step.status];
  const amount = step.amount === null ? null : format.money(step.amount);
  const came_to = [step.count === null ? null : format.number(step.count), amount]
    .filter(Boolean)
    .join(" · ");
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <Icon size={18} color={COLOURS[step.status]} aria-hidden style={{ flexShrink: 0, marginTop: 2 }} />
      <Stack gap={0} ta="left">
        <Text fz="sm" fw={600}>
          {words.choice("step", step.step)}
        </Text>
        <Text fz="xs" c="dimmed">
          {words.choice("status", step.status)}
          {step.done_by ? ` · ${step.done_by}` : ""}
        </Text>
        {came_to ? (
          <Text fz="xs" c="dimmed" className="figures">
            {came_to}
          </Text>
        ) : null}
      </Stack>
    </Group>
  );
}

const firstWaiting = (steps: readonly MonthEndStep[]): MonthEndStepName =>
  (steps.find(({ status }) => status === "WAITING") ?? steps.at(-1))?.step ?? "FREEZE";

function Steps({ end, figures }: { end: KnownMonthEnd; figures: Figures }) {
  const t = useWords();
  const { run, may, ready } = useOperate();
  const [chosen, setChosen] = useState<MonthEndStepName>(() => firstWaiting(end.steps));
  const [asking, setAsking] = useState<"skip" | "undo" | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const step = end.steps.find((one) => one.step === chosen) ?? end.steps[0];
  const advance = () => {
    const at = end.steps.findIndex((one) => one.step === chosen);
    const next = end.steps.slice(at + 1).find(({ status }) => status === "WAITING");
    if (next) setChosen(next.step);
  };
  const finishing = useCall(async () => {
    await run(finishStep, end.id, { step: chosen });
    advance();
  });
  // The keys go on where the eyes are: on the step that is chosen now.
  useEffect(() => {
    list.current?.querySelector<HTMLElement>(`[data-step="${chosen}"]`)?.focus();
  }, [chosen]);
  const waits = step?.status === "WAITING";
  const mayFinish = may(finishStep) && ready(finishStep) && waits && !finishing.busy;
  const mayUndo = may(undoStep) && ready(undoStep) && !waits && (chosen === "LOCK" || end.status === "OPEN");
  usePageActions([
    ...(mayFinish
      ? [{ id: "finish", label: t(`steps.do.${chosen}`), key: "D", run: () => void finishing.run() }]
      : []),
    ...(mayFinish && chosen !== "LOCK"
      ? [{ id: "skip", label: t("steps.skip"), key: "S", run: () => setAsking("skip") }]
      : []),
    ...(mayUndo ? [{ id: "undo", label: t("steps.undo"), key: "U", run: () => setAsking("undo") }] : []),
  ]);
  if (!step) return null;
  return (
    <Tabs
      orientation="vertical"
      value={chosen}
      onChange={(value) => {
        const named = end.steps.find((one) => one.step === value);
        if (named) setChosen(named.step);
      }}
      className={classes.steps}
      keepMounted={false}
    >
      <Tabs.List ref={list} aria-label={t("month_end.steps")} className={classes.list}>
        {end.steps.map((one) => (
          <Tabs.Tab key={one.step} value={one.step} data-step={one.step}>
            <StepName step={one} />
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={chosen} className={classes.panel}>
        <StepPanel
          end={end}
          step={step}
          figures={figures}
          asking={asking}
          onAsk={setAsking}
          onFinish={() => void finishing.run()}
          onSkipped={advance}
          finishing={finishing}
        />
      </Tabs.Panel>
    </Tabs>
  );
}

/** A month's end that was not begun. */
function Begin({ month }: { month: string }) {
  const t = useWords();
  const words = useResourceWords(monthEnd);
  const format = useFormat();
  const { run, may, ready } = useOperate();
  const beginning = useCall(() => run(createMonthEnd, "", { month }));
  const is_to_come = month > monthOf(format.today());
  return (
    <Paper p="xl" maw={720}>
      <Stack gap="md" align="flex-start">
        <Title order={2}>{t("steps.begin_title", { month: format.month(month) })}</Title>
        <Text fz="sm">
          {is_to_come ? t("steps.to_come", { month: format.month(month) }) : t("steps.begin_hint")}
        </Text>
        <Trouble error={beginning.error} />
        {may(createMonthEnd) && !is_to_come ? (
          <Button
            ref={focusNow}
            loading={beginning.busy}
            disabled={!ready(createMonthEnd)}
            onClick={() => void beginning.run()}
          >
            {words.operation("create")}
          </Button>
        ) : null}
      </Stack>
    </Paper>
  );
}

export function Stepper(figures: Figures) {
  const t = useWords();
  const online = useOnline();
  const { end, error } = useMonthEnd(figures.month);
  if (error && !end) return <Trouble error={error} />;
  if (end === null) return <Begin month={figures.month} />;
  if (end === undefined)
    return online ? null : (
      <Nothing icon={IconCalendarDollar} title={t("steps.offline")} hint={t("steps.offline_hint")} />
    );
  return (
    <>
      {online ? null : (
        <Alert color="orange" py={8}>
          {t("steps.offline_hint")}
        </Alert>
      )}
      <Steps end={end} figures={figures} />
    </>
  );
}
