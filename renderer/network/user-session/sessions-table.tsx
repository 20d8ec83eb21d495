// Who is on-line now: search, how long, how fast, how old that is, and disconnecting.
import { ActionIcon, Button, Group, Modal, Stack, Text, TextInput, Tooltip } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconPlugConnectedX, IconPlugX, IconSearch } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { Link } from "react-router";
import type { UserSession } from "../../../shared/network/index.ts";
import { useAsk } from "../../kernel/connection/server-answers.ts";
import { useCall, useOnline } from "../../kernel/connection/use-connection.ts";
import { type Translate, useWords } from "../../kernel/i18n/index.ts";
import { durationText, rateText } from "../../kernel/money-format.ts";
import { useById, useReplica, useRows } from "../../kernel/replica-hooks.ts";
import { Nothing, Trouble } from "../../kernel/screen/parts.tsx";
import { useSession } from "../../kernel/session/session-store.ts";
import { type Column, sorted } from "../../kernel/table/columns.ts";
import { DataTable } from "../../kernel/table/data-table.tsx";
import { TableTools } from "../../kernel/table/table-tools.tsx";
import { useTableChoice } from "../../kernel/table/use-table-choice.ts";
import { type Format, useFormat } from "../../kernel/use-format.ts";
import { matching, oldestLook, type SessionRow, sessionRows, uptimeAt } from "./session-rows.ts";

/** Agents look every few seconds; asking more often tells nothing new. */
const ASK_MS = 10_000;

function sessionColumns(t: Translate, format: Format): Column<SessionRow>[] {
  const now = Date.now();
  const rate = (bps: number | null) => rateText(bps, format.locale);
  return [
    {
      id: "username",
      header: t("net.session.username"),
      width: 140,
      fixed: true,
      value: ({ username }) => username,
      cell: ({ username }) => (
        <Text span fz="sm" fw={600}>
          {username}
        </Text>
      ),
    },
    {
      id: "customer",
      header: t("net.session.customer"),
      width: 170,
      grow: true,
      value: ({ customer_name }) => customer_name,
      text: ({ customer_name }) => customer_name ?? "",
      cell: ({ customer, customer_name }) =>
        customer ? (
          <Text component={Link} to={`/customers/${customer}`} fz="sm" c="var(--mantine-color-anchor)">
            {customer_name ?? t("net.session.customer")}
          </Text>
        ) : (
          <Text span fz="sm" c="dimmed">
            {t("net.session.nobody")}
          </Text>
        ),
    },
    { id: "router", header: t("net.job.router"), width: 115, value: ({ router_name }) => router_name },
    { id: "address", header: t("net.session.address"), width: 112, value: ({ ip_address }) => ip_address },
    {
      id: "mac",
      header: t("net.session.mac"),
      width: 150,
      hidden: true,
      value: ({ mac_address }) => mac_address,
    },
    {
      id: "uptime",
      header: t("net.session.uptime"),
      width: 86,
      align: "right",
      value: (row) => uptimeAt(row, now),
      text: (row) => durationText(uptimeAt(row, now), format.locale),
    },
    {
      id: "in",
      header: t("net.session.in"),
      width: 108,
      align: "right",
      value: ({ rate_in_bps }) => rate_in_bps,
      text: ({ rate_in_bps }) => rate(rate_in_bps),
    },
    {
      id: "out",
      header: t("net.session.out"),
      width: 108,
      align: "right",
      value: ({ rate_out_bps }) => rate_out_bps,
      text: ({ rate_out_bps }) => rate(rate_out_bps),
    },
    {
      id: "age",
      header: t("net.session.age"),
      width: 122,
      value: ({ observed_at }) => observed_at,
      text: ({ observed_at }) => observed_at,
      cell: ({ observed_at }) => <span title={format.instant(observed_at)}>{format.ago(observed_at)}</span>,
    },
  ];
}

