// Beside the heading of the routers: how many are reached, what failed, and the network agent of this computer.
import { Anchor, Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router";
import { networkSyncJob } from "../../../shared/network/index.ts";
import { desktopBridge } from "../../kernel/desktop-bridge.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { useRows } from "../../kernel/replica-hooks.ts";
import { useSession } from "../../kernel/session/session-store.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { useFailures } from "../sync-job/use-failures.ts";
import { AgentDialog } from "./agent-dialog.tsx";

function Reached() {
  const t = useWords();
  const format = useFormat();
  const active = (useRows("routers") ?? []).filter(({ is_active }) => is_active);
  const online = active.filter(({ status }) => status === "ONLINE").length;
  const sessions = useRows("user_sessions")?.length ?? 0;
  return (
    <Text fz="sm" c="dimmed" role="status">
      {t("net.subtitle", {
        online: format.number(online),
        all: format.number(active.length),
        sessions: format.number(sessions),
      })}
    </Text>
  );
}

/** Leads to the failures that nothing has made good since. */
export function FailedJobs() {
  const t = useWords();
  const format = useFormat();
  const failures = useFailures(useSession((session) => session.can("network.network_sync_job.view")));
  if (failures === 0) return null;
  return (
    <Anchor
      component={Link}
      to={`/${networkSyncJob.path}?status=FAILED`}
      fz="sm"
      c="var(--mantine-color-error)"
    >
      {t("net.jobs.failing", { n: format.number(failures) })}
    </Anchor>
  );
}

function AgentHere() {
  const t = useWords();
  const [opened, setOpened] = useState(false);
  const mayRun = useSession((session) => session.can("identity.api_token.create"));
  const bridge = desktopBridge();
  if (!bridge || !mayRun) return null;
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        {t("net.agent.here")}
      </Button>
      <AgentDialog bridge={bridge} opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}

export function RouterTools() {
  return (
    <Group gap="md">
      <FailedJobs />
      <Reached />
      <AgentHere />
    </Group>
  );
}
