// The money of the last 30 days as bars; a bar opens its day's payments.
import { Anchor, Group, Paper, Title, VisuallyHidden } from "@mantine/core";
import { Link, useNavigate } from "react-router";
import type { Dashboard } from "../../shared/reports/index.ts";
import { useWords } from "../kernel/i18n/index.ts";
import { useMayOpen } from "../kernel/resource/pages.ts";
import { Bars } from "../kernel/screen/charts.tsx";
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
  const bars = series.map(({ date, amount }) => ({
    name: short.format(new Date(date)),
    value: Number(amount),
  }));
  const open = (at: number) => {
    const date = series[at]?.date;
    if (date) void navigate(`/${receivedOn(date, date)}`);
  };
  return (
    <Paper px="sm" py="xs" component="section" aria-label={t("report.collected.days")} h="100%">
      <Group justify="space-between" mb={4}>
        <Title order={2} fz="sm">
          {t("report.collected.days")}
        </Title>
        <Anchor component={Link} to={`/collections?from=${first}&to=${last}&group_by=day`} fz="xs">
          {t("report.collected.table")}
        </Anchor>
      </Group>
      <Bars
        h={172}
        label={t("report.collected.chart")}
        bars={bars}
        value_label={t("report.amount")}
        valueText={(value) => format.money(value.toFixed(format.digits))}
        axis_width={64}
        {...(mayOpen ? { onOpen: open } : {})}
      />
      <VisuallyHidden>
        <table>
          <caption>{t("report.collected.days")}</caption>
          <tbody>
            {series.map(({ date, amount }) => (
              <tr key={date}>
                <th scope="row">{format.day(date)}</th>
                <td>{format.money(amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </Paper>
  );
}
