// The last step of a month: whether its books are closed, and where they are.
import { Anchor, Badge, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { Link } from "react-router";
import { useWords } from "../../kernel/i18n/index.ts";
import { useRows } from "../../kernel/replica-hooks.ts";
import { useMayOpen } from "../../kernel/resource/pages.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { PERIOD_COLOURS, periodOf } from "../period/months.ts";

export function LockCard({ month }: { month: string }) {
  const t = useWords();
  const format = useFormat();
  const mayOpen = useMayOpen("books");
  const record = useRows("settings", { limit: 1 })?.[0];
  if (!record || !mayOpen) return null;
  const { state } = periodOf(month, record.lock_date);
  return (
    <Paper p="md" component="section" aria-label={t("month.lock")}>
      <Stack gap="xs">
        <Group justify="space-between">
          <Title order={2}>{t("month.lock")}</Title>
          <Badge color={PERIOD_COLOURS[state]}>
            {format.month(month)}: {t(`period.state.${state}`)}
          </Badge>
        </Group>
        <Text fz="sm">{t("month.lock.hint")}</Text>
        <Group gap="lg">
          <Anchor component={Link} to="/books?view=profit-and-loss" fz="sm">
            {t("statements.profit_and_loss")}
          </Anchor>
          <Anchor component={Link} to="/books" fz="sm">
            {t("statements.trial_balance")}
          </Anchor>
          <Anchor component={Link} to="/books?view=periods" fz="sm">
            {t("month.lock.go")}
          </Anchor>
        </Group>
      </Stack>
    </Paper>
  );
}
