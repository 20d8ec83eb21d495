// Jobs for the routers: what waits, what failed and why, with another try or giving up.

import { ActionIcon, Group, SegmentedControl, Text, Tooltip } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconListCheck, IconPlayerStop, IconRotateClockwise } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { Link } from "react-router";
import { type NetworkSyncJob, networkSyncJob } from "../../../shared/network/index.ts";
import { useCall, useOnline } from "../../kernel/connection/use-connection.ts";
import { type Translate, useWords } from "../../kernel/i18n/index.ts";
import type { Query } from "../../kernel/replica/index.ts";
import { useById, useReplica, useRows } from "../../kernel/replica-hooks.ts";
import { Nothing, StatusBadge, Trouble } from "../../kernel/screen/parts.tsx";
import { useSession } from "../../kernel/session/session-store.ts";
import { type Column, sorted } from "../../kernel/table/columns.ts";
import { DataTable } from "../../kernel/table/data-table.tsx";
import { TableTools } from "../../kernel/table/table-tools.tsx";
import { useTableChoice } from "../../kernel/table/use-table-choice.ts";
import { type Format, useFormat } from "../../kernel/use-format.ts";
import { ErrorWords } from "../router/router-state.tsx";
import {
  canCancel,
  canHurry,
  canRetry,
  isAmong,
  JOB_FILTERS,
  type JobFilter,
  kindWords,
  newestFirst,
  openFailures,
} from "./job-view.ts";

/** Per state; the whole history is the server's. */
const LIMIT = 500;

function useJobsOf(status: NetworkSyncJob["status"], wanted: boolean): readonly NetworkSyncJob[] | undefined {
  const query: Query = {
    selector: { status },
    sort: [{ status: "desc" }, { created_at: "desc" }],
    limit: LIMIT,
  };
  const rows = useRows("network_sync_jobs", wanted ? query : null);
  return wanted ? rows : NONE;
}

const NONE: readonly NetworkSyncJob[] = [];

/** The newest jobs of a filter; undefined until every state has answered. */
function useJobs(filter: JobFilter): readonly NetworkSyncJob[] | undefined {
  const queued = useJobsOf("QUEUED", isAmong(filter, "QUEUED"));
  const leased = useJobsOf("LEASED", isAmong(filter, "LEASED"));
  const failed = useJobsOf("FAILED", isAmong(filter, "FAILED"));
  const succeeded = useJobsOf("SUCCEEDED", isAmong(filter, "SUCCEEDED"));
  const cancelled = useJobsOf("CANCELLED", isAmong(filter, "CANCELLED"));
  return useMemo(() => {
    const all = [queued, leased, failed, succeeded, cancelled];
    if (all.some((some) => some === undefined)) return undefined;
    return newestFirst(all.flatMap((some) => some ?? []));
  }, [queued, leased, failed, succeeded, cancelled]);
}

/** How many failures wait for somebody; 0 while that is not known. */
export function useFailures(wanted: boolean): number {
  const failed = useJobsOf("FAILED", wanted) ?? NONE;
  const succeeded = useJobsOf("SUCCEEDED", wanted) ?? NONE;
  return useMemo(() => openFailures(failed, succeeded).length, [failed, succeeded]);
}

type Names = ReadonlyMap<string, { readonly name: string }>;

interface NamesOf {
  readonly routers: Names;
  readonly customers: Names;
}

function jobColumns(t: Translate, format: Format, { routers, customers }: NamesOf): Column<NetworkSyncJob>[] {
  const customerOf = ({ customer }: NetworkSyncJob) => customers.get(customer ?? "")?.name ?? null;
  const problemOf = ({ last_error, next_attempt_at, status, attempts }: NetworkSyncJob) =>
    last_error && status === "QUEUED" && attempts > 0
      ? `${last_error} · ${t("net.job.next", { ago: format.ago(next_attempt_at) })}`
      : last_error;
  return [
    {
      id: "kind",
      header: t("net.job.kind"),
      width: 170,
      fixed: true,
      value: (job) => kindWords(job, t.language),
    },
    {
      id: "state",
      header: t("net.job.state"),
      width: 110,
      fixed: true,
      value: ({ status }) => status,
      cell: ({ status }) => <StatusBadge of={networkSyncJob} status={status} />,
    },
    {
      id: "customer",
      header: t("net.job.customer"),
      width: 160,
      value: customerOf,
      text: (job) => customerOf(job) ?? "",
      cell: (job) =>
        job.customer ? (
          <Text component={Link} to={`/customers/${job.customer}`} fz="sm" c="var(--mantine-color-anchor)">
            {customerOf(job) ?? t("net.job.customer")}
          </Text>
        ) : (
          "—"
        ),
    },
    {
      id: "router",
      header: t("net.job.router"),
      width: 125,
      value: ({ router }) => routers.get(router ?? "")?.name ?? null,
    },
    {
      id: "attempts",
      header: t("net.job.attempts"),
      width: 76,
      align: "right",
      value: ({ attempts }) => attempts,
      text: ({ attempts }) => format.number(attempts),
    },
    {
      id: "age",
      header: t("net.job.age"),
      width: 120,
      value: ({ created_at }) => created_at,
      cell: ({ created_at }) => <span title={format.instant(created_at)}>{format.ago(created_at)}</span>,
    },
    {
      id: "requested_by",
      header: t("net.job.requested_by"),
      width: 130,
      hidden: true,
      value: (job) => job.requested_by,
    },
    {
      id: "problem",
      header: t("net.job.problem"),
      width: 220,
      grow: true,
      value: problemOf,
      text: (job) => [problemOf(job), job.error_code].filter(Boolean).join(" "),
      cell: (job) =>
        job.status === "QUEUED" && job.attempts === 0 ? (
          <Text span fz="sm" c="dimmed">
            {t("net.job.waiting_for_agent")}
          </Text>
        ) : (
          <ErrorWords text={job.status === "SUCCEEDED" ? null : problemOf(job)} code={job.error_code} />
        ),
    },
  ];
}

