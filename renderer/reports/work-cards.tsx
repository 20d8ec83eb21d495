// The dashboard's cards of people and machines: customers by state, what waits for a decision, how the network is.
import { Text } from "@mantine/core";
import { addDays, monthOf } from "../../shared/kernel/day.ts";
import type { Dashboard } from "../../shared/reports/index.ts";
import { customer } from "../../shared/subscribers/index.ts";
import { useResourceWords, useWords } from "../kernel/i18n/index.ts";
import { Money } from "../kernel/screen/parts.tsx";
import { useFormat } from "../kernel/use-format.ts";
import { Figure } from "./figure.tsx";
import { Card, Line } from "./parts.tsx";

const STATES = ["active", "suspended", "expired"] as const;

export function CustomersCard({ of: { customers, terminated, churn } }: { of: Dashboard }) {
  const t = useWords();
  const format = useFormat();
  const words = useResourceWords(customer);
  const month = monthOf(format.today());
  return (
    <Card
      title={t("report.customers.title")}
      aside={<Figure to="customers">{format.number(customers.total)}</Figure>}
    >
      {STATES.map((state) => (
        <Line
          key={state}
          name={words.choice("status", state.toUpperCase())}
          to={`customers?status=${state.toUpperCase()}`}
        >
          {format.number(customers[state])}
        </Line>
      ))}
      <Line
        name={t("report.churn")}
        to={`customers?status=EXPIRED&expiry_date__lte=${addDays(churn.expired_before, -1)}`}
      >
        {format.number(churn.customers)}
      </Line>
      <Line name={words.choice("status", "TERMINATED")} to="customers?status=TERMINATED">
        {format.number(terminated)}
      </Line>
      <Line name={t("report.customers.joined")} to={`customers?joined_at__gte=${month}-01`}>
        {format.number(customers.new_this_month)}
      </Line>
    </Card>
  );
}

const OPEN_TICKETS = "tickets?status__in=OPEN,IN_PROGRESS,WAITING";

export function DecisionsCard({ of: { waiting, tickets, tasks, own_reversals } }: { of: Dashboard }) {
  const t = useWords();
  const format = useFormat();
  const amount = (value: string) => (
    <Text span inherit c="dimmed" fw={400}>
      {" "}
      <Money value={value} />
    </Text>
  );
  return (
    <Card title={t("report.decide")}>
      <Line name={t("report.decide.reviews")} to="sync?tab=review">
        {format.number(waiting.reviews)}
      </Line>
      <Line name={t("report.cash.to_confirm")} to="cash-transfers?status=IN_TRANSIT">
        {format.number(waiting.cash_transfers)}
        {amount(waiting.cash_in_transit)}
      </Line>
      <Line name={t("report.decide.leaves")} to="leaves?status=PENDING">
        {format.number(waiting.leaves)}
      </Line>
      <Line name={t("report.decide.advances")} to="advance-salaries?status=PENDING">
        {format.number(waiting.advances)}
        {amount(waiting.advances_amount)}
      </Line>
      <Line name={t("report.own_reversals")} to="shifts">
        {format.number(own_reversals.count)}
        {amount(own_reversals.amount)}
      </Line>
      <Line name={t("report.decide.urgent")} to={`${OPEN_TICKETS}&priority=URGENT`}>
        {format.number(tickets.by_priority.URGENT)}
      </Line>
      <Line name={t("report.decide.tickets")} to={OPEN_TICKETS}>
        {format.number(tickets.open)}
      </Line>
      <Line name={t("report.decide.tasks")} to="tasks?status=PENDING">
        {format.number(tasks.by_status.PENDING)}
      </Line>
    </Card>
  );
}

export function NetworkCard({ of: { network, customers } }: { of: Dashboard }) {
  const t = useWords();
  const format = useFormat();
  const bad = (figure: number) => (
    <Text span inherit c={figure > 0 ? "var(--mantine-color-error)" : "inherit"}>
      {format.number(figure)}
    </Text>
  );
  return (
    <Card title={t("report.network")}>
      <Line name={t("report.network.sessions")} to="user-sessions">
        {t("report.network.of_active", {
          online: format.number(network.active_sessions),
          active: format.number(customers.active),
        })}
      </Line>
      <Line name={t("report.network.online")} to="routers?status=ONLINE">
        {format.number(network.routers_online)}
      </Line>
      <Line name={t("report.network.offline")} to="routers?status=OFFLINE">
        {bad(network.routers_offline)}
      </Line>
      <Line name={t("report.network.onus")} to="onus?status=ONLINE">
        {format.number(network.onus_online)}
      </Line>
      <Line name={t("report.network.los")} to="onus?status=LOS">
        {bad(network.onus_los)}
      </Line>
      <Line name={t("report.network.weak")} to="onus?signal__in=WEAK,CRITICAL">
        {bad(network.onus_weak_signal)}
      </Line>
    </Card>
  );
}
