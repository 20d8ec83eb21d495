// Below a router's fields: its load now, its sensors, what is missing in its set-up, and how far it is from the customers.
import {
  Alert,
  Anchor,
  Button,
  CopyButton,
  Group,
  List,
  Modal,
  Paper,
  Stack,
  Text,
  Title,
} from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck, IconCopy, IconTerminal2 } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import {
  checkRouter,
  networkSyncJob,
  type Router,
  router as routerResource,
  userSession,
} from "../../../shared/network/index.ts";
import { useCall, useOnline } from "../../kernel/connection/use-connection.ts";
import { useResourceWords, useWords } from "../../kernel/i18n/index.ts";
import { durationText } from "../../kernel/money-format.ts";
import { useReplica, useRows } from "../../kernel/replica-hooks.ts";
import { NotHere } from "../../kernel/resource/not-here.tsx";
import { OperationButtons } from "../../kernel/resource/operation/operation-buttons.tsx";
import { Fact } from "../../kernel/screen/parts.tsx";
import { useSession } from "../../kernel/session/session-store.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { FirstSnapshot } from "../sync-job/snapshot-link.tsx";
import { ErrorWords, RouterState } from "./router-state.tsx";
import { SyncDialog } from "./sync/sync-dialog.tsx";
import { TrafficPanel } from "./traffic-panel.tsx";

const CHECK = [{ operation: checkRouter, icon: IconCircleCheck, at_once: true }] as const;

function SetupScript({ router, onClose }: { router: Router; onClose: () => void }) {
  const t = useWords();
  const online = useOnline();
  const { client } = useReplica();
  const [data, setData] = useState<string | null>(null);
  const begun = useRef(false);
  // Each asking makes a new password: it is asked once.
  const asking = useCall(async () => {
    const file = await client.file(`/api/v1/routers/${router.id}/setup-script/`);
    setData(new TextDecoder().decode(file));
  });
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void asking.run();
  });
  const { error } = asking;
  const again = () => void asking.run();
  return (
    <Modal opened onClose={onClose} size="xl" title={t("setup.title", { name: router.name })}>
      {data === null ? (
        <NotHere state={error ? "failed" : online ? "loading" : "offline"} error={error} again={again} />
      ) : (
        <Stack gap="sm">
          <Text fz="sm">{t("setup.hint")}</Text>
          <Text
            component="pre"
            fz="xs"
            p="sm"
            m={0}
            mah={360}
            tabIndex={0}
            aria-label={t("setup.script")}
            style={{ overflow: "auto", background: "var(--surface-quiet)", borderRadius: 6 }}
          >
            {data}
          </Text>
          <Group justify="flex-end">
            <CopyButton value={data}>
              {({ copied, copy }) => (
                <Button leftSection={<IconCopy size={16} aria-hidden />} onClick={copy} data-autofocus>
                  {t(copied ? "setup.copied" : "setup.copy")}
                </Button>
              )}
            </CopyButton>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}

function Setup({ router }: { router: Router }) {
  const t = useWords();
  const format = useFormat();
  const maySet = useSession((session) => session.can("network.router.update"));
  const [script, setScript] = useState(false);
  const { missing, checked_at, tls_fingerprint_offered } = router;
  return (
    <Paper p="md" component="section" aria-labelledby="router-setup">
      <Group justify="space-between" gap="sm" mb="sm">
        <Title order={2} id="router-setup">
          {t("setup.section")}
        </Title>
        <Group gap="xs">
          <OperationButtons resource={routerResource} actions={CHECK} records={[{ ...router }]} compact />
          {maySet ? (
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<IconTerminal2 size={16} aria-hidden />}
              onClick={() => setScript(true)}
            >
              {t("setup.show")}
            </Button>
          ) : null}
        </Group>
      </Group>
      {missing === null ? (
        <Text fz="sm" c="dimmed">
          {t("setup.unchecked")}
        </Text>
      ) : missing.length === 0 ? (
        <Group gap={6} c="var(--money-credit)">
          <IconCircleCheck size={18} aria-hidden />
          <Text fz="sm">{t("setup.well")}</Text>
        </Group>
      ) : (
        <List
          fz="sm"
          spacing={4}
          icon={<IconAlertTriangle size={16} color="var(--signal-warn)" aria-hidden />}
        >
          {missing.map((fault) => (
            <List.Item key={fault}>{t(`setup.fault.${fault}`)}</List.Item>
          ))}
        </List>
      )}
      {tls_fingerprint_offered ? (
        <Text fz="xs" mt="xs" className="figures" style={{ overflowWrap: "anywhere" }}>
          {t("setup.offered", { fingerprint: tls_fingerprint_offered })}
        </Text>
      ) : null}
      {checked_at ? (
        <Text fz="xs" c="dimmed" mt="xs">
          {t("setup.checked", { ago: format.ago(checked_at) })}
        </Text>
      ) : null}
      {script ? <SetupScript router={router} onClose={() => setScript(false)} /> : null}
    </Paper>
  );
}

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

function Now({ router }: { router: Router }) {
  const t = useWords();
  const words = useResourceWords(routerResource);
  const format = useFormat();
  const sessions = useRows("user_sessions", { selector: { router: router.id } })?.length ?? 0;
  return (
    <Paper p="md" component="section" aria-label={words.field("status")}>
      <Stack gap="sm">
        {router.mode === "TRIAL" ? (
          <Alert color="violet" icon={<IconAlertTriangle size={18} />}>
            {t("setup.trial")}
          </Alert>
        ) : null}
        <Group gap="xl" align="flex-start">
          <Fact label={words.field("status")}>
            <RouterState router={router} />
          </Fact>
          <Fact label={words.field("cpu_load")}>
            {router.cpu_load === null ? "—" : `${format.number(router.cpu_load)} %`}
          </Fact>
          <Fact label={words.field("uptime_seconds")}>
            {router.uptime_seconds === null ? "—" : durationText(router.uptime_seconds, format.locale)}
          </Fact>
          <Fact label={t("setup.sessions")}>
            <Anchor component={Link} to={`/${userSession.path}?router=${router.id}`} className="figures">
              {format.number(sessions)}
            </Anchor>
          </Fact>
          <Fact label={words.field("ros_version")}>
            {[router.ros_version, router.board_name].filter(Boolean).join(" · ") || "—"}
          </Fact>
          {router.health?.map(({ name, value, type }) => (
            <Fact key={name} label={name}>
              <span className="figures">{`${value} ${type}`.trim()}</span>
            </Fact>
          ))}
        </Group>
        <FirstSnapshot router={router.id} />
        <ErrorWords text={router.last_error} />
        <Differences router={router} />
      </Stack>
    </Paper>
  );
}

export function RouterPage({ record }: { record: Router }) {
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
      <Setup router={record} />
    </Stack>
  );
}
