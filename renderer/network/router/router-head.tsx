// What a router's page begins with: its state and what went wrong, how far it is from the customers, its traffic, its set-up.
import { Alert, Anchor, Button, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { IconAlertTriangle, IconPlugConnectedX } from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "react-router";
import {
  networkSyncJob,
  type Router,
  router as routerResource,
  userSession,
} from "../../../shared/network/index.ts";
import { useOnline } from "../../kernel/connection/use-connection.ts";
import { useResourceWords, useWords } from "../../kernel/i18n/index.ts";
import { durationText } from "../../kernel/money-format.ts";
import { useRows } from "../../kernel/replica-hooks.ts";
import { useMayOpen } from "../../kernel/resource/pages.ts";
import { Fact } from "../../kernel/screen/parts.tsx";
import { useSession } from "../../kernel/session/session-store.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { faultText } from "../fault-text.ts";
import { FirstSnapshot } from "../sync-job/snapshot-link.tsx";
import { RouterState } from "./router-state.tsx";
import { sensorsOf } from "./sensors.ts";
import { SetupPanel } from "./setup-panel.tsx";
import { SyncDialog } from "./sync/sync-dialog.tsx";
import { TrafficPanel } from "./traffic-panel.tsx";

function Differences({ router }: { router: Router }) {
  const t = useWords();
  const format = useFormat();
  const maySync = useSession((session) => session.can("network.router.sync"));
  const online = useOnline();
  const [comparing, setComparing] = useState(false);
  const { differences, compared_at, compared_job } = router;
  const compared = { n: format.number(differences ?? 0), ago: compared_at ? format.ago(compared_at) : "" };
  return (
    <Group gap="sm">
      <Text fz="sm">
        {compared_at === null ? (
          t("setup.never_compared")
        ) : !differences ? (
          t("setup.in_line", compared)
        ) : compared_job === null ? (
          t("net.differs", compared)
        ) : (
          <Anchor component={Link} to={`/${networkSyncJob.path}/${compared_job}`} fz="sm">
            {t("setup.rows_differ", compared)}
          </Anchor>
        )}
      </Text>
      {maySync && router.is_active ? (
        <Button variant="default" size="compact-sm" disabled={!online} onClick={() => setComparing(true)}>
          {t("setup.compare")}
        </Button>
      ) : null}
      {comparing ? <SyncDialog record={{ ...router }} onClose={() => setComparing(false)} /> : null}
    </Group>
  );
}

/** What keeps it from being reached, and what helps; nothing while it is well. */
function Problem({ router }: { router: Router }) {
  const t = useWords();
  const format = useFormat();
  const { status, last_error, last_seen_at, is_active } = router;
  if (!is_active || (status === "ONLINE" && last_error === null)) return null;
  const next =
    status === "ONLINE"
      ? null
      : status === "UNKNOWN"
        ? t("state.next.no_agent")
        : last_seen_at === null
          ? t("state.next.never")
          : t("state.next.lost", { at: format.instant(last_seen_at) });
  return (
    <Alert
      color={status === "OFFLINE" ? "red" : "orange"}
      icon={<IconPlugConnectedX size={18} />}
      title={faultText(router, t) ?? undefined}
    >
      {next}
    </Alert>
  );
}

function Sensors({ router }: { router: Router }) {
  const t = useWords();
  const { locale } = useFormat();
  const sensors = sensorsOf(router.health ?? [], t, locale);
  if (sensors.length === 0) return null;
  return (
    <Group gap="xl" align="flex-start" component="section" aria-label={t("sensor.title")}>
      {sensors.map(({ name, label, text, is_bad }) => (
        <Fact key={name} label={label}>
          <Text span inherit className="figures" c={is_bad ? "var(--mantine-color-error)" : undefined}>
            {text}
          </Text>
        </Fact>
      ))}
    </Group>
  );
}

function Now({ router }: { router: Router }) {
  const t = useWords();
  const words = useResourceWords(routerResource);
  const format = useFormat();
  const seesSessions = useMayOpen(userSession.path);
  const sessions = useRows("user_sessions", { selector: { router: router.id } })?.length ?? 0;
  const { cpu_load, uptime_seconds, last_seen_at, identity, board_name, ros_version, serial_number } = router;
  return (
    <Paper p="md" component="section" aria-label={words.field("status")}>
      <Stack gap="md">
        {router.mode === "TRIAL" ? (
          <Alert color="violet" icon={<IconAlertTriangle size={18} />}>
            {t("setup.trial")}
          </Alert>
        ) : null}
        <Problem router={router} />
        <Group gap="xl" align="flex-start">
          <Fact label={words.field("status")}>
            <RouterState router={router} />
            <Text fz="xs" c="dimmed" title={format.instant(last_seen_at)}>
              {last_seen_at === null
                ? t("net.last_seen_never")
                : t("state.seen", { ago: format.ago(last_seen_at) })}
            </Text>
          </Fact>
          {seesSessions ? (
            <Fact label={t("setup.sessions")}>
              <Anchor
                component={Link}
                to={`/${userSession.path}?router=${router.id}`}
                className="figures"
                inherit
              >
                {format.number(sessions)}
              </Anchor>
            </Fact>
          ) : null}
          <Fact label={words.field("cpu_load")}>
            {cpu_load === null ? "—" : <span className="figures">{`${format.number(cpu_load)} %`}</span>}
          </Fact>
          <Fact label={words.field("uptime_seconds")}>
            {uptime_seconds === null ? "—" : durationText(uptime_seconds, format.locale)}
          </Fact>
          <Fact label={t("state.device")}>
            {board_name ?? "—"}
            <Text fz="xs" c="dimmed">
              {[ros_version && `RouterOS ${ros_version}`, serial_number].filter(Boolean).join(" · ")}
            </Text>
          </Fact>
          <Fact label={words.field("identity")}>{identity ?? "—"}</Fact>
        </Group>
        <Sensors router={router} />
        <Differences router={router} />
        <FirstSnapshot router={router.id} />
      </Stack>
    </Paper>
  );
}

export function RouterHead({ record }: { record: Router }) {
  const t = useWords();
  return (
    <Stack gap="md">
      <Now router={record} />
      {record.is_active ? (
        <Paper p="md" component="section" aria-labelledby="router-traffic">
          <Title order={2} id="router-traffic" mb="sm">
            {t("traffic.title")}
          </Title>
          <TrafficPanel router={record.id} interface_name={null} />
        </Paper>
      ) : null}
      <SetupPanel router={record} />
    </Stack>
  );
}
