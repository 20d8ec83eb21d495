// How the business stands, on one page; every figure opens what it is made of.
import { Grid, Stack } from "@mantine/core";
import type { Dashboard } from "../../shared/reports/index.ts";
import { useReport } from "../kernel/connection/use-report.ts";
import { useWords } from "../kernel/i18n/index.ts";
import { usePageActions } from "../kernel/page-actions/page-actions.ts";
import { NotHere } from "../kernel/resource/not-here.tsx";
import { Page } from "../kernel/screen/parts.tsx";
import { useFormat } from "../kernel/use-format.ts";
import { AgeingCard, CashCard, MovementsCard } from "./cards.tsx";
import { CollectedCard } from "./collected-card.tsx";
import { Headlines } from "./headlines.tsx";
import { ReportOnPaper } from "./schedule/report-on-paper.tsx";
import { CustomersCard, DecisionsCard, NetworkCard } from "./work-cards.tsx";

/** The cards that a digit leads to, in the order in which they stand. */
const CARDS = [
  "report.collected.today",
  "report.collected.this_month_long",
  "report.dues",
  "report.mrr",
  "report.collected.days",
  "report.dues.by_age",
  "report.cash",
  "report.mrr.moved",
  "report.customers.title",
  "report.decide",
] as const;

/** 1 to 9 and 0 go to a card's first figure; Tab goes on, Enter opens its list. */
function useCardKeys(): void {
  const t = useWords();
  usePageActions(
    CARDS.map((card, at) => ({
      ...{ id: `card-${at + 1}`, label: t(card), key: String((at + 1) % 10) },
      run: () => {
        const named = [...document.querySelectorAll("main section[aria-label]")];
        const section = named.find((one) => one.getAttribute("aria-label") === t(card));
        section?.querySelector<HTMLElement>("a, button")?.focus();
      },
    })),
  );
}

/** Fits one screen of 1280×800; a phone has the same cards in the same order, one below the other. */
function Figures({ of }: { of: Dashboard }) {
  useCardKeys();
  return (
    <Stack gap="xs">
      <Headlines of={of} />
      <Grid gap="xs">
        <Grid.Col span={{ base: 12, md: 6 }}>
          <CollectedCard series={of.collections.series} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, sm: 6, md: 3 }}>
          <AgeingCard dues={of.dues} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, sm: 6, md: 3 }}>
          <CashCard cash={of.cash} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, sm: 6, md: 3 }}>
          <MovementsCard of={of} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, sm: 6, md: 3 }}>
          <CustomersCard of={of} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, sm: 6, md: 3 }}>
          <DecisionsCard of={of} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, sm: 6, md: 3 }}>
          <NetworkCard of={of} />
        </Grid.Col>
      </Grid>
    </Stack>
  );
}

export function DashboardPage() {
  const t = useWords();
  const format = useFormat();
  const { data, at, missing } = useReport<Dashboard>("/api/v1/reports/dashboard/");
  return (
    <Page
      title={t("nav.dashboard")}
      subtitle={at ? t("report.as_of", { time: format.time(at) }) : null}
      actions={<ReportOnPaper />}
    >
      {data ? <Figures of={data} /> : <NotHere {...missing} />}
    </Page>
  );
}
