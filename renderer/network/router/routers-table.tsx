// The routers of the tenant with what was seen of them last.
import { ActionIcon, Box, Button, Group, Text, Tooltip } from "@mantine/core";
import { IconPencil, IconRefresh, IconRouter } from "@tabler/icons-react";
import { useMemo } from "react";
import type { Router, UserSession } from "../../../shared/network/index.ts";
import { useOnline } from "../../kernel/connection/use-connection.ts";
import { type Translate, useWords } from "../../kernel/i18n/index.ts";
import { durationText } from "../../kernel/money-format.ts";
import { Nothing } from "../../kernel/screen/parts.tsx";
import { useSession } from "../../kernel/session/session-store.ts";
import { type Column, sorted } from "../../kernel/table/columns.ts";
import { DataTable } from "../../kernel/table/data-table.tsx";
import { TableTools } from "../../kernel/table/table-tools.tsx";
import { useTableChoice } from "../../kernel/table/use-table-choice.ts";
import { type Format, useFormat } from "../../kernel/use-format.ts";
import { conditionOf, ErrorWords, RouterState } from "./router-state.tsx";

/** How many sessions each router carries. */
function sessionsByRouter(sessions: readonly UserSession[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { router } of sessions) counts.set(router, (counts.get(router) ?? 0) + 1);
  return counts;
}

/** Two lines of a row: the thing, and below what else is known of it. */
function TwoLines({
  first,
  second,
  strong = false,
}: {
  first: string;
  second: string | null;
  strong?: boolean;
}) {
  return (
    <Box lh={1.25}>
      <Text fz="sm" fw={strong ? 600 : undefined} className="cut" lh={1.25} title={first}>
        {first}
      </Text>
      {second ? (
        <Text fz="xs" c="dimmed" className="cut" lh={1.2} title={second}>
          {second}
        </Text>
      ) : null}
    </Box>
  );
}

function nameColumns(t: Translate, format: Format): Column<Router>[] {
  const versionOf = ({ ros_version, board_name }: Router) =>
    [ros_version, board_name].filter(Boolean).join(" · ");
  return [
    {
      id: "name",
      header: t("net.name"),
      width: 140,
      fixed: true,
      value: ({ name }) => name,
      text: ({ name, site }) => [name, site].filter(Boolean).join(" · "),
      cell: ({ name, site }) => <TwoLines first={name} second={site} strong />,
    },
    {
      id: "state",
      header: t("net.state"),
      width: 150,
      fixed: true,
      value: conditionOf,
      cell: (router) => (
        <Box lh={1.15}>
          <RouterState router={router} />
          <Text fz="xs" c="dimmed" lh={1.2} title={format.instant(router.last_seen_at)}>
            {router.last_seen_at ? format.ago(router.last_seen_at) : t("net.last_seen_never")}
          </Text>
        </Box>
      ),
    },
    {
      id: "host",
      header: t("net.host"),
      width: 145,
      value: ({ host }) => host,
      text: ({ host, api_port }) => `${host}:${api_port}`,
      cell: ({ host, api_port, use_tls }) => (
        <TwoLines first={`${host}:${api_port}`} second={use_tls ? t("net.tls") : null} />
      ),
    },
    {
      id: "identity",
      header: t("net.identity"),
      width: 135,
      value: ({ identity }) => identity,
      text: (router) => [router.identity, versionOf(router)].filter(Boolean).join(" · "),
      cell: (router) => <TwoLines first={router.identity ?? "—"} second={versionOf(router) || null} />,
    },
  ];
}

