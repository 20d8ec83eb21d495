// This computer's network agent: whether it runs and what it reaches; started with a token made for it, and stopped.

import { Alert, Button, Group, List, Stack, Text, TextInput } from "@mantine/core";
import { useCallback, useEffect, useState } from "react";
import type { DesktopAgentStatus, DesktopBridge } from "../../../shared/kernel/desktop/desktop-bridge.ts";
import { olt as oltResource, router as routerResource } from "../../../shared/network/index.ts";
import { useAsk } from "../../kernel/connection/server-answers.ts";
import { useCall, useOnline } from "../../kernel/connection/use-connection.ts";
import { deviceName } from "../../kernel/desktop-bridge.ts";
import { Dialog } from "../../kernel/form/dialog.tsx";
import { useWords } from "../../kernel/i18n/index.ts";
import { useReplica } from "../../kernel/replica-hooks.ts";
import { StatusBadge, Trouble } from "../../kernel/screen/parts.tsx";
import { useSession } from "../../kernel/session/session-store.ts";
import { faultText } from "../fault-text.ts";
import {
  type AgentDoors,
  type AgentRole,
  roleForAgent,
  startAgentHere,
  stopAgentHere,
} from "./agent-here.ts";

const LOOK_MS = 2_000;

function useAgentStatus(
  bridge: DesktopBridge,
): [DesktopAgentStatus | null, (status: DesktopAgentStatus) => void] {
  const [status, setStatus] = useState<DesktopAgentStatus | null>(null);
  const look = useCallback(() => void bridge.call("agent.status", {}).then(setStatus), [bridge]);
  useEffect(() => {
    look();
    const timer = setInterval(look, LOOK_MS);
    return () => clearInterval(timer);
  }, [look]);
  return [status, setStatus];
}

function Reached({ status }: { status: DesktopAgentStatus }) {
  const t = useWords();
  return (
    <Stack gap="xs">
      <Text fz="sm" fw={600} role="status">
        {status.connected ? t("net.agent.running") : t("net.agent.waiting")}
      </Text>
      {status.server_error ? <Text fz="sm">{status.server_error}</Text> : null}
      <List fz="sm">
        {status.routers.map((router) => (
          <List.Item key={router.id}>
            {router.name} <StatusBadge of={routerResource} status={router.status} /> {faultText(router, t)}
          </List.Item>
        ))}
        {status.olts.map((olt) => (
          <List.Item key={olt.id}>
            {olt.name} <StatusBadge of={oltResource} status={olt.status} /> {faultText(olt, t, "olt")}
          </List.Item>
        ))}
      </List>
    </Stack>
  );
}

function AgentHere({ bridge }: { bridge: DesktopBridge }) {
  const t = useWords();
  const replica = useReplica();
  const online = useOnline();
  const server = useSession((session) => session.account?.server ?? "");
  const roles = useAsk<{ results: readonly AgentRole[] }>("/api/v1/roles/?page_size=100");
  const role = roleForAgent(roles.data?.results ?? []);
  const [status, setStatus] = useAgentStatus(bridge);
  const [site, setSite] = useState("");
  const doors: AgentDoors = {
    rest: (method, path, body) => replica.client.rest(method, path, body),
    start: (settings) => bridge.call("agent.start", settings),
    stop: () => bridge.call("agent.stop", {}),
    storage: localStorage,
  };
  const starting = useCall(async (roleId: string) => {
    setStatus(await startAgentHere(doors, { server, computer: deviceName(), role: roleId, site }));
  });
  const stopping = useCall(async () => setStatus(await stopAgentHere(doors)));
  if (status === null) return null;
  return (
    <Stack gap="md">
      <Text fz="sm">{t("net.agent.about")}</Text>
      {status.running ? (
        <Reached status={status} />
      ) : (
        <TextInput
          label={t("net.form.site")}
          description={t("net.agent.site_hint")}
          value={site}
          onChange={(event) => setSite(event.currentTarget.value)}
          autoComplete="off"
        />
      )}
      {roles.data && role === null ? <Alert color="orange">{t("net.agent.no_role")}</Alert> : null}
      <Trouble error={starting.error ?? stopping.error ?? roles.error} />
      <Group justify="flex-end">
        {status.running ? (
          <Button
            color="red"
            variant="light"
            loading={stopping.busy}
            disabled={!online}
            onClick={() => void stopping.run()}
          >
            {t("net.agent.stop")}
          </Button>
        ) : (
          <Button
            loading={starting.busy}
            disabled={!online || role === null}
            onClick={() => void (role && starting.run(role.id))}
            data-autofocus
          >
            {t("net.agent.start")}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

export function AgentDialog({
  bridge,
  opened,
  onClose,
}: {
  bridge: DesktopBridge;
  opened: boolean;
  onClose: () => void;
}) {
  const t = useWords();
  return (
    <Dialog opened={opened} onClose={onClose} title={t("net.agent.title")}>
      {opened ? <AgentHere bridge={bridge} /> : null}
    </Dialog>
  );
}
