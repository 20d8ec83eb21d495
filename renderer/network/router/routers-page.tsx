// Network: routers, the jobs for them, and who is on-line, as three tabs of one screen.

import { Alert, Button, Group, Tabs, Tooltip } from "@mantine/core";
import { IconCloudOff, IconPlus } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import type { PermissionCode } from "../../../shared/kernel/registry.ts";
import type { Router, UserSession } from "../../../shared/network/index.ts";
import { useConnection } from "../../kernel/connection/connection.ts";
import { useOnline } from "../../kernel/connection/use-connection.ts";
import { desktopBridge } from "../../kernel/desktop-bridge.ts";
import { useWords } from "../../kernel/i18n/index.ts";
import { useRows } from "../../kernel/replica-hooks.ts";
import { Page } from "../../kernel/screen/parts.tsx";
import classes from "../../kernel/screen/tabbed-page.module.css";
import { useSession } from "../../kernel/session/session-store.ts";
import { useFormat } from "../../kernel/use-format.ts";
import { JobsTable, useFailures } from "../sync-job/jobs-table.tsx";
import { SessionsTable } from "../user-session/sessions-table.tsx";
import { AgentDialog } from "./agent-dialog.tsx";
import { RouterForm } from "./router-form.tsx";
import { RoutersTable } from "./routers-table.tsx";
import { SyncDialog } from "./sync-dialog.tsx";

const TABS = ["routers", "jobs", "sessions"] as const;
type Tab = (typeof TABS)[number];

const NEEDED: Readonly<Record<Tab, PermissionCode>> = {
  routers: "network.router.view",
  jobs: "network.network_sync_job.view",
  sessions: "network.user_session.view",
};

const NO_ROUTERS: readonly Router[] = [];
const NO_SESSIONS: readonly UserSession[] = [];

function OfflineNote() {
  const t = useWords();
  const format = useFormat();
  const seen = useConnection((connection) => connection.last_in_sync_at);
  return (
    <Alert color="orange" icon={<IconCloudOff size={18} />} py={8}>
      {t("net.offline", { ago: seen ? format.ago(seen) : "—" })}
    </Alert>
  );
}

export function RoutersPage() {
  const t = useWords();
  const format = useFormat();
  const online = useOnline();
  const can = useSession((session) => session.can);
  const [place, setPlace] = useSearchParams();
  const routers = useRows("routers") ?? NO_ROUTERS;
  const sessions = useRows("user_sessions") ?? NO_SESSIONS;
  const [editing, setEditing] = useState<Router | "new" | null>(null);
  const [agentOpen, setAgentOpen] = useState(false);
  const [syncing, setSyncing] = useState<Router | null>(null);
  const tabs = useMemo(() => TABS.filter((tab) => can(NEEDED[tab])), [can]);
  const tab = tabs.find((name) => name === place.get("tab")) ?? tabs[0] ?? "routers";
  const failures = useFailures(tabs.includes("jobs"));
  const active = routers.filter(({ is_active }) => is_active);
  const counts = {
    online: format.number(active.filter(({ status }) => status === "ONLINE").length),
    all: format.number(active.length),
    sessions: format.number(sessions.length),
  };
  const mayAdd = can("network.router.create");
  // Other screens lead here with the form open.
  const asked = mayAdd && place.get("new") === "1" ? "new" : null;
  const closeForm = () => {
    setEditing(null);
    if (asked) setPlace({}, { replace: true });
  };
  const add = mayAdd ? (
    <Tooltip label={t("net.offline_short")} disabled={online}>
      <Button
        leftSection={<IconPlus size={16} aria-hidden />}
        disabled={!online}
        onClick={() => setEditing("new")}
      >
        {t("net.form.add")}
      </Button>
    </Tooltip>
  ) : null;
  const main = desktopBridge();
  const here =
    main && can("identity.api_token.create") ? (
      <Button variant="default" onClick={() => setAgentOpen(true)}>
        {t("net.agent.here")}
      </Button>
    ) : null;
  const actions = (
    <Group gap="xs">
      {here}
      {add}
    </Group>
  );
  return (
    <Page title={t("nav.routers")} subtitle={t("net.subtitle", counts)} actions={actions} fill>
      {online ? null : <OfflineNote />}
      <Tabs
        value={tab}
        onChange={(value) => setPlace(value === tabs[0] || !value ? {} : { tab: value }, { replace: true })}
        className={classes.tabs}
      >
        <Tabs.List>
          {tabs.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {name === "jobs" && failures > 0
                ? t("net.jobs.failing", { n: format.number(failures) })
                : t(`net.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="routers" className={classes.panel}>
          <RoutersTable routers={routers} sessions={sessions} onEdit={setEditing} onSync={setSyncing} />
        </Tabs.Panel>
        <Tabs.Panel value="jobs" className={classes.panel}>
          <JobsTable />
        </Tabs.Panel>
        <Tabs.Panel value="sessions" className={classes.panel}>
          <SessionsTable />
        </Tabs.Panel>
      </Tabs>
      <RouterForm editing={editing ?? asked} onClose={closeForm} />
      {main ? <AgentDialog bridge={main} opened={agentOpen} onClose={() => setAgentOpen(false)} /> : null}
      <SyncDialog router={syncing} onClose={() => setSyncing(null)} />
    </Page>
  );
}
