// What one's day begins with, by rights: outages first, then what came in and what waits for whom.
import { Alert, SimpleGrid, Stack } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { FirstSteps } from "../billing/first-day/first-steps.tsx";
import { useWords } from "../kernel/i18n/index.ts";
import { useRights } from "../kernel/place/use-places.ts";
import { useRows } from "../kernel/replica-hooks.ts";
import { Page } from "../kernel/screen/parts.tsx";
import { useFormat } from "../kernel/use-format.ts";
import { OpenIncidents } from "../network/olt/incident/open-incidents.tsx";
import { isReseller, keepsPeople, seesFigures } from "../places/rights.ts";
import { MissingCard } from "./missing-card.tsx";
import { MoneyCards } from "./money-cards.tsx";
import { BalanceCard, StopsCard } from "./reseller-cards.tsx";
import { CallbacksCard, CustomersCard, OutCard, TicketsCard } from "./work-cards.tsx";

function Outages() {
  const t = useWords();
  const open = useRows("incidents", { selector: { status: "OPEN" } });
  if (open === undefined) return null;
  if (open.length > 0) return <OpenIncidents />;
  return (
    <Alert color="green" p="xs" icon={<IconCircleCheck size={18} />}>
      {t("today.no_outage")}
    </Alert>
  );
}

export function TodayPage() {
  const t = useWords();
  const format = useFormat();
  const rights = useRights();
  const { can } = rights;
  const owns = seesFigures(rights);
  const sells = isReseller(rights);
  const work = (
    <>
      {sells ? <BalanceCard /> : null}
      {sells ? <StopsCard /> : null}
      {can("callcenter.call_log.view") && !owns ? <CallbacksCard /> : null}
      {can("operations.ticket.reply") && !owns && !sells ? <TicketsCard /> : null}
      {can("operations.task.assign") ? <OutCard /> : null}
      {owns && can("subscribers.customer.view") ? <CustomersCard /> : null}
      {keepsPeople(rights) && !owns ? <MissingCard /> : null}
    </>
  );
  return (
    <Page title={t("nav.today")} subtitle={format.day(format.today())}>
      <Stack gap="xs">
        <FirstSteps />
        {can("network.incident.view") ? <Outages /> : null}
        {owns ? (
          <MoneyCards>{work}</MoneyCards>
        ) : (
          <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="xs">
            {work}
          </SimpleGrid>
        )}
      </Stack>
    </Page>
  );
}