function JobActions({
  job,
  act,
  busy,
}: {
  job: NetworkSyncJob;
  busy: boolean;
  act: (job: NetworkSyncJob, verb: "retry" | "cancel") => void;
}) {
  const t = useWords();
  const online = useOnline();
  const button = (verb: "retry" | "cancel", Icon: typeof IconRotateClockwise) => (
    <Tooltip label={online ? t(`net.job.${verb}`) : t("net.offline_short")}>
      <ActionIcon aria-label={t(`net.job.${verb}`)} disabled={!online || busy} onClick={() => act(job, verb)}>
        <Icon size={16} />
      </ActionIcon>
    </Tooltip>
  );
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      {canRetry(job) || canHurry(job) ? button("retry", IconRotateClockwise) : null}
      {canCancel(job) ? button("cancel", IconPlayerStop) : null}
    </Group>
  );
}

export function JobsTable() {
  const t = useWords();
  const format = useFormat();
  const replica = useReplica();
  const may = useSession((session) => session.can)("network.router.sync");
  const routers = useById("routers");
  const [filter, setFilter] = useState<JobFilter>("OPEN");
  const jobs = useJobs(filter);
  const acting = useCall(async (job: NetworkSyncJob, verb: "retry" | "cancel") => {
    await replica.client.rest("POST", `/api/v1/network-sync-jobs/${job.id}/${verb}/`, {});
    replica.syncNow();
    notifications.show({ message: t(verb === "retry" ? "net.job.retried" : "net.job.cancelled") });
  });
  const named = useMemo(() => [...new Set((jobs ?? NONE).flatMap(({ customer }) => customer ?? []))], [jobs]);
  const known = useRows("customers", { selector: { id: { $in: named } } });
  const customers = useMemo(() => new Map((known ?? []).map((row) => [row.id, row])), [known]);
  const columns = useMemo(
    () => jobColumns(t, format, { routers, customers }),
    [t, format, routers, customers],
  );
  const choice = useTableChoice("jobs", columns, { id: "age", desc: true });
  const rows = useMemo(
    () => sorted(jobs ?? NONE, columns, choice.sort, format.locale),
    [jobs, columns, choice.sort, format.locale],
  );
  const { run, busy } = acting;
  const shown: Column<NetworkSyncJob>[] = may
    ? [
        ...columns,
        {
          id: "actions",
          header: "",
          width: 92,
          align: "right",
          fixed: true,
          value: () => null,
          cell: (job) => <JobActions job={job} busy={busy} act={(chosen, verb) => void run(chosen, verb)} />,
        },
      ]
    : columns;
  return (
    <>
      <Group justify="space-between" gap="xs">
        <SegmentedControl
          size="xs"
          aria-label={t("net.job.state")}
          value={filter}
          onChange={(value) => setFilter(value as JobFilter)}
          data={JOB_FILTERS.map((value) => ({ value, label: t(`net.jobs.${value}`) }))}
        />
        <Group gap="xs">
          <TableTools columns={columns} choice={choice} rows={rows} fileName="router-jobs" />
        </Group>
      </Group>
      <Trouble error={acting.error} />
      <DataTable
        label={t("net.jobs")}
        rows={rows}
        columns={shown}
        choice={choice}
        rowKey={({ id }) => id}
        empty={
          jobs === undefined ? null : (
            <Nothing icon={IconListCheck} title={t("net.job.empty")} hint={t("net.job.empty_hint")} />
          )
        }
      />
      {rows.length >= LIMIT ? (
        <Text fz="xs" c="dimmed">
          {t("net.job.limit", { n: format.number(LIMIT) })}
        </Text>
      ) : null}
    </>
  );
}
