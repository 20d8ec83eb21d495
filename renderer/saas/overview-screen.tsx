// How the platform and its companies are doing: money a month, customers, who may be lost.
import {
  Alert,
  Anchor,
  Badge,
  Button,
  Card,
  Group,
  SimpleGrid,
  Stack,
  Table,
  Text,
  Title,
} from "@mantine/core";
import { IconClockExclamation } from "@tabler/icons-react";
import { Link } from "react-router";
import type { SaasOverview } from "../../shared/saas/index.ts";
import { useAsk } from "../kernel/connection/server-answers.ts";
import { useCall } from "../kernel/connection/use-connection.ts";
import { useWords } from "../kernel/i18n/index.ts";
import { useReplica } from "../kernel/replica-hooks.ts";
import { Page } from "../kernel/screen/parts.tsx";
import { Trouble } from "../kernel/trouble.tsx";
import { useFormat } from "../kernel/use-format.ts";

const EVERY_MS = 60_000;
const PROVEN = "/api/v1/saas/backups/?last_proven_at__isnull=false&ordering=-last_proven_at&page_size=1";

interface FigureProps {
  label: string;
  value: string;
  hint?: string;
  to?: string;
}

function Figure({ label, value, hint, to }: FigureProps) {
  return (
    <Card withBorder padding="md">
      <Text fz="sm" c="dimmed">
        {label}
      </Text>
      <Text fz={24} fw={650} className="figures">
        {to ? (
          <Anchor component={Link} to={to} inherit>
            {value}
          </Anchor>
        ) : (
          value
        )}
      </Text>
      {hint ? (
        <Text fz="sm" c="dimmed">
          {hint}
        </Text>
      ) : null}
    </Card>
  );
}

/** When a backup was last restored for proof: what tells whether there are backups at all. */
function LastProof() {
  const t = useWords();
  const format = useFormat();
  const { data } = useAsk<{ results: readonly { last_proven_at: string; company: string }[] }>(
    PROVEN,
    EVERY_MS,
  );
  if (!data) return null;
  const [last] = data.results;
  return (
    <Figure
      label={t("console.last_proof")}
      value={last ? format.ago(last.last_proven_at) : t("console.never")}
      hint={last ? `${last.company}, ${format.instant(last.last_proven_at)}` : t("console.not_proven_hint")}
      to="/saas/backups"
    />
  );
}

function Figures({ overview }: { overview: SaasOverview }) {
  const t = useWords();
  const format = useFormat();
  const { tenants } = overview;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, lg: 3, xl: 6 }} spacing="md">
      <Figure label={t("console.mrr")} value={format.currencyMoney(overview.mrr)} />
      <Figure label={t("console.revenue")} value={format.currencyMoney(overview.revenue_this_month)} />
      <Figure
        label={t("console.companies")}
        value={format.number(tenants.total)}
        hint={t("console.companies_hint", {
          active: format.number(tenants.active),
          trial: format.number(tenants.trial),
          suspended: format.number(tenants.suspended),
        })}
        to="/saas/tenants"
      />
      <Figure label={t("console.subscribers")} value={format.number(overview.subscribers_total)} />
      <Figure
        label={t("console.waiting")}
        value={format.number(overview.onboarding_pending)}
        to="/saas/onboarding-requests"
      />
      <LastProof />
    </SimpleGrid>
  );
}

