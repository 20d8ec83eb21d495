// Small parts that every screen is made of: heading, money, states, clocks, empty and failed.

import { Badge, type BadgeProps, Box, Group, Stack, Text, Title } from "@mantine/core";
import { IconClock, IconSchool, type TablerIcon } from "@tabler/icons-react";
import { memo, type ReactNode, useEffect } from "react";
import type { Minor } from "../../../shared/kernel/money.ts";
import type { Resource } from "../../../shared/kernel/resource.ts";
import { own } from "../../../shared/kernel/safe-lookup.ts";
import { useResourceWords, useWords } from "../i18n/index.ts";
import { usePractice } from "../practice/practising.ts";
import { useFormat } from "../use-format.ts";
import classes from "./parts.module.css";

export { Details, Trouble } from "../trouble.tsx";

interface PageProps {
  title: string;
  /** The window's title where `title` names a person: browsers write it into their history, in the clear. */
  window_title?: string;
  subtitle?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  /** Fills the height of the window, for tables that scroll inside. */
  fill?: boolean;
}

/** A screen: its heading, its actions, its content. */
export function Page({ title, window_title = title, subtitle, actions, children, fill = false }: PageProps) {
  useEffect(() => {
    document.title = `${window_title} · Lastmile`;
  }, [window_title]);
  return (
    <Stack
      gap="md"
      p={{ base: "sm", md: "lg" }}
      h={
        fill
          ? "calc(100dvh - var(--app-shell-header-height) - var(--phone-bar, 0px) - var(--place-tabs, 0px))"
          : undefined
      }
      mih={fill ? 520 : 0}
    >
      <Group justify="space-between" align="center" gap="md">
        <Box flex="1 1 14rem" miw={0}>
          <Title order={1} className={classes.title}>
            {title}
          </Title>
          {subtitle ? (
            <Text c="dimmed" fz="sm" component="div">
              {subtitle}
            </Text>
          ) : null}
        </Box>
        {actions ? <Group gap="xs">{actions}</Group> : null}
      </Group>
      {children}
    </Stack>
  );
}

interface MoneyProps {
  value: Minor | string;
  tone?: "plain" | "overdue" | "credit" | "quiet";
  fw?: number;
  fz?: string;
  currency?: boolean;
}

const TONES = {
  plain: undefined,
  overdue: "var(--money-overdue)",
  credit: "var(--money-credit)",
  quiet: "dimmed",
} as const;

/** An amount in tabular figures. */
export function Money({ value, tone = "plain", fw, fz, currency = false }: MoneyProps) {
  const format = useFormat();
  return (
    <Text span className="figures" c={TONES[tone]} fw={fw} fz={fz} inherit={fz === undefined}>
      {currency ? format.currencyMoney(value) : format.money(value)}
    </Text>
  );
}

const STATE_COLORS: Readonly<Record<string, BadgeProps["color"]>> = {
  ACTIVE: "green",
  SUSPENDED: "orange",
  EXPIRED: "red",
  TERMINATED: "gray",
  PAID: "green",
  VOID: "gray",
  PARTIAL: "blue",
  UNPAID: "gray",
  OVERDUE: "red",
  QUEUED: "gray",
  LEASED: "blue",
  RUNNING: "blue",
  SUCCEEDED: "green",
  FAILED: "red",
  CANCELLED: "gray",
  ONLINE: "green",
  OFFLINE: "red",
  LOS: "red",
  DYING_GASP: "orange",
  UNKNOWN: "gray",
  PENDING: "gray",
  SENDING: "blue",
  APPLIED: "green",
  REJECTED: "red",
  SUSPENSE: "orange",
  COMPLETED: "green",
  REFUNDED: "orange",
  CONFLICT: "orange",
  CLOCK: "violet",
  APPROVED: "green",
  DEDUCTED: "green",
  DRAFT: "gray",
  PRESENT: "green",
  LATE: "orange",
  ABSENT: "red",
  OPEN: "orange",
  ASSIGNED: "violet",
  IN_PROGRESS: "blue",
  WAITING: "violet",
  RESOLVED: "green",
  CLOSED: "gray",
  HIGH: "orange",
  URGENT: "red",
};

interface StateBadgeProps {
  state: string;
  label: string;
  size?: BadgeProps["size"];
}

interface StatusBadgeProps {
  of: Resource;
  status: string;
  size?: BadgeProps["size"];
}

/** The colour that a state has everywhere; undefined for what is no state. */
export const stateColor = (state: string): BadgeProps["color"] => own(STATE_COLORS, state);

/** A state in words, coloured by what it means. Rendered only when it changed: it stands in every row of lists. */
export const StateBadge = memo(function StateBadge({ state, label, size = "sm" }: StateBadgeProps) {
  return (
    <Badge color={stateColor(state) ?? "gray"} size={size} flex="none">
      {label}
    </Badge>
  );
});

/** A record's status in its resource's words. */
export function StatusBadge({ of, status, size }: StatusBadgeProps) {
  return <StateBadge state={status} label={useResourceWords(of).choice("status", status)} size={size} />;
}

/** The clock at everything that waits for the server; in practice nothing does, and it says what is not real. */
export function PendingClock({ size = 15 }: { size?: number }) {
  const t = useWords();
  const Icon = usePractice(({ replica }) => replica) ? IconSchool : IconClock;
  return (
    <Box
      component="span"
      role="img"
      aria-label={t("pending.label")}
      title={t("pending.hint")}
      c="blue"
      display="inline-flex"
    >
      <Icon size={size} aria-hidden />
    </Box>
  );
}

interface NothingProps {
  icon: TablerIcon;
  title: string;
  hint?: string;
  action?: ReactNode;
}

/** An empty place that says what belongs here and what to do. */
export function Nothing({ icon: Icon, title, hint, action }: NothingProps) {
  return (
    <Stack align="center" gap={6} py="xl" px="md">
      <Box c="dimmed" aria-hidden>
        <Icon size={30} stroke={1.4} />
      </Box>
      <Text fw={600}>{title}</Text>
      {hint ? (
        <Text c="dimmed" fz="sm" ta="center" maw={420}>
          {hint}
        </Text>
      ) : null}
      {action}
    </Stack>
  );
}

/** A labelled figure, as in the header of a customer. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box miw={0}>
      <Text fz="xs" c="dimmed">
        {label}
      </Text>
      <Text component="div" fz="md" fw={600} className={classes.fact}>
        {children}
      </Text>
    </Box>
  );
}
