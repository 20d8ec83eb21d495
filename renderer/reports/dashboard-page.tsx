// How the business stands, on one page; every figure opens what it is made of.
import { Grid, SimpleGrid } from "@mantine/core";
import type { Dashboard } from "../../shared/reports/index.ts";
import { useReport } from "../kernel/connection/use-report.ts";
import { useWords } from "../kernel/i18n/index.ts";
import { NotHere } from "../kernel/resource/not-here.tsx";
import { Page } from "../kernel/screen/parts.tsx";
import { useFormat } from "../kernel/use-format.ts";
import { AgeingCard, NetworkCard, PackagesCard, StatesCard, WorkCard } from "./cards.tsx";
import { CollectedCard } from "./collected-card.tsx";
import { Headlines } from "./headlines.tsx";

function Figures({ of }: { of: Dashboard }) {
  return (
    <>
      <Headlines of={of} />
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <CollectedCard series={of.collections.series} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <AgeingCard dues={of.dues} />
        </Grid.Col>
      </Grid>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }} spacing="md">
        <StatesCard of={of} />
        <PackagesCard packages={of.packages} />
        <WorkCard of={of} />
        <NetworkCard network={of.network} />
      </SimpleGrid>
    </>
  );
}

export function DashboardPage() {
  const t = useWords();
  const format = useFormat();
  const { data, at, missing } = useReport<Dashboard>("/api/v1/reports/dashboard/");
  return (
    <Page title={t("nav.dashboard")} subtitle={at ? t("report.as_of", { time: format.time(at) }) : null}>
      {data ? <Figures of={data} /> : <NotHere {...missing} />}
    </Page>
  );
}
