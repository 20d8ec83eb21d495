// The owner's cards of Today: what came in against yesterday and the same weekday, what is owed, who holds cash, what waits.
import { Paper, SimpleGrid, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { addDays } from "../../shared/kernel/day.ts";
import type { Dashboard } from "../../shared/reports/index.ts";
import { useKeptReport } from "../kernel/connection/use-kept-report.ts";
import { useWords } from "../kernel/i18n/index.ts";
import { NotHere } from "../kernel/resource/not-here.tsx";
import { Money } from "../kernel/screen/parts.tsx";
import { useFormat } from "../kernel/use-format.ts";
import { CashCard } from "../reports/cards.tsx";
import { Figure } from "../reports/figure.tsx";
import { receivedOn } from "../reports/received-on.ts";
import { DecisionsCard } from "../reports/work-cards.tsx";

const WEEK = 7;

function Headline({ label, to, children }: { label: string; to: string; children: ReactNode }) {
  return (
    <Paper px="sm" py={6} component="section" aria-label={label}>
      <Text fz="xs" c="dimmed">
        {label}
      </Text>
      <Text component="div" fz={22} lh={1.3} fw={650} className="figures">
        <Figure to={to}>{children}</Figure>
      </Text>
    </Paper>
  );
}

function Headlines({ of: { collections, dues } }: { of: Dashboard }) {
  const t = useWords();
  const format = useFormat();
  const today = format.today();
  const [yesterday, week] = [addDays(today, -1), addDays(today, -WEEK)];
  const on = (day: string) => collections.series.find(({ date }) => date === day)?.amount ?? "0";
  const weekday = new Intl.DateTimeFormat(format.locale, { weekday: "long", timeZone: "UTC" }).format(
    new Date(week),
  );
  return (
    <SimpleGrid cols={{ base: 2, md: 5 }} spacing="xs">
      <Headline label={t("today.collected")} to={receivedOn(today, today)}>
        <Money value={collections.today} currency />
      </Headline>
      <Headline label={t("today.yesterday")} to={receivedOn(yesterday, yesterday)}>
        <Money value={on(yesterday)} currency />
      </Headline>
      <Headline label={t("today.week_before", { weekday })} to={receivedOn(week, week)}>
        <Money value={on(week)} currency />
      </Headline>
      <Headline label={t("report.dues")} to="customers?due=1">
        <Money value={dues.total} currency />
      </Headline>
      <Headline label={t("today.overdue")} to="invoices?status=OVERDUE">
        <Money value={dues.overdue} tone={Number(dues.overdue) > 0 ? "overdue" : "plain"} currency />
      </Headline>
    </SimpleGrid>
  );
}

/** @param children cards of other areas, beside these */
export function MoneyCards({ children }: { children: ReactNode }) {
  const t = useWords();
  const format = useFormat();
  const { data, at, missing } = useKeptReport<Dashboard>("/api/v1/reports/dashboard/");
  return (
    <>
      {data ? (
        <section aria-label={t("today.money")}>
          <Headlines of={data} />
          {at ? (
            <Text fz="xs" c="dimmed" mt={4}>
              {t("report.as_of", { time: format.instant(at) })}
            </Text>
          ) : null}
        </section>
      ) : (
        <NotHere {...missing} />
      )}
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }} spacing="xs">
        {data ? (
          <>
            <DecisionsCard of={data} />
            <CashCard cash={data.cash} />
          </>
        ) : null}
        {children}
      </SimpleGrid>
    </>
  );
}