function KickDialog({ session, onClose }: { session: SessionRow | null; onClose: () => void }) {
  const t = useWords();
  const replica = useReplica();
  const online = useOnline();
  const kick = useCall(async ({ id, username }: SessionRow) => {
    await replica.client.rest("POST", `/api/v1/user-sessions/${id}/kick/`, {});
    notifications.show({ message: t("net.session.kicked", { name: username }) });
    onClose();
  });
  return (
    <Modal
      opened={session !== null}
      onClose={onClose}
      title={t("net.session.kick", { name: session?.username ?? "" })}
    >
      <Stack gap="md">
        <Text fz="sm">{t("net.session.kick_text")}</Text>
        <Trouble error={kick.error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t("action.cancel")}
          </Button>
          <Button
            color="red"
            loading={kick.busy}
            disabled={!online}
            onClick={() => (session ? void kick.run(session) : undefined)}
            data-autofocus
          >
            {t("net.session.kick_short")}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

const NONE: readonly UserSession[] = [];

/** Sessions with the newest figures that are known. */
function useSessionRows(query: string): { rows: readonly SessionRow[]; all: number } {
  const local = useRows("user_sessions");
  const routers = useById("routers");
  const search = query.trim() === "" ? "" : `&search=${encodeURIComponent(query.trim())}`;
  const asked = useAsk<{ results: UserSession[] }>(`/api/v1/user-sessions/?page_size=500${search}`, ASK_MS);
  const answered = asked.data?.results ?? NONE;
  const named = useMemo(() => (local ?? NONE).flatMap(({ customer }) => customer ?? []), [local]);
  const known = useRows("customers", { selector: { id: { $in: named } } });
  const customers = useMemo(() => new Map((known ?? []).map((row) => [row.id, row])), [known]);
  const all = useMemo(
    () => sessionRows(local ?? NONE, answered, { routers, customers }),
    [local, answered, routers, customers],
  );
  return { rows: useMemo(() => matching(all, query), [all, query]), all: all.length };
}

export function SessionsTable() {
  const t = useWords();
  const format = useFormat();
  const online = useOnline();
  const mayKick = useSession((session) => session.can)("network.session.kick");
  const [query, setQuery] = useState("");
  const [kicking, setKicking] = useState<SessionRow | null>(null);
  const { rows: found, all } = useSessionRows(query);
  const columns = useMemo(() => sessionColumns(t, format), [t, format]);
  const choice = useTableChoice("sessions", columns, { id: "username", desc: false });
  const rows = useMemo(
    () => sorted(found, columns, choice.sort, format.locale),
    [found, columns, choice.sort, format.locale],
  );
  const shown = useMemo<Column<SessionRow>[]>(() => {
    const cell = (row: SessionRow) => (
      <Tooltip label={t("net.session.kick", { name: row.username })}>
        <ActionIcon
          aria-label={t("net.session.kick", { name: row.username })}
          disabled={!online}
          onClick={() => setKicking(row)}
        >
          <IconPlugConnectedX size={16} />
        </ActionIcon>
      </Tooltip>
    );
    const actions: Column<SessionRow> = {
      id: "actions",
      header: "",
      width: 56,
      fixed: true,
      value: () => null,
      cell,
    };
    return mayKick ? [...columns, actions] : columns;
  }, [columns, mayKick, online, t]);
  const oldest = oldestLook(rows);
  return (
    <>
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <Group gap="sm" wrap="nowrap" miw={0}>
          <TextInput
            aria-label={t("net.session.none_match_hint")}
            placeholder={t("net.search")}
            leftSection={<IconSearch size={16} aria-hidden />}
            value={query}
            onChange={(event) => setQuery(event.currentTarget.value)}
            w={260}
          />
          <Text fz="sm" c="dimmed" className="cut" role="status">
            {t("net.session.shown", { n: format.number(rows.length), all: format.number(all) })}
            {oldest ? ` · ${t("net.session.rates_old", { ago: format.ago(oldest) })}` : null}
          </Text>
        </Group>
        <Group gap="xs" wrap="nowrap">
          <TableTools columns={columns} choice={choice} rows={rows} fileName="sessions" />
        </Group>
      </Group>
      <DataTable
        label={t("net.sessions")}
        rows={rows}
        columns={shown}
        choice={choice}
        rowKey={({ id }) => id}
        empty={
          <Nothing
            icon={IconPlugX}
            title={t(all === 0 ? "net.session.empty" : "net.session.none_match")}
            hint={t(all === 0 ? "net.session.empty_hint" : "net.session.none_match_hint")}
          />
        }
      />
      <KickDialog session={kicking} onClose={() => setKicking(null)} />
    </>
  );
}