function Plans({ overview }: { overview: SaasOverview }) {
  const t = useWords();
  const format = useFormat();
  return (
    <Stack gap="xs">
      <Title order={2} fz="lg">
        {t("console.by_plan")}
      </Title>
      <Card withBorder padding="xs">
        <Table.ScrollContainer minWidth={620}>
          <Table aria-label={t("console.by_plan")}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t("console.plan")}</Table.Th>
                <Table.Th ta="right">{t("console.companies")}</Table.Th>
                <Table.Th ta="right">{t("console.trials")}</Table.Th>
                <Table.Th ta="right">{t("console.subscribers")}</Table.Th>
                <Table.Th ta="right">{t("console.mrr")}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {overview.by_plan.map((plan) => (
                <Table.Tr key={plan.package}>
                  <Table.Td>
                    <Anchor component={Link} to={`/saas/packages/${plan.package}`} inherit>
                      {plan.name}
                    </Anchor>
                  </Table.Td>
                  <Table.Td ta="right">{format.number(plan.tenants)}</Table.Td>
                  <Table.Td ta="right">{format.number(plan.trials)}</Table.Td>
                  <Table.Td ta="right">{format.number(plan.subscribers)}</Table.Td>
                  <Table.Td ta="right" className="figures">
                    {format.money(plan.mrr)}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </Card>
    </Stack>
  );
}

function AtRisk({ overview }: { overview: SaasOverview }) {
  const t = useWords();
  const format = useFormat();
  const rows = overview.tenants_at_risk;
  return (
    <Stack gap="xs">
      <Title order={2} fz="lg">
        {t("console.at_risk")}
      </Title>
      {rows.length === 0 ? <Text c="dimmed">{t("console.none_at_risk")}</Text> : null}
      {rows.length > 0 ? (
        <Table.ScrollContainer minWidth={620}>
          <Table aria-label={t("console.at_risk")}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t("console.company")}</Table.Th>
                <Table.Th>{t("console.why")}</Table.Th>
                <Table.Th>{t("console.plan")}</Table.Th>
                <Table.Th>{t("console.ends")}</Table.Th>
                <Table.Th ta="right">{t("console.subscribers")}</Table.Th>
                <Table.Th>{t("console.last_active")}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((row) => (
                <Table.Tr key={row.id}>
                  <Table.Td>
                    <Anchor component={Link} to={`/saas/tenants/${row.id}`} inherit>
                      {row.name}
                    </Anchor>
                  </Table.Td>
                  <Table.Td>
                    <Group gap={4}>
                      {row.reasons.map((reason) => (
                        <Badge key={reason} color={reason === "SUBSCRIPTION_ENDED" ? "red" : "orange"}>
                          {t(`console.risk.${reason}`)}
                        </Badge>
                      ))}
                    </Group>
                  </Table.Td>
                  <Table.Td>{row.plan ?? "—"}</Table.Td>
                  <Table.Td>{row.end_date ? format.day(row.end_date) : "—"}</Table.Td>
                  <Table.Td ta="right">
                    {row.max_subscribers === null
                      ? format.number(row.subscribers)
                      : `${format.number(row.subscribers)} / ${format.number(row.max_subscribers)}`}
                  </Table.Td>
                  <Table.Td>{row.last_activity_at ? format.ago(row.last_activity_at) : "—"}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      ) : null}
    </Stack>
  );
}

const HOUR_S = 3_600;

/** A clock that jumped, and the way on where it is right now. */
function ClocksOff({ clocks, again }: { clocks: SaasOverview["clocks_off"]; again: () => void }) {
  const t = useWords();
  const format = useFormat();
  const { client } = useReplica();
  const confirming = useCall(async () => {
    await client.rest("POST", "/api/v1/saas/clock/confirm/");
    again();
  });
  if (clocks.length === 0) return null;
  return (
    <Alert color="orange" icon={<IconClockExclamation size={18} />} title={t("console.clock_off")}>
      <Stack gap="xs" align="flex-start">
        {clocks.map(({ machine, by_seconds, since }) => (
          <Text key={machine} fz="sm">
            {t(by_seconds > 0 ? "console.clock_ahead" : "console.clock_behind", {
              machine,
              hours: format.number(Math.round(Math.abs(by_seconds) / HOUR_S)),
              since: format.instant(since),
            })}
          </Text>
        ))}
        <Button size="xs" variant="default" loading={confirming.busy} onClick={() => void confirming.run()}>
          {t("console.clock_right")}
        </Button>
        <Trouble error={confirming.error} />
      </Stack>
    </Alert>
  );
}

export function OverviewScreen() {
  const t = useWords();
  const { data, error, again } = useAsk<SaasOverview>("/api/v1/saas/overview/", EVERY_MS);
  return (
    <Page title={t("console.overview")}>
      <Trouble error={error} />
      {data ? (
        <Stack gap="xl">
          <ClocksOff clocks={data.clocks_off} again={again} />
          <Figures overview={data} />
          <AtRisk overview={data} />
          <Plans overview={data} />
        </Stack>
      ) : null}
    </Page>
  );
}
