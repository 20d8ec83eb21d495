// A month's salaries: what is missing first, then drawing them up, then paying them.
import {
  Alert,
  Anchor,
  Badge,
  Button,
  Group,
  Paper,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
  Title,
} from "@mantine/core";
import {
  IconAlertTriangle,
  IconChevronLeft,
  IconChevronRight,
  IconCircleCheck,
  IconCloudOff,
} from "@tabler/icons-react";
import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import type { PayrollGaps } from "../../../shared/hr/index.ts";
import { addDays, isMonth, monthOf, nextMonth } from "../../../shared/kernel/day.ts";
import { useAsk, useServerAnswers } from "../../kernel/connection/server-answers.ts";
import { useCall, useOnline } from "../../kernel/connection/use-connection.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { useReplica } from "../../kernel/replica-hooks.ts";
import { Fact, Nothing, Page, Trouble } from "../../kernel/screen/parts.tsx";
import { useFormat } from "../../kernel/use-format.ts";
import { type Gap, type GapGroup, groupsOf, isBlocking, undecided } from "./gaps.rules.ts";
import { DrawUpDialog } from "./still-open.tsx";

/** Where a gap is closed. */
function placeOf({ gap, employee }: Gap, month: string): string {
  if (gap === "NO_ATTENDANCE") return `/attendance-sheet?month=${month}`;
  if (gap === "PENDING_LEAVE") return `/leaves?status=PENDING&employee=${employee}`;
  if (gap === "NO_SALARY") return `/employees/${employee}`;
  return `/advance-salaries?status=PENDING&employee=${employee}`;
}

function OneGap({ gap, gaps, month }: GapGroup & { month: string }) {
  const t = useWords();
  const { number } = useFormat();
  return (
    <Paper p="md" component="section" aria-label={t(`hr.gap.${gap}`)}>
      <Group gap="xs" mb={4}>
        <Title order={2} fz="md">
          {t(`hr.gap.${gap}`)}
        </Title>
        <Badge color={isBlocking(gap) ? "red" : "orange"}>{number(gaps.length)}</Badge>
      </Group>
      <Text fz="sm" c="dimmed" mb={8}>
        {t(`hr.gap_hint.${gap}`)}
      </Text>
      <Group gap="md">
        {gaps.map((one) => (
          <Anchor key={one.employee} component={Link} to={placeOf(one, month)} fz="sm">
            {one.employee_name}
            {isBlocking(gap) ? "" : ` · ${number(one.count)}`}
          </Anchor>
        ))}
      </Group>
    </Paper>
  );
}

interface Outcome {
  month: string;
  created: number;
}

export function PayrollRunPage() {
  const t = useWords();
  const format = useFormat();
  const online = useOnline();
  const { client } = useReplica();
  const answers = useServerAnswers();
  const [place, setPlace] = useSearchParams();
  const asked = place.get("month") ?? "";
  const month = isMonth(asked) ? asked : monthOf(format.today());
  const { data, error } = useAsk<PayrollGaps>(`/api/v1/payrolls/gaps/?month=${month}`);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const drawing = useCall(async () => {
    const answer = (await client.rest("POST", "/api/v1/payrolls/generate/", { month })) as Outcome;
    setOutcome(answer);
    await answers.invalidateQueries();
  });
  const open = undecided(data?.gaps ?? []);
  const [asks, setAsks] = useState(false);
  const go = (next: string) => {
    setOutcome(null);
    setPlace({ month: next }, { replace: true });
  };
  const blocked = new Set(data?.gaps.filter(({ gap }) => isBlocking(gap)).map(({ employee }) => employee));
  const missing = data ? data.employees - data.existing - blocked.size : 0;
  const name = format.month(month);
  return (
    <Page
      title={t("nav.payroll_run")}
      subtitle={t("hr.run_hint")}
      actions={
        <Group gap={4} wrap="nowrap">
          <Button
            variant="default"
            px={8}
            aria-label={t("hr.month_before")}
            onClick={() => go(monthOf(addDays(`${month}-01`, -1)))}
          >
            <IconChevronLeft size={18} />
          </Button>
          <Text fw={600} miw="9rem" ta="center" aria-live="polite">
            {name}
          </Text>
          <Button
            variant="default"
            px={8}
            aria-label={t("hr.month_after")}
            onClick={() => go(nextMonth(month))}
          >
            <IconChevronRight size={18} />
          </Button>
        </Group>
      }
    >
      <Trouble error={error ?? drawing.error} />
      {asks ? (
        <DrawUpDialog
          title={t("hr.draw_up_n", { n: format.number(missing) })}
          groups={open}
          onDrawUp={() => {
            setAsks(false);
            void drawing.run();
          }}
          onClose={() => setAsks(false)}
        />
      ) : null}
      {data ? (
        <Stack gap="md">
          {data.gaps.length === 0 ? (
            <Alert color="green" icon={<IconCircleCheck size={18} />}>
              {t("hr.no_gaps")}
            </Alert>
          ) : (
            groupsOf(data.gaps).map((group) => <OneGap key={group.gap} {...group} month={month} />)
          )}
          <Paper p="md" component="section" aria-label={t("hr.draw_up")}>
            <SimpleGrid cols={{ base: 2, sm: 4 }} mb="md">
              <Fact label={t("hr.to_pay")}>{format.number(data.employees)}</Fact>
              <Fact label={t("hr.drawn_up")}>{format.number(data.existing)}</Fact>
              <Fact label={t("hr.missing")}>{format.number(missing)}</Fact>
              <Fact label={t("hr.blocked")}>{format.number(blocked.size)}</Fact>
            </SimpleGrid>
            {outcome ? (
              <Alert color="green" icon={<IconCircleCheck size={18} />} role="status" mb="md">
                {t("hr.drawn", { n: format.number(outcome.created) })}
              </Alert>
            ) : null}
            {online ? null : (
              <Alert color="orange" icon={<IconAlertTriangle size={18} />} mb="md">
                {t("hr.needs_line")}
              </Alert>
            )}
            <Group justify="space-between">
              <Anchor component={Link} to={`/payrolls?month=${month}`} fz="sm">
                {t("hr.see_salaries", { month: name })}
              </Anchor>
              <Button
                disabled={!online || missing === 0}
                loading={drawing.busy}
                onClick={() => (open.length > 0 ? setAsks(true) : void drawing.run())}
              >
                {t("hr.draw_up_n", { n: format.number(missing) })}
              </Button>
            </Group>
          </Paper>
        </Stack>
      ) : error ? null : online ? (
        <Skeleton h={240} />
      ) : (
        <Nothing icon={IconCloudOff} title={t("hr.needs_line")} />
      )}
    </Page>
  );
}
