// A customer's line on one card: the verdict in plain words, what helps, and the way from the account to the fibre.
import { Box, Button, Group, Loader, Paper, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleMinus,
  IconCircleX,
  IconClock,
  IconHelpCircle,
  IconRefresh,
  type TablerIcon,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { Tone } from "../../../shared/network/diagnosis/diagnosis.rules.ts";
import type { LineStep } from "../../../shared/network/diagnosis/line-steps.rules.ts";
import { useOnline } from "../../kernel/connection/use-connection.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { faultText } from "../fault-text.ts";
import classes from "./diagnosis.module.css";
import type { ShownDiagnosis } from "./use-diagnosis.ts";
import { saidText } from "./verdict-text.ts";

/** Each tone has a shape beside its colour. */
const TONES: Readonly<Record<Tone, { icon: TablerIcon; color: string }>> = {
  good: { icon: IconCircleCheck, color: "var(--money-credit)" },
  idle: { icon: IconCircleMinus, color: "var(--mantine-color-dimmed)" },
  waiting: { icon: IconClock, color: "var(--mantine-color-anchor)" },
  warn: { icon: IconAlertTriangle, color: "var(--signal-warn)" },
  bad: { icon: IconCircleX, color: "var(--mantine-color-error)" },
  unknown: { icon: IconHelpCircle, color: "var(--mantine-color-dimmed)" },
};

function ToneIcon({ tone, size = 20 }: { tone: Tone; size?: number }) {
  const t = useWords();
  const { icon: Icon, color } = TONES[tone];
  return (
    <Box component="span" role="img" aria-label={t(`diag.tone.${tone}`)} c={color} className={classes.icon}>
      <Icon size={size} aria-hidden />
    </Box>
  );
}

/** Steps whose device is the OLT. */
const OF_OLT: readonly LineStep["step"][] = ["onu", "port"];

interface StepCellProps {
  step: LineStep;
  is_cause: boolean;
  shows_amounts: boolean;
}

function StepCell({ step, is_cause, shows_amounts }: StepCellProps) {
  const t = useWords();
  const format = useFormat();
  const { due, tries, address, error: last_error = null, error_code = null } = step.told;
  const error = faultText({ last_error, error_code }, t, OF_OLT.includes(step.step) ? "olt" : "router");
  const more = [
    due && shows_amounts && step.code === "UNPAID" && format.minor(due) > 0n
      ? t("diag.due", { due: format.currencyMoney(due) })
      : null,
    tries ? t("diag.tries", { count: tries, n: format.number(tries) }) : null,
    address ? t("diag.address", { address }) : null,
  ].filter((text) => text !== null);
  return (
    <Box component="li" className={classes.step} data-cause={is_cause || undefined}>
      <ToneIcon tone={step.tone} />
      <Box miw={0}>
        <Text fz="xs" c="dimmed">
          {t(`diag.name.${step.step}`)}
        </Text>
        <Text fz="sm" fw={is_cause ? 700 : 500}>
          {saidText(step.code, step.told, { t, format, now: new Date() })}
        </Text>
        {more.length > 0 ? (
          <Text fz="xs" className="figures">
            {more.join(" · ")}
          </Text>
        ) : null}
        {error ? (
          <Text fz="xs" c="var(--mantine-color-error)">
            {error}
          </Text>
        ) : null}
        {step.at ? (
          <Text fz="xs" c="dimmed" title={format.instant(step.at)}>
            {t("diag.seen", { ago: format.ago(step.at) })}
          </Text>
        ) : null}
      </Box>
    </Box>
  );
}

function Age({ diagnosis }: { diagnosis: ShownDiagnosis }) {
  const t = useWords();
  const format = useFormat();
  const online = useOnline();
  if (diagnosis.is_live)
    return (
      <Text fz="sm" c="dimmed" title={format.instant(diagnosis.at)}>
        {t("diag.live")}
      </Text>
    );
  if (online)
    return (
      <Group gap={6}>
        <Loader size={14} aria-hidden />
        <Text fz="sm" c="dimmed">
          {t("diag.looking")}
        </Text>
      </Group>
    );
  return (
    <Text fz="sm" fw={600} title={format.instant(diagnosis.at)}>
      {t("diag.as_known", { ago: format.ago(diagnosis.at) })}
    </Text>
  );
}

interface DiagnosisCardProps {
  diagnosis: ShownDiagnosis;
  /** Whether the reader may know how much a customer owes. */
  shows_amounts: boolean;
  /** What can be done about it. */
  actions?: ReactNode;
}

export function DiagnosisCard({ diagnosis, shows_amounts, actions }: DiagnosisCardProps) {
  const t = useWords();
  const format = useFormat();
  const online = useOnline();
  const { verdict, steps } = diagnosis;
  return (
    <Paper p="md" component="section" aria-labelledby="line-diagnosis" data-tone={verdict.tone}>
      <Stack gap="md">
        <Group justify="space-between" gap="sm">
          <Title order={2} id="line-diagnosis">
            {t("diag.title")}
          </Title>
          <Group gap="xs">
            <Age diagnosis={diagnosis} />
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<IconRefresh size={14} aria-hidden />}
              disabled={!online}
              onClick={diagnosis.again}
            >
              {t("diag.look_again")}
            </Button>
          </Group>
        </Group>
        <Group gap="sm" align="flex-start" wrap="nowrap">
          <ToneIcon tone={verdict.tone} size={30} />
          <Box miw={0} role="status" aria-live="polite">
            <Text fz="xl" fw={700} lh={1.25}>
              {saidText(verdict.code, verdict.told, { t, format, now: new Date() })}
            </Text>
            <Text fz="sm" c="dimmed" maw={640}>
              {t(`diag.next.${verdict.code}`)}
            </Text>
          </Box>
        </Group>
        {actions ? <Group gap="xs">{actions}</Group> : null}
        <SimpleGrid
          component="ol"
          cols={{ base: 1, xs: 2, md: 3, xl: 6 }}
          spacing="xs"
          className={classes.steps}
          aria-label={t("diag.steps")}
        >
          {steps.map((step) => (
            <StepCell
              key={step.step}
              step={step}
              is_cause={step.step === verdict.step}
              shows_amounts={shows_amounts}
            />
          ))}
        </SimpleGrid>
      </Stack>
    </Paper>
  );
}
