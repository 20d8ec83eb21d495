// What tax the month's documents bear, and where they are.
import { Anchor, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { Link } from "react-router";
import type { TaxReport } from "../../../shared/billing/index.ts";
import { lastDayOf } from "../../../shared/kernel/day.ts";
import { useReport } from "../../kernel/connection/use-report.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { useMayOpen } from "../../kernel/resource/pages.ts";
import { Money } from "../../kernel/screen/parts.tsx";
import { useFormat } from "../../kernel/use-format.ts";

export function TaxCard({ month }: { month: string }) {
  const t = useWords();
  const format = useFormat();
  const mayOpen = useMayOpen("books");
  const days = new URLSearchParams({ from: `${month}-01`, to: lastDayOf(month) });
  const { data } = useReport<TaxReport>(mayOpen ? `/api/v1/reports/tax/?${days}` : null);
  if (!mayOpen) return null;
  return (
    <Paper p="md" component="section" aria-label={t("month.tax")}>
      <Stack gap="xs">
        <Group justify="space-between">
          <Title order={2}>{t("month.tax")}</Title>
          {data ? <Money value={data.total_tax} currency /> : null}
        </Group>
        {data ? (
          <Text fz="sm">
            {t("month.tax.of", { month: format.month(month), net: format.currencyMoney(data.total_net) })}
          </Text>
        ) : null}
        <Anchor component={Link} to={`/books?view=tax&${days}`} fz="sm">
          {t("month.tax.go")}
        </Anchor>
      </Stack>
    </Paper>
  );
}
