// The money of the last 30 days as bars; a bar opens its day's payments.
import { BarChart } from "@mantine/charts";
import { Anchor, Box, Group, Paper, Title } from "@mantine/core";
import { Link, useNavigate } from "react-router";
import type { Dashboard } from "../../shared/reports/index.ts";
import { useWords } from "../kernel/i18n/index.ts";
import { useMayOpen } from "../kernel/resource/pages.ts";
import { useFormat } from "../kernel/use-format.ts";
import { receivedOn } from "./received-on.ts";

export function CollectedCard({ series }: { series: Dashboard["collections"]["series"] }) {
  const t = useWords();
  const format = useFormat();
  const navigate = useNavigate();
  const mayOpen = useMayOpen("transactions");
  const first = series[0]?.date ?? "";
  const last = series.at(-1)?.date ?? "";
  const short = new Intl.DateTimeFormat(format.locale, { day: "numeric", month: "short", timeZone: "UTC" });
  // For drawing only: charts know no exact money.
  const data = series.map(({ date, amount }) => ({
    day: short.format(new Date(date)),
    amount: Number(amount),
  }));
  const open = (at: number) => {
    const date = series[at]?.date;
    if (date && mayOpen) void navigate(`/${receivedOn(date, date)}`);
  };
  return (
    <Paper p="md" component="section" aria-label={t("report.collected.days")} h="100%">
      <Group justify="space-between" mb="sm">
        <Title order={2}>{t("report.collected.days")}</Title>
        <Anchor component={Link} to={`/collections?from=${first}&to=${last}&group_by=day`} fz="sm">
          {t("report.collected.table")}
        </Anchor>
      </Group>
      <Box role="img" aria-label={t("report.collected.chart")}>
        <BarChart
          h={148}
          data={data}
          dataKey="day"
          series={[{ name: "amount", label: t("report.amount"), color: "brand.5" }]}
          valueFormatter={(value) => format.money(value.toFixed(format.digits))}
          gridAxis="x"
          tickLine="none"
          xAxisProps={{ interval: "preserveStartEnd", minTickGap: 24 }}
          yAxisProps={{ width: 64, tickFormatter: (value: number) => format.number(value) }}
          barProps={{
            ...{ isAnimationActive: false, radius: 2, cursor: mayOpen ? "pointer" : "default" },
            onClick: (_bar: unknown, at: number) => open(at),
          }}
          barChartProps={{ accessibilityLayer: false }}
        />
      </Box>
    </Paper>
  );
}