function loadColumns(t: Translate, format: Format, counts: ReadonlyMap<string, number>): Column<Router>[] {
  const differsOf = ({ differences, compared_at }: Router): string | null =>
    differences && compared_at
      ? t("net.differs", { n: format.number(differences), ago: format.ago(compared_at) })
      : null;
  return [
    {
      id: "cpu",
      header: t("net.cpu"),
      width: 62,
      align: "right",
      value: ({ cpu_load }) => cpu_load,
      text: ({ cpu_load }) => (cpu_load === null ? "—" : `${format.number(cpu_load)}%`),
    },
    {
      id: "sessions",
      header: t("net.sessions"),
      width: 86,
      align: "right",
      value: ({ id }) => counts.get(id) ?? 0,
      text: ({ id }) => format.number(counts.get(id) ?? 0),
    },
    {
      id: "uptime",
      header: t("net.uptime"),
      width: 110,
      align: "right",
      hidden: true,
      value: ({ uptime_seconds }) => uptime_seconds,
      text: ({ uptime_seconds }) =>
        uptime_seconds === null ? "—" : durationText(uptime_seconds, format.locale),
    },
    {
      id: "last_seen",
      header: t("net.last_seen"),
      width: 150,
      hidden: true,
      value: ({ last_seen_at }) => last_seen_at,
      text: ({ last_seen_at }) => last_seen_at ?? "",
      cell: ({ last_seen_at }) => (
        <span title={format.instant(last_seen_at)}>
          {last_seen_at ? format.ago(last_seen_at) : t("net.last_seen_never")}
        </span>
      ),
    },
    {
      id: "error",
      header: t("net.error"),
      width: 200,
      grow: true,
      value: (router) => router.last_error ?? differsOf(router),
      cell: (router) => <ErrorWords text={router.last_error ?? differsOf(router)} />,
    },
  ];
}

interface RouterActionsProps {
  router: Router;
  onEdit: (router: Router) => void;
  onSync: (router: Router) => void;
}

function RouterActions({ router, onEdit, onSync }: RouterActionsProps) {
  const t = useWords();
  const online = useOnline();
  const can = useSession((session) => session.can);
  const { name } = router;
  return (
    <Group gap={6} wrap="nowrap" justify="flex-end">
      {can("network.router.sync") ? (
        <Tooltip label={t("net.offline_short")} disabled={online}>
          <Button
            size="compact-sm"
            variant="light"
            leftSection={<IconRefresh size={14} aria-hidden />}
            disabled={!online || !router.is_active}
            onClick={() => onSync(router)}
            aria-label={t("net.sync.title", { name })}
          >
            {t("net.sync")}
          </Button>
        </Tooltip>
      ) : null}
      {can("network.router.update") ? (
        <Tooltip label={online ? t("net.form.edit", { name }) : t("net.offline_short")}>
          <ActionIcon
            aria-label={t("net.form.edit", { name })}
            disabled={!online}
            onClick={() => onEdit(router)}
          >
            <IconPencil size={16} />
          </ActionIcon>
        </Tooltip>
      ) : null}
    </Group>
  );
}

interface RoutersTableProps {
  routers: readonly Router[];
  sessions: readonly UserSession[];
  onEdit: (router: Router) => void;
  onSync: (router: Router) => void;
}

export function RoutersTable({ routers, sessions, onEdit, onSync }: RoutersTableProps) {
  const t = useWords();
  const format = useFormat();
  const columns = useMemo(
    () => [...nameColumns(t, format), ...loadColumns(t, format, sessionsByRouter(sessions))],
    [t, format, sessions],
  );
  const shown = useMemo<Column<Router>[]>(() => {
    const cell = (router: Router) => <RouterActions router={router} onEdit={onEdit} onSync={onSync} />;
    return [
      ...columns,
      { id: "actions", header: "", width: 144, align: "right", fixed: true, value: () => null, cell },
    ];
  }, [columns, onEdit, onSync]);
  const choice = useTableChoice("routers", columns, { id: "name", desc: false });
  const rows = useMemo(
    () => sorted(routers, columns, choice.sort, format.locale),
    [routers, columns, choice.sort, format.locale],
  );
  return (
    <>
      <Group justify="flex-end" gap="xs">
        <TableTools columns={columns} choice={choice} rows={rows} fileName="routers" />
      </Group>
      <DataTable
        label={t("net.routers")}
        rows={rows}
        columns={shown}
        choice={choice}
        rowKey={({ id }) => id}
        empty={<Nothing icon={IconRouter} title={t("net.empty")} hint={t("net.empty_hint")} />}
      />
    </>
  );
}
