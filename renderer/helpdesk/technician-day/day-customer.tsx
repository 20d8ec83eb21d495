// Whose place it is: address, phone and the way there; the line as it was seen last; and what was done there before.
import { Alert, Anchor, Box, Button, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { IconAlertTriangle, IconMapPin, IconPhone } from "@tabler/icons-react";
import { type MouseEvent, useMemo } from "react";
import { Link } from "react-router";
import { type Task, task } from "../../../shared/helpdesk/index.ts";
import { dayOf } from "../../../shared/kernel/day.ts";
import type { Customer } from "../../../shared/subscribers/index.ts";
import { desktopBridge } from "../../kernel/desktop-bridge.ts";
import { useResourceWords, useWords } from "../../kernel/i18n/index.ts";
import { useRecord } from "../../kernel/replica-hooks.ts";
import { StatusBadge } from "../../kernel/screen/parts.tsx";
import { useFormat } from "../../kernel/use-format.ts";
import { LineGlance, OpenIncidents } from "../../network/index.ts";
import { useAddresses } from "../address/use-addresses.ts";
import classes from "./day.module.css";

/** Jobs before this one that are shown. */
const JOBS = 5;

/** In the desktop's window the computer's own telephony and maps open it. */
function outside(url: string) {
  return (event: MouseEvent) => {
    const main = desktopBridge();
    if (!main) return;
    event.preventDefault();
    void main.call("open_external", { url });
  };
}

/** The place as maps take it: its own coordinates, the customer's, else the address. */
function mapOf(place: { latitude: number; longitude: number } | null, address: string | null): string | null {
  if (place) {
    const point = `${place.latitude},${place.longitude}`;
    return `geo:${point}?q=${point}`;
  }
  return address ? `geo:0,0?q=${encodeURIComponent(address)}` : null;
}

function Before({ of }: { of: Task }) {
  const t = useWords();
  const format = useFormat();
  const words = useResourceWords(task);
  const here = useMemo(() => [of], [of]);
  const houses = useAddresses(format.today(), here);
  const all = houses.before(of);
  const before = all.slice(0, JOBS);
  if (before.length === 0) return null;
  const another = (job: Task) => (job.customer === of.customer ? null : houses.customer(job)?.name);
  return (
    <details>
      <summary>
        <Text span fz="sm" fw={600}>
          {t("day.before", { n: format.number(all.length) })}
        </Text>
      </summary>
      <Stack gap="xs" mt="xs">
        {before.map((job) => (
          <Box key={job.id}>
            <Group gap={6}>
              <Anchor component={Link} to={`/tasks/${job.id}`} fz="sm" fw={600}>
                {job.title}
              </Anchor>
              <StatusBadge of={task} status={job.status} />
              <Text fz="xs" c="dimmed">
                {format.day(dayOf(new Date(job.completed_at ?? job.created_at), format.timezone))} ·{" "}
                {[words.choice("task_type", job.task_type), another(job)].filter(Boolean).join(" · ")}
              </Text>
            </Group>
            {job.completion_notes ? (
              <Text fz="sm" className={classes.title}>
                {job.completion_notes}
              </Text>
            ) : null}
          </Box>
        ))}
      </Stack>
    </details>
  );
}

/** A line that is closed for money is opened by money: no work there changes it. */
function Closed({ customer }: { customer: Pick<Customer, "status" | "suspended_for" | "expiry_date"> }) {
  const t = useWords();
  const format = useFormat();
  const { status, suspended_for, expiry_date } = customer;
  const key =
    status === "EXPIRED"
      ? "day.closed_expired"
      : status !== "SUSPENDED"
        ? null
        : suspended_for === "NONPAYMENT"
          ? "day.closed_unpaid"
          : "day.closed_by_staff";
  if (key === null) return null;
  return (
    <Alert color="orange" icon={<IconAlertTriangle size={18} />}>
      {t(key, { day: format.day(expiry_date) })}
    </Alert>
  );
}

export function DayCustomer({ of, level }: { of: Task; level: 2 | 3 }) {
  const t = useWords();
  const customer = useRecord("customers", of.customer);
  const address = customer?.address ?? customer?.area ?? null;
  const own =
    customer && customer.latitude !== null && customer.longitude !== null
      ? { latitude: customer.latitude, longitude: customer.longitude }
      : null;
  const map = mapOf(of.location ?? own, address);
  const call = customer ? `tel:${customer.phone.replace(/[^+\d]/g, "")}` : null;
  if (!customer && !map) return null;
  return (
    <Paper p="md" component="section" aria-label={t("day.place")}>
      <Stack gap="sm">
        {customer ? (
          <Box>
            <Title order={level} size="h3" className={classes.title}>
              <Anchor component={Link} to={`/customers/${customer.id}`} inherit c="inherit">
                {customer.name}
              </Anchor>
            </Title>
            <Text className={classes.title}>{address ?? t("day.no_address")}</Text>
            <Text fz="sm" c="dimmed" className="figures">
              {[customer.customer_code, customer.username].filter(Boolean).join(" · ")}
            </Text>
          </Box>
        ) : null}
        <Group grow gap="xs" preventGrowOverflow={false}>
          {call ? (
            <Button
              component="a"
              href={call}
              variant="default"
              size="md"
              leftSection={<IconPhone size={18} aria-hidden />}
              onClick={outside(call)}
            >
              {t("day.call", { phone: customer?.phone ?? "" })}
            </Button>
          ) : null}
          {map ? (
            <Button
              component="a"
              href={map}
              variant="default"
              size="md"
              leftSection={<IconMapPin size={18} aria-hidden />}
              onClick={outside(map)}
            >
              {t("task.on_map")}
            </Button>
          ) : null}
        </Group>
        {customer ? <Closed customer={customer} /> : null}
        {customer ? <OpenIncidents customer={customer.id} /> : null}
        {customer ? <LineGlance customer={customer.id} onu={customer.onu} /> : null}
        <Before of={of} />
      </Stack>
    </Paper>
  );
}
