// The dashboard's smaller cards: rows of a name, a bar where shares matter, and a figure that opens its list.
import { Box, Group, Paper, Progress, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { invoice } from "../../shared/billing/index.ts";
import { task, ticket } from "../../shared/helpdesk/index.ts";
import type { Dashboard } from "../../shared/reports/index.ts";
import { customer } from "../../shared/subscribers/index.ts";
import { useResourceWords, useWords } from "../kernel/i18n/index.ts";
import { Money } from "../kernel/screen/parts.tsx";
import { useFormat } from "../kernel/use-format.ts";
import { Figure } from "./figure.tsx";

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper p="md" component="section" aria-label={title} h="100%">
      <Title order={2} mb="sm">
        {title}
      </Title>
      <Stack gap={4}>{children}</Stack>
    </Paper>
  );
}

interface LineProps {
  name: string;
  /** The list that the figure is made of. */
  to: string;
  children: ReactNode;
  /** Of 100, drawn under the line. */
  share?: number;
  color?: string;
}

function Line({ name, to, children, share, color = "brand.5" }: LineProps) {
  return (
    <Box>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text fz="sm" className="cut" title={name}>
          {name}
        </Text>
        <Text fz="sm" fw={600} component="div" className="figures">
          <Figure to={to}>{children}</Figure>
        </Text>
      </Group>
      {share === undefined ? null : <Progress value={share} size={4} color={color} aria-hidden />}
    </Box>
  );
}

export function AgeingCard({ dues }: { dues: Dashboard["dues"] }) {
  const t = useWords();
  const total = Number(dues.total) || 1;
  return (
    <Card title={t("report.dues.by_age")}>
      {dues.ageing.map(({ bucket, amount }) => (
        <Line
          key={bucket}
          name={t(`report.ageing.${bucket}`)}
          to={`month-end?view=dues&age=${encodeURIComponent(bucket)}`}
          share={(Number(amount) / total) * 100}
          color={bucket === "CURRENT" ? "brand.5" : "red.6"}
        >
          <Money value={amount} />
        </Line>
      ))}
    </Card>
  );
}

const STATES = ["active", "suspended", "expired"] as const;
const BILLS = ["unpaid", "partial", "overdue", "paid"] as const;

/** Customers and bills by state. */
export function StatesCard({ of: { customers, invoices } }: { of: Dashboard }) {
  const t = useWords();
  const format = useFormat();
  const people = useResourceWords(customer);
  const bills = useResourceWords(invoice);
  return (
    <Card title={`${people.many} · ${t("report.bills")}`}>
      {STATES.map((state) => (
        <Line
          key={state}
          name={people.choice("status", state.toUpperCase())}
          to={`customers?status=${state.toUpperCase()}`}
        >
          {format.number(customers[state])}
        </Line>
      ))}
      {BILLS.map((state) => (
        <Line
          key={state}
          name={`${t("report.bills")}: ${bills.choice("status", state.toUpperCase())}`}
          to={`invoices?status=${state.toUpperCase()}`}
        >
          {format.number(invoices[state])}
        </Line>
      ))}
    </Card>
  );
}

/** So many fit beside the other cards; the list has all. */
const SHOWN = 7;

export function PackagesCard({ packages }: { packages: Dashboard["packages"] }) {
  const t = useWords();
  const format = useFormat();
  return (
    <Card title={t("report.packages")}>
      {packages.slice(0, SHOWN).map(({ package: id, package_name, customers, revenue }) => (
        <Line
          key={id}
          name={`${package_name} · ${format.number(customers)}`}
          to={`customers?package=${id}&status=ACTIVE`}
        >
          <Money value={revenue} />
        </Line>
      ))}
    </Card>
  );
}

const OPEN_TASKS = ["PENDING", "ASSIGNED", "IN_PROGRESS"] as const;
const URGENT_FIRST = ["URGENT", "HIGH", "MEDIUM", "LOW"] as const;
const OPEN_TICKETS = "status__in=OPEN,IN_PROGRESS,WAITING";

/** Tickets by how urgent they are, work orders by how far they are. */
export function WorkCard({ of: { tickets, tasks } }: { of: Dashboard }) {
  const t = useWords();
  const format = useFormat();
  const ticketWords = useResourceWords(ticket);
  const taskWords = useResourceWords(task);
  return (
    <Card title={t("report.work")}>
      {URGENT_FIRST.map((priority) => (
        <Line
          key={priority}
          name={`${ticketWords.many}: ${ticketWords.choice("priority", priority)}`}
          to={`tickets?${OPEN_TICKETS}&priority=${priority}`}
        >
          {format.number(tickets.by_priority[priority])}
        </Line>
      ))}
      {OPEN_TASKS.map((status) => (
        <Line
          key={status}
          name={`${taskWords.many}: ${taskWords.choice("status", status)}`}
          to={`tasks?status=${status}`}
        >
          {format.number(tasks.by_status[status])}
        </Line>
      ))}
    </Card>
  );
}

export function NetworkCard({ network }: { network: Dashboard["network"] }) {
  const t = useWords();
  const format = useFormat();
  return (
    <Card title={t("report.network")}>
      <Line name={t("report.network.online")} to="routers?status=ONLINE">
        {format.number(network.routers_online)}
      </Line>
      <Line name={t("report.network.offline")} to="routers?status=OFFLINE">
        <Text span inherit c={network.routers_offline > 0 ? "red" : "inherit"}>
          {format.number(network.routers_offline)}
        </Text>
      </Line>
      <Line name={t("report.network.sessions")} to="user-sessions">
        {format.number(network.active_sessions)}
      </Line>
    </Card>
  );
}
